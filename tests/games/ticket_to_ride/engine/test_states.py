"""States that cannot be used say why: concealed ones, those of another game, wrong orders."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations
from typing import Any

import gymnasium as gym
import numpy as np
import pytest

import sf_env
from sf_env import ticket_to_ride_v0
from sf_env.games.ticket_to_ride.chance import CHANCE
from sf_env.ticket_to_ride import (
    STATE,
    Game,
    Map,
    actions,
    conceal,
    deal,
    imagine,
    is_over,
    legal_mask,
    observe,
    points,
    random_playouts,
    step_states,
)
from tests.games.ticket_to_ride.positions import act, board, claim, position

CONCEALED = r"row 0: this state was concealed and cannot be played; imagine\(\) makes one that can"
KEEP_BOTH = 11


def test_a_concealed_state_is_looked_at_but_not_played() -> None:
    hidden = conceal(deal(3, [1, 2]))
    assert observe(hidden).any()
    assert legal_mask(hidden).any()
    assert points(hidden).shape == (2, 3)
    assert not is_over(hidden).any()
    with pytest.raises(ValueError, match=CONCEALED):
        step_states(hidden, [KEEP_BOTH, KEEP_BOTH])
    with pytest.raises(ValueError, match=CONCEALED):
        random_playouts(hidden, 1)
    with pytest.raises(ValueError, match=CONCEALED):
        Game.from_state(hidden[0]).step(KEEP_BOTH)
    with pytest.raises(ValueError, match=CONCEALED):
        gym.make("TicketToRide-v0", players=3).reset(options={"state": hidden[0]})
    world = imagine(hidden, 1)
    step_states(world, [KEEP_BOTH, KEEP_BOTH])
    Game.from_state(world[0]).step(KEEP_BOTH)


def test_a_world_in_which_a_claim_cannot_be_paid_is_not_over() -> None:
    """Another seat may imagine it in the middle of a claim (RULES 8)."""
    stuck = next(world for world in imagined_claims() if not legal_mask(world).any())
    game = Game.from_state(stuck[0])
    assert not is_over(stuck)[0]
    assert not game.is_over
    assert game.legal_actions() == []
    with pytest.raises(sf_env.IllegalAction, match="nothing is, in this state"):
        game.step(0)
    with pytest.raises(ValueError, match="has no legal action, though the game is not over"):
        ticket_to_ride_v0.env().reset(options={"state": stuck[0]})


def imagined_claims() -> Iterator[Any]:
    """Yield what the other seat imagines in the middle of claims."""
    rng = np.random.default_rng(0)
    for seed in range(200):
        game = Game(2, seed=seed)
        while not game.is_over:
            if game.phase == "colour":
                yield imagine(game.states, seed, seats=1 - game.to_move)
            game.step(int(rng.choice(game.legal_actions())))


def test_while_cards_are_dealt_nobody_has_an_offer() -> None:
    states = np.zeros(1, STATE)
    CHANCE.deal(states, 2, Map.load())
    game = Game.from_state(states[0])
    assert game.snapshot()["offer"] == []
    assert "two to choose from" not in game.to_text(0)
    assert (imagine(states, 1, seats=0)["offer"] == -1).all()


def test_a_snapshot_of_a_concealed_state_has_null_for_what_is_not_known() -> None:
    hidden = conceal(deal(2, [1]), seats=1)
    shot = Game.from_state(hidden[0]).snapshot()
    assert shot["offer"] is None
    assert set(shot["ticket_deck"]) == {None}
    assert Game(2, seed=1).snapshot(seat=1)["legal"] is None
    assert Game(2, seed=1).snapshot(seat=0)["legal"] == [9, 10, 11]


def test_a_state_that_is_continued_is_no_order() -> None:
    assert repr(Game.from_state(deal(2, [1])[0])) == (
        "<Game players=2 state=... phase=keep_first to_move=0>"
    )


def test_groups_of_locations_do_not_depend_on_the_order_of_claims() -> None:
    chart = board("F-G 1 red", "G-H 1 red", "H-I 1 red")
    found = []
    for order in permutations(range(3)):
        game = position(chart, hands=["4 red", "2 blue"])
        for route in order:
            claim(game, route, "red")
            act(game, "TICKETS", "KEEP 0")
        found.append(game.state["connected"][0].tolist())
    assert found == found[:1] * 6


def test_a_margin_of_twenty_points_is_a_score_of_one() -> None:
    env = ticket_to_ride_v0.raw_env(reward="score")
    env.reset(seed=1)
    while env.agents and not all(env.terminations.values()):
        env.step(int(env.observe(env.agent_selection)["action_mask"].argmax()))
    first, second = env.game.points()
    assert env.rewards["player_0"] == pytest.approx((first - second) / 20)


@pytest.mark.parametrize("name", [5, None, "COLOUR"])
def test_an_action_that_has_no_name_like_that_is_refused(name: Any) -> None:
    assert actions.name(18) == "COLOUR ferry"
    assert actions.number("colour Ferry") == 18
    with pytest.raises(sf_env.IllegalAction, match=r"no action is called"):
        actions.number(name)


def test_seeds_of_worlds_are_not_negative() -> None:
    with pytest.raises(ValueError, match=r"seeds are 0 or more, not -1"):
        imagine(deal(2, [1, 2]), [3, -1])


@pytest.mark.parametrize("seat", [2, -1, "a", 0.5])
def test_a_seat_that_nobody_has_is_refused(seat: Any) -> None:
    game = Game(2, seed=1)
    for look in (game.to_text, game.snapshot, game.observe):
        with pytest.raises(ValueError, match=r"seat=.* is not allowed; allowed: 0 to 1"):
            look(seat)


@pytest.mark.parametrize("options", [{"order": {"tickets": [], "cards": []}}, {"state": 3}])
def test_many_games_are_not_started_from_one_order_or_state(options: Any) -> None:
    envs = gym.make_vec("TicketToRide-v0", num_envs=2)
    with pytest.raises(ValueError, match=r"is for one game, not for a vector environment"):
        envs.reset(options=options)


def test_what_is_missing_is_noticed_to_the_end_of_the_game() -> None:
    """Late in a game a deck may be empty and hands be known: then tickets are missing."""
    rng = np.random.default_rng(0)
    states = deal(2, range(40))
    while not is_over(states).all():
        masks = legal_mask(states)
        for seat in (0, 1):
            hidden = conceal(states[~is_over(states)], seats=seat)
            with pytest.raises(ValueError, match="was concealed"):
                random_playouts(hidden, 1)
        step_states(states, np.where(masks, rng.random(masks.shape), -1.0).argmax(axis=1))


@pytest.mark.parametrize("function", [observe, legal_mask, points, conceal])
def test_states_of_the_other_game_are_refused(function: Any) -> None:
    with pytest.raises(ValueError, match="states"):
        function(sf_env.deal(2, [1]))
    with pytest.raises(ValueError, match="states"):
        getattr(sf_env, function.__name__)(deal(2, [1]))


@pytest.mark.parametrize(
    ("order", "words"),
    [
        ([1, 2], "order should be {'tickets'"),
        ({"tickets": range(24)}, "order should be {'tickets'"),
        ({"tickets": range(23), "cards": []}, "each id from 0 to 23 once"),
        ({"tickets": [0, *range(23)], "cards": []}, "each id from 0 to 23 once"),
        ({"tickets": range(24), "cards": ["blue"]}, "'cards' should be a list of integers"),
        ({"tickets": range(24), "cards": 3}, "'cards' should be a list of integers"),
        ({"tickets": range(24), "cards": [0, 1]}, r"needs another: cards\[2\]"),
        ({"tickets": range(24), "cards": [0, 7]}, r"cards\[1\] is 7; kinds are 0 to 6"),
        ({"tickets": range(24), "cards": [0] * 9}, r"cards\[6\] is 0 \(blue\), and the deck holds"),
    ],
)
def test_an_order_that_does_not_fit_says_where(order: Any, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        Game(2, order=order)
