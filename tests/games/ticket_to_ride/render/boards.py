"""Positions that pictures are made of, and the golden pictures: scripts/golden_pictures.py."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import numpy as np

from sf_env.ticket_to_ride import Game, Location, Map, Route, Ticket
from tests.games.playthrough import golden_game
from tests.games.ticket_to_ride.positions import act, board, position

FOLDER = Path(__file__).parent / "golden"
SCALE = 0.4  # of the golden pictures
NAMES = ("you", "a player with quite a long name: mcts", "<b>", "builder")


class Shown(NamedTuple):
    """A game, and the seat from which it is seen."""

    game: Game
    seat: int | None = None


def paying() -> Game:
    """Return a game in which the player to move chooses how many ferries pay for a route."""
    hand = "3 black, ferry, ferry, ferry"
    game = position(board("F-G 3 black", "F-G 3 red", "G-H 2 grey 1"), hands=[hand])
    act(game, "CLAIM 0", "COLOUR 2")
    return game


def middle(players: int, decisions: int) -> Game:
    """Return a golden game after this many decisions."""
    name = {2: "two_players", 3: "three_players", 4: "four_players"}[players]
    game: Game = golden_game("ticket_to_ride", name, decisions)
    return game


BOARDS: dict[str, Callable[[], Shown]] = {
    "offers": lambda: Shown(middle(2, 0)),
    "middle": lambda: Shown(middle(2, 70)),
    "of_seat": lambda: Shown(middle(3, 80), 1),
    "end": lambda: Shown(middle(4, 1000)),
    "paying": lambda: Shown(paying(), 0),
    "generated": lambda: Shown(golden_game("ticket_to_ride", "generated_map", 90)),
}


def path_of(name: str) -> Path:
    """Return the file of a golden picture."""
    return FOLDER / f"{name}.png"


def picture_of(name: str) -> np.ndarray:
    """Return the picture of a board as it is kept."""
    game, seat = BOARDS[name]()
    return game.picture(NAMES[: game.players], SCALE, seat)


def maps(generated: int) -> list[Map]:
    """Return the packaged map, generated ones, and one whose coordinates say nothing."""
    return [Map.load(), *(Map.generate(seed) for seed in range(generated)), board("F-G 3 black")]


def strange(points: list[tuple[int, int]], name: str = "Place {}") -> Map:
    """Return a map with places at these points, in a ring of routes."""
    count = len(points)
    return Map(
        tuple(Location(name.format(n), x, y, n < 5) for n, (x, y) in enumerate(points)),
        tuple(Route(n, (n + 1) % count, 1 + n % 6, n % 7, 0) for n in range(count)),
        tuple(Ticket(0, n + 1, 2) for n in range(min(count - 1, 8))),
        "file:strange",
    )
