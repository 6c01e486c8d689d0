"""Observations: what each piece holds, that nothing is missing, and that nothing is given away."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import sf_env
from sf_env import STATE, Batch, Card, Deck, Game, IllegalAction
from tests.games.san_francisco.property import reference
from tests.games.san_francisco.property.reference import CELLS, Snapshot
from tests.games.san_francisco.property.reference_observation import (
    COLOURS,
    SLOTS,
    SYMBOLS,
    expected,
)
from tests.games.san_francisco.property.strategies import (
    FOREVER,
    MAX_CARDS,
    PLAYERS,
    Move,
    Plan,
    fixed_plans,
    moves,
    plans,
    played,
    undrawn,
)

Array = np.ndarray[Any, Any]
Place = tuple[Any, ...]  # a zone's name and what tells its places apart
Content = Counter[tuple[Place, Any]]  # what lies where

SEATS = 4  # that a state has room for
OWNERS = ("to_move", "ender", "medal", "completion")  # fields that hold seats, or -1
# Zones that can hold cards at the same time; a city's exchange partner may be gone for good.
ZONES = ("city", "column", "taken", "drawn", "deck", "gone")
NEVER_TOGETHER = {frozenset({"taken", "drawn"})}
ALONE = {frozenset({zone}) for zone in ("drawn", "deck", "gone")}

some = settings(max_examples=100, deadline=None, derandomize=True)
many = settings(max_examples=150, deadline=None, derandomize=True)


# The pieces.


@many
@given(plans())
def test_every_piece_is_what_its_declaration_says(plan: Plan) -> None:
    for number, move in enumerate(moves(plan)):
        if number % 7 == plan.seed % 7 or move.game.is_over:
            assert_pieces(plan, move)


def test_every_piece_is_right_to_the_end_of_long_games() -> None:
    for plan in fixed_plans(150, [FOREVER]):
        for number, move in enumerate(moves(plan)):
            if number % 25 == 0 or move.game.is_over:
                assert_pieces(plan, move)


def assert_pieces(plan: Plan, move: Move) -> None:
    in_deck = undrawn(plan, move.after)
    views = views_of(move.game)
    for seat in range(plan.players):
        pieces = expected(move.after, plan.deck, in_deck, move.defers, seat)
        assert views.keys() == pieces.keys()
        for name, found in views.items():
            assert found[seat].tolist() == pieces[name], name


def views_of(game: Game) -> dict[str, Array]:
    """Return the pieces as each seat sees them: a row for each seat."""
    return sf_env.observation_view(vectors_of(game.states), game.players)


def vectors_of(states: Array) -> Array:
    """Return what each seat sees of one state."""
    players = int(states["players"][0])
    return sf_env.observe(np.repeat(states, players), np.arange(players))


@many
@given(plans())
def test_every_entry_is_inside_its_bounds(plan: Plan) -> None:
    for move in moves(plan):
        views = views_of(move.game)
        for name, shape, low, high in sf_env.observation_pieces(plan.players):
            assert views[name].shape == (plan.players, *shape)
            assert low <= views[name].min(), name
            assert views[name].max() <= high, name


@some
@given(plans(), st.integers(0, 3))
def test_one_observation_is_viewed_like_many(plan: Plan, turns: int) -> None:
    game = played(plan)
    seat = turns % plan.players
    one = sf_env.observation_view(game.observe(seat), plan.players)
    for name, pieces in views_of(game).items():
        np.testing.assert_array_equal(one[name], pieces[seat], err_msg=name)
    planes = sf_env.planes(game.observe(seat), plan.players)
    of_all = sf_env.planes(vectors_of(game.states), plan.players)
    np.testing.assert_array_equal(planes, of_all[seat])
    np.testing.assert_array_equal(planes[: plan.players], one["occupied"])


# Seats and the deck.


@many
@given(plans(), st.integers(0, 3))
def test_a_seat_sees_what_seat_0_sees_once_all_have_moved_along(plan: Plan, turns: int) -> None:
    game = played(plan)
    seat = turns % plan.players
    rotated = rotate(game.states, seat)
    for turn in range(plan.players):
        before = sf_env.observe(game.states, (seat + turn) % plan.players)
        np.testing.assert_array_equal(sf_env.observe(rotated, turn), before)
    points = np.roll(sf_env.points(game.states), -seat, axis=1)
    np.testing.assert_array_equal(sf_env.points(rotated), points)


def rotate(states: Array, first: int) -> Array:
    """Return the states with the players on other seats: ``first`` sits on seat 0."""
    rotated = states.copy()
    players = int(states["players"][0])
    for name in STATE.names or ():
        if STATE[name].shape[:1] == (SEATS,):
            rotated[name][:, :players] = np.roll(states[name][:, :players], -first, axis=1)
    for name in OWNERS:
        owners = states[name]
        rotated[name] = np.where(owners < 0, owners, (owners - first) % players)
    return rotated


@some
@given(plans(), st.integers(0, 2**53 - 1))
def test_the_order_of_the_deck_does_not_show(plan: Plan, seed: int) -> None:
    states = played(plan).states
    shuffled = states.copy()
    sf_env.reshuffle(shuffled, seed)
    for other in (shuffled, sf_env.conceal(states)):
        np.testing.assert_array_equal(vectors_of(other), vectors_of(states))
        np.testing.assert_array_equal(sf_env.legal_mask(other), sf_env.legal_mask(states))


# Completeness, first kind: what lies where can be read off.


@many
@given(plans())
def test_what_lies_where_can_be_read_off(plan: Plan) -> None:
    for number, move in enumerate(moves(plan)):
        if number % 10 == plan.seed % 10 or move.game.is_over:
            snapshot = move.after
            view = {name: pieces[0] for name, pieces in views_of(move.game).items()}
            if max(map(len, [*snapshot["columns"], snapshot["taken"]])) <= SLOTS:
                assert cards_read_off(view) == cards_lying(snapshot, plan.deck)
            assert rest_read_off(view) == rest_of(snapshot, move.defers)


def cards_lying(snapshot: Snapshot, deck: Deck) -> dict[str, Any]:
    drawn = [] if snapshot["drawn"] is None else [snapshot["drawn"]]
    cities = [reference.city_of(snapshot, deck, seat) for seat in range(snapshot["players"])]
    return {
        "columns": [Counter(map(deck.card, column)) for column in snapshot["columns"]],
        "taken": [deck.card(number) for number in snapshot["taken"]],
        "drawn": [deck.card(number) for number in drawn],
        "cities": [{c: printed(card) for c, card in city.cards.items()} for city in cities],
        "plus2": [city.plus2 for city in cities],
        "track_tokens": [city.track_tokens for city in cities],
    }


def printed(card: Card) -> tuple[Any, ...]:
    """Return what still matters of a built card: all but its colour."""
    return card[1:]


def cards_read_off(view: dict[str, Array]) -> dict[str, Any]:
    """Return the same from an observation alone."""
    columns = zip(view["column_cards"], view["column_count"], strict=True)
    drawn = int(view["drawn_card"].any())
    seats = range(len(view["occupied"]))
    return {
        "columns": [Counter(cards_of(rows, count)) for rows, count in columns],
        "taken": cards_of(view["taken_cards"], int(view["taken_count"])),
        "drawn": cards_of(view["drawn_card"][None], drawn),
        "cities": [city_read_off(view, seat) for seat in seats],
        "plus2": [reference.marked(view["plus2_token"][seat].tolist()) for seat in seats],
        "track_tokens": [reference.marked(view["track_token"][seat].tolist()) for seat in seats],
    }


def cards_of(rows: Array, count: int) -> list[Card]:
    """Return the cards that have these features."""
    return [
        Card(COLOURS[row.index(1)], row[len(COLOURS)], *map(bool, row[len(COLOURS) + 1 :]))
        for row in rows[:count].tolist()
    ]


def city_read_off(view: dict[str, Array], seat: int) -> dict[reference.Cell, tuple[Any, ...]]:
    cells = reference.marked(view["occupied"][seat].tolist())
    return {cell: _card_read_off(view, (seat, *cell)) for cell in cells}


def _card_read_off(view: dict[str, Array], place: tuple[int, int, int]) -> tuple[Any, ...]:
    names = [name if name != "bonus" else "bonus_symbol" for name in SYMBOLS]
    symbols = [bool(view[name][place]) for name in names]
    symbols[0] &= not view["track_token"][place]
    value = int(view["value"][place]) - 2 * int(view["plus2_token"][place])
    return (0 if view["plaza"][place] else value, *symbols)


def rest_of(snapshot: Snapshot, defers: int) -> dict[str, Any]:
    """Return what else decides how the game goes on; ``ender`` is ``to_move`` at the end."""
    names = "contracts waivers point_tokens medal completion foundation_tokens bonuses_left"
    names += " phase bonus to_move deck_left trams skyscrapers"
    rest = {name: snapshot[name] for name in names.split()}
    return rest | {"defers": defers if snapshot["phase"] == "build" else 0}


def rest_read_off(view: dict[str, Array]) -> dict[str, Any]:
    """Return the same from an observation of seat 0."""
    phase = _place_of_one(view["phase"])
    may_defer = int(view["defers_left"])
    return {
        "contracts": view["contracts"].tolist(),
        "waivers": view["waiver"].tolist(),
        "point_tokens": view["point_token"].tolist(),
        "medal": _place_of_one(view["medal"]),
        "completion": [_place_of_one(owners) for owners in view["completion"].T],
        "foundation_tokens": int(view["foundation_tokens"]),
        "bonuses_left": view["bonuses_left"].tolist(),
        "phase": ("turn", "column", "build", "bonus", "target", "end", "over")[phase],
        "bonus": _place_of_one(view["bonus"]) if phase in (3, 4) else None,
        "to_move": _place_of_one(view["to_move"]),
        "deck_left": int(view["undrawn_count"]),
        "trams": view["tram"].tolist(),
        "skyscrapers": view["skyscraper"].tolist(),
        "defers": int(view["taken_count"]) - 1 - may_defer if phase == 2 else 0,
    }


def _place_of_one(flags: Array) -> int:
    """Return where the only 1 is, -1 if there is none."""
    assert flags.sum() <= 1
    return int(flags.argmax()) if flags.any() else -1


# Completeness, second kind: exchanging two cards shows, unless they are alike where they lie.


def test_exchanging_two_cards_shows_unless_they_are_alike() -> None:
    """Two ids change places in the deck's order, then the same decisions are made."""
    shown: Counter[frozenset[str]] = Counter()
    hidden: Counter[frozenset[str]] = Counter()
    for plan in fixed_plans(600):
        for zones, shows in exchanges(plan):
            (shown if shows else hidden)[zones] += 1
    pairs = {frozenset({one, other}) for one in ZONES for other in ZONES}
    assert shown.keys() == pairs - NEVER_TOGETHER - ALONE
    assert min(shown.values()) >= 5
    assert hidden.keys() >= ALONE - {frozenset({"drawn"})}
    assert frozenset({"city", "column"}) in hidden, "no cards with equal attributes were met"


