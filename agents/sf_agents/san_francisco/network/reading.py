"""Reading an observation, compiled: districts, then cards and columns, then the whole table."""

from __future__ import annotations

import numpy as np

from sf_agents.network.layers import add, begin, clear, keep_positive
from sf_agents.san_francisco.network.net import Net, Room
from sf_agents.san_francisco.network.places import (
    CARDS,
    CARDS_AT,
    CELLS_OF_ROW,
    COLUMN_COUNT_AT,
    COLUMN_SUMS_AT,
    DISTRICT_COUNT,
    DISTRICTS_AT,
    FEATURES,
    FIRST_AT,
    FIRST_END,
    LAST_AT,
    LAST_END,
    NUMBER_COUNT,
    NUMBERS_AT,
    OFFERED,
    PLANE_COUNT,
    SEAT_SIZE,
    SLOTS,
    UNDRAWN_AT,
)
from sf_env.core.compiled.jit import jit
from sf_env.core.rules import Array
from sf_env.games.san_francisco.engine.constants import COLUMNS, ROWS, SPACES


@jit
def read_districts(count: int, players: int, net: Net, room: Room) -> None:
    """Read every row with its neighbours, then each district from the rows of all cities."""
    gather_rows(room.seen, count, players, room.cells)
    clear(room.rows, count * players * ROWS)
    add(room.cells, count * players * ROWS, net.row, room.rows)
    meet(room.rows, count, players, net.row_bias, room.meeting)
    for number in range(count):
        for row in range(ROWS):
            undrawn = room.seen[number, players * SEAT_SIZE + UNDRAWN_AT + row]
            room.meeting[number * ROWS + row, -1] = undrawn
            room.districts[number * ROWS + row] = net.district_bias[row]
    add(room.meeting, count * ROWS, net.district, room.districts)
    keep_positive(room.districts, count * ROWS)


@jit
def gather_rows(seen: Array, count: int, players: int, out: Array) -> None:
    """Copy what is seen of each row: its cells plane by plane, then its numbers."""
    for number in range(count):
        for city_row in range(players * ROWS):
            line = number * players * ROWS + city_row
            at = city_row * SPACES
            for plane in range(PLANE_COUNT):
                for space in range(SPACES):
                    out[line, plane * SPACES + space] = seen[number, at + space]
                at += players * ROWS * SPACES
            at = DISTRICTS_AT * players + city_row
            for kind in range(DISTRICT_COUNT):
                out[line, CELLS_OF_ROW + kind] = seen[number, at]
                at += players * ROWS


@jit
def meet(rows: Array, count: int, players: int, bias: Array, out: Array) -> None:
    """Add to each row what its neighbours mean for it, and put those of a district together."""
    width = bias.shape[1]
    for number in range(count):
        for turn in range(players):
            for row in range(ROWS):
                line = (number * players + turn) * ROWS + row
                for at in range(width):
                    value = bias[row, at] + rows[line, at]
                    if row > 0:
                        value += rows[line - 1, width + at]
                    if row < ROWS - 1:
                        value += rows[line + 1, 2 * width + at]
                    out[number * ROWS + row, turn * width + at] = max(value, np.float32(0.0))


@jit
def read_columns(count: int, players: int, net: Net, room: Room) -> None:
    """Read all cards, each in the light of its district, and from them the columns."""
    clear(room.places, count * ROWS)
    add(room.districts, count * ROWS, net.card_place, room.places)
    read_cards(room.seen, count, players * SEAT_SIZE + CARDS_AT, net.card, room.places, room.cards)
    table = players * SEAT_SIZE
    width = net.card.shape[1]
    clear(room.offers, count * COLUMNS)
    for line in range(count * COLUMNS):
        number, column = line // COLUMNS, line % COLUMNS
        for slot in range(SLOTS):
            card = number * CARDS + column * SLOTS + slot
            for at in range(width):
                room.offers[line, at] += room.cards[card, at]
        sums = table + COLUMN_SUMS_AT + FEATURES * column
        for at in range(FEATURES):
            room.offers[line, width + at] = room.seen[number, sums + at]
        room.offers[line, width + FEATURES] = room.seen[number, table + COLUMN_COUNT_AT + column]
    begin(room.columns, count * COLUMNS, net.column_bias)
    add(room.offers, count * COLUMNS, net.column, room.columns)
    keep_positive(room.columns, count * COLUMNS)


@jit
def read_cards(
    seen: Array, count: int, first: int, weights: Array, places: Array, out: Array
) -> None:
    """Write what is read from each card, zero where there is none."""
    clear(out, count * CARDS)
    for number in range(count):
        for card in range(CARDS):
            at = first + card * FEATURES
            line = number * CARDS + card
            for feature in range(FEATURES):
                factor = seen[number, at + feature]
                if factor != 0.0:
                    for place in range(weights.shape[1]):
                        out[line, place] += factor * weights[feature, place]
                    if feature < ROWS:
                        for place in range(weights.shape[1]):
                            out[line, place] += places[number * ROWS + feature, place]
    keep_positive(out, count * CARDS)


@jit
def read_whole(count: int, players: int, net: Net, room: Room) -> None:
    """Put everything together and read the whole from it."""
    for number in range(count):
        lay_table(number, players, room)
    begin(room.whole, count, net.whole_bias)
    add(room.table, count, net.whole, room.whole)
    keep_positive(room.whole, count)


@jit
def lay_table(number: int, players: int, room: Room) -> None:
    """Write what the whole of one observation is read from."""
    table = room.table[number]
    seen = room.seen[number]
    width = room.districts.shape[1]
    for row in range(ROWS):
        table[row * width : (row + 1) * width] = room.districts[number * ROWS + row]
    at = ROWS * width
    end = at + NUMBER_COUNT * players
    table[at:end] = seen[NUMBERS_AT * players : DISTRICTS_AT * players]
    width = room.columns.shape[1]
    for place in range(width):
        first, second, third = room.columns[number * COLUMNS : (number + 1) * COLUMNS, place]
        table[end + place] = first + second + third
        table[end + width + place] = max(first, second, third)
    at = end + 2 * width
    width = room.cards.shape[1]
    hand = number * CARDS + OFFERED
    table[at : at + width] = room.cards[hand]
    table[at + 2 * width : at + 3 * width] = room.cards[hand + SLOTS]
    for place in range(width):
        total = np.float32(0.0)
        for slot in range(SLOTS):
            total += room.cards[hand + slot, place]
        table[at + width + place] = total
    at += 3 * width
    end = at + FIRST_END - FIRST_AT
    table[at:end] = seen[players * SEAT_SIZE + FIRST_AT : players * SEAT_SIZE + FIRST_END]
    table[end:] = seen[players * SEAT_SIZE + LAST_AT : players * SEAT_SIZE + LAST_END]
