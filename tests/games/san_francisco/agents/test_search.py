"""What a tree search reports, that it keeps within its tree, and that any budget will do."""

from __future__ import annotations

import numpy as np
import pytest

import sf_env
from sf_agents.san_francisco.search.mcts import Mcts, grow
from sf_agents.san_francisco.search.tree import Tree, plant
from sf_agents.search.searcher import Analysis
from sf_env.games.san_francisco.actions import NAMES
from sf_env.games.san_francisco.engine.constants import TURN
from sf_env.opponents import row_keys
from tests.games.san_francisco.agents.exact import as_states
from tests.games.san_francisco.agents.stages import DECKS, stages
from tests.games.san_francisco.positions import BLUE, GREEN, GREY, of, position


def analyse(states: np.ndarray, **settings: float) -> Analysis:
    """Return what a search with these settings finds."""
    return Mcts(**settings).analyse(states)  # type: ignore[arg-type]


def tree_for(agent: Mcts, players: int) -> Tree:
    """Return the tree of an agent as the beginning of a larger one: too much does not hurt."""
    large = Mcts(10 * agent.simulations + 1000)._new_tree(players)
    tree = agent._new_tree(players)
    return tree._replace(
        positions=large.positions[: len(tree.positions)],
        nodes=large.nodes[: len(tree.nodes)],
        edges=large.edges[: len(tree.edges)],
        outcomes=large.outcomes[: len(tree.outcomes)],
    )


def in_the_tree(tree: Tree) -> bool:
    """Return whether nothing was written beyond the tree's room."""
    nodes = min(len(tree.positions), len(tree.nodes))
    return bool((tree.used <= [nodes, len(tree.edges), len(tree.outcomes)]).all())


@pytest.mark.parametrize("deck", DECKS)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_visits_and_values_are_those_of_legal_actions(players: int, deck: str) -> None:
    states = stages(players, deck)
    legal = sf_env.legal_mask(states)
    found = analyse(states, simulations=30)
    assert np.array_equal(np.isnan(found.values), ~legal)
    assert not found.visits[~legal].any()
    values = found.values[legal]
    assert ((values >= 0) & (values <= 1)).all()
    assert values.std() > 0.1


@pytest.mark.parametrize("simulations", [1, 2, 30])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_visits_count_the_simulations_after_a_first_look(players: int, simulations: int) -> None:
    found = analyse(stages(players), simulations=simulations)
    total = found.visits.sum(axis=1)
    assert (total[~found.solved] == simulations - 1).all()
    assert (total <= simulations - 1).all()
    assert not found.solved.all()


@pytest.mark.parametrize("deck", DECKS)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_most_visited_action_is_chosen_unless_a_certain_one_is_better(
    players: int, deck: str
) -> None:
    states = stages(players, deck)
    rows = np.arange(len(states))
    found = analyse(states, simulations=40)
    actions = Mcts(40).act(states)
    assert np.array_equal(found.value, found.values[rows, actions])
    most = found.visits.argmax(axis=1)
    usual = found.visits[rows, actions] == found.visits[rows, most]
    assert usual.mean() > 0.9
    assert (usual | (found.value > found.values[rows, most])).all()


def test_playouts_count_as_much_as_they_are_told_to() -> None:
    states = stages(2, each=10)
    legal = sf_env.legal_mask(states)
    none, hardly, only = (
        analyse(states, simulations=60, playout_share=share).values[legal] for share in (0, 1e-6, 1)
    )
    assert (abs(hardly - none) < 1e-3).mean() > 0.98
    assert abs(only - none).mean() > 0.03


@pytest.mark.parametrize("players", [2, 3])
def test_a_choice_promises_the_best_of_what_follows(players: int) -> None:
    agent = Mcts(300)
    tree = agent._new_tree(players)
    states = stages(players, each=4)
    followed = 0
    for row in np.flatnonzero(states["phase"] == TURN):
        plant(tree, states, row)
        grow(tree, np.uint64(row), 0, 300)
        for edge in tree.edges[: tree.used[1]]:
            node = tree.nodes[edge["node"]]
            if edge["action"] and edge["visits"] and not edge["solved"] and node["edge"] >= 0:
                following = tree.edges[node["edge"] : node["edge"] + node["edges"]]
                best = following["promise"][:, node["seat"]].argmax()
                assert np.array_equal(edge["promise"], following["promise"][best])
                followed += 1
    assert followed > 50


def test_drawing_promises_the_mean_of_the_cards_that_came_up() -> None:
    agent = Mcts(300, draws=3)
    tree = agent._new_tree(2)
    states = stages(2, each=4)
    for row in np.flatnonzero(states["phase"] == TURN):
        plant(tree, states, row)
        grow(tree, np.uint64(row), 0, 300)
        (edge,) = (e for e in tree.edges[: tree.nodes[0]["edges"]] if e["action"] == 0)
        total, weight, at = 3 * edge["sight"], 3, edge["node"]
        while at >= 0:
            node = tree.nodes[tree.outcomes[at]["node"]]
            following = tree.edges[node["edge"] : node["edge"] + node["edges"]]
            best = following["promise"][:, node["seat"]].argmax()
            total = total + node["drawn"] * following["promise"][best]
            weight += node["drawn"]
            at = tree.outcomes[at]["next"]
        assert weight == 3 + edge["visits"]
        if not edge["solved"]:
            assert np.allclose(edge["promise"], total / weight)


