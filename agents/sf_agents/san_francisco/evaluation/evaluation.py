"""What a position promises: the points each seat can expect, and from them its chance to win.

Most points come from being ahead: in five districts and in trams. So every such race is looked at
for each pair of seats: who leads by how much, how much may still change, hence how likely the lead
is to hold. Skyscrapers, the medal, completion tokens and bonuses are expected in the same way.
How much may still change follows from the number of cards yet to come, which the supply of
foundation tokens, the foundations among the undrawn cards and the fullest city tell. The columns
on the table are worth something to those who may take them next: cards there are weighed by the
races they would change. The chance to win is that of the expected margin to hold.

The weights are named, explained and tuned in ``weights.py``. All sums are in victory points.
"""

from __future__ import annotations

import math

import numpy as np

from sf_agents.san_francisco.evaluation.offers import offer_cards, weigh_columns
from sf_env.core.compiled.jit import jit
from sf_env.core.compiled.wide import wide
from sf_env.games.san_francisco.engine.building import SIDES, on_board
from sf_env.games.san_francisco.engine.cards import colour_of, symbols_of
from sf_env.games.san_francisco.engine.constants import (
    BLACK,
    BOTTOM_ROW,
    CELLS,
    COLUMN,
    COLUMNS,
    FOUNDATION,
    HALF_POINTS_TOKEN,
    MAX_PLAYERS,
    OVER,
    PLAZA,
    PLAZA_VALUE,
    ROWS,
    SKYSCRAPER_COST,
    SPACES,
    TRACKS,
)
from sf_env.games.san_francisco.engine.scoring import is_winner, leads_district, leads_trams

LAST_DOUBT = 0.3  # how unsure a skyscraper remains when hardly a card is to come
FOUNDATION_SYMBOL = 3  # its number among the undrawn symbols
# What there is about the next space of a row.
SPOT = np.dtype(
    [
        ("meets", np.int8),  # 1 if tracks would get a tram there
        ("tram", np.int8),  # 1 if a plaza would get its value there
        ("tracks", np.float64),  # cards beside it that would get a tram with tracks there
        ("plazas", np.float64),  # plazas beside it that sleep
        ("missing", np.float64),  # least value that would build a skyscraper beside it, or 0
    ]
)
# What all of it is written into: see ``outlook``.
OUTLOOK = np.dtype(
    [
        ("points", np.float64, MAX_PLAYERS),  # expected at the end
        ("future", np.float64, ROWS),  # cards that each player will still build, by district
        ("cards", np.float64),  # the same, in all
        ("slopes", np.float64, (MAX_PLAYERS, ROWS)),  # points that a value in a row would bring
        ("skyscrapers", np.float64, MAX_PLAYERS),  # expected at the end
        ("columns", np.float64, (MAX_PLAYERS, COLUMNS)),  # what their cards would bring
        ("asleep", np.float64, (MAX_PLAYERS, ROWS)),  # plazas without their value
        ("idle", np.float64, MAX_PLAYERS),  # cards with tracks and no tram
        ("ends", np.float64, MAX_PLAYERS),  # next spaces at which tracks would get a tram
        ("spots", SPOT, (MAX_PLAYERS, ROWS)),  # the next space of each row
        ("ripe", np.float64, MAX_PLAYERS),  # free foundations that wait for one coast card
    ]
)


@jit
def chance(lead: float, spread: float) -> float:
    """Return how likely a lead is to hold, one half at 0; the spread is what may still change."""
    return 0.5 + 0.5 * lead / math.sqrt(lead * lead + spread * spread)


@jit
def slope(lead: float, spread: float) -> float:
    """Return by how much a chance grows with the lead."""
    square = lead * lead + spread * spread
    return 0.5 * spread * spread / (square * math.sqrt(square))


@jit
def evaluate(state: np.void, seat: int, weights: np.void, view: np.void) -> float:
    """Return the chance of a seat to win, 0 to 1; certain when the game is over."""
    if state["phase"] == OVER:
        return share_of_win(state, seat)
    outlook(state, weights, view)
    return win_chance(wide(state["players"]), seat, weights, view)


@jit
def share_of_win(state: np.void, seat: int) -> float:
    """Return what a seat has of a finished game: 1, shared by the winners."""
    if not is_winner(state, seat):
        return 0.0
    winners = 0
    for other in range(wide(state["players"])):
        winners += 1 if is_winner(state, other) else 0
    return 1.0 / winners


