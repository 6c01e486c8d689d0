"""Functions on arrays of states in every phase, and at the edges of what a map allows."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

from sf_env import IllegalAction
from sf_env.games.ticket_to_ride.map.map import Map
from sf_env.games.ticket_to_ride.map.pieces import Location, Route, Ticket
from sf_env.ticket_to_ride import (
    Game,
    conceal,
    deal,
    imagine,
    is_over,
    legal_mask,
    observation_view,
    random_playouts,
    step_states,
)

PHASES = set(range(9))
PLACES = 19


def test_worlds_are_imagined_in_every_phase() -> None:
    rng = np.random.default_rng(1)
    states = deal(3, range(8))
    seen: set[int] = set()
    while not is_over(states).all():
        for seat in range(3):
            world = imagine(states, len(seen), seats=seat)
            assert conceal(world, seats=seat).tobytes() == conceal(states, seats=seat).tobytes()
        seen |= set(states["phase"].tolist())
        for _ in range(3):
            masks = legal_mask(states)
            step_states(states, np.where(masks, rng.random(masks.shape), -1.0).argmax(axis=1))
    assert seen | set(states["phase"].tolist()) == PHASES


def test_playouts_end_every_game() -> None:
    states = deal(4, range(3))
    assert random_playouts(states, 1) > 3 * 60
    assert is_over(states).all()


@pytest.mark.parametrize("action", [-1, 0, 61, 124, 125, 1 << 40])
def test_an_illegal_action_names_its_row_and_changes_nothing(action: int) -> None:
    states = deal(2, [1, 2])
    before = states.tobytes()
    with pytest.raises(IllegalAction, match=rf"^row 1: action {action} is not legal"):
        step_states(states, [11, action])
    assert states.tobytes() == before


def test_a_distance_of_a_hundred_spaces_or_more_counts_as_a_hundred() -> None:
    """A line of 18 routes of 6 spaces each; 16 of them are 96 spaces."""
    line = Map(
        [Location(f"place {n}", n, 0, n < 5) for n in range(PLACES)],
        [Route(one, other, 6, 6, 0) for one, other in pairwise(range(PLACES))],
        [Ticket(0, other, 1) for other in range(11, PLACES)],
        "file:line",
    )
    seen = {}
    for seed in range(12):
        game = Game(2, seed=seed, map=line)
        view = observation_view(game.observe(), 2)
        for ticket in np.flatnonzero(view["ticket_offered"]).tolist():
            seen[line.tickets[ticket].second] = int(view["ticket_missing"][ticket])
    assert seen == {other: min(6 * other, 100) for other in range(11, PLACES)}
