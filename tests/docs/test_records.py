"""docs/records.md lists every key that some part of the project writes into a record."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import sf_agents
import sf_env
from sf_agents.playing.analysis import analyse_record
from sf_env.games import GAMES

PAGE = (Path(__file__).parents[2] / "docs/records.md").read_text("utf-8")


def keys(value: Any) -> Iterator[str]:
    """Yield the keys of a record and of the objects in it."""
    if isinstance(value, dict):
        yield from value
        value = list(value.values())
    if isinstance(value, list):
        for part in value:
            yield from keys(part)


def finished() -> dict[str, Any]:
    game = sf_env.Game(2, seed=7)
    while not game.is_over:
        game.step(game.legal_actions()[-1])
    return game.record()


def ordered() -> dict[str, Any]:
    return sf_env.Game(2, order=range(len(sf_env.Deck.load()))).record(agents=["human", "greedy"])


def analysed() -> dict[str, Any]:
    game = sf_env.Game(2, seed=7)
    for _ in range(3):
        game.step(game.legal_actions()[0])
    return analyse_record(game.record(), "network")


class Stubborn:
    """Play on until the game is in its tenth turn or so, then refuse."""

    def act(self, states: Any, legal: Any) -> Any:
        return np.where(states["deck_left"] < 80, -1, legal.argmax(axis=1))


def forfeited() -> dict[str, Any]:
    record: dict[str, Any] = sf_agents.arena.play([Stubborn(), "random"], games=2).records[0]
    assert "forfeit" in record
    return record


def in_a_tournament(game: str) -> dict[str, Any]:
    record: dict[str, Any] = sf_agents.arena.play(["random"], games=1, game=game).records[0]
    return record


TOURNAMENTS = [partial(in_a_tournament, game) for game in GAMES]


@pytest.mark.parametrize("made", [finished, ordered, analysed, forfeited, *TOURNAMENTS])
def test_the_page_lists_every_key(made: Callable[[], dict[str, Any]]) -> None:
    assert set(keys(made())) <= set(re.findall(r"`([\w ]+)`", PAGE))
