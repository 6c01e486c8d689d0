"""The state of a game: one numpy record that holds everything which decides it (RULES 1).

Routes and tickets are numbered as the map lists them; sets of them are the bits of one integer.
Unused parts are always -1 (tickets, owners of places) or 0, so that equal positions are equal
bytes. What could be recomputed from the rest is marked *derived*. What a player cannot know is
taken out by secrets.py.
"""

from __future__ import annotations

import numpy as np

from sf_env.games.ticket_to_ride.engine.constants import (
    KINDS,
    MAX_LENGTH,
    MAX_LOCATIONS,
    MAX_PLAYERS,
    MAX_ROUTES,
    MAX_TICKETS,
    OFFERED,
    ROUTE_COLOURS,
    TOKEN_KINDS,
)

SEATS = MAX_PLAYERS  # unused seats are zero
LENGTHS = MAX_LENGTH + 1
PLACES = (SEATS, MAX_LOCATIONS)

STATE = np.dtype(
    [
        ("legal", np.int64),  # derived: bit a is set if action a, below CLAIM, is legal now
        ("claims", np.uint64),  # derived: the routes that may be claimed now
        ("hidden", np.uint64),  # the word that chance is drawn from
        # the routes
        ("routes_of", np.uint64, SEATS),  # claimed by each seat
        ("open_to", np.uint64, SEATS),  # derived: neither claimed nor closed for the seat
        ("connected", np.int8, PLACES),  # derived: the first location that the seat connects to it
        # the tickets
        ("tickets_of", np.uint64, SEATS),  # kept by each seat
        ("ticket_count", np.int8, SEATS),
        ("offer", np.int8, (SEATS, OFFERED)),  # tickets to choose from, -1 if there are none
        ("tickets_left", np.int8),
        ("ticket_deck", np.int8, MAX_TICKETS),  # the top ticket first, then -1
        ("ticket_by", np.int8, MAX_TICKETS),  # the seat that put it under the deck, or -1
        # whose decision it is
        ("players", np.int8),
        ("to_move", np.int8),  # stays with the player of the last turn when the game is over
        ("phase", np.int8),
        ("turns_left", np.int8),  # turns still to be ended, -1 until the end is near
        ("passes", np.int8),  # one after the other, until now
        # the decision at hand
        ("claiming", np.int8),  # the route that is being claimed, -1 if none
        ("colour", np.int8),  # of the cards that will pay for it, -1 if not chosen
        # chance: what the state waits for, and what follows
        ("waits", np.int8),
        ("follows", np.int8),
        ("to_deal", np.int8),  # cards to be dealt to the players at the start
        ("rows_discarded", np.int8),  # in this settling
        # the cards, by kind
        ("hands", np.int8, (SEATS, KINDS)),
        ("hand_size", np.int8, SEATS),  # derived
        ("known", np.int8, (SEATS, KINDS)),  # cards that a seat certainly holds for the others
        ("face_up", np.int8, KINDS),
        ("face_up_count", np.int8),  # derived
        ("discards", np.int8, KINDS),
        ("discard_count", np.int8),  # derived
        ("deck", np.int8, KINDS),
        ("deck_left", np.int8),  # derived
        # the players
        ("trams", np.int8, SEATS),
        ("route_points", np.int8, SEATS),  # derived
        ("tokens", np.int8, (SEATS, TOKEN_KINDS)),
        # the piles of tokens
        ("pile_kind", np.int8, MAX_LOCATIONS),  # -1 if there is none
        ("pile_left", np.int8, MAX_LOCATIONS),
        # the map: the same throughout a game
        ("map", np.uint64),  # the first digits of its hash, by which its names are found
        ("routes_with_colour", np.uint64, ROUTE_COLOURS),
        ("routes_up_to", np.uint64, LENGTHS),  # of this length or less
        ("routes_needing", np.uint64, LENGTHS),  # this many ferries or fewer
        ("locations", np.int8),
        ("routes", np.int8),
        ("tickets", np.int8),
        ("ends", np.int8, (MAX_ROUTES, 2)),
        ("length", np.int8, MAX_ROUTES),
        ("route_colour", np.int8, MAX_ROUTES),
        ("ferries", np.int8, MAX_ROUTES),
        ("twin", np.int8, MAX_ROUTES),  # -1 if it has none
        ("ticket_ends", np.int8, (MAX_TICKETS, 2)),
        ("ticket_points", np.int8, MAX_TICKETS),
    ]
)
