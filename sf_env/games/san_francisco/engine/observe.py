"""What a player sees, written as one flat vector of int8; observation.py declares the pieces."""

from __future__ import annotations

import numpy as np

from sf_env.core.compiled.jit import jit_inline
from sf_env.core.compiled.rng import Word
from sf_env.core.compiled.wide import wide
from sf_env.core.compiled.words import read_word, write_word
from sf_env.games.san_francisco.engine.cards import colour_of, symbols_of, value_of
from sf_env.games.san_francisco.engine.constants import (
    BLACK,
    BONUSES,
    BUILD,
    CELLS,
    COLOURS,
    COLUMNS,
    MIN_PLAYERS,
    PHASES,
    ROWS,
    SKYSCRAPER_COST,
    SYMBOLS,
    VALUES,
)
from sf_env.games.san_francisco.engine.layout import (
    FEATURES,
    MOST,
    SEAT_OFFSETS,
    SEAT_SIZE,
    SLOTS,
    TABLE_OFFSETS,
    TABLE_SIZE,
)
from sf_env.games.san_francisco.engine.scoring import (
    DISTRICT_HALF_POINTS,
    city_half_points,
    leads_district,
    tram_half_points,
)

# Cells 0 to 7, 8 to 15, 16 to 23, and 17 to 24: all 25 by eights, seven of them twice.
FIRST_CELLS = (0, 8, 16, 17)
ONES = 0x0101010101010101  # one in each byte of a word

# Where the pieces begin.
NUMBERS_AT = SEAT_OFFSETS["to_move"]
DISTRICTS_AT = SEAT_OFFSETS["filled"]
FOUNDATION_TOKENS_AT = TABLE_OFFSETS["foundation_tokens"]
BONUSES_LEFT_AT = TABLE_OFFSETS["bonuses_left"]
BONUS_AT = TABLE_OFFSETS["bonus"]
DEFERS_LEFT_AT = TABLE_OFFSETS["defers_left"]
COLUMN_COUNT_AT = TABLE_OFFSETS["column_count"]
COLUMN_SUMS_AT = TABLE_OFFSETS["column_sums"]
TAKEN_COUNT_AT = TABLE_OFFSETS["taken_count"]
TAKEN_SUMS_AT = TABLE_OFFSETS["taken_sums"]
UNDRAWN_COUNT_AT = TABLE_OFFSETS["undrawn_count"]
UNDRAWN_SUMS_AT = TABLE_OFFSETS["undrawn_sums"]
UNDRAWN_VALUES_AT = TABLE_OFFSETS["undrawn_values"]
COLUMN_CARDS_AT = TABLE_OFFSETS["column_cards"]
TAKEN_CARDS_AT = TABLE_OFFSETS["taken_cards"]
DRAWN_CARD_AT = TABLE_OFFSETS["drawn_card"]


@jit_inline
def observe(state: np.void, seat: int, out: np.ndarray) -> None:
    """Write the observation of ``seat`` into ``out``."""
    players = wide(state["players"])
    write_cities(state, seat, out)
    write_numbers(state, seat, out)
    write_districts(state, seat, out)
    table = out[players * SEAT_SIZE :]
    write_supplies(state, table)
    clear(table, COLUMN_CARDS_AT, TABLE_SIZE)
    write_columns(state, table)
    write_taken(state, table)
    write_undrawn(state, table)
    if state["drawn"] >= 0:
        write_card(wide(state["attributes"][state["drawn"]]), table, DRAWN_CARD_AT)


@jit_inline
def seat_after(seat: int, turns: int, players: int) -> int:
    """Return the seat this many turns later; subtracting is quicker here than dividing."""
    later = seat + turns
    return later - players if later >= players else later


@jit_inline
def write_cities(state: np.void, seat: int, out: np.ndarray) -> None:
    """The planes of 5 x 5, each for all seats."""
    players = wide(state["players"])
    for turn in range(players):
        who = seat_after(seat, turn, players)
        for first in FIRST_CELLS:
            write_eight_cells(state, who, first, out, CELLS * turn + first)


