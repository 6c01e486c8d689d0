"""What a seat cannot know appears nowhere, and what it imagines is drawn fairly (RULES 8)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import islice
from typing import Any

import numpy as np
import pytest

from sf_env.games.ticket_to_ride.greedy import Greedy
from sf_env.ticket_to_ride import (
    STATE,
    Game,
    conceal,
    deal,
    imagine,
    is_over,
    legal_mask,
    observation_view,
    observe,
    random_playouts,
)
from tests.games.ticket_to_ride.property.games import (
    BOARDS,
    GAMES,
    TINY,
    every_board,
    every_count,
    positions,
)
from tests.games.ticket_to_ride.property.reference import Reference
from tests.games.ticket_to_ride.property.reference_views import World
from tests.games.ticket_to_ride.property.twins import ticket_order
from tests.games.ticket_to_ride.property.walks import walk

Array = np.ndarray[Any, Any]
COPIES = [6, 6, 6, 6, 6, 6, 8]


@every_board
@every_count
def test_nothing_shows_what_a_seat_cannot_know(board: str, players: int) -> None:
    """Where hidden cards and tickets lie in another way, a seat sees the same."""
    changed = 0
    for number, states in enumerate(positions(players, BOARDS[board])):
        for seat in range(players):
            world = imagine(states, number, seats=seat)
            changed += int((world != states).sum())
            assert conceal(world, seats=seat).tobytes() == conceal(states, seats=seat).tobytes()
            seen = observe(states, seats=seat)
            np.testing.assert_array_equal(observe(world, seats=seat), seen)
            np.testing.assert_array_equal(observe(conceal(states, seats=seat), seats=seat), seen)
            mine = states["to_move"] == seat
            np.testing.assert_array_equal(legal_mask(world)[mine], legal_mask(states)[mine])
    assert changed > 100


@every_count
def test_no_words_show_what_a_seat_cannot_know(players: int) -> None:
    for number, states in enumerate(positions(players, BOARDS["san_francisco"])):
        for seat in range(players):
            worlds = imagine(states[:3], number, seats=seat)
            for state, world in zip(states[:3], worlds, strict=True):
                true, imagined = Game.from_state(state), Game.from_state(world)
                assert imagined.snapshot(seat=seat) == true.snapshot(seat=seat)
                assert imagined.to_text(seat) == true.to_text(seat)


@every_count
def test_the_decision_of_an_agent_depends_on_what_its_seat_knows(players: int) -> None:
    keys = np.arange(GAMES, dtype=np.uint64)
    for number, states in enumerate(positions(players, BOARDS["generated"])):
        legal = legal_mask(states)
        chosen = Greedy().act(conceal(states), legal, keys)
        world = imagine(states, number)
        np.testing.assert_array_equal(Greedy().act(conceal(world), legal, keys), chosen)


@every_board
@every_count
def test_observations_hold_all_that_a_seat_knows(board: str, players: int) -> None:
    """Positions that a seat can tell apart have different observations."""
    seen: dict[bytes, bytes] = {}
    for states in positions(players, BOARDS[board]):
        for seat in range(players):
            hidden, vectors = conceal(states, seats=seat), observe(states, seats=seat)
            for state, vector in zip(hidden, vectors, strict=True):
                known = bytes([seat]) + state.tobytes()
                assert seen.setdefault(bytes([seat]) + vector.tobytes(), known) == known
    assert len(seen) > 100


@every_count
def test_what_all_know_is_less_than_what_a_seat_knows(players: int) -> None:
    """Pieces of the seat's own secrets are empty when they are concealed from it as well."""
    for states in positions(players, BOARDS["san_francisco"]):
        known_to_all = states
        for seat in range(players):
            known_to_all = conceal(known_to_all, seats=seat)
        own = observation_view(observe(states), players)
        common = observation_view(observe(known_to_all), players)
        for name in own:
            if name.startswith("ticket_") and name not in ("ticket_ends", "ticket_points"):
                assert name == "ticket_count" or not common[name].any(), name
            elif not name.startswith(("hand", "unseen", "route_affordable", "route_missing")):
                np.testing.assert_array_equal(common[name], own[name], err_msg=name)


@every_board
@every_count
def test_imagined_worlds_have_every_card_and_ticket_once(board: str, players: int) -> None:
    for number, states in enumerate(positions(players, BOARDS[board])):
        for seat in range(players):
            for world in imagine(states, number, seats=seat):
                assert_complete(world)