@jit
def win_chance(players: int, seat: int, weights: np.void, view: np.void) -> float:
    """Return the chance that the expected points of a seat stay ahead of the others'."""
    best = -1e9
    total = 0.0
    for other in range(players):
        if other != seat:
            best = max(best, view["points"][other])
            total += view["points"][other]
    rivals = weights["best_rival"] * best + (1.0 - weights["best_rival"]) * total / (players - 1)
    spread = math.sqrt(weights["luck"] ** 2 + weights["luck_per_card"] ** 2 * view["cards"])
    lead = view["points"][seat] - rivals - weights["many_rivals"] * (players - 2) * spread
    return chance(lead, spread)


@jit
def outlook(state: np.void, weights: np.void, view: np.void) -> None:
    """Write what each seat can expect at the end of a game that is not over."""
    players = wide(state["players"])
    foresee_cards(state, weights, view)
    for seat in range(players):
        survey(state, seat, view)
        view["points"][seat] = expect_city(state, seat, weights, view)
    race_for_all_districts(state, weights, view)
    race_for_trams(state, weights, view)
    race_for_medal(state, weights, view)
    offer_cards(state, weights, view)


@jit
def look_at_table(state: np.void, weights: np.void, view: np.void) -> None:
    """Write only what the columns are worth to each seat; the cities have been surveyed."""
    players = wide(state["players"])
    foresee_cards(state, weights, view)
    race_for_all_districts(state, weights, view)
    for seat in range(players):
        weigh_columns(state, seat, weights, view)


# How much is still to come ------------------------------------------------------------------


@jit
def draws_left(state: np.void) -> float:
    """Return how many cards will be drawn, on average, until the last foundation token goes."""
    tokens = wide(state["foundation_tokens"])
    draws = 0.0
    if state["phase"] == COLUMN:
        if symbols_of(wide(state["attributes"][state["drawn"]])) & FOUNDATION:
            tokens -= 1
        draws = 1.0
    foundations = wide(state["undrawn_symbols"][FOUNDATION_SYMBOL])
    return draws + tokens * (wide(state["deck_left"]) + 1) / (foundations + 1)


@jit
def foresee_cards(state: np.void, weights: np.void, view: np.void) -> None:
    """Write how many cards each player will still build, in all and in each district.

    Cards come from the table and the deck, black ones go anywhere; the fullest city ends it all.
    """
    players = wide(state["players"])
    draws = draws_left(state)
    left = max(1, wide(state["deck_left"]))
    rate = draws / left
    for row in range(ROWS):
        view["future"][row] = rate * wide(state["undrawn_colours"][row])
    black = rate * wide(state["undrawn_colours"][BLACK])
    total = draws
    for column in range(COLUMNS):
        count = wide(state["column_count"][column])
        total += count
        for place in range(count):
            colour = colour_of(wide(state["attributes"][state["columns"][column, place]]))
            if colour == BLACK:
                black += 1.0
            else:
                view["future"][colour] += 1.0
    fullest = 0
    for seat in range(players):
        fullest = max(fullest, wide(state["built"][seat]))
    share = weights["built_share"] / players
    view["cards"] = min(share * total, CELLS - fullest + 0.0)
    if total > 0.0:
        share = view["cards"] / total
    for row in range(ROWS):
        view["future"][row] = share * (view["future"][row] + black / ROWS)


# Races --------------------------------------------------------------------------------------


@jit
def race_for_all_districts(state: np.void, weights: np.void, view: np.void) -> None:
    """Share out the points of all districts between all seats."""
    players = wide(state["players"])
    view["slopes"][:] = 0.0
    for seat in range(players):
        for other in range(seat + 1, players):
            race_for_districts(state, seat, other, weights, view)


