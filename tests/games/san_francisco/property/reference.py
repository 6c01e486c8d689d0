"""A second opinion on a position: the rules once more, slow and obvious, from their text alone.

Everything here works on ``game.snapshot()`` and the deck's cards, and is computed from scratch: a
city is known by its cards and tokens, all else about it follows (RULES 2 to 7).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from sf_env import Card, Deck

Cell = tuple[int, int]  # row from the top, space from the left
Snapshot = dict[str, Any]

CELLS: list[Cell] = [(row, space) for row in range(5) for space in range(5)]
BOTTOM_ROW = 4
ROW_COLOURS = ("blue", "grey", "orange", "yellow", "green")  # RULES 1
FOUNDATION_TOKENS = {2: 6, 3: 8, 4: 10}
PLUS2, WILD4, DEPOT_CARD, POINT_TOKEN, WAIVER, TRACKS = range(6)

# Action numbers; groups are counted up from these (RULES 7).
DRAW, FINALIZE, COLUMN, ROW, DISCARD, DEFER = 0, 1, 4, 7, 12, 13
DISTRICT_BONUS, TRACK_BONUS, CELL, END_TURN = 14, 15, 16, 43
WAIVE = 40  # WAIVE n is 40 + n

# Advantage tokens by number of players and rank, in victory points (RULES 6).
DISTRICT_TOKENS = {2: [2.0, 0], 3: [2.0, 1, 0], 4: [2.0, 1, 0, -1]}
TRAM_TOKENS = {2: [2.5, 0], 3: [2.5, 1, 0], 4: [2.5, 1, 0, -1]}


@dataclass(frozen=True)
class City:
    """What was put into a city; all else about it is computed."""

    cards: dict[Cell, Card]
    plus2: set[Cell]
    track_tokens: set[Cell]


def city_of(snapshot: Snapshot, deck: Deck, seat: int) -> City:
    ids = snapshot["cities"][seat]
    cards = {(r, s): deck.card(ids[r][s]) for r, s in CELLS if ids[r][s] >= 0}
    return City(cards, marked(snapshot["plus2"][seat]), marked(snapshot["track_tokens"][seat]))


def marked(grid: list[list[int]]) -> set[Cell]:
    """Return the cells of a grid that are not 0."""
    return {(row, space) for row, space in CELLS if grid[row][space]}


def as_grid(cells: Iterable[Cell]) -> list[list[int]]:
    """Return a grid with 1 in these cells, else 0."""
    ones = set(cells)
    return [[int((row, space) in ones) for space in range(5)] for row in range(5)]


def beside(cell: Cell) -> list[Cell]:
    """Return the cells that share a side with one."""
    row, space = cell
    around = [(row - 1, space), (row, space + 1), (row + 1, space), (row, space - 1)]
    return [near for near in around if near in CELLS]


# A city (RULES 4).


def has_tracks(city: City, cell: Cell) -> bool:
    return city.cards[cell].tracks or cell in city.track_tokens


def trams(city: City) -> set[Cell]:
    """Flood the city along tracks, from depots and from the depot printed below it."""
    found = {cell for cell, card in city.cards.items() if card.depot}
    found |= {cell for cell in city.cards if cell[0] == BOTTOM_ROW and has_tracks(city, cell)}
    open_ends = list(found)
    while open_ends:
        for near in beside(open_ends.pop()):
            if near in city.cards and near not in found and has_tracks(city, near):
                found.add(near)
                open_ends.append(near)
    return found


def values(city: City) -> dict[Cell, int]:
    with_tram = trams(city)
    return {cell: _value(city, cell, with_tram) for cell in city.cards}


def _value(city: City, cell: Cell, with_tram: set[Cell]) -> int:
    card = city.cards[cell]
    awake = card.plaza and any(near in with_tram for near in beside(cell))
    return (4 if awake else card.value) + (2 if cell in city.plus2 else 0)


def value_grid(city: City) -> list[list[int]]:
    present = values(city)
    return [[present.get((row, space), 0) for space in range(5)] for row in range(5)]


def coasts(city: City) -> int:
    return sum(card.coast for card in city.cards.values())


def around(present: dict[Cell, int], cell: Cell) -> int:
    """Return what the values of the side-adjacent cards add up to."""
    return sum(present.get(near, 0) for near in beside(cell))


def skyscrapers(city: City) -> set[Cell]:
    """Return the foundations that have a skyscraper.

    Values and the number of coast cards never fall, and a skyscraper comes as soon as it can: so
    those that have one are those that could get one now.
    """
    cost, present = 7 - coasts(city), values(city)
    foundations = [cell for cell, card in city.cards.items() if card.foundation]
    return {cell for cell in foundations if around(present, cell) >= cost}


def bonus_symbols(city: City, row: int) -> int:
    return sum(card.bonus for cell, card in city.cards.items() if cell[0] == row)


def full_rows(city: City) -> list[int]:
    return [row for row in range(5) if row not in open_rows(city)]


def open_rows(city: City) -> list[int]:
    return [row for row in range(5) if any((row, s) not in city.cards for s in range(5))]


def trackless(city: City) -> list[Cell]:
    """Return the cells whose card may take the tracks token."""
    return [c for c in CELLS if c in city.cards and not has_tracks(city, c) | city.cards[c].depot]


# What is legal (RULES 7).


def legal_actions(snapshot: Snapshot, deck: Deck, defers: int) -> list[int]:
    """Return the legal actions, ascending.

    ``defers`` is the number of deferrals since a card was last built or discarded, or since the
    taking: nothing in the snapshot tells it.
    """
    phase = snapshot["phase"]
    if phase == "turn":
        return turn_actions(snapshot)
    if phase == "column":
        return [COLUMN, COLUMN + 1, COLUMN + 2]
    if phase == "build":
        return build_actions(snapshot, deck, defers)
    if phase == "bonus":
        return bonus_actions(snapshot, deck, snapshot["bonus"])
    if phase == "target":
        return target_actions(snapshot, deck)
    if phase == "end":
        return [*waivings(snapshot), END_TURN]
    return []


def turn_actions(snapshot: Snapshot) -> list[int]:
    contracts = snapshot["contracts"][snapshot["to_move"]]
    columns = [c for c in range(3) if len(snapshot["columns"][c]) > contracts]
    return [DRAW, *(FINALIZE + column for column in columns), *waivings(snapshot)]


def waivings(snapshot: Snapshot) -> list[int]:
    seat = snapshot["to_move"]
    if not snapshot["waivers"][seat]:
        return []
    return [WAIVE + count for count in (1, 2) if count <= snapshot["contracts"][seat]]


def build_actions(snapshot: Snapshot, deck: Deck, defers: int) -> list[int]:
    taken = snapshot["taken"]
    colour = deck.card(taken[0]).colour
    city = city_of(snapshot, deck, snapshot["to_move"])
    rows = [row for row in open_rows(city) if colour in ("black", ROW_COLOURS[row])]
    may_defer = len(taken) >= 2 and defers < len(taken) - 1
    return [*(ROW + row for row in rows), DISCARD, *([DEFER] if may_defer else [])]


def bonus_actions(snapshot: Snapshot, deck: Deck, row: int) -> list[int]:
    """Return the bonuses of a row that have a copy left and a possible target (RULES 4.6)."""
    city = city_of(snapshot, deck, snapshot["to_move"])
    left = snapshot["bonuses_left"]
    needs_a_space = row in (WILD4, DEPOT_CARD)
    actions = []
    if left[row] and (open_rows(city) or not needs_a_space):
        actions.append(DISTRICT_BONUS)
    if left[TRACKS] and trackless(city):
        actions.append(TRACK_BONUS)
    return actions


def target_actions(snapshot: Snapshot, deck: Deck) -> list[int]:
    city = city_of(snapshot, deck, snapshot["to_move"])
    bonus = snapshot["bonus"]
    if bonus in (WILD4, DEPOT_CARD):
        return [ROW + row for row in open_rows(city)]
    cells = trackless(city) if bonus == TRACKS else [cell for cell in CELLS if cell in city.cards]
    return [CELL + 5 * row + space for row, space in cells]


# The score (RULES 6).


def scores(snapshot: Snapshot, deck: Deck) -> list[dict[str, Any]]:
    """Return each seat's points by origin; before the end, as if the game ended now."""
    seats = range(snapshot["players"])
    cities = [city_of(snapshot, deck, seat) for seat in seats]
    districts = [district_tokens(snapshot, cities, row) for row in range(5)]
    tram_tokens = _by_seat(tram_ranking(snapshot, cities), TRAM_TOKENS)
    return [
        _with_total(
            {
                "skyscrapers": len(skyscrapers(cities[seat])),
                "medal": int(snapshot["medal"] == seat),
                "completion": snapshot["completion"].count(seat),
                "tokens": 1.5 * snapshot["point_tokens"][seat],
                "districts": [tokens[seat] for tokens in districts],
                "trams": tram_tokens[seat],
            }
        )
        for seat in seats
    ]