@jit_inline
def write_eight_cells(state: np.void, who: int, first: int, out: np.ndarray, at: int) -> None:
    """All planes of eight cells at once: each cell is a byte of a 64-bit word."""
    size = CELLS * wide(state["players"])  # of a plane for all seats
    cards = read_word(state["cards"][who], first)
    values = read_word(state["values"][who], first)
    symbols = read_word(state["symbols"][who], first)
    trams = read_word(state["trams"][who], first)
    skyscrapers = read_word(state["skyscrapers"][who], first)
    adjacent = read_word(state["adjacent"][who], first)
    write_word(out, at, cards >> 7 & ONES ^ ONES)  # -1, and only -1, has the highest bit
    write_word(out, at + size, values)
    for symbol in range(8):  # six symbols of cards, then the two tokens
        write_word(out, at + (2 + symbol) * size, symbols >> symbol & ONES)
    write_word(out, at + 10 * size, trams)
    write_word(out, at + 11 * size, skyscrapers)
    write_word(out, at + 12 * size, adjacent)
    # Where a skyscraper is still to be built, its cost exceeds the sum: no byte borrows.
    free = (symbols >> 3 & ONES & ~skyscrapers) * 0xFF
    cost = (SKYSCRAPER_COST - wide(state["coasts"][who])) & 0xFF
    write_word(out, at + 13 * size, (ONES * cost & free) - (adjacent & free))


@jit_inline
def write_numbers(state: np.void, seat: int, out: np.ndarray) -> None:
    """One number a seat: what lies beside the city, and what the trams are worth."""
    players = wide(state["players"])
    at = players * NUMBERS_AT
    for turn in range(players):
        who = seat_after(seat, turn, players)
        out[at + turn] = state["to_move"] == who
        out[at + players + turn] = state["contracts"][who]
        out[at + 2 * players + turn] = state["waivers"][who]
        out[at + 3 * players + turn] = state["point_tokens"][who]
        out[at + 4 * players + turn] = state["tram_count"][who]
        out[at + 5 * players + turn] = state["skyscraper_count"][who]
        out[at + 6 * players + turn] = state["coasts"][who]
        out[at + 7 * players + turn] = state["medal"] == who
        trams = tram_half_points(state, who)
        out[at + 8 * players + turn] = trams
        out[at + 9 * players + turn] = trams + city_half_points(state, who)


@jit_inline
def write_districts(state: np.void, seat: int, out: np.ndarray) -> None:
    """Five numbers a seat, one for each district; the districts' points join the score."""
    players = wide(state["players"])
    score = players * DISTRICTS_AT - players
    at = players * DISTRICTS_AT
    size = ROWS * players
    write_advantages(state, seat, out, at + 5 * size)
    for turn in range(players):
        who = seat_after(seat, turn, players)
        points = 0
        for row in range(ROWS):
            here = at + ROWS * turn + row
            out[here] = state["filled"][who, row]
            out[here + size] = state["row_values"][who, row]
            out[here + 2 * size] = state["bonus_symbols"][who, row]
            out[here + 3 * size] = state["bonus_symbols"][who, row] >= 2
            out[here + 4 * size] = state["completion"][row] == who
            points += int(out[here + 5 * size])
        out[score + turn] += points


@jit_inline
def write_advantages(state: np.void, seat: int, out: np.ndarray, at: int) -> None:
    """The advantage token of each seat in each district: first its rank, then what that brings."""
    players = wide(state["players"])
    ranks = out[at : at + ROWS * players]
    for place in range(ROWS * players):
        ranks[place] = 0
    for turn in range(players):
        who = seat_after(seat, turn, players)
        for later in range(turn + 1, players):
            other = seat_after(seat, later, players)
            for row in range(ROWS):
                leads = leads_district(state, row, who, other)
                ranks[ROWS * turn + row] += not leads
                ranks[ROWS * later + row] += leads
    for place in range(ROWS * players):
        ranks[place] = DISTRICT_HALF_POINTS[players - MIN_PLAYERS, ranks[place]]


@jit_inline
def write_supplies(state: np.void, table: np.ndarray) -> None:
    """The phase, what is left of tokens and bonuses, and the choice at hand."""
    for phase in range(PHASES):
        table[phase] = state["phase"] == phase
    table[FOUNDATION_TOKENS_AT] = state["foundation_tokens"]
    for bonus in range(BONUSES):
        table[BONUSES_LEFT_AT + bonus] = state["bonuses_left"][bonus]
        table[BONUS_AT + bonus] = state["bonus"] == bonus
    building = state["phase"] == BUILD
    left = wide(state["taken_count"]) - 1 - wide(state["defers"])
    table[DEFERS_LEFT_AT] = left if building else 0