def test_finished_games_and_no_rows_have_nothing_to_report() -> None:
    over = stages(2)[:5].copy()
    sf_env.random_playouts(over, 1)
    found = analyse(over)
    assert np.isnan(found.values).all()
    assert np.isnan(found.value).all()
    assert not found.visits.any()
    none = analyse(over[:0])
    assert none.visits.shape == none.values.shape == (0, 44)
    assert none.value.shape == none.solved.shape == (0,)


def test_an_analysis_depends_on_its_row_and_key_only() -> None:
    states = stages(3)
    keys = row_keys(states)
    before = states.tobytes()
    found = Mcts(30).analyse(states, keys=keys)
    part = Mcts(30).analyse(states[::-2], keys=keys[::-2])
    for whole, some in zip(found, part, strict=True):
        assert np.array_equal(whole[::-2], some, equal_nan=True)
    assert states.tobytes() == before
    other = Mcts(30).analyse(states, keys=keys + np.uint64(1))
    assert not np.array_equal(found.values, other.values, equal_nan=True)


def test_more_simulations_come_closer_to_the_truth() -> None:
    """Two searches with other keys agree the better the longer they last."""
    states = stages(2)
    states = states[states["phase"] == TURN]
    keys = row_keys(states)
    apart = []
    for simulations in (10, 1000):
        agent = Mcts(simulations, playout_share=1.0)
        values = [agent.analyse(states, keys=keys + np.uint64(n)).value for n in range(2)]
        apart.append(np.abs(values[0] - values[1]).mean())
    assert apart[1] < apart[0] / 2


@pytest.mark.parametrize("seconds", [0.001, 0.02])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_search_by_the_clock_is_legal(players: int, seconds: float) -> None:
    states = stages(players)[::8]
    legal = sf_env.legal_mask(states)
    actions = Mcts(1, seconds).act(states)
    assert legal[np.arange(len(states)), actions].all()
    assert (analyse(states[:2], simulations=1, seconds=seconds).visits.sum(axis=1) > 1).all()


# The tree's room -------------------------------------------------------------------------------


def many_choices(players: int) -> np.ndarray:
    """Return a turn with all the choices there can be: three columns, and waivers."""
    game = position(
        players,
        deck=of(30, "blue 1, green 2 tracks"),
        columns=[of(5, "grey 1"), of(5, "orange 1"), of(5, "yellow 1")],
        contracts=[2] * players,
        waivers=[1, 1, 1, 0][:players],
    )
    assert len(game.legal_actions()) == 6
    return as_states(game)


def many_cells(players: int) -> np.ndarray:
    """Return a choice among 24 cells: for the tracks."""
    rows = dict.fromkeys(range(4), "0, 1, 2, 1, 0") | {GREEN: "1, 1 bonus, 2"}
    cities = [rows, *[{BLUE: "1", GREY: "2"}] * (players - 1)]
    game = position(players, cities=cities, taken="green 1 bonus, blue 0", deck=of(20, "grey 1"))
    game.step(NAMES.index("ROW 4"))
    game.step(NAMES.index("TRACK_BONUS"))
    assert len(game.legal_actions()) == 24
    return as_states(game)


@pytest.mark.parametrize("simulations", [1, 3, 10, 100, 1000])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_tree_has_room_for_its_simulations(players: int, simulations: int) -> None:
    agent = Mcts(simulations, exploration=10.0, temperature=10.0)
    tree = tree_for(agent, players)
    for states in (many_choices(players), many_cells(players), sf_env.deal(players, [1])):
        plant(tree, states, 0)
        grow(tree, np.uint64(1), 0, simulations)
        assert in_the_tree(tree)


@pytest.mark.parametrize("deck", DECKS)
def test_one_tree_serves_all_positions(deck: str) -> None:
    states = stages(4, deck).copy()
    tree = tree_for(Mcts(100), 4)
    for row in range(len(states)):
        plant(tree, states, row)
        grow(tree, np.uint64(row), 0, 100)
        assert in_the_tree(tree)


@pytest.mark.parametrize("players", [2, 4])
def test_thousands_of_simulations(players: int) -> None:
    for states in (many_choices(players), many_cells(players), sf_env.deal(players, [1])):
        found = analyse(states, simulations=3000)
        assert found.solved or found.visits.sum() == 2999


def test_a_full_tree_grows_no_further() -> None:
    """The small tree is a view into a large one here, so that nothing could be overwritten."""
    small, large = Mcts(20)._new_tree(2), Mcts(20_000)._new_tree(2)
    tree = large._replace(
        positions=large.positions[: len(small.nodes)],
        nodes=large.nodes[: len(small.nodes)],
        edges=large.edges[: len(small.edges)],
        outcomes=large.outcomes[: len(small.nodes)],
    )
    plant(tree, sf_env.deal(2, [1]), 0)
    grow(tree, np.uint64(1), 0, 2000)
    assert (tree.used <= [len(tree.nodes), len(tree.edges), len(tree.outcomes)]).all()
