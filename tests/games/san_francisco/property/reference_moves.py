"""A second opinion on a move: what the next snapshot should be, from the rules' text alone."""

from __future__ import annotations

import json

from sf_env import Deck
from tests.games.san_francisco.property.reference import (
    CELL,
    COLUMN,
    DEFER,
    DISCARD,
    DISTRICT_BONUS,
    DRAW,
    END_TURN,
    FINALIZE,
    POINT_TOKEN,
    ROW,
    TRACKS,
    WAIVE,
    WAIVER,
    WILD4,
    Snapshot,
    as_grid,
    bonus_actions,
    bonus_symbols,
    city_of,
    full_rows,
    legal_actions,
    open_rows,
    skyscrapers,
    trams,
    value_grid,
)


def after(before: Snapshot, action: int, deck: Deck, defers: int, top: int | None) -> Snapshot:
    """Return the snapshot that should follow.

    ``defers`` is that of ``reference.legal_actions`` before the action, ``top`` the card that a
    DRAW would turn up.
    """
    table: Snapshot = json.loads(json.dumps(before))  # the fastest deep copy of plain data
    _move(table, action, deck, top)
    _settle(table, before["to_move"], deck)
    table["legal"] = legal_actions(table, deck, count_defers(before, action, defers))
    return table


def count_defers(before: Snapshot, action: int, defers: int) -> int:
    """Return the number of deferrals since a card was built, discarded or taken."""
    if action == DEFER:
        return defers + 1
    return 0 if before["phase"] in ("turn", "build") else defers


def _move(table: Snapshot, action: int, deck: Deck, top: int | None) -> None:
    phase = table["phase"]
    if phase == "turn":
        _turn(table, action, top)
    elif phase == "column":
        _put_in_column(table, action - COLUMN, deck)
    elif phase == "build":
        _build(table, action, deck)
    elif phase == "bonus":
        _take_bonus(table, action, deck)
    elif phase == "target":
        _place_bonus(table, action, deck)
    else:
        _end(table, action)


# Turns (RULES 3).


def _turn(table: Snapshot, action: int, top: int | None) -> None:
    if action == DRAW:
        table["drawn"] = top
        table["deck_left"] -= 1
        table["phase"] = "column"
    elif action > WAIVE:
        _waive(table, action - WAIVE)
    else:
        _finalize(table, action - FINALIZE)


def _waive(table: Snapshot, count: int) -> None:
    seat = table["to_move"]
    table["contracts"][seat] -= count
    table["waivers"][seat] = 0


def _finalize(table: Snapshot, column: int) -> None:
    table["taken"] = table["columns"][column]
    table["columns"][column] = []
    table["contracts"][table["to_move"]] += 1
    if min(table["contracts"]) >= 1:
        table["contracts"] = [held - 1 for held in table["contracts"]]
    table["phase"] = "build"


def _put_in_column(table: Snapshot, column: int, deck: Deck) -> None:
    card = table["drawn"]
    table["columns"][column].append(card)
    table["drawn"] = None
    table["foundation_tokens"] -= deck.card(card).foundation
    if deck.card(card).foundation and table["foundation_tokens"] == 0:
        _end_game(table)
    else:
        _end_turn(table)


def _end_turn(table: Snapshot) -> None:
    seat = table["to_move"]
    if table["waivers"][seat] and table["contracts"][seat]:
        table["phase"] = "end"
    else:
        _pass_turn(table)


def _end(table: Snapshot, action: int) -> None:
    if action != END_TURN:
        _waive(table, action - WAIVE)
    _pass_turn(table)


def _pass_turn(table: Snapshot) -> None:
    table["to_move"] = (table["to_move"] + 1) % table["players"]
    table["phase"] = "turn"


def _end_game(table: Snapshot) -> None:
    table["phase"] = "over"
    table["ender"] = table["to_move"]
    table["taken"] = []  # cards not yet built are lost


# Building (RULES 4) and bonuses (RULES 5).


def _build(table: Snapshot, action: int, deck: Deck) -> None:
    current = table["taken"].pop(0)
    if action == DEFER:
        table["taken"].append(current)
    elif action == DISCARD:
        _go_on(table, deck)
    else:
        _build_in_row(table, current, action - ROW, deck)


def _build_in_row(table: Snapshot, card: int, row: int, deck: Deck) -> None:
    _put_in_row(table, card, row)
    city = city_of(table, deck, table["to_move"])
    second = deck.card(card).bonus and bonus_symbols(city, row) == 2
    if second and bonus_actions(table, deck, row):
        table["phase"] = "bonus"
        table["bonus"] = row
    else:
        _go_on(table, deck)


def _put_in_row(table: Snapshot, card: int, row: int) -> None:
    spaces = table["cities"][table["to_move"]][row]
    spaces[spaces.index(-1)] = card  # the leftmost empty space


def _take_bonus(table: Snapshot, action: int, deck: Deck) -> None:
    seat = table["to_move"]
    bonus = table["bonus"] if action == DISTRICT_BONUS else TRACKS
    table["bonuses_left"][bonus] -= 1
    if bonus in (POINT_TOKEN, WAIVER):
        table["point_tokens" if bonus == POINT_TOKEN else "waivers"][seat] += 1
        _go_on(table, deck)
    else:
        table["phase"] = "target"
        table["bonus"] = bonus


def _place_bonus(table: Snapshot, action: int, deck: Deck) -> None:
    if action >= CELL:
        row, space = divmod(action - CELL, 5)
        tokens = "track_tokens" if table["bonus"] == TRACKS else "plus2"
        table[tokens][table["to_move"]][row][space] = 1
    else:
        card = len(deck) if table["bonus"] == WILD4 else len(deck) + 1
        _put_in_row(table, card, action - ROW)
    _go_on(table, deck)


def _go_on(table: Snapshot, deck: Deck) -> None:
    """Go on once a card, with the bonus it brought, is settled."""
    table["bonus"] = None
    if not open_rows(city_of(table, deck, table["to_move"])):
        _end_game(table)
    elif table["taken"]:
        table["phase"] = "build"
    else:
        _end_turn(table)


# What follows from the cards in the city of the player who moved (RULES 4, steps 1 to 5).


def _settle(table: Snapshot, seat: int, deck: Deck) -> None:
    city = city_of(table, deck, seat)
    table["trams"][seat] = as_grid(trams(city))
    table["values"][seat] = value_grid(city)
    table["skyscrapers"][seat] = as_grid(skyscrapers(city))
    for row in full_rows(city):
        if table["completion"][row] == -1:
            table["completion"][row] = seat
    if _earns_medal(table, seat):
        table["medal"] = seat


def _earns_medal(table: Snapshot, seat: int) -> bool:
    counts = [sum(map(sum, grid)) for grid in table["skyscrapers"]]
    holder = table["medal"]
    return counts[seat] > (0 if holder == -1 else counts[holder])
