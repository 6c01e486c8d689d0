"""Positions that pictures are made of, and the golden pictures: scripts/golden_pictures.py."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np

from sf_env import Game
from tests.games.playthrough import golden_game
from tests.games.san_francisco.positions import BLUE, GREEN, GREY, ORANGE, YELLOW, act, position

FOLDER = Path(__file__).parent / "golden"
SCALE = 0.5  # of the golden pictures


def everything() -> Game:
    """Return a game in which every symbol and every token is on the table."""
    first = {
        BLUE: "0 foundation, 4, 2 coast +2, 1 bonus, 0 coast tracks",
        GREY: "0 plaza, wild, 0 tracks foundation",
        ORANGE: "0 depot, 2 tracks bonus, 1 +tracks",
        YELLOW: "0 foundation, depot-card",
        GREEN: "1 tracks, 3",
    }
    second = {ORANGE: "0 plaza bonus", YELLOW: "0 plaza, 2", GREEN: "0 depot bonus, 1"}
    return position(
        2,
        cities=[first, second],
        columns=["blue 1, grey 0 plaza, black 2", "green 0 depot", ""],
        taken="black 0 foundation, orange 1 tracks bonus",
        contracts=[1, 3],
        waivers=[1, 0],
        point_tokens=[0, 1],
    )


def token() -> Game:
    """Return a game in which a bonus is being placed."""
    game = position(2, cities=[{BLUE: "1 bonus, 3"}], taken="blue 2 bonus")
    act(game, "ROW 0", "DISTRICT_BONUS")
    return game


BOARDS: dict[str, Callable[[], Game]] = {
    "everything": everything,
    "token": token,
    "three_players": lambda: golden_game("san_francisco", "three_players", 120),
    "four_players_end": lambda: golden_game("san_francisco", "four_players", 1000),
}
NAMES = ("you", "a player with quite a long name: mcts", "<b>", "builder")


def path_of(name: str) -> Path:
    """Return the file of a golden picture."""
    return FOLDER / f"{name}.png"


def picture_of(name: str) -> np.ndarray:
    """Return the picture of a board as it is kept."""
    game = BOARDS[name]()
    return game.picture(NAMES[: game.players], SCALE)
