"""The builder: takes a column and builds a card whenever it can, all else at random."""

from __future__ import annotations

import numpy as np
import pytest

import sf_env
from sf_agents.san_francisco.builder import Builder
from sf_env.games.san_francisco.actions import NAMES
from tests.games.san_francisco.agents.exact import as_states
from tests.games.san_francisco.agents.stages import DECKS, stages
from tests.games.san_francisco.positions import GREEN, position

FINALIZE = [name.startswith("FINALIZE") for name in NAMES]
ROW = [name.startswith("ROW") for name in NAMES]


@pytest.mark.parametrize("kind", [FINALIZE, ROW], ids=["takes", "builds"])
@pytest.mark.parametrize("deck", DECKS)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_it_takes_and_builds_whenever_it_can(players: int, deck: str, kind: list[bool]) -> None:
    states = stages(players, deck, each=100)
    legal = sf_env.legal_mask(states)
    able = (legal & kind).any(axis=1)
    assert able.sum() > 20
    actions = Builder().act(states, legal)
    assert np.array(kind)[actions[able]].all()


def test_it_does_anything_possible_of_that_kind() -> None:
    choices = [
        (position(2, columns=["green 1", "", "blue 1"]), {"FINALIZE 0", "FINALIZE 2"}),
        (position(2), {"DRAW"}),
        (position(2, drawn="green 1"), {"COLUMN 0", "COLUMN 1", "COLUMN 2"}),
        (position(2, taken="black 1, green 1"), {f"ROW {row}" for row in range(5)}),
        (position(2, taken="green 1, black 1"), {"ROW 4"}),
    ]
    for game, names in choices:
        states = np.repeat(as_states(game), 200)
        actions = Builder().act(states, keys=np.arange(200))
        assert {NAMES[action] for action in actions} == names


def test_the_builder_never_defers() -> None:
    """Not even if the current card fits nowhere and others follow."""
    cities = [{GREEN: "0, 0, 0, 0, 0"}, {}]
    states = np.repeat(as_states(position(2, cities=cities, taken="green 1, grey 1")), 100)
    actions = Builder().act(states, keys=np.arange(100))
    assert {NAMES[number] for number in actions} == {"DISCARD"}