def assert_complete(state: np.void) -> None:
    cards = state["hands"].sum(axis=0) + state["face_up"] + state["discards"] + state["deck"]
    assert cards.tolist() == COPIES
    assert state["deck"].sum() == state["deck_left"]
    assert state["hands"].sum(axis=1).tolist() == state["hand_size"].tolist()
    assert (state["known"] <= state["hands"]).all()
    shot = Game.from_state(state).snapshot()
    offers = [ticket for ticket in state["offer"].reshape(-1).tolist() if ticket >= 0]
    held = [ticket for tickets in shot["tickets"] for ticket in tickets]
    assert sorted(held + offers + shot["ticket_deck"]) == list(range(int(state["tickets"])))


def test_an_imagined_world_can_be_played_to_its_end() -> None:
    for number, states in enumerate(positions(3, BOARDS["tiny"])):
        world = imagine(states, number)
        random_playouts(world, number)
        assert is_over(world).all()


def test_imagine_draws_from_the_concealed_state_alone() -> None:
    for states in positions(2, BOARDS["san_francisco"]):
        assert imagine(states, 3).tobytes() == imagine(conceal(states), 3).tobytes()
        assert imagine(states, 3).tobytes() != imagine(states, 4).tobytes()


@every_count
def test_a_games_own_seed_does_not_imagine_its_own_deal(players: int) -> None:
    seeds = np.arange(400)
    states = deal(players, seeds)
    for seat in range(players):
        with_own = imagine(states, seeds, seats=seat)["hands"] == states["hands"]
        with_other = imagine(states, seeds + 1000, seats=seat)["hands"] == states["hands"]
        same, usual = (hands.all(axis=(1, 2)).mean() for hands in (with_own, with_other))
        assert same < usual + 0.05


# How often each world is imagined.

DRAWS = 4000
FEW = 150  # worlds
CHECKED = 5  # positions


@pytest.mark.parametrize(("players", "seat"), [(2, 1), (3, 2)])
def test_worlds_are_imagined_as_often_as_they_are_likely(players: int, seat: int) -> None:
    """Exactly the worlds that the second account lists, and a chi-square below its 0.1 %."""
    checked = 0
    for states, worlds in positions_with_few_worlds(players, seat):
        chances = {tuple(world[1:]): float(world.probability) for world in worlds}
        draws = imagine(np.repeat(states, DRAWS), checked, seats=seat)
        draws["hidden"] = 0
        counts = {world_of(state): count for state, count in equal_states(draws)}
        assert counts.keys() <= chances.keys()
        expected = {world: DRAWS * chance for world, chance in chances.items()}
        far = sum((counts.get(world, 0) - much) ** 2 / much for world, much in expected.items())
        free = len(chances) - 1
        assert far < free + 3.1 * (2 * free) ** 0.5 + 7
        checked += 1
    assert checked == CHECKED


def equal_states(states: Array) -> Iterator[tuple[np.void, int]]:
    """Yield each state once, and how often it is there."""
    for found, count in Counter(state.tobytes() for state in states).items():
        yield np.frombuffer(found, STATE)[0], count


def positions_with_few_worlds(players: int, seat: int) -> Iterator[tuple[Array, list[World]]]:
    """Yield positions of which the second account lists a few worlds, as arrays of one state."""
    found = 0
    for seed in range(40):
        actions: list[int] = []
        tickets: list[int] = []
        for game, action in walk(TINY, players, seed, "hoarder"):
            tickets = tickets or ticket_order(game)
            worlds = list(islice(game.worlds(seat), FEW + 1))
            if 1 < len(worlds) <= FEW and found < CHECKED:
                found += 1
                yield played(game, tickets, actions), worlds
            if action is not None:
                actions.append(action)


def played(game: Reference, tickets: list[int], actions: list[int]) -> Array:
    """Return the same position of the engine."""
    order = {"tickets": tickets, "cards": game.table.drawn}
    twin = Game(game.players, order=order, map=TINY)
    for action in actions:
        twin.step(action)
    return twin.states


def world_of(state: np.void) -> tuple[Any, ...]:
    """Return what is hidden, as the second account lists it."""
    players = int(state["players"])
    shot = Game.from_state(state).snapshot()
    offers = [[ticket for ticket in offer if ticket >= 0] for offer in state["offer"].tolist()]
    return (
        tuple(map(tuple, shot["hands"])),
        tuple(state["deck"].tolist()),
        tuple(map(tuple, shot["tickets"])),
        tuple(map(tuple, offers[:players])),
        tuple(shot["ticket_deck"]),
    )
