"""The search with a network: its word counts as much as it is asked to, and it knows no more."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("sb3_contrib")

import sf_agents
import sf_env
from sf_agents.network.chances import chance_of
from sf_agents.ticket_to_ride.network.file import GRAPHS
from sf_agents.ticket_to_ride.network.kinds import BUILD
from sf_agents.ticket_to_ride.network.model import Widths
from sf_agents.ticket_to_ride.network.opinions import opinions
from sf_agents.ticket_to_ride.search.adviser import Shares, consult, new_adviser
from sf_agents.ticket_to_ride.search.ismcts import Ismcts
from sf_agents.ticket_to_ride.search.netmcts import Netmcts
from sf_env.ticket_to_ride import conceal, imagine, legal_mask, observe
from tests.games.ticket_to_ride.agents.torch_nets import shaken
from tests.games.ticket_to_ride.property.games import BOARDS, every_board, every_count, positions

Array = np.ndarray[Any, Any]
KEYS = np.arange(100, dtype=np.uint64)


@pytest.fixture
def paths(tmp_path: Path) -> dict[int, str]:
    """The files of networks with random weights, by number of players."""
    found = {}
    for players in (2, 3, 4):
        found[players] = str(tmp_path / f"{players}.npz")
        GRAPHS.write(found[players], BUILD.to_net(shaken(players, Widths())), {"players": players})
    return found


@every_count
def test_the_network_is_asked_from_every_seat(paths: dict[int, str], players: int) -> None:
    net = GRAPHS.find(paths[players]).net
    adviser = new_adviser(net, players, Shares(0.5, 0.5))
    for states in positions(players, BOARDS["san_francisco"], games=2):
        consult(states[0], adviser)
        rewards = [
            opinions(observe(states[:1], np.array([seat])), players, net)[1][0, 0]
            for seat in range(players)
        ]
        expected = np.array([chance_of(float(reward), players) for reward in rewards])
        if players == 2:
            mover = int(states["to_move"][0])
            expected[1 - mover] = 1 - expected[mover]
        np.testing.assert_allclose(adviser.chances[:players], expected / expected.sum(), atol=1e-5)


@every_board
@every_count
def test_all_positions_that_a_seat_cannot_distinguish_are_searched_alike(
    paths: dict[int, str], board: str, players: int
) -> None:
    agent = Netmcts(simulations=10, path=paths[players])
    for number, states in enumerate(positions(players, BOARDS[board], games=3)):
        keys = KEYS[: len(states)]
        one = agent.analyse(conceal(states), None, keys)
        other = agent.analyse(conceal(imagine(states, number)), None, keys)
        np.testing.assert_array_equal(one.visits, other.visits)
        assert (one.visits.sum(axis=1) == 10 * legal_mask(states).any(axis=1)).all()


def test_without_a_share_the_network_changes_nothing(paths: dict[int, str]) -> None:
    deaf = Netmcts(simulations=50, path=paths[2], value_share=0, policy_share=0)
    all_ears = Netmcts(simulations=50, path=paths[2], value_share=1, policy_share=1)
    differs = 0
    for states in positions(2, BOARDS["san_francisco"], games=4):
        keys = KEYS[: len(states)]
        plain = Ismcts(simulations=50).analyse(conceal(states), None, keys)
        np.testing.assert_array_equal(
            deaf.analyse(conceal(states), None, keys).visits, plain.visits
        )
        differs += (all_ears.analyse(conceal(states), None, keys).visits != plain.visits).any()
    assert differs > 5


def test_a_network_for_other_players_is_refused(paths: dict[int, str]) -> None:
    agent = sf_agents.load(f"netmcts:path={paths[2]}", game="ticket_to_ride")
    with pytest.raises(sf_env.Error, match="plays with 2 players, not 3"):
        agent.check_players(3)
    with pytest.raises(sf_env.UnknownAgent, match=r"nowhere\.npz"):
        sf_agents.load("netmcts:path=nowhere.npz", game="ticket_to_ride")
