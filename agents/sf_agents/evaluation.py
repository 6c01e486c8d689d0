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

from sf_env._jit import jit
from sf_env.engine.building import SIDES, meets_network, on_board
from sf_env.engine.cards import colour_of, symbols_of, value_of
from sf_env.engine.constants import (
    BLACK,
    BONUS,
    CELLS,
    COAST,
    COLUMN,
    COLUMNS,
    DEPOT,
    FOUNDATION,
    MAX_PLAYERS,
    OVER,
    PLAZA,
    PLAZA_VALUE,
    ROWS,
    SKYSCRAPER_COST,
    SPACES,
    TRACKS,
    TURN,
)
from sf_env.engine.scoring import is_winner, leads_district, leads_trams
from sf_env.engine.wide import wide

FOUNDATION_SYMBOL = 3  # its number among the undrawn symbols
# What all of it is written into: see ``outlook``.
OUTLOOK = np.dtype(
    [
        ("points", np.float64, MAX_PLAYERS),  # expected at the end
        ("future", np.float64, ROWS),  # cards that each player will still build, by district
        ("cards", np.float64),  # the same, in all
        ("slopes", np.float64, (MAX_PLAYERS, ROWS)),  # points that a value in a row would bring
        ("skyscrapers", np.float64, MAX_PLAYERS),  # expected at the end
        # what the cards of a column would bring the player to move and the one after
        ("columns", np.float64, (MAX_PLAYERS, COLUMNS)),
        ("asleep", np.float64, (MAX_PLAYERS, ROWS)),  # plazas without their value
        ("idle", np.float64, MAX_PLAYERS),  # cards with tracks and no tram
        ("ends", np.float64, MAX_PLAYERS),  # next spaces at which tracks would get a tram
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
    view["slopes"][:] = 0.0
    for seat in range(players):
        survey(state, seat, view)
        view["points"][seat] = expect_city(state, seat, weights, view)
    for seat in range(players):
        for other in range(seat + 1, players):
            race_for_districts(state, seat, other, weights, view)
    race_for_trams(state, weights, view)
    race_for_medal(state, weights, view)
    offer_cards(state, weights, view)


@jit
def look_at_table(state: np.void, weights: np.void, view: np.void) -> None:
    """Write only what the columns are worth to the player to move and the one after."""
    mover = wide(state["to_move"])
    after = (mover + 1) % wide(state["players"])
    foresee_cards(state, weights, view)
    view["slopes"][:] = 0.0
    survey(state, mover, view)
    survey(state, after, view)
    race_for_districts(state, mover, after, weights, view)
    weigh_columns(state, mover, weights, view)
    weigh_columns(state, after, weights, view)


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
def survey(state: np.void, seat: int, view: np.void) -> None:
    """Count what lies idle in a city, and where trams could go on."""
    view["idle"][seat] = 0.0
    view["ends"][seat] = 0.0
    for row in range(ROWS):
        filled = wide(state["filled"][seat, row])
        view["asleep"][seat, row] = 0.0
        for space in range(filled):
            symbols = state["symbols"][seat, row, space]
            if symbols & TRACKS and not state["trams"][seat, row, space]:
                view["idle"][seat] += 1.0
            if symbols & PLAZA and state["values"][seat, row, space] < PLAZA_VALUE:
                view["asleep"][seat, row] += 1.0
        if filled < SPACES and meets_network(state, seat, row, filled):
            view["ends"][seat] += 1.0


@jit
def expect_city(state: np.void, seat: int, weights: np.void, view: np.void) -> float:
    """Return the points expected from a city itself: skyscrapers, completion, tokens, bonuses."""
    cards = view["cards"]
    alive = cards / (cards + weights["half_life"])
    skyscrapers = wide(state["skyscraper_count"][seat]) + 0.0
    points = 1.5 * wide(state["point_tokens"][seat])
    for row in range(ROWS):
        filled = wide(state["filled"][seat, row])
        for space in range(filled):
            free = not state["skyscrapers"][seat, row, space]
            if free and state["symbols"][seat, row, space] & FOUNDATION:
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
    missing = (
        SKYSCRAPER_COST - wide(state["coasts"][seat]) - wide(state["adjacent"][seat, row, space])
    )
    reach = weights["sky_reach"]
    for side in range(4):
        near_row = row + SIDES[side, 0]
        near_space = space + SIDES[side, 1]
        if not on_board(near_row, near_space):
            continue
        if near_space >= wide(state["filled"][seat, near_row]):
            reach += weights["sky_space"]
        elif (
            state["symbols"][seat, near_row, near_space] & PLAZA
            and state["values"][seat, near_row, near_space] < PLAZA_VALUE
        ):
            reach += weights["sky_plaza"]
    spread = weights["sky_spread"] * (0.3 + alive)
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


# The cards on the table ---------------------------------------------------------------------


@jit
def offer_cards(state: np.void, weights: np.void, view: np.void) -> None:
    """Add what the next takers may expect of the table, and the mover of cards already taken.

    Whoever is to move takes the best column, the player after that the best of the others.
    """
    mover = wide(state["to_move"])
    if state["taken_count"] > 0:
        for place in range(wide(state["taken_count"])):
            card = wide(state["taken"][place])
            view["points"][mover] += card_worth(state, mover, card, weights, view)
    if state["phase"] != TURN:
        return
    after = (mover + 1) % wide(state["players"])
    weigh_columns(state, mover, weights, view)
    weigh_columns(state, after, weights, view)
    best = 0.0
    best_column = -1
    for column in range(COLUMNS):
        worth = worth_of_taking(state, mover, column, weights, view)
        if worth > best:
            best = worth
            best_column = column
    rest = 0.0
    for column in range(COLUMNS):
        if column != best_column:
            rest = max(rest, worth_of_taking(state, after, column, weights, view))
    view["points"][mover] += weights["next_take"] * best
    view["points"][after] += weights["second_take"] * rest


@jit
def weigh_columns(state: np.void, seat: int, weights: np.void, view: np.void) -> None:
    """Write what the cards of each column would bring a seat."""
    for column in range(COLUMNS):
        worth = 0.0
        for place in range(wide(state["column_count"][column])):
            card = wide(state["columns"][column, place])
            worth += card_worth(state, seat, card, weights, view)
        view["columns"][seat, column] = worth


@jit
def worth_of_taking(
    state: np.void, seat: int, column: int, weights: np.void, view: np.void
) -> float:
    """Return what taking a column would bring a seat, its contract paid; 0 if it may not."""
    if state["column_count"][column] <= state["contracts"][seat]:
        return 0.0
    return max(0.0, float(view["columns"][seat, column] - weights["take_price"]))


@jit
def card_worth(state: np.void, seat: int, card: int, weights: np.void, view: np.void) -> float:
    """Return what a card would bring a seat that builds it, 0 if there is no space for it."""
    attributes = wide(state["attributes"][card])
    colour = colour_of(attributes)
    if colour == BLACK:
        gain = best_slope(state, seat, view)
    elif state["filled"][seat, colour] < SPACES:
        gain = view["slopes"][seat, colour]
    else:
        gain = -1.0
    if gain < 0.0:
        return 0.0
    value = value_of(attributes) + 0.0
    if symbols_of(attributes) & PLAZA:
        value += weights["plaza_card"]
    worth = weights["any_card"] + symbols_worth(symbols_of(attributes), weights)
    if symbols_of(attributes) & BONUS and colour != BLACK:
        if state["bonus_symbols"][seat, colour] == 1:
            worth += weights["bonus_card"]
        elif state["bonus_symbols"][seat, colour] == 0:
            worth += weights["first_bonus_card"]
    return float(worth + value * (weights["value_in_race"] * gain + weights["value"]))


@jit
def best_slope(state: np.void, seat: int, view: np.void) -> float:
    """Return what a value would bring in the best row with a space; -1 if there is none."""
    best = -1.0
    for row in range(ROWS):
        if state["filled"][seat, row] < SPACES:
            best = max(best, view["slopes"][seat, row])
    return best


@jit
def symbols_worth(symbols: int, weights: np.void) -> float:
    """Return what tracks, a depot, a foundation or the coast bring whatever the city."""
    worth = 0.0
    if symbols & (TRACKS | DEPOT):
        worth += weights["track_card"]
    if symbols & FOUNDATION:
        worth += weights["foundation_card"]
    if symbols & COAST:
        worth += weights["coast_card"]
    return worth
