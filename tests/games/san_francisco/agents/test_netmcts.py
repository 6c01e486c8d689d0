"""Tree search that asks a network: what it asks, what it makes of the answer, and no more."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest

import sf_env
from sf_agents import arena
from sf_agents.arena.evaluation import evaluate
from sf_agents.network.chances import chance_of
from sf_agents.san_francisco.network.file import DISTRICTS
from sf_agents.san_francisco.network.network import Network
from sf_agents.san_francisco.network.opinions import opinions
from sf_agents.san_francisco.search.mcts import Mcts
from sf_agents.san_francisco.search.netmcts import Netmcts
from sf_agents.san_francisco.search.network_prior import Shares, consult, new_adviser
from sf_agents.san_francisco.search.tree import plant
from sf_env.core.errors import UnknownAgent
from sf_env.games.san_francisco.engine.constants import TURN
from sf_env.opponents import load
from tests.games.san_francisco.agents.nets import random_net
from tests.games.san_francisco.agents.stages import DECKS, stages

DEAF: dict[str, Any] = {
    "playout_share": 0.5,
    "value_share": 0.0,
    "promise_share": 0.0,
    "policy_share": 0.0,
}


@pytest.fixture
def paths(tmp_path: Path) -> dict[int, str]:
    """Return files of networks with random weights, by the number of players."""
    for players in (2, 3, 4):
        DISTRICTS.write(tmp_path / f"{players}.npz", random_net(players), {"players": players})
    return {players: str(tmp_path / f"{players}.npz") for players in (2, 3, 4)}


@pytest.mark.parametrize("deck", DECKS)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_visits_and_values_are_those_of_legal_actions(
    players: int, deck: str, paths: dict[int, str]
) -> None:
    states = stages(players, deck)
    legal = sf_env.legal_mask(states)
    found = Netmcts(30, path=paths[players]).analyse(states)
    assert np.array_equal(np.isnan(found.values), ~legal)
    assert not found.visits[~legal].any()
    assert (found.visits.sum(axis=1)[~found.solved] == 29).all()
    values = found.values[legal]
    assert ((values >= 0) & (values <= 1)).all()
    actions = Netmcts(30, path=paths[players]).act(states)
    assert np.array_equal(found.value, found.values[np.arange(len(states)), actions])


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_network_without_a_say_changes_nothing(players: int, paths: dict[int, str]) -> None:
    states = stages(players)
    deaf = Netmcts(40, path=paths[players], **DEAF).analyse(states)
    alone = Mcts(40, playout_share=DEAF["playout_share"]).analyse(states)
    for one, other in zip(deaf, alone, strict=True):
        assert np.array_equal(one, other, equal_nan=True)


@pytest.mark.parametrize("share", ["value_share", "promise_share", "policy_share"])
def test_what_the_network_says_counts(share: str, paths: dict[int, str]) -> None:
    states = stages(2)
    deaf = Netmcts(40, path=paths[2], **DEAF).analyse(states)
    heard = Netmcts(40, path=paths[2], **(DEAF | {share: 1.0})).analyse(states)
    assert (deaf.visits != heard.visits).any(axis=1).mean() > 0.5


@pytest.mark.parametrize("players", [2, 3, 4])
def test_its_chances_are_the_values_of_all_seats(players: int, paths: dict[int, str]) -> None:
    states = stages(players, each=5)
    states = states[~sf_env.is_over(states)]
    net = DISTRICTS.load(players, paths[players]).net
    adviser = new_adviser(net, Shares(1.0, 1.0, 1.0))
    seats = [
        opinions(sf_env.observe(states, np.full(len(states), seat)), net)[1][:, 0]
        for seat in range(players)
    ]
    for row in range(len(states)):
        consult(states[row], adviser)
        mover = states["to_move"][row]
        chances = np.array([chance_of(float(values[row]), players) for values in seats])
        if players == 2:
            chances[1 - mover] = 1 - chances[mover]
        assert adviser.chances[:players] == pytest.approx(chances / chances.sum(), abs=1e-5)
        logits = opinions(sf_env.observe(states[row : row + 1]), net)[0]
        assert np.allclose(adviser.room.logits[0], logits[0], atol=1e-5)


@pytest.mark.parametrize(("reward", "players", "chance"), [(1, 2, 1), (-1, 2, 0), (0, 2, 0.5)])
def test_a_reward_between_lost_and_won_is_a_chance(
    reward: float, players: int, chance: float
) -> None:
    assert chance_of(float(reward), players) == pytest.approx(chance, abs=0.0011)


@pytest.mark.parametrize("players", [3, 4])
def test_an_even_game_is_an_even_chance(players: int) -> None:
    assert chance_of(0.0, players) == pytest.approx(1 / players)
    assert chance_of(-1 / (players - 1), players) == pytest.approx(0, abs=0.0011)


def test_priors_are_the_policy_if_nothing_else_counts(paths: dict[int, str]) -> None:
    agent = Netmcts(1, path=paths[2], policy_share=1.0)
    states = stages(2)
    states = states[states["phase"] == TURN]
    policy = Network(paths[2]).analyse(states).policy
    search = agent._new_search(2)
    for row in range(len(states)):
        plant(search.tree, states, row)
        search.grow(np.uint64(1), 0, 1)
        edges = search.tree.edges[: search.tree.nodes[0]["edges"]]
        assert edges["prior"] == pytest.approx(policy[row, edges["action"]], abs=1e-5)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_position_promises_what_the_network_says_and_its_choices_differ_as_before(
    players: int, paths: dict[int, str]
) -> None:
    states = stages(players)
    states = states[states["phase"] == TURN]
    net = DISTRICTS.load(players, paths[players]).net
    adviser = new_adviser(net, Shares(1.0, 1.0, 1.0))
    quiet, loud = (
        Netmcts(1, path=paths[players], **(DEAF | {"promise_share": share}))._new_search(players)
        for share in (0.0, 1.0)
    )
    told = 0
    for row in range(len(states)):
        seen = []
        for search in (quiet, loud):
            plant(search.tree, states, row)
            search.grow(np.uint64(1), 0, 1)
            edges = search.tree.edges[: search.tree.nodes[0]["edges"]]
            seen.append(edges["promise"][:, states["to_move"][row]].copy())
        before, after = seen
        consult(states[row], adviser)
        if edges["solved"].any() or not 0.01 < after.min() < after.max() < 0.99:
            continue
        told += 1
        assert after.max() == pytest.approx(adviser.chances[states["to_move"][row]], abs=1e-5)
        assert after - after.max() == pytest.approx(before - before.max(), abs=1e-9)
    assert told > len(states) / 3


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_order_of_the_deck_is_not_looked_at(players: int, paths: dict[int, str]) -> None:
    states = stages(players)
    agent = Netmcts(30, path=paths[players])
    actions = agent.act(states)
    hidden = states.copy()
    sf_env.reshuffle(hidden, 1)
    assert not np.array_equal(hidden, states)
    assert np.array_equal(agent.act(sf_env.conceal(hidden)), actions)


def test_what_the_policy_is_sure_of_is_not_searched_for(paths: dict[int, str]) -> None:
    states = stages(2)
    likely = Network(paths[2]).analyse(states).policy.max(axis=1)
    unsure = likely < 0.4
    assert 0.1 < unsure.mean() < 0.9
    alone, searched = Network(paths[2]).act(states), Netmcts(30, path=paths[2]).act(states)
    assert (alone != searched)[~unsure].any()
    actions = Netmcts(30, path=paths[2], sure=0.4).act(states)
    assert np.array_equal(actions, np.where(unsure, searched, alone))
    assert np.array_equal(Netmcts(30, path=paths[2], sure=0).act(states), alone)
    assert len(Netmcts(30, path=paths[2], sure=0.4).act(states[:0])) == 0


def test_a_network_for_other_games_is_refused(paths: dict[int, str]) -> None:
    with pytest.raises(sf_env.Error, match="plays with 3 players, not 2"):
        Netmcts(2, path=paths[3]).act(stages(2))


@pytest.mark.parametrize("agent", ["network", "netmcts:simulations=2,path=%s"])
def test_nobody_lets_it_sit_down_at_other_games(agent: str, paths: dict[int, str]) -> None:
    name = agent % paths[3] if "%s" in agent else f"network:path={paths[3]}"
    told = "plays with 3 players, not 2"
    with pytest.raises(sf_env.Error, match=told):
        arena.play([name, "random"], 2)
    with pytest.raises(sf_env.Error, match=told):
        evaluate(name, deals=1)
    for opponent in (name, [name], {name: 1, "random": 1}):
        with pytest.raises(sf_env.Error, match=told):
            gymnasium.make("SanFrancisco-v0", opponent=opponent)
        with pytest.raises(sf_env.Error, match=told):
            gymnasium.make_vec("SanFrancisco-v0", num_envs=2, opponent=opponent)


def test_a_path_without_a_network_is_refused_at_once() -> None:
    with pytest.raises(sf_env.Error, match="nowhere"):
        Netmcts(2, path="nowhere.npz")


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("netmcts:simulations=0", "simulations='0' is not allowed; it should be int, 1 to"),
        ("netmcts:playout=wild", "playout='wild' is not allowed; it should be str, sharp, light"),
        ("netmcts:policy_share=2", "policy_share='2' is not allowed; it should be float, 0 to 1"),
    ],
)
def test_what_it_has_from_mcts_is_checked_as_well(name: str, told: str) -> None:
    with pytest.raises(UnknownAgent, match=told):
        load(name)
