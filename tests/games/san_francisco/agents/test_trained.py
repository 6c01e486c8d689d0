"""The package's own networks: small, made for this layout, with a card that says it all."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import sf_agents
import sf_env
from sf_agents.san_francisco.network.file import DISTRICTS
from tests.games.san_francisco.agents.nets import NETWORKS
from tests.games.san_francisco.agents.stages import stages


@pytest.mark.parametrize("path", NETWORKS, ids=lambda path: path.stem)
def test_each_network_is_small_and_its_card_tells_how_it_came_to_be(path: Path) -> None:
    assert path.stat().st_size <= 2_000_000
    card = DISTRICTS.read(path).card
    assert path.name == f"{card['players']}p.npz"
    assert card["deck_hash"] == sf_env.Deck.load("standard").hash
    assert card["machine"]
    assert card["decisions"] > 0 < card["minutes"]
    strength = card["strength"]
    assert strength["official"]
    assert set(strength["against"]) == {"random", "greedy", "planner"}
    for met in strength["against"].values():
        low, high = met["interval"]
        assert 0 <= low <= met["win_share"] <= high <= 1
        assert met["games"] == 1000 * card["players"]


@pytest.mark.parametrize("path", NETWORKS, ids=lambda path: path.stem)
@pytest.mark.parametrize("name", ["network", "netmcts:simulations=9"])
def test_agents_play_it_without_being_told_where_it_is(name: str, path: Path) -> None:
    states = stages(DISTRICTS.read(path).card["players"])
    legal = sf_env.legal_mask(states)
    actions = sf_agents.load(name).act(states, legal)
    assert legal[np.arange(len(states)), actions].all()
    name_with_path = f"{name}{',' if '=' in name else ':'}path={path}"
    assert np.array_equal(sf_agents.load(name_with_path).act(states, legal), actions)


def test_there_is_one_for_each_number_of_players() -> None:
    assert [path.name for path in NETWORKS] == ["2p.npz", "3p.npz", "4p.npz"]
