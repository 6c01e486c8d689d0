"""The golden games are played again and compared with their files, to the letter."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import sf_env
from sf_env import Game
from tests.games.playthrough import GAMES as ALL_GAMES
from tests.games.playthrough import path_of, playthrough

FOLDER = Path(__file__).parent
GAME = "san_francisco"
GAMES = ALL_GAMES[GAME]
PINNED_DEALS = {
    0: [10, 49, 84, 5, 78, 60, 72, 25],
    1: [37, 22, 4, 49, 50, 24, 15, 45],
    2**53 - 1: [74, 70, 42, 65, 56, 7, 68, 71],
}
PINNED_EPISODES = [1167743916529920, 8776597399004790]
TRACES = Path(__file__).parents[5] / "shared" / "traces"


@pytest.mark.parametrize("name", GAMES)
def test_golden_game(name: str) -> None:
    assert playthrough(GAME, name) == path_of(GAME, name).read_text(encoding="utf-8")


def test_every_golden_file_has_a_game() -> None:
    assert {path.stem for path in FOLDER.glob("*.txt")} == set(GAMES)


def test_golden_games_reach_every_phase() -> None:
    text = "".join(path_of(GAME, name).read_text(encoding="utf-8") for name in GAMES)
    for phase in ("turn", "column", "build", "bonus", "target", "end"):
        assert f" {phase} " in text


def traces(path: Path) -> Iterator[dict[str, Any]]:
    with path.open(encoding="utf-8") as file:
        yield from map(json.loads, file)


def reproduce(trace: dict[str, Any], folder: Path) -> None:
    """Play a game of another implementation and compare all that it tells."""
    deck = "standard" if trace["deck"] == "standard" else folder / trace["deck"]
    game = Game(trace["players"], order=trace["order"], deck=deck)
    for number, action in enumerate(trace["actions"]):
        assert game.legal_actions() == trace["legal"][number], number
        if (told := trace["snapshots"].get(str(number))) is not None:
            assert game.snapshot() == told, number
        game.step(action)
    assert game.snapshot() == trace["final"]
    assert game.scores() == trace["scores"]
    assert game.winners() == trace["winners"]
    assert game.snapshot()["ender"] == trace["ender"]


@pytest.mark.parametrize("name", ["standard", "stress"])
def test_games_of_another_implementation(name: str) -> None:
    """A few of them, kept here."""
    count = 0
    for trace in traces(FOLDER / f"{name}.jsonl"):
        reproduce(trace, FOLDER)
        count += 1
    assert count == 3


@pytest.mark.skipif(not TRACES.is_dir(), reason="the full set of games is not at hand")
@pytest.mark.parametrize("name", ["standard", "stress"])
def test_all_games_of_another_implementation(name: str) -> None:
    count = 0
    for trace in traces(TRACES / f"{name}.jsonl"):
        reproduce(trace, TRACES)
        count += 1
    assert count > 30


def test_the_mapping_from_seed_to_deal_is_pinned() -> None:
    """A change here makes a new version of the environments."""
    tops = {
        seed: Game(2, seed=seed).state["deck"][:87][::-1][:8].tolist() for seed in (0, 1, 2**53 - 1)
    }
    assert tops == PINNED_DEALS
    assert [sf_env.episode_seed(0, 0, 0), sf_env.episode_seed(7, 3, 5)] == PINNED_EPISODES
