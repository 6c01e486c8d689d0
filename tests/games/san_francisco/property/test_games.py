"""Games of every kind, looked at after every decision: are they what the rules say?"""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sf_env import Game, IllegalAction
from tests.games.san_francisco.property import reference, reference_moves
from tests.games.san_francisco.property.reference import FOUNDATION_TOKENS, Snapshot
from tests.games.san_francisco.property.strategies import (
    FOREVER,
    Move,
    Plan,
    fixed_plans,
    moves,
    plans,
    played,
    undrawn,
)

KEYS = {
    "players",
    "to_move",
    "phase",
    "columns",
    "drawn",
    "taken",
    "bonus",
    "foundation_tokens",
    "bonuses_left",
    "contracts",
    "waivers",
    "point_tokens",
    "cities",
    "trams",
    "skyscrapers",
    "plus2",
    "track_tokens",
    "values",
    "medal",
    "completion",
    "deck_left",
    "ender",
    "legal",
}
RARE = {
    *(f"bonus {bonus}" for bonus in range(6)),
    "waiver in phase turn",
    "waiver in phase end",
    "waiver kept",
    "full board",
    "full board in phase target",
    "cards lost at the end",
    "last foundation token",
    "exhausted bonus",
    "nothing left for the second symbol",
    "third symbol",
    "medal moves",
    "all discard a contract",
    "plaza with +2 beside a tram",
    "tracks on a plaza",
    "eight coast cards",
    "column of more than ten",
    "empty deck",
    "shared win",
}

TO_THE_END = [FOREVER]

few = settings(max_examples=25, deadline=None, derandomize=True)
some = settings(max_examples=200, deadline=None, derandomize=True)
many = settings(max_examples=300, deadline=None, derandomize=True)


@many
@given(plans())
def test_every_move_leads_where_the_rules_say(plan: Plan) -> None:
    for move in moves(plan):
        assert_expected(plan, move)


def test_games_reach_rare_things_and_stay_right() -> None:
    seen: set[str] = set()
    for plan in fixed_plans(400, TO_THE_END):
        for move in moves(plan):
            assert_expected(plan, move)
            seen.update(rarities(plan, move))
    assert RARE - seen == set()


def assert_expected(plan: Plan, move: Move) -> None:
    expected = reference_moves.after(
        move.before, move.action, plan.deck, move.defers_before, move.top
    )
    assert differences(move.after, expected) == {}


def differences(found: Snapshot, expected: Snapshot) -> dict[str, tuple[object, object]]:
    """Return the fields that differ."""
    names = found.keys() | expected.keys()
    return {n: (found[n], expected[n]) for n in names if found[n] != expected[n]}


@some
@given(plans())
def test_every_card_is_in_one_place_or_gone_for_good(plan: Plan) -> None:
    gone: set[int] = set()
    for move in moves(plan):
        places = cards_in_play(plan, move.after)
        assert len(places) == len(set(places)), "a card is in two places"
        assert gone.isdisjoint(places), "a card came back"
        gone = set(range(len(plan.deck))) - set(places)
        assert len(undrawn(plan, move.after)) == move.after["deck_left"]
        assert move.game.state["deck"][: move.after["deck_left"]].tolist() == list(
            reversed(undrawn(plan, move.after))
        )


def cards_in_play(plan: Plan, snapshot: Snapshot) -> list[int]:
    """Return the ids in all places of a snapshot and in the deck, without the bonus cards."""
    drawn = [] if snapshot["drawn"] is None else [snapshot["drawn"]]
    columns = [card for column in snapshot["columns"] for card in column]
    built = [card for city in snapshot["cities"] for row in city for card in row]
    places = [*undrawn(plan, snapshot), *drawn, *snapshot["taken"], *columns, *built]
    return [card for card in places if 0 <= card < len(plan.deck)]


@some
@given(plans())
def test_cities_are_what_their_cards_and_tokens_make_them(plan: Plan) -> None:
    for move in moves(plan):
        snapshot = move.after
        for seat in range(plan.players):
            city = reference.city_of(snapshot, plan.deck, seat)
            assert reference.marked(snapshot["trams"][seat]) == reference.trams(city)
            assert snapshot["values"][seat] == reference.value_grid(city)
            assert reference.marked(snapshot["skyscrapers"][seat]) == reference.skyscrapers(city)
            assert (city.plus2 | city.track_tokens) <= city.cards.keys()
            assert_no_gaps(snapshot["cities"][seat])


def assert_no_gaps(city: list[list[int]]) -> None:
    for row in city:
        built = [card for card in row if card >= 0]
        assert row == built + [-1] * (5 - len(built))