def _with_total(parts: dict[str, Any]) -> dict[str, Any]:
    single = ("skyscrapers", "medal", "completion", "tokens", "trams")
    return {**parts, "total": sum(parts[name] for name in single) + sum(parts["districts"])}


def district_tokens(snapshot: Snapshot, cities: list[City], row: int) -> list[float]:
    """Return each seat's advantage token in a district."""
    return _by_seat(district_ranking(snapshot, cities, row), DISTRICT_TOKENS)


def _by_seat(ranking: list[int], tokens: dict[int, list[float]]) -> list[float]:
    by_rank = tokens[len(ranking)]
    return [by_rank[ranking.index(seat)] for seat in range(len(ranking))]


def district_ranking(snapshot: Snapshot, cities: list[City], row: int) -> list[int]:
    """Return the seats, first the one that ranks first: highest sum, then card by card."""
    grids = [value_grid(city) for city in cities]
    rows = [(row + further) % 5 for further in range(5)]
    keys = [(sum(grid[row]), *(grid[r][s] for r in rows for s in range(5))) for grid in grids]
    return _ranking(snapshot, keys)


def tram_ranking(snapshot: Snapshot, cities: list[City]) -> list[int]:
    carrying = [trams(city) for city in cities]
    keys = [
        (len(cells), *(sum(s == space for _, s in cells) for space in range(5)))
        for cells in carrying
    ]
    return _ranking(snapshot, keys)


def _ranking(snapshot: Snapshot, keys: list[tuple[int, ...]]) -> list[int]:
    """Return the seats by descending keys; a tie goes by turn order from the ender."""
    players = snapshot["players"]
    # Python's sort keeps the order of equals, also with reverse.
    in_turn_order = [(ender(snapshot) + turn) % players for turn in range(players)]
    return sorted(in_turn_order, key=keys.__getitem__, reverse=True)


def ender(snapshot: Snapshot) -> int:
    over = snapshot["phase"] == "over"
    seat: int = snapshot["ender"] if over else snapshot["to_move"]
    return seat


def winners(snapshot: Snapshot, deck: Deck) -> list[int]:
    """Return the winning seats: most points, then most trams, else shared."""
    if snapshot["phase"] != "over":
        return []
    points = [score["total"] for score in scores(snapshot, deck)]
    seats = range(snapshot["players"])
    keys = [(points[seat], len(trams(city_of(snapshot, deck, seat)))) for seat in seats]
    return [seat for seat in seats if keys[seat] == max(keys)]
