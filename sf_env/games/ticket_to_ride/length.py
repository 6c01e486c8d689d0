"""How long a game can be (RULES 7)."""

from __future__ import annotations

from sf_env.games.ticket_to_ride.engine.constants import (
    CARDS,
    DEALT,
    FACE_UP,
    FEW_TRAMS,
    MARKED,
    MOST_ROWS,
    TOKEN_KINDS,
    TRAMS,
)
from sf_env.games.ticket_to_ride.map.map import Map

CLAIM_DECISIONS = 4  # the route, the colour, the ferries, the token
SETTLING = FACE_UP * (MOST_ROWS + 1)  # cards turned up in one settling


def longest_game(players: int, board: Map) -> tuple[int, int]:
    """Return numbers of decisions and of outcomes of chance that no game exceeds.

    Each decision to take a card moves one to a hand, where 44 have room, and only claims take
    cards out of hands: a card for each tram. Each time that tickets are drawn, one is kept for
    good. A player passes only while all cards are in hands; only a claim changes that, and before
    all have passed. A card leaves the deck when it is dealt, drawn, or turned up; cards are
    settled after the deal, after each card taken and after each claim.
    """
    claims = most_claims(players, len(board.routes))
    spaces = min(sum(route.length for route in board.routes), TRAMS * players)
    cards = CARDS - DEALT * players + spaces
    tickets = len(board.tickets)
    passes = (players - 1) * claims + players
    laying_out = players + TOKEN_KINDS - MARKED
    decisions = laying_out + cards + 2 * (tickets - players) + CLAIM_DECISIONS * claims + passes
    settlings = 1 + cards + claims
    return decisions, tickets + DEALT * players + cards + SETTLING * settlings


def most_claims(players: int, routes: int) -> int:
    """Return a number of claims that no game exceeds.

    A player who has claimed this often and has more than two trams left has claimed 17 times at
    most; one more claim brings the end of the game near, and the last turn may be another one.
    """
    before_the_end = TRAMS - FEW_TRAMS - 1
    return min(routes, players * (before_the_end + 1) + 1)
