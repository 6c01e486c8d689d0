"""Environments show Ticket to Ride as their learner sees it, PettingZoo's all of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
import pytest

from sf_env import ticket_to_ride_v0
from sf_env.envs.screen import Screen, side_by_side
from sf_env.games.ticket_to_ride.rules import TICKET_TO_RIDE
from sf_env.ticket_to_ride import Batch, Game

ID = "TicketToRide-v0"


def solo(mode: str, **more: Any) -> Any:
    env = gymnasium.make(ID, seat=1, opponent="random", render_mode=mode, **more).unwrapped
    env.reset(seed=3)
    return env


def test_one_learner_sees_its_own_seat() -> None:
    env = solo("rgb_array", players=3)
    names = ["opponent 2", "learner", "opponent 1"]
    assert np.array_equal(env.render(), env.game.picture(names, seat=1))
    assert not np.array_equal(env.render(), env.game.picture(names))
    assert solo("ansi").render() == solo("ansi").game.to_text(1)


def test_learners_of_a_batch_see_their_own_seats() -> None:
    env: Any = gymnasium.make_vec(ID, num_envs=4, players=2, render_mode="rgb_array")
    env.reset(seed=5)
    seats = env.unwrapped._seats
    assert len({*seats.tolist()}) == 2
    for picture, state, seat in zip(env.render(), env.unwrapped._batch.states, seats, strict=True):
        assert np.array_equal(picture, Game.from_state(state).picture(seat=seat))


def test_the_environment_of_all_players_shows_everything() -> None:
    env = ticket_to_ride_v0.env(players=4, render_mode="rgb_array")
    env.reset(seed=1)
    game = env.unwrapped.game
    assert np.array_equal(env.render(), game.picture(env.unwrapped.possible_agents))


def test_a_window_shows_what_the_learners_see(monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[Any] = []
    states = Batch(4, seed=2).states
    screen = Screen(TICKET_TO_RIDE, "human", "test")
    monkeypatch.setattr(screen._window, "show", shown.append)
    screen.update(states, None, [0, 1, 0, 1])
    small: Callable[[int], Any] = lambda n: Game.from_state(states[n]).picture(  # noqa: E731
        scale=0.5, seat=n % 2
    )
    assert np.array_equal(shown[0], side_by_side([small(number) for number in range(4)], 2))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_pictures_have_one_size_whatever_happens(players: int) -> None:
    env = solo("rgb_array", players=players, map="generate:4")
    env.action_space.seed(1)
    sizes = set()
    for _ in range(30):
        legal = np.flatnonzero(env.action_masks())
        env.step(int(legal[len(sizes) % len(legal)]))
        sizes.add(env.render().shape)
    assert sizes == {(792, 1136, 3)}
