"""The numbers of the game (RULES 1, 4 and 6), and the names of its phases."""

from __future__ import annotations

from typing import Final

MIN_PLAYERS: Final = 2
MAX_PLAYERS: Final = 4

# Kinds of transport cards: six colours, then the ferries, which are wild.
COLOURS: Final = 6
FERRY: Final = 6
KINDS: Final = 7
KIND_NAMES = ("blue", "green", "black", "pink", "red", "orange", "ferry")
COPIES = (6, 6, 6, 6, 6, 6, 8)
CARDS: Final = 44
DEALT: Final = 2  # cards to each player
FACE_UP: Final = 5
TOO_MANY_FERRIES: Final = 3  # of the cards that are face up
MOST_ROWS: Final = 3  # that are discarded in one settling

# The map.
MAX_LOCATIONS: Final = 32
MAX_ROUTES: Final = 64
MAX_TICKETS: Final = 64
GREY: Final = 6  # the colour of a route that is paid with any colour
ROUTE_COLOURS: Final = 7
MAX_LENGTH: Final = 6
MAX_TICKET_POINTS: Final = 30
ROUTE_POINTS = (0, 1, 2, 4, 7, 10, 15)  # by length

OFFERED: Final = 2  # tickets at a time
TRAMS: Final = 20
FEW_TRAMS: Final = 2  # with which a turn's end brings the end of the game

# Tourist tokens: the piles of kinds 0 to 4 lie on the marked locations, players put the others.
TOKEN_KINDS: Final = 7
MARKED: Final = 5
PILE = (2, 2, 3)  # tokens in a pile with 2, 3 and 4 players
TOKEN_POINTS = (0, 0, 1, 2, 4, 6, 9, 12)  # by the number of kinds

KEEP_FIRST: Final = 0
PLACE: Final = 1
TURN: Final = 2
SECOND: Final = 3
KEEP: Final = 4
COLOUR: Final = 5
PAY: Final = 6
TOKEN: Final = 7
OVER: Final = 8
PHASES: Final = 9
PHASE_NAMES = (
    "keep_first",
    "place",
    "turn",
    "second",
    "keep",
    "colour",
    "pay",
    "token",
    "over",
)
