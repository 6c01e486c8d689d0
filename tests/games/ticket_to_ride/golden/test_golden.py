"""The golden games are played again and compared with their files, to the letter."""

from __future__ import annotations

from pathlib import Path

import pytest

from sf_env.ticket_to_ride import Game
from tests.games.playthrough import GAMES as ALL_GAMES
from tests.games.playthrough import path_of, playthrough

FOLDER = Path(__file__).parent
GAME = "ticket_to_ride"
GAMES = ALL_GAMES[GAME]
# Both hands and the face-up cards after the deal, by kind, and the tickets from the first offer on.
PINNED_DEALS = {
    0: (
        [[0, 1, 0, 0, 0, 0, 1], [0, 0, 1, 0, 0, 0, 1]],
        [0, 2, 1, 0, 1, 0, 1],
        [15, 16, 6, 2, 3, 0, 22],
    ),
    2**53 - 1: (
        [[1, 1, 0, 0, 0, 0, 0], [0, 0, 0, 0, 0, 1, 1]],
        [1, 0, 0, 1, 1, 1, 1],
        [10, 2, 6, 13, 22, 23, 12],
    ),
}


@pytest.mark.parametrize("name", GAMES)
def test_golden_game(name: str) -> None:
    assert playthrough(GAME, name) == path_of(GAME, name).read_text(encoding="utf-8")


def test_every_golden_file_has_a_game() -> None:
    assert {path.stem for path in FOLDER.glob("*.txt")} == set(GAMES)


def test_golden_games_reach_every_phase() -> None:
    text = "".join(path_of(GAME, name).read_text(encoding="utf-8") for name in GAMES)
    for phase in ("keep_first", "place", "turn", "second", "keep", "colour", "pay", "token"):
        assert f" {phase} " in text


def test_the_mapping_from_seed_to_deal_is_pinned() -> None:
    """A change here makes a new version of the environments."""
    assert {seed: deal_of(seed) for seed in PINNED_DEALS} == PINNED_DEALS


def deal_of(seed: int) -> tuple[list[list[int]], list[int], list[int]]:
    game = Game(2, seed=seed)
    shot = game.snapshot()
    offers = game.state["offer"][:2].reshape(-1).tolist()
    return shot["hands"], shot["face_up"], [*offers, *shot["ticket_deck"][:3]]