def exchanges(plan: Plan, tries: int = 30) -> Iterator[tuple[frozenset[str], bool]]:
    """Exchange pairs of cards; yield their zones, and whether it shows, which is checked."""
    game = played(plan)
    places = places_of(plan, game)
    before = content(plan, game)
    rng = random.Random(plan.seed)
    for _ in range(0 if too_long(game) else tries):
        first, second = any_pair(places, rng)
        other_plan = with_exchanged(plan, first, second)
        twin = replayed(other_plan, game.actions or [])
        if twin is None or places_of(other_plan, twin) != exchanged(places, first, second):
            continue
        seat = rng.randrange(plan.players)
        shows = game.observe(seat).tobytes() != twin.observe(seat).tobytes()
        differ = content(other_plan, twin) != before
        assert shows == differ, (places[first], places[second])
        yield frozenset({places[first][0], places[second][0]}), shows


def any_pair(places: dict[int, Place], rng: random.Random) -> tuple[int, int]:
    """Return two cards; each zone is as likely as any other, however many cards it has."""
    zones: dict[str, list[int]] = {}
    for number, place in places.items():
        zones.setdefault(place[0], []).append(number)
    first, second = (rng.choice(zones[rng.choice(sorted(zones))]) for _ in range(2))
    return (first, second) if first != second else any_pair(places, rng)


