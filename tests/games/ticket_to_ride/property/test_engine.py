"""The engine against the second account of the rules, move by move, on many maps."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any, NamedTuple

import pytest

from sf_env.ticket_to_ride import Game, Map
from tests.games.ticket_to_ride.property.maps import PlainMap
from tests.games.ticket_to_ride.property.reference import (
    DRAW,
    FERRIES_ALONE,
    PASS,
    TAKE,
    TICKETS,
    Reference,
)
from tests.games.ticket_to_ride.property.reference_table import FERRY
from tests.games.ticket_to_ride.property.reference_views import seen_from
from tests.games.ticket_to_ride.property.traces import MAPS, TRACES, traces
from tests.games.ticket_to_ride.property.twins import as_map, ticket_order
from tests.games.ticket_to_ride.property.walks import CHOICES, any_map, walk

RARE = {
    "a choice of tokens",
    "a pass",
    "a pass in the last turns",
    "an end by passing",
    "a game that took its last turns",
    "the only ticket",
    "no second card",
    "ferries alone",
    "a pile used up",
    "a shuffle",
    "a row of three ferries that stays",
    "two rows discarded",
    "fewer than five face up",
    "no trams left",
    "seven tokens",
    "a shared win",
}
GAMES = 150

Snapshot = dict[str, Any]


@pytest.mark.skipif(not TRACES.is_dir(), reason="the games are not at hand")
@pytest.mark.parametrize("name", MAPS)
def test_games_of_another_implementation(name: str) -> None:
    board = Map.load(MAPS[name])
    count = 0
    for trace in traces(name):
        count += 1
        order = {"tickets": trace["tickets"], "cards": trace["drawn"]}
        game = Game(trace["players"], order=order, map=board)
        snapshots = dict(trace["snapshots"])
        for number, action in enumerate(trace["actions"]):
            assert game.legal_actions() == trace["legal"][number], number
            assert game.snapshot() == snapshots.get(number, game.snapshot()), number
            game.step(action)
        assert game.snapshot() == snapshots[len(trace["actions"])]
        assert (game.scores(), game.winners()) == (trace["scores"], trace["winners"])
    assert count >= 36


class Position(NamedTuple):
    """What the reference says of a position, and the action that follows; None at the end."""

    everything: Snapshot
    seen: list[Snapshot]  # by seat
    scores: list[dict[str, int]]
    winners: list[int]
    drawn: int  # the number of cards that have left the deck
    action: int | None


class Plan(NamedTuple):
    """A whole game."""

    chart: PlainMap
    order: dict[str, list[int]]
    positions: list[Position]


def plan(seed: int) -> Plan:
    """Return the game of a seed: another map, number of players and way to choose each time."""
    chart = any_map(seed)
    steps = walk(chart, 2 + seed % 3, seed, CHOICES[seed // 3 % 3])
    game, action = next(steps)
    tickets = ticket_order(game)
    positions = [look(game, action)]
    positions += [look(game, action) for game, action in steps]
    return Plan(chart, {"tickets": tickets, "cards": game.table.drawn}, positions)


def look(game: Reference, action: int | None) -> Position:
    everything = game.snapshot()
    seen = [seen_from(game, seat, everything) for seat in range(game.players)]
    drawn = len(game.table.drawn)
    return Position(everything, seen, game.scores(), game.winners(), drawn, action)


def test_games_reach_rare_things_and_stay_right() -> None:
    seen: set[str] = set()
    for seed in range(GAMES):
        given = plan(seed)
        assert_played_alike(given)
        seen.update(rarities(given.positions))
    assert RARE - seen == set()


def assert_played_alike(given: Plan) -> None:
    """Play the game on the engine and compare every position."""
    players = given.positions[0].everything["players"]
    game = Game(players=players, order=given.order, map=as_map(given.chart))
    for number, position in enumerate(given.positions):
        assert differences(game.snapshot(), position.everything) == {}, number
        for seat, seen in enumerate(position.seen):
            assert differences(game.snapshot(seat=seat), seen) == {}, (number, seat)
        assert game.legal_actions() == position.everything["legal"], number
        assert game.scores() == position.scores, number
        assert game.winners() == position.winners, number
        if position.action is not None:
            game.step(position.action)
    assert game.is_over


def differences(found: Snapshot, expected: Snapshot) -> dict[str, tuple[object, object]]:
    """Return the fields that differ."""
    names = found.keys() | expected.keys()
    return {
        name: (found.get(name, "missing"), expected.get(name, "missing"))
        for name in names
        if found.get(name, "missing") != expected.get(name, "missing")
    }


def rarities(positions: list[Position]) -> Iterator[str]:
    for before, after in pairwise(positions):
        yield from rare_moves(before, after)
        yield from rare_tables(after.everything)
    yield from rare_ends(positions[-1])


def rare_moves(before: Position, after: Position) -> Iterator[str]:
    table, action = before.everything, before.action
    if action == PASS:
        yield "a pass" if table["turns_left"] is None else "a pass in the last turns"
    if action == TICKETS and len(table["ticket_deck"]) == 1:
        yield "the only ticket"
    one_card = table["phase"] == "turn" and action in range(DRAW, TAKE + FERRY)
    if one_card and after.everything["phase"] != "second":
        yield "no second card"
    if action == FERRIES_ALONE:
        yield "ferries alone"
    if sum(table["discards"]) > sum(after.everything["discards"]):
        yield "a shuffle"
    if after.drawn - before.drawn > 2 * 5:
        yield "two rows discarded"


def rare_tables(table: Snapshot) -> Iterator[str]:
    if table["phase"] == "token":
        yield "a choice of tokens"
    if (5, 0) in zip(table["pile_kind"], table["pile_left"], strict=True):
        yield "a pile used up"
    if table["face_up"][FERRY] >= 3:
        yield "a row of three ferries that stays"
    if sum(table["face_up"]) < 5:
        yield "fewer than five face up"
    if 0 in table["trams"]:
        yield "no trams left"
    if [1] * 7 in table["tokens"]:
        yield "seven tokens"


def rare_ends(end: Position) -> Iterator[str]:
    if end.everything["turns_left"] is None:
        yield "an end by passing"
    else:
        yield "a game that took its last turns"
    if len(end.winners) > 1:
        yield "a shared win"
