"""The pieces of an observation, declared once: offsets, space, views and documentation follow.

First come the pieces of the seats, each holding all seats from the observer's on in turn order,
then those of the table. Routes, tickets and locations have the slots that their numbers name; the
map's own figures are among the pieces, so that a network can read any map.
"""

from __future__ import annotations

from sf_env.core.pieces import Piece, number, offsets
from sf_env.games.ticket_to_ride.engine.constants import (
    CARDS,
    COLOURS,
    COPIES,
    GREY,
    KINDS,
    MAX_LENGTH,
    MAX_LOCATIONS,
    MAX_PLAYERS,
    MAX_ROUTES,
    MAX_TICKET_POINTS,
    MAX_TICKETS,
    OFFERED,
    PHASES,
    TOKEN_KINDS,
    TRAMS,
)

MOST_CARDS = max(COPIES)  # of one kind
MOST_POINTS = 50  # for routes of 20 trams
FAR = 100  # a distance of a ticket that is as long as this, or that no open routes make up


def _route(name: str, high: int, meaning: str) -> Piece:
    return Piece(name, (MAX_ROUTES,), 0, high, meaning)


def _ticket(name: str, high: int, meaning: str) -> Piece:
    return Piece(name, (MAX_TICKETS,), 0, high, meaning)


SEAT_PIECES = (
    number("to_move", 0, 1, "the decision is this seat's"),
    number("hand_size", 0, CARDS, "cards in hand"),
    number("trams", 0, TRAMS, "trams left"),
    number("route_points", 0, MOST_POINTS, "points for routes"),
    number("ticket_count", 0, MAX_TICKETS, "tickets kept"),
    Piece("known", (KINDS,), 0, MOST_CARDS, "cards that the others know of, by kind"),
    Piece("tokens", (TOKEN_KINDS,), 0, 1, "holds a token of this kind"),
)
TABLE_PIECES = (
    Piece("route_ends", (MAX_ROUTES, 2), 0, MAX_LOCATIONS - 1, "the locations that it joins"),
    _route("route_length", MAX_LENGTH, "its spaces; 0: the map has no such route"),
    _route("route_colour", GREY, "the kind of card that it asks for; 6: any one kind"),
    _route("route_ferries", MAX_LENGTH, "its ferry symbols"),
    _route("route_owner", MAX_PLAYERS, "1 the observer, 2 the next seat and so on; 0 nobody"),
    _route("route_open", 1, "it is open to the observer, who has the trams for it"),
    _route("route_affordable", 1, "the observer may claim it and can pay for it now"),
    _route("route_missing", MAX_LENGTH, "cards that the observer still needs to pay for it"),
    _route("route_claiming", 1, "it is being claimed now"),
    Piece("ticket_ends", (MAX_TICKETS, 2), 0, MAX_LOCATIONS - 1, "the locations that it names"),
    _ticket("ticket_points", MAX_TICKET_POINTS, "its points; 0: the map has no such ticket"),
    _ticket("ticket_held", 1, "the observer has kept it"),
    _ticket("ticket_offered", OFFERED, "it is offered to the observer: 1 the first, 2 the second"),
    _ticket("ticket_completed", 1, "held or offered, and the observer's routes connect its ends"),
    _ticket(
        "ticket_missing",
        FAR,
        "held or offered: the fewest spaces that the observer still has to claim for it; 100: no "
        "way, or a longer one",
    ),
    _ticket("ticket_place", MAX_TICKETS, "its place in the deck, from 1, if the observer knows it"),
    _ticket("deck_by", MAX_PLAYERS, "who put the ticket at this place of the deck, as route_owner"),
    Piece("pile_kind", (MAX_LOCATIONS,), 0, TOKEN_KINDS, "1 + the kind of its tokens; 0: no pile"),
    Piece("pile_left", (MAX_LOCATIONS,), 0, 3, "tokens left in its pile"),
    Piece("hand", (KINDS,), 0, MOST_CARDS, "the observer's cards by kind"),
    Piece("face_up", (KINDS,), 0, 5, "face-up cards by kind"),
    Piece("discards", (KINDS,), 0, MOST_CARDS, "discarded cards by kind"),
    Piece("unseen", (KINDS,), 0, MOST_CARDS, "cards by kind that may be in the deck or in hands"),
    Piece(
        "phase", (PHASES,), 0, 1, "keep_first, place, turn, second, keep, colour, pay, token, over"
    ),
    Piece("colour", (COLOURS,), 0, 1, "phase pay: the colour of the cards that pay"),
    number("deck", 0, CARDS, "cards in the deck"),
    number("tickets_left", 0, MAX_TICKETS, "tickets in their deck"),
    number("turns_left", -1, MAX_PLAYERS, "turns still to be ended; -1: the end is not near"),
    number("passes", 0, MAX_PLAYERS, "players who have passed one after the other"),
)

SEAT_SIZE = sum(piece.size for piece in SEAT_PIECES)
TABLE_SIZE = sum(piece.size for piece in TABLE_PIECES)
SEAT_OFFSETS = offsets(SEAT_PIECES)  # times the number of seats
TABLE_OFFSETS = offsets(TABLE_PIECES)
