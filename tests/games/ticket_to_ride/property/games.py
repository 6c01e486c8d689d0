"""Boards of all kinds, and positions of random games on them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations
from typing import Any

import numpy as np
import pytest

from sf_env.ticket_to_ride import Map, deal, is_over, legal_mask, step_states
from tests.games.ticket_to_ride.property import maps
from tests.games.ticket_to_ride.property.twins import as_map
from tests.games.ticket_to_ride.property.walks import SMALL, any_map

Array = np.ndarray[Any, Any]
GAMES = 24
EVERY = 7  # decisions between the positions that are looked at
MORE_TICKETS = [maps.Ticket(1, 4, 6), maps.Ticket(2, 6, 7)]
TINY = as_map(replace(SMALL, tickets=[*SMALL.tickets, *MORE_TICKETS]))


def largest() -> Map:
    """Return a map with as many locations, routes and tickets as there may be."""
    places = [maps.Location(f"place {n}", n < 5) for n in range(32)]
    pairs = [(n, n + 1) for n in range(31)] * 2 + [(0, 2), (1, 3)]
    routes = [maps.Route(*pair, 1 + pair[0] % 3, n % 7, 0) for n, pair in enumerate(pairs)]
    ends = list(combinations(range(31, 8, -1), 2))[:64]
    return as_map(maps.PlainMap(places, routes, [maps.Ticket(*pair, 7) for pair in ends]))


BOARDS = {
    "largest": largest(),
    "san_francisco": Map.load(),
    "generated": Map.generate(3),
    "tiny": TINY,
    "odd": as_map(any_map(5)),
}

every_board = pytest.mark.parametrize("board", sorted(BOARDS))
every_count = pytest.mark.parametrize("players", [2, 3, 4])


def positions(players: int, board: Map, games: int = GAMES) -> Iterator[Array]:
    """Yield the positions of some random games every few decisions, and at the end."""
    states = deal(players, range(games), map=board)
    rng = np.random.default_rng(0)
    yield states
    while not is_over(states).all():
        for _ in range(EVERY):
            masks = legal_mask(states)
            actions = np.where(masks, rng.random(masks.shape), -1.0).argmax(axis=1)
            step_states(states, actions)
        yield states