def places_of(plan: Plan, game: Game) -> dict[int, Place]:
    """Return where each card of the deck is; cards in no place are gone."""
    snapshot = game.snapshot()
    places: dict[int, Place] = dict.fromkeys(range(len(plan.deck)), ("gone",))
    places.update(dict.fromkeys(undrawn(plan, snapshot), ("deck",)))
    for column, cards in enumerate(snapshot["columns"]):
        places.update(dict.fromkeys(cards, ("column", column)))
    places.update({card: ("taken", at) for at, card in enumerate(snapshot["taken"])})
    if snapshot["drawn"] is not None:
        places[snapshot["drawn"]] = ("drawn",)
    for seat, city in enumerate(snapshot["cities"]):
        built = {city[r][s]: ("city", seat, r, s) for r, s in CELLS}
        places.update({card: at for card, at in built.items() if 0 <= card < len(plan.deck)})
    return places


def content(plan: Plan, game: Game) -> Content:
    """Return what lies where, as far as it matters."""
    lying = places_of(plan, game).items()
    cards = [(place, plan.deck.card(number)) for number, place in lying if place != ("gone",)]
    return Counter((at, printed(card) if at[0] == "city" else card) for at, card in cards)


def with_exchanged(plan: Plan, first: int, second: int) -> Plan:
    """Return the plan with two cards in each other's places in the deck."""
    names = {first: second, second: first}
    return replace(plan, order=tuple(names.get(card, card) for card in plan.order))


def exchanged(places: dict[int, Place], first: int, second: int) -> dict[int, Place]:
    return {**places, first: places[second], second: places[first]}


def replayed(plan: Plan, actions: list[int]) -> Game | None:
    """Return the game after these decisions, None if one is not legal.

    All that follows from the cards is right in it, as it would not be in an edited state.
    """
    game = plan.start()
    try:
        for action in actions:
            game.step(action)
    except IllegalAction:
        return None
    return game


def too_long(game: Game) -> bool:
    """Whether more than ten cards lie in a column: then the observation holds their sums only."""
    snapshot = game.snapshot()
    return max(map(len, [*snapshot["columns"], snapshot["taken"]])) > SLOTS


# How long columns get.


@pytest.mark.parametrize("players", PLAYERS)
def test_columns_of_random_games_fit(players: int) -> None:
    largest = largest_column(players, games=100)
    print(f"largest column of 100 random games with {players} players: {largest} cards")
    assert largest <= MAX_CARDS


def largest_column(players: int, games: int) -> int:
    """Return the number of cards of the largest column seen in random games."""
    batch = Batch(games, players, auto_reset=False)
    rng = np.random.default_rng(0)
    largest = 0
    while not batch.over.all():
        batch.step(sf_env.sample_legal(batch.legal, rng))
        largest = max(largest, int(batch.states["column_count"].max()))
    return largest