@some
@given(plans())
def test_skyscrapers_trams_and_values_never_go_away(plan: Plan) -> None:
    for move in moves(plan):
        for name in ("skyscrapers", "trams", "values", "plus2", "track_tokens"):
            pairs = zip(numbers(move.before[name]), numbers(move.after[name]), strict=True)
            assert all(before <= after for before, after in pairs)


def numbers(nested: object) -> Iterator[int]:
    """Yield the numbers of nested lists."""
    if isinstance(nested, list):
        for part in nested:
            yield from numbers(part)
    else:
        assert isinstance(nested, int)
        yield nested


@some
@given(plans())
def test_supplies_match_what_was_taken_from_them(plan: Plan) -> None:
    placed = 0  # foundation cards put in a column
    for move in moves(plan):
        placed += move.before["phase"] == "column" and plan.deck[move.before["drawn"]].foundation
        assert move.after["foundation_tokens"] == FOUNDATION_TOKENS[plan.players] - placed >= 0
        left = [3 - taken for taken in bonuses_out(plan, move.after)]
        assert move.after["bonuses_left"] == left
        assert min(left) >= 0
        assert min(move.after["contracts"]) == 0, "everybody holds a contract"
        assert max(move.after["waivers"] + move.after["point_tokens"]) <= 1


def bonuses_out(plan: Plan, snapshot: Snapshot) -> list[int]:
    """Return how many copies of each bonus have left the supply, used waivers counted too."""
    cities = list(numbers(snapshot["cities"]))
    out = [
        sum(numbers(snapshot["plus2"])),
        cities.count(len(plan.deck)),
        cities.count(len(plan.deck) + 1),
        sum(snapshot["point_tokens"]),
        3 - snapshot["bonuses_left"][4],  # a used waiver leaves no trace
        sum(numbers(snapshot["track_tokens"])),
    ]
    if snapshot["phase"] == "target":
        out[snapshot["bonus"]] += 1  # it is being placed
    return out


@some
@given(plans())
def test_waivers_are_in_the_supply_or_held_or_used(plan: Plan) -> None:
    used = 0
    for move in moves(plan):
        used += move.action in (41, 42)
        assert move.after["bonuses_left"][4] + sum(move.after["waivers"]) + used == 3


@some
@given(plans())
def test_legal_actions_are_those_that_brute_force_finds(plan: Plan) -> None:
    for move in moves(plan):
        expected = reference.legal_actions(move.after, plan.deck, move.defers)
        assert move.game.legal_actions() == expected
        assert move.after["legal"] == expected
        assert move.game.mask().nonzero()[0].tolist() == expected


@some
@given(plans())
def test_medal_and_completion_tokens_have_their_owners(plan: Plan) -> None:
    for move in moves(plan):
        counts = [sum(numbers(grid)) for grid in move.after["skyscrapers"]]
        medal = move.after["medal"]
        assert (medal == -1) == (max(counts) == 0)
        assert medal == -1 or counts[medal] == max(counts), "somebody has strictly more"
        if move.before["medal"] not in (-1, medal):
            assert counts[medal] > counts[move.before["medal"]], "the medal moved on a tie"
        for row, owner in enumerate(move.after["completion"]):
            full = [-1 not in city[row] for city in move.after["cities"]]
            assert full[owner] if owner >= 0 else not any(full)
            assert move.before["completion"][row] in (-1, owner), "a completion token moved"


@many
@given(plans())
def test_scores_and_winners_at_every_step(plan: Plan) -> None:
    for number, move in enumerate(moves(plan)):
        if number % 5 and not move.game.is_over:
            continue  # neighbours are alike, and this reference is slow
        expected = reference.scores(move.after, plan.deck)
        assert move.game.scores() == expected
        assert move.game.points().tolist() == [score["total"] for score in expected]
        assert move.game.winners() == reference.winners(move.after, plan.deck)


@many
@given(plans(lengths=TO_THE_END))
def test_every_game_ends_in_time_by_the_rules(plan: Plan) -> None:
    game = played(plan)
    cards = len(plan.deck)
    assert game.is_over
    assert game.length <= 4 * cards + cards * (cards - 1) // 2 + 12 * plan.players
    snapshot = game.snapshot()
    assert snapshot["ender"] == snapshot["to_move"] == game.to_move
    assert snapshot["taken"] == []
    assert game.legal_actions() == []
    full = -1 not in numbers(snapshot["cities"][snapshot["ender"]])
    assert full or snapshot["foundation_tokens"] == 0
    assert game.scores() == reference.scores(snapshot, plan.deck)
    assert game.winners() == reference.winners(snapshot, plan.deck) != []