@jit
def race_for_districts(
    state: np.void, seat: int, other: int, weights: np.void, view: np.void
) -> None:
    """Share out the points of all districts between two seats."""
    # With 2 players the winner has 2 points; with more, each seat left behind is worth 1.
    prize = 2.0 if state["players"] == 2 else 1.0
    for row in range(ROWS):
        lead = wide(state["row_values"][seat, row]) - wide(state["row_values"][other, row]) + 0.0
        if lead == 0.0:
            lead = -weights["district_tie"]
            if leads_district(state, row, seat, other):
                lead = weights["district_tie"]
        mine = growth(state, seat, row, view)
        theirs = growth(state, other, row, view)
        lead += weights["district_growth"] * (mine - theirs)
        asleep = view["asleep"][seat, row] - view["asleep"][other, row]
        lead += weights["sleeping_plaza"] * asleep
        spread = math.sqrt(
            weights["district_spread"] ** 2
            + weights["district_spread_per_card"] ** 2 * (mine + theirs)
        )
        holds = chance(lead, spread)
        view["points"][seat] += prize * holds
        view["points"][other] += prize * (1.0 - holds)
        gain = prize * slope(lead, spread)
        view["slopes"][seat, row] = max(view["slopes"][seat, row], gain)
        view["slopes"][other, row] = max(view["slopes"][other, row], gain)


@jit
def growth(state: np.void, seat: int, row: int, view: np.void) -> float:
    """Return how many cards a row may still get, given its empty spaces and what is to come."""
    empty = SPACES - wide(state["filled"][seat, row])
    future = view["future"][row]
    if empty == 0 or future <= 0.0:
        return 0.0
    return float(empty * future / (empty + future))


@jit
def race_for_trams(state: np.void, weights: np.void, view: np.void) -> None:
    """Share out the points for trams: as in a district, and half a point more for the first."""
    players = wide(state["players"])
    prize = 2.0 if players == 2 else 1.0
    spread = math.sqrt(
        weights["tram_spread"] ** 2 + weights["tram_spread_per_card"] ** 2 * view["cards"]
    )
    for seat in range(players):
        first = 1.0
        for other in range(players):
            if other != seat:
                holds = chance(tram_lead(state, seat, other, weights, view), spread)
                view["points"][seat] += prize * holds
                first *= holds
        view["points"][seat] += 0.5 * first


@jit
def tram_lead(state: np.void, seat: int, other: int, weights: np.void, view: np.void) -> float:
    """Return by how many trams a seat leads; what may bring some counts in part."""
    lead = wide(state["tram_count"][seat]) - wide(state["tram_count"][other]) + 0.0
    if lead == 0.0:
        lead = weights["tram_tie"] if leads_trams(state, seat, other) else -weights["tram_tie"]
    lead += weights["idle_tracks"] * (view["idle"][seat] - view["idle"][other])
    return float(lead + weights["open_ends"] * (view["ends"][seat] - view["ends"][other]))


@jit
def race_for_medal(state: np.void, weights: np.void, view: np.void) -> None:
    """Share out the medal's point by the expected skyscrapers and by who holds it."""
    players = wide(state["players"])
    for seat in range(players):
        holds = 1.0
        for other in range(players):
            if other != seat:
                lead = view["skyscrapers"][seat] - view["skyscrapers"][other]
                if state["medal"] == seat:
                    lead += weights["medal_held"]
                elif state["medal"] == other:
                    lead -= weights["medal_held"]
                holds *= chance(lead, weights["medal_spread"])
        view["points"][seat] += holds


# A city by itself ---------------------------------------------------------------------------


@jit
def sleeps(state: np.void, seat: int, row: int, space: int) -> bool:
    """Whether a plaza stands here that has not got its value yet."""
    plaza = state["symbols"][seat, row, space] & PLAZA
    return bool(plaza and state["values"][seat, row, space] < PLAZA_VALUE)


@jit
def waits(state: np.void, seat: int, row: int, space: int) -> bool:
    """Whether a foundation stands here that has no skyscraper yet."""
    foundation = state["symbols"][seat, row, space] & FOUNDATION
    return bool(foundation and not state["skyscrapers"][seat, row, space])


@jit
def missing_value(state: np.void, seat: int, row: int, space: int) -> int:
    """Return the value that a waiting foundation still needs beside it."""
    coasts = wide(state["coasts"][seat])
    return SKYSCRAPER_COST - coasts - wide(state["adjacent"][seat, row, space])


