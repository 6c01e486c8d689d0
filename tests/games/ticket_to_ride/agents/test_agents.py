"""The agents: legal on any map, the same for all that their seat cannot tell apart, and strong."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import sf_agents
from sf_agents.ticket_to_ride.evaluation.plan import make_plan, new_plan
from sf_agents.ticket_to_ride.evaluation.weights import WEIGHTS
from sf_agents.ticket_to_ride.planner import judge, new_desk
from sf_env.core.masks import is_legal
from sf_env.games.ticket_to_ride.engine.constants import PAY
from sf_env.games.ticket_to_ride.engine.step import begin
from sf_env.games.ticket_to_ride.greedy import pay_few_ferries
from sf_env.ticket_to_ride import conceal, deal, imagine, is_over, legal_mask
from tests.games.ticket_to_ride.positions import act, board, claim, position
from tests.games.ticket_to_ride.property.games import BOARDS, every_board, every_count, positions

Array = np.ndarray[Any, Any]
every_agent = pytest.mark.parametrize(
    "name", ["builder", "greedy", "planner", "ismcts:simulations=10"]
)


def agent_of(name: str) -> Any:
    return sf_agents.load(name, game="ticket_to_ride")


@every_agent
@every_board
@every_count
def test_decisions_are_legal_and_depend_on_what_the_seat_knows(
    name: str, board: str, players: int
) -> None:
    agent = agent_of(name)
    for number, states in enumerate(positions(players, BOARDS[board], games=6)):
        legal, keys = legal_mask(states), np.arange(len(states), dtype=np.uint64)
        chosen = agent.act(conceal(states), legal, keys)
        playing = legal.any(axis=1)
        assert is_legal(legal[playing], chosen[playing]).all()
        assert not chosen[~playing].any()
        world = imagine(states, number)  # nothing in it is marked as unknown
        np.testing.assert_array_equal(agent.act(world, legal, keys), chosen)


@every_board
@every_count
def test_a_claim_that_is_thought_of_is_paid_for_once(board: str, players: int) -> None:
    for states in positions(players, BOARDS[board], games=6):
        for row in np.flatnonzero((states["phase"] == PAY) & ~is_over(states)):
            for action in np.flatnonzero(legal_mask(states[row : row + 1])[0]):
                trial = states[row].copy()
                begin(trial, int(action))
                pay_few_ferries(trial)
                assert (trial["hands"] >= 0).all()


@every_agent
def test_rows_do_not_depend_on_each_other(name: str) -> None:
    agent = agent_of(name)
    states = next(positions(3, BOARDS["generated"]))
    keys = np.arange(len(states), dtype=np.uint64)
    together = agent.act(conceal(states), legal_mask(states), keys)
    for row in range(0, len(states), 5):
        one = states[row : row + 1]
        assert agent.act(conceal(one), legal_mask(one), keys[row : row + 1]) == together[row]


@pytest.mark.parametrize(
    ("better", "worse", "least"),
    [("builder", "random", 0.7), ("greedy", "builder", 0.7), ("planner", "greedy", 0.7)],
)
def test_the_order_of_strength(better: str, worse: str, least: float) -> None:
    result = sf_agents.arena.play([better, worse], games=200, game="ticket_to_ride")
    (meeting,) = result.summary["meetings"]
    assert meeting["win_share"] > least


# Plans


def planned(game: Any, seat: int = 0) -> list[tuple[int, list[int]]]:
    """Return the routes and the cards by colour of each stage of a seat's plan."""
    plan = new_plan()
    make_plan(game.state, seat, np.uint64(0), WEIGHTS.load(2)[0], plan)
    stages = plan.stages[: plan.used[0]]
    return [(int(stage["routes"]), stage["need"].tolist()) for stage in stages]


def test_a_plan_takes_the_cheapest_way() -> None:
    chart = board("F-G 2 blue", "F-G 2 red", "G-H 2 green", tickets=("F-H 7", "A-B 3", "C-D 4"))
    game = position(chart, hands=["2 red, 2 green"])
    assert planned(game) == [(2, [0, 2, 0, 0, 2, 0])]
    claim(game, 1, "red")
    assert planned(game) == [(1, [0, 2, 0, 0, 0, 0])]


def test_tickets_share_the_routes_of_a_plan() -> None:
    chart = board("F-G 2 red", "G-H 2 blue", "G-I 1 black", tickets=("F-H 7", "F-I 5", "C-D 4"))
    game = position(chart, keep="KEEP BOTH", hands=["2 red, 2 green"])
    assert [routes for routes, _ in planned(game)] == [2, 3]


def test_what_is_completed_needs_no_plan() -> None:
    game = position(board("F-H 2 red", tickets=("F-H 7", "A-B 3", "C-D 4")), hands=["2 red"])
    assert len(planned(game)) == 1
    claim(game, 0, "red")
    assert planned(game) == []


def test_no_card_is_worth_more_than_the_claim_that_completes_a_ticket() -> None:
    chart = board("F-H 2 red", "H-I 1 red", tickets=("F-H 7", "A-B 3", "C-D 4"))
    game = position(chart, hands=["2 red"])
    desk = new_desk()
    judge(game.state, 0, WEIGHTS.load(2)[0], desk)
    names = [game.rules.actions[action] for action in game.legal_actions()]
    worths = dict(zip(names, desk.worths[game.legal_actions()], strict=True))
    del worths["TICKETS"]
    assert max(worths, key=lambda name: float(worths[name])) == "CLAIM 0"
    act(game, "CLAIM 0")


@every_agent
def test_no_states_are_no_decisions(name: str) -> None:
    states = deal(2, [])
    assert agent_of(name).act(states, legal_mask(states)).shape == (0,)
