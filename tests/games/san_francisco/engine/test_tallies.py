"""What is counted of finished games besides points, against snapshots."""

from __future__ import annotations

import numpy as np
import pytest

import sf_env

RULES = sf_env.rules("san_francisco")


@pytest.mark.parametrize("players", [2, 3, 4])
def test_tallies_are_those_of_the_snapshot(players: int) -> None:
    states = sf_env.deal(players, range(30))
    sf_env.random_playouts(states, players)
    assert RULES.tally is not None
    found = RULES.tally(states)
    for state, tallies in zip(states, found, strict=True):
        table = sf_env.Game.from_state(state).snapshot()
        wanted = {
            "cards": (np.array(table["cities"]) >= 0).sum(axis=(1, 2)),
            "trams": np.sum(table["trams"], axis=(1, 2)),
            "contracts": table["contracts"],
            "ended": np.arange(players) == table["ender"],
        }
        assert list(wanted) == [tally.name for tally in RULES.tallies]
        assert np.array_equal(tallies, np.transpose(list(wanted.values())))
    assert found[:, :, -1].sum(axis=1).tolist() == [1.0] * 30
    assert found.any(axis=0).all()