@jit
def survey(state: np.void, seat: int, view: np.void) -> None:
    """Count what lies idle in a city, and look at the next space of each row."""
    view["idle"][seat] = 0.0
    view["ends"][seat] = 0.0
    view["ripe"][seat] = 0.0
    for row in range(ROWS):
        filled = wide(state["filled"][seat, row])
        view["asleep"][seat, row] = 0.0
        for space in range(filled):
            symbols = state["symbols"][seat, row, space]
            if symbols & TRACKS and not state["trams"][seat, row, space]:
                view["idle"][seat] += 1.0
            if sleeps(state, seat, row, space):
                view["asleep"][seat, row] += 1.0
            if waits(state, seat, row, space) and missing_value(state, seat, row, space) == 1:
                view["ripe"][seat] += 1.0
        if filled < SPACES:
            look_at_spot(state, seat, row, filled, view["spots"][seat, row])
            view["ends"][seat] += view["spots"][seat, row]["meets"]


@jit
def look_at_spot(state: np.void, seat: int, row: int, space: int, spot: np.void) -> None:
    """Write what stands beside an empty space."""
    spot["meets"] = row == BOTTOM_ROW
    spot["tram"] = 0
    spot["tracks"] = 0.0
    spot["plazas"] = 0.0
    spot["missing"] = 0.0
    for side in range(4):
        near_row = row + SIDES[side, 0]
        near_space = space + SIDES[side, 1]
        if not on_board(near_row, near_space):
            continue
        if state["trams"][seat, near_row, near_space]:
            spot["meets"] = 1
            spot["tram"] = 1
        elif state["symbols"][seat, near_row, near_space] & TRACKS:
            spot["tracks"] += 1.0
        if sleeps(state, seat, near_row, near_space):
            spot["plazas"] += 1.0
        if waits(state, seat, near_row, near_space):
            missing = missing_value(state, seat, near_row, near_space)
            if spot["missing"] == 0.0 or missing < spot["missing"]:
                spot["missing"] = missing


@jit
def expect_city(state: np.void, seat: int, weights: np.void, view: np.void) -> float:
    """Return the points expected from a city itself: skyscrapers, completion, tokens, bonuses."""
    cards = view["cards"]
    alive = cards / (cards + weights["half_life"])
    skyscrapers = wide(state["skyscraper_count"][seat]) + 0.0
    points = HALF_POINTS_TOKEN / 2 * wide(state["point_tokens"][seat])
    for row in range(ROWS):
        filled = wide(state["filled"][seat, row])
        for space in range(filled):
            if waits(state, seat, row, space):
                skyscrapers += skyscraper_chance(state, seat, row, space, alive, weights)
        points += completion_chance(state, seat, row, weights, view)
        if filled < SPACES and state["bonus_symbols"][seat, row] == 1:
            points += weights["second_symbol"] * alive
    view["skyscrapers"][seat] = skyscrapers
    held = weights["waiver"] * wide(state["waivers"][seat]) * alive
    held += weights["coast"] * wide(state["coasts"][seat]) * alive
    price = weights["contract"] + weights["contract_per_card"] * cards
    return float(points + skyscrapers + held - price * wide(state["contracts"][seat]))


@jit
def skyscraper_chance(
    state: np.void, seat: int, row: int, space: int, alive: float, weights: np.void
) -> float:
    """Return how likely a free foundation is to get its skyscraper.

    What is missing is compared with what the empty spaces and sleeping plazas around may bring.
    """
    missing = missing_value(state, seat, row, space)
    reach = weights["sky_reach"]
    for side in range(4):
        near_row = row + SIDES[side, 0]
        near_space = space + SIDES[side, 1]
        if not on_board(near_row, near_space):
            continue
        if near_space >= wide(state["filled"][seat, near_row]):
            reach += weights["sky_space"]
        elif sleeps(state, seat, near_row, near_space):
            reach += weights["sky_plaza"]
    spread = weights["sky_spread"] * (LAST_DOUBT + alive)
    return chance(alive * reach - missing, spread)


@jit
def completion_chance(
    state: np.void, seat: int, row: int, weights: np.void, view: np.void
) -> float:
    """Return how likely a seat is to have a row's completion token at the end."""
    owner = wide(state["completion"][row])
    if owner >= 0:
        return 1.0 if owner == seat else 0.0
    filled = wide(state["filled"][seat, row])
    missing = SPACES - filled
    first = chance(
        view["future"][row] - missing + weights["completion_ease"], weights["completion_spread"]
    )
    for other in range(wide(state["players"])):
        if other != seat:
            ahead = filled - wide(state["filled"][other, row]) + 0.0
            first *= chance(ahead, weights["completion_spread"])
    return first