@some
@given(plans(), st.integers(-(1 << 70), 1 << 70))
def test_an_illegal_action_changes_nothing(plan: Plan, strange: int) -> None:
    game = played(plan)
    before = game.state.tobytes()
    for action in {*range(-2, 46), strange} - set(game.legal_actions()):
        with pytest.raises(IllegalAction):
            game.step(action)
        assert game.state.tobytes() == before
    assert game.length == len(game.actions or [])


@some
@given(plans())
def test_a_snapshot_is_plain_json(plan: Plan) -> None:
    snapshot = played(plan).snapshot()
    assert snapshot.keys() == KEYS
    assert json.loads(json.dumps(snapshot)) == snapshot


@some
@given(plans(), st.integers(0, 100))
def test_a_game_goes_on_from_its_state_alone(plan: Plan, further: int) -> None:
    game = played(plan)
    twin = Game.from_state(game.state)
    for number in range(further):
        assert twin == game
        assert twin.snapshot() == game.snapshot()
        if game.is_over:
            break
        action = game.legal_actions()[number % len(game.legal_actions())]
        game.step(action)
        twin.step(action)
    assert twin.scores() == game.scores()


@few
@given(plans(), st.integers(0, 2**53 - 1))
def test_a_seed_stands_for_an_order(plan: Plan, seed: int) -> None:
    dealt = Game(plan.players, seed=seed, deck=plan.deck)
    order = dealt.state["deck"][: len(plan.deck)][::-1].tolist()
    assert Game(plan.players, order=order, deck=plan.deck) == dealt


@some
@given(plans())
def test_equal_positions_are_equal_bytes(plan: Plan) -> None:
    """Nothing but the position is in a state: unused parts are what they are in a fresh one."""
    game = played(plan)
    state = game.state
    for name, count in (("taken", "taken_count"), ("deck", "deck_left")):
        assert set(state[name][state[count] :].tolist()) <= {-1}
    for column, count in zip(state["columns"], state["column_count"], strict=True):
        assert set(column[count:].tolist()) <= {-1}
    for name in ("contracts", "waivers", "point_tokens", "cards", "symbols", "values", "trams"):
        assert not state[name][plan.players :].any(), f"an unused seat has {name}"


# What is rare enough that a test might never meet it.


def rarities(plan: Plan, move: Move) -> Iterator[str]:
    yield from bonus_rarities(plan, move)
    yield from turn_rarities(plan, move)
    yield from city_rarities(plan, move)
    if move.after["phase"] == "over":
        yield from last_rarities(move)


def bonus_rarities(plan: Plan, move: Move) -> Iterator[str]:
    before, after = move.before, move.after
    for bonus in range(6):
        if after["bonuses_left"][bonus] < before["bonuses_left"][bonus]:
            yield f"bonus {bonus}"
    if 0 in after["bonuses_left"]:
        yield "exhausted bonus"
    if before["phase"] == "build" and 7 <= move.action < 12 and after["phase"] != "bonus":
        city = reference.city_of(after, plan.deck, before["to_move"])
        symbols = reference.bonus_symbols(city, move.action - 7)
        if plan.deck[before["taken"][0]].bonus and symbols >= 2:
            yield "third symbol" if symbols > 2 else "nothing left for the second symbol"


def turn_rarities(plan: Plan, move: Move) -> Iterator[str]:
    before, after = move.before, move.after
    if move.action in (41, 42):
        yield f"waiver in phase {before['phase']}"
    if move.action == 43:
        yield "waiver kept"
    if 1 <= move.action <= 3 and sum(after["contracts"]) <= sum(before["contracts"]):
        yield "all discard a contract"
    if max(len(column) for column in after["columns"]) > 10:
        yield "column of more than ten"
    if after["deck_left"] == 0:
        yield "empty deck"


def city_rarities(plan: Plan, move: Move) -> Iterator[str]:
    before, after = move.before, move.after
    if -1 != before["medal"] != after["medal"]:
        yield "medal moves"
    city = reference.city_of(after, plan.deck, before["to_move"])
    if reference.coasts(city) >= 8:
        yield "eight coast cards"
    if any(city.cards[cell].plaza for cell in city.track_tokens):
        yield "tracks on a plaza"
    present = reference.values(city)
    if any(city.cards[cell].plaza and present[cell] == 6 for cell in city.plus2):
        yield "plaza with +2 beside a tram"


def last_rarities(move: Move) -> Iterator[str]:
    after = move.after
    full = -1 not in numbers(after["cities"][after["ender"]])
    yield "full board" if full else "last foundation token"
    if full and move.before["phase"] == "target":
        yield "full board in phase target"
    lost = len(move.before["taken"]) - (move.before["phase"] == "build")
    if lost > 0:
        yield "cards lost at the end"
    if len(move.game.winners()) > 1:
        yield "shared win"
