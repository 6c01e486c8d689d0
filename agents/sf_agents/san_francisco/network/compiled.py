"""A trained network on one observation, compiled: what torch computes, without torch.

The network follows the table. Every row of every city is read by the same weights, together with
the rows above and below. A district is what the rows of all players make of it. Every card is read
in the light of the district it belongs to: where it would be built. Columns are sums over their
cards, and the whole is read from the districts, the columns and the numbers of the table. Three
kinds of actions are then scored by what they concern: a column, a district, or the whole.

Most entries of an observation are zero, so each layer adds up the weights of those that are not.
``training/model.py`` has the same network in torch; a test compares them.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from sf_env.core.compiled.jit import jit
from sf_env.core.rules import Array
from sf_env.games.san_francisco.engine.actions import ACTIONS, CELL, FINALIZE, PUT, ROW
from sf_env.games.san_francisco.engine.constants import COLUMNS, ROWS, SPACES
from sf_env.games.san_francisco.engine.layout import (
    DISTRICTS,
    FEATURES,
    NUMBERS,
    PLANES,
    SEAT_OFFSETS,
    SEAT_SIZE,
    SLOTS,
    TABLE_OFFSETS,
)

PLANE_COUNT = len(PLANES)
NUMBER_COUNT = len(NUMBERS)
DISTRICT_COUNT = len(DISTRICTS)
BLOCK = 16  # observations that go through the layers together
CELLS_OF_ROW = PLANE_COUNT * SPACES
ROW_FEATURES = CELLS_OF_ROW + DISTRICT_COUNT  # of a row: its cells plane by plane, its numbers
COLUMN_FEATURES = FEATURES + 1  # of a column beside its cards: their sum and number
OFFERED = COLUMNS * SLOTS  # cards of the columns; the taken cards follow, then the drawn one
CARDS = OFFERED + SLOTS + 1
OUTPUTS_OF_COLUMN = 2  # to take it, to put the drawn card there
OUTPUTS_OF_ROW = 1 + SPACES  # to build there, to put a token on one of its cells

NUMBERS_AT = SEAT_OFFSETS["to_move"]
DISTRICTS_AT = SEAT_OFFSETS["filled"]
# The table's numbers are those before the columns and those between the columns and the cards.
FIRST_NUMBERS = TABLE_OFFSETS["phase"], TABLE_OFFSETS["column_count"]
LAST_NUMBERS = TABLE_OFFSETS["taken_count"], TABLE_OFFSETS["column_cards"]
TABLE_NUMBERS = FIRST_NUMBERS[1] - FIRST_NUMBERS[0] + LAST_NUMBERS[1] - LAST_NUMBERS[0]
FIRST_AT, FIRST_END = FIRST_NUMBERS
LAST_AT, LAST_END = LAST_NUMBERS
COLUMN_COUNT_AT = TABLE_OFFSETS["column_count"]
COLUMN_SUMS_AT = TABLE_OFFSETS["column_sums"]
UNDRAWN_AT = TABLE_OFFSETS["undrawn_sums"]
CARDS_AT = TABLE_OFFSETS["column_cards"]


class Net(NamedTuple):
    """The weights, float32; a matrix has a line for each input. ``P`` is the number of players."""

    scale: Array  # (size of the observation,)
    row: Array  # (ROW_FEATURES, 3 rows): for the row itself, the one below, the one above
    row_bias: Array  # (5, rows)
    district: Array  # (P rows + 1, district)
    district_bias: Array  # (5, district)
    card: Array  # (FEATURES, card)
    card_place: Array  # (district, card)
    column: Array  # (card + COLUMN_FEATURES, column)
    column_bias: Array  # (column,)
    whole: Array  # (5 district + 10 P + 2 column + 3 card + TABLE_NUMBERS, whole)
    whole_bias: Array  # (whole,)
    head: Array  # (whole, head)
    head_bias: Array  # (head,)
    action: Array  # (head, 44)
    action_bias: Array  # (44,)
    spot_column: Array  # (column, spot)
    spot_column_head: Array  # (head, spot)
    spot_column_bias: Array  # (spot,)
    column_action: Array  # (spot, 2)
    spot_row: Array  # (district, spot)
    spot_row_card: Array  # (card, spot)
    spot_row_head: Array  # (head, spot)
    spot_row_bias: Array  # (spot,)
    row_action: Array  # (spot, 6)
    judge: Array  # (whole, head)
    judge_bias: Array  # (head,)
    value: Array  # (head, 1)
    value_bias: Array  # (1,)


class Room(NamedTuple):
    """Where the layers of up to ``BLOCK`` observations are written, a line each or several."""

    seen: Array  # the scaled observations
    cells: Array  # of each row of each city, its features
    rows: Array  # what is read from them
    meeting: Array  # of each district, the rows of all cities
    districts: Array
    places: Array  # what a district means for its cards
    cards: Array
    offers: Array  # of each column, its cards and numbers
    columns: Array
    table: Array  # what the whole is read from
    whole: Array
    head: Array
    spots: Array  # what the head adds to the spots
    column_spots: Array
    column_scores: Array
    row_spots: Array
    row_scores: Array
    logits: Array
    values: Array


def players_of(net: Net) -> int:
    """Return how many players a network was made for."""
    inputs, rows = len(net.district), net.row_bias.shape[1]
    return int((inputs - 1) // rows)


def new_room(net: Net) -> Room:
    """Return room for the layers of a network."""
    players = players_of(net)
    lines_and_widths = (
        (1, len(net.scale)),
        (ROWS * players, ROW_FEATURES),
        (ROWS * players, net.row.shape[1]),
        (ROWS, len(net.district)),
        (ROWS, net.district.shape[1]),
        (ROWS, net.card.shape[1]),
        (CARDS, net.card.shape[1]),
        (COLUMNS, len(net.column)),
        (COLUMNS, net.column.shape[1]),
        (1, len(net.whole)),
        (1, net.whole.shape[1]),
        (1, net.head.shape[1]),
        (1, net.spot_row.shape[1]),
        (COLUMNS, net.spot_row.shape[1]),
        (COLUMNS, OUTPUTS_OF_COLUMN),
        (ROWS, net.spot_row.shape[1]),
        (ROWS, OUTPUTS_OF_ROW),
        (1, ACTIONS),
        (1, len(net.value_bias)),
    )
    return Room(
        *(np.zeros((BLOCK * lines, width), np.float32) for lines, width in lines_and_widths)
    )


@jit
def forward_all(seen: Array, net: Net, room: Room, logits: Array, values: Array) -> None:
    """Write logits (n, 44) and values (n, 1) of observations (n, size) of int8."""
    for first in range(0, seen.shape[0], BLOCK):
        count = min(BLOCK, seen.shape[0] - first)
        for number in range(count):
            scale(seen[first + number], net.scale, room.seen[number])
        forward(count, net, room)
        for number in range(count):
            logits[first + number] = room.logits[number]
            values[first + number] = room.values[number]


@jit
def scale(observation: Array, scales: Array, out: Array) -> None:
    """Write a scaled observation."""
    for at in range(scales.shape[0]):
        out[at] = observation[at] * scales[at]


@jit
def forward(count: int, net: Net, room: Room) -> None:
    """Write logits and values of as many observations as the room holds scaled."""
    players = (net.district.shape[0] - 1) // net.row_bias.shape[1]
    read_districts(count, players, net, room)
    read_columns(count, players, net, room)
    read_whole(count, players, net, room)
    score_actions(count, net, room)
    begin(room.head, count, net.judge_bias)
    add(room.whole, count, net.judge, room.head)
    keep_positive(room.head, count)
    begin(room.values, count, net.value_bias)
    add(room.head, count, net.value, room.values)


# Layers -------------------------------------------------------------------------------------


@jit
def begin(out: Array, lines: int, bias: Array) -> None:
    """Write the bias into so many lines."""
    for line in range(lines):
        for at in range(bias.shape[0]):
            out[line, at] = bias[at]


@jit
def clear(out: Array, lines: int) -> None:
    """Write zeros into so many lines."""
    for line in range(lines):
        for at in range(out.shape[1]):
            out[line, at] = 0.0


@jit
def add(numbers: Array, lines: int, weights: Array, out: Array) -> None:
    """Add the product of so many lines and a matrix; most numbers are zero.

    All lines use a line of the matrix before the next one does: it is read from memory once.
    """
    for number in range(weights.shape[0]):
        for line in range(lines):
            factor = numbers[line, number]
            if factor != 0.0:
                for at in range(weights.shape[1]):
                    out[line, at] += factor * weights[number, at]


@jit
def keep_positive(out: Array, lines: int) -> None:
    """Replace what is below zero by zero."""
    for line in range(lines):
        for at in range(out.shape[1]):
            out[line, at] = max(out[line, at], np.float32(0.0))


# Reading ------------------------------------------------------------------------------------


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


# Scoring ------------------------------------------------------------------------------------


@jit
def score_actions(count: int, net: Net, room: Room) -> None:
    """Write the logits: of the whole, and more for what concerns a column or a district."""
    begin(room.head, count, net.head_bias)
    add(room.whole, count, net.head, room.head)
    keep_positive(room.head, count)
    begin(room.logits, count, net.action_bias)
    add(room.head, count, net.action, room.logits)
    begin(room.spots, count, net.spot_column_bias)
    add(room.head, count, net.spot_column_head, room.spots)
    repeat(room.spots, count, COLUMNS, room.column_spots)
    add(room.columns, count * COLUMNS, net.spot_column, room.column_spots)
    keep_positive(room.column_spots, count * COLUMNS)
    clear(room.column_scores, count * COLUMNS)
    add(room.column_spots, count * COLUMNS, net.column_action, room.column_scores)
    begin(room.spots, count, net.spot_row_bias)
    add(room.head, count, net.spot_row_head, room.spots)
    for number in range(count):
        current = number * CARDS + OFFERED
        add(room.cards[current:], 1, net.spot_row_card, room.spots[number:])
    repeat(room.spots, count, ROWS, room.row_spots)
    add(room.districts, count * ROWS, net.spot_row, room.row_spots)
    keep_positive(room.row_spots, count * ROWS)
    clear(room.row_scores, count * ROWS)
    add(room.row_spots, count * ROWS, net.row_action, room.row_scores)
    add_scores(count, room.column_scores, room.row_scores, room.logits)


@jit
def repeat(spots: Array, count: int, times: int, out: Array) -> None:
    """Write each line several times."""
    for number in range(count):
        for time in range(times):
            for at in range(spots.shape[1]):
                out[number * times + time, at] = spots[number, at]


@jit
def add_scores(count: int, columns: Array, rows: Array, logits: Array) -> None:
    """Add the scores of columns and rows to the logits of their actions."""
    for number in range(count):
        for column in range(COLUMNS):
            logits[number, FINALIZE + column] += columns[number * COLUMNS + column, 0]
            logits[number, PUT + column] += columns[number * COLUMNS + column, 1]
        for row in range(ROWS):
            scores = rows[number * ROWS + row]
            logits[number, ROW + row] += scores[0]
            for space in range(SPACES):
                logits[number, CELL + row * SPACES + space] += scores[1 + space]
