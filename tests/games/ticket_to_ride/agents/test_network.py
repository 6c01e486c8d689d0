"""The network that reads the map computes what torch computes, however the lists are sorted."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("sb3_contrib")

import sf_agents
import sf_env
from sf_agents.ticket_to_ride.network.features import SEAT_FEATURES
from sf_agents.ticket_to_ride.network.file import GRAPHS
from sf_agents.ticket_to_ride.network.kinds import BUILD
from sf_agents.ticket_to_ride.network.model import GraphNetwork, Widths
from sf_agents.ticket_to_ride.network.opinions import opinions
from sf_agents.ticket_to_ride.network.reading import ON_THE_WAY, read
from sf_env.games.ticket_to_ride.engine.actions import CLAIM
from sf_env.games.ticket_to_ride.engine.constants import MAX_PLAYERS
from sf_env.games.ticket_to_ride.observation import EDGE_FEATURES
from sf_env.ticket_to_ride import legal_mask, observation_view, observe
from tests.games.ticket_to_ride.agents.torch_nets import shaken
from tests.games.ticket_to_ride.property.games import BOARDS, every_board, every_count, positions

Array = np.ndarray[Any, Any]
ROUTE_PIECES = ("route_ends", *EDGE_FEATURES)


def said(network: GraphNetwork, seen: Array) -> tuple[Array, Array]:
    with torch.no_grad():
        logits, values = network(torch.from_numpy(seen))
    return logits.numpy(), values.numpy()


@every_board
@every_count
def test_it_computes_what_torch_computes(tmp_path: Path, board: str, players: int) -> None:
    network = shaken(players)
    GRAPHS.write(tmp_path / "net.npz", BUILD.to_net(network), {"players": players})
    net = GRAPHS.load(players, str(tmp_path / "net.npz")).net
    for states in positions(players, BOARDS[board], games=4):
        seen = observe(states)
        logits, values = opinions(seen, players, net)
        expected = said(network, seen)
        np.testing.assert_allclose(logits, expected[0], atol=1e-4)
        np.testing.assert_allclose(values[:, 0], expected[1], atol=1e-4)
        assert logits.std() > 0.1


def test_the_learner_sees_the_same_in_floats() -> None:
    network = shaken(2)
    for states in positions(2, BOARDS["san_francisco"], games=4):
        seen = observe(states)
        for one, other in zip(
            said(network, seen), said(network, seen.astype(np.float32)), strict=True
        ):
            np.testing.assert_array_equal(one, other)


def test_a_batch_may_have_several_maps() -> None:
    network = shaken(2)
    found = [next(positions(2, chart, games=4)) for chart in BOARDS.values()]
    legal = np.concatenate([legal_mask(states) for states in found])
    boards = [observe(states) for states in found]
    logits, values = said(network, np.concatenate(boards))
    alone = [said(network, seen) for seen in boards]
    scored = np.concatenate([logits for logits, _ in alone])
    np.testing.assert_allclose(logits[legal], scored[legal], atol=1e-4)
    np.testing.assert_allclose(values, np.concatenate([values for _, values in alone]), atol=1e-4)


def test_there_and_back_again() -> None:
    network = shaken(3)
    state = BUILD.from_net(BUILD.to_net(network), 3)
    assert list(state) == list(network.state_dict())
    assert all(torch.equal(state[name], one) for name, one in network.state_dict().items())


def test_routes_that_change_places_change_their_logits() -> None:
    network, rng = shaken(2), np.random.default_rng(0)
    for states in positions(2, BOARDS["san_francisco"], games=4):
        seen = observe(states)
        swapped = seen.copy()
        before, after = (observation_view(array, 2) for array in (seen, swapped))
        routes = int((before["route_length"][0] > 0).sum())
        order = rng.permutation(routes)
        for name in before:
            if name in ROUTE_PIECES:
                after[name][:, :routes] = before[name][:, order]
        logits, values = said(network, seen)
        moved, same = said(network, swapped)
        claims = slice(CLAIM, CLAIM + routes)
        np.testing.assert_allclose(moved[:, claims], logits[:, claims][:, order], atol=1e-4)
        np.testing.assert_allclose(moved[:, :CLAIM], logits[:, :CLAIM], atol=1e-4)
        np.testing.assert_allclose(same, values, atol=1e-4)


def distances(links: list[tuple[int, int, int]], begin: int) -> dict[int, int]:
    """Return the length of the shortest way to each location that there is a way to."""
    far, found = {begin: 0}, True
    while found:
        found = False
        for one, other, length in links:
            for here, there in ((one, other), (other, one)):
                if here in far and far[here] + length < far.get(there, 100):
                    far[there], found = far[here] + length, True
    return far


@every_board
def test_it_knows_which_routes_are_on_the_way(board: str) -> None:
    found = 0
    for states in positions(2, BOARDS[board], games=2):
        seen = observe(states)
        graph = read(seen, 2)
        for row in range(0, len(states), 3):
            view = {name: array[row] for name, array in observation_view(seen, 2).items()}
            found += check_ways(view, graph.routes[row])
    assert found > 20


def check_ways(view: dict[str, Array], routes: Array) -> int:
    """Compare the counts of held tickets with what a slow search finds; return their sum."""
    own, open_ = view["route_owner"] == 1, view["route_open"] == 1
    links = [
        (*view["route_ends"][route].tolist(), 0 if own[route] else int(view["route_length"][route]))
        for route in np.flatnonzero(own | open_)
    ]
    tickets = np.flatnonzero(view["ticket_held"] & (view["ticket_completed"] == 0))
    counts = dict.fromkeys(np.flatnonzero(open_).tolist(), 0)
    for ticket in tickets:
        before, after = (distances(links, end) for end in view["ticket_ends"][ticket].tolist())
        best = before.get(int(view["ticket_ends"][ticket, 1]), 100)
        for route in counts:
            one, other = view["route_ends"][route].tolist()
            length = int(view["route_length"][route])
            ways = [
                before.get(here, 100) + length + after.get(there, 100)
                for here, there in ((one, other), (other, one))
            ]
            counts[route] += best < 100 and min(ways) == best
    for route, count in counts.items():
        assert routes[route, ON_THE_WAY + 2] == count / 2
    return sum(counts.values())


def test_a_run_for_more_players_may_start_from_a_network_for_two(tmp_path: Path) -> None:
    network = shaken(2, Widths())
    GRAPHS.write(tmp_path / "net.npz", BUILD.to_net(network), {"players": 2})
    state = BUILD.load_start(str(tmp_path / "net.npz"), 4, "graph")
    seats = -SEAT_FEATURES * MAX_PLAYERS  # the weights of their figures come last
    for name, weights in network.state_dict().items():
        before, after = weights, state[name]
        if name == "body.whole.weight":
            own, other, *others = after[:, seats:].chunk(MAX_PLAYERS, dim=1)
            assert all(torch.equal(other, one) for one in others)
            assert torch.equal(own, before[:, seats : seats + SEAT_FEATURES])
            alone = before[:, seats + SEAT_FEATURES : seats + 2 * SEAT_FEATURES]
            torch.testing.assert_close(other * 3, alone)
            before, after = before[:, :seats], after[:, :seats]
        assert torch.equal(before, after)
    GRAPHS.write(tmp_path / "small.npz", BUILD.to_net(shaken(2)), {"players": 2})
    with pytest.raises(sf_env.Error, match="its widths are its own; it cannot start a run"):
        BUILD.load_start(str(tmp_path / "small.npz"), 4, "graph")


def test_as_an_agent_it_takes_the_likeliest_legal_action(tmp_path: Path) -> None:
    path = tmp_path / "net.npz"
    GRAPHS.write(path, BUILD.to_net(shaken(2)), {"players": 2})
    agent = sf_agents.load(f"network:path={path}", game="ticket_to_ride")
    for states in positions(2, BOARDS["san_francisco"], games=4):
        legal = legal_mask(states)
        actions = agent.act(states, legal)
        opinion = agent.analyse(states, legal)
        live = legal.any(axis=1)
        assert np.array_equal(opinion.policy.argmax(axis=1)[live], actions[live])
        assert legal[live, actions[live]].all()


def test_a_network_that_the_package_does_not_have() -> None:
    family = replace(GRAPHS, package="sf_agents.ticket_to_ride")
    with pytest.raises(sf_env.Error, match=r"no network of Ticket to Ride.* for 3 players; train"):
        family.load(3)