@jit_inline
def write_columns(state: np.void, table: np.ndarray) -> None:
    """Each column: what its cards add up to, and the first ten of them sorted by features."""
    for column in range(COLUMNS):
        cards = state["columns"][column]
        count = wide(state["column_count"][column])
        table[COLUMN_COUNT_AT + column] = count
        write_sums(state, cards, count, table, COLUMN_SUMS_AT + FEATURES * column)
        at = COLUMN_CARDS_AT + SLOTS * FEATURES * column
        key = -1
        for slot in range(min(count, SLOTS)):
            key = next_in_order(state, cards, count, key)
            write_card(key >> 7, table, at + FEATURES * slot)


@jit_inline
def next_in_order(state: np.void, cards: np.ndarray, count: int, previous: int) -> int:
    """Return the smallest key above the previous one; a key is a card's attributes and place."""
    smallest = 1 << 30
    for place in range(count):
        key = (wide(state["attributes"][cards[place]]) << 7) | place
        if previous < key < smallest:
            smallest = key
    return smallest


@jit_inline
def write_taken(state: np.void, table: np.ndarray) -> None:
    """The taken cards: their sums, and the first ten of them, the current card first."""
    cards = state["taken"][:]
    count = wide(state["taken_count"])
    table[TAKEN_COUNT_AT] = count
    write_sums(state, cards, count, table, TAKEN_SUMS_AT)
    for slot in range(min(count, SLOTS)):
        write_card(wide(state["attributes"][cards[slot]]), table, TAKEN_CARDS_AT + FEATURES * slot)


@jit_inline
def write_undrawn(state: np.void, table: np.ndarray) -> None:
    """The cards still in the deck, added up."""
    value = 0
    for printed in range(VALUES):
        count = wide(state["undrawn_values"][printed])
        table[UNDRAWN_VALUES_AT + printed] = count
        value += printed * count
    table[UNDRAWN_COUNT_AT] = state["deck_left"]
    for colour in range(COLOURS):
        table[UNDRAWN_SUMS_AT + colour] = state["undrawn_colours"][colour]
    table[UNDRAWN_SUMS_AT + COLOURS] = min(MOST, value)
    for symbol in range(SYMBOLS):
        table[UNDRAWN_SUMS_AT + COLOURS + 1 + symbol] = state["undrawn_symbols"][symbol]


@jit_inline
def write_sums(state: np.void, cards: np.ndarray, count: int, table: np.ndarray, at: int) -> None:
    """Write the features of the first ``count`` cards, added up."""
    colours = np.uint64(0)
    symbols = np.uint64(0)
    value = 0
    for place in range(count):
        card = wide(state["attributes"][cards[place]])
        colours += one_byte(colour_of(card))
        symbols += spread(symbols_of(card))
        value += value_of(card)
    write_features(colours, min(MOST, value), symbols, table, at)


@jit_inline
def write_card(card: int, table: np.ndarray, at: int) -> None:
    """Write the features of one card, given by its attributes."""
    colours = one_byte(colour_of(card))
    write_features(colours, value_of(card), spread(symbols_of(card)), table, at)


@jit_inline
def write_features(colours: Word, value: int, symbols: Word, table: np.ndarray, at: int) -> None:
    """Write 13 features, as two overlapping words; colours and symbols are given a byte each."""
    low = np.uint64(value) << np.uint64(8 * COLOURS)
    low |= symbols << np.uint64(8 * COLOURS + 8)
    write_word(table, at, colours | low)
    high = low >> np.uint64(8 * BLACK) | symbols << np.uint64(16)
    write_word(table, at + BLACK, colours >> np.uint64(8 * BLACK) | high)


@jit_inline
def one_byte(number: int) -> Word:
    """Return a word whose byte of this number is one."""
    return np.uint64(1) << np.uint64(8 * number)


@jit_inline
def spread(symbols: int) -> Word:
    """Return a word with a byte of 0 or 1 for each symbol: bit k goes to bit 8 k."""
    return np.uint64(symbols * 0x0002040810204081 & ONES)


@jit_inline
def clear(out: np.ndarray, begin: int, end: int) -> None:
    """Write zeros; there are at least eight."""
    for at in range(begin, end - 8, 8):
        write_word(out, at, np.uint64(0))
    write_word(out, end - 8, np.uint64(0))
