"""Positions late in a game: few cards or few trams are left, or the game is over."""

from __future__ import annotations

from collections.abc import Sequence

from tests.games.ticket_to_ride.positions import (
    Game,
    act,
    board,
    claim,
    kinds_in,
    position,
    until_turn_of,
)

# Few cards are left.


def nearly_empty(
    *routes: str,
    hands: Sequence[str] = ("6 blue, 6 green, 2 black, 4 ferry", "4 black, 6 pink, 4 red, 4 ferry"),
    face_up: str = "2 red, 3 orange",
    deck: str = "3 orange",
    later: str = "",
) -> Game:
    """Return a game of two with all 44 cards in the hands, in the row and in a short deck.

    Each holds two tickets; four are in their deck.
    """
    chart = board(*routes, ticket_count=8)
    game = position(chart, hands=hands, face_up=face_up, deck=deck, later=later, keep="KEEP BOTH")
    assert game.snapshot()["deck"] == len(kinds_in(deck))
    return game


def emptied(*routes: str, later: str = "") -> Game:
    """Return a game of two with all cards and tickets in hands, in the turn of seat 0.

    Seat 0 holds 6 blue, 6 green, 2 black, 1 red, 3 orange, 4 ferry; seat 1 holds the rest.
    """
    game = nearly_empty(*routes, later=later)
    act(game, "DRAW", "DRAW", "DRAW", "TAKE 4")
    act(game, "TAKE 4", "TAKE 5", "TAKE 5", "TAKE 5")
    act(game, "TICKETS", "KEEP BOTH", "TICKETS", "KEEP BOTH")
    table = game.snapshot()
    assert table["deck"] == sum(table["face_up"]) == sum(table["discards"]) == 0
    return game


# All cards but 8 ferries and 4 oranges.
MANY = ("6 blue, 6 green, 4 black", "2 black, 6 pink, 6 red, 2 orange")
THREE_ROWS_MORE = "ferry, 2 orange, 3 ferry, orange, 4 ferry, 2 orange, 3 ferry"


def three_rows() -> Game:
    """Return a game in which three rows are discarded when seat 0 takes an orange card.

    Outside the hands are then 8 ferries and 3 oranges.
    """
    return position(
        hands=MANY,
        face_up="3 orange, 2 ferry",
        deck="ferry, 4 ferry, orange, ferry",  # for the card taken; the second row; of the third
        later=f"2 ferry, 2 orange, 4 ferry, orange, {THREE_ROWS_MORE}",
    )


# Few trams are left.

LONG = ("F-G 6 blue", "G-H 6 green", "H-I 6 grey")  # 18 of the 20 trams
SECOND_LONG = ("J-F 6 pink", "J-G 6 red", "J-H 6 orange")
# Hands that pay for all of them; three more cards are left.
RICH = {
    "hands": ["6 blue, 6 green, 4 black, 2 ferry", "6 pink, 6 red, 4 orange, 2 ferry"],
    "face_up": "2 black, 2 orange, ferry",
}


def with_two_trams_to_come(
    *routes: str, players: int = 2, hand: str = "6 blue, 6 green, 6 black"
) -> Game:
    """Return a game in which seat 0 has 8 trams and can claim route 2, which leaves it 2."""
    game = position(board(*LONG, *routes), players, hands=[hand])
    claim(game, 0, "blue")
    until_turn_of(game, 0)
    claim(game, 1, "green")
    until_turn_of(game, 0)
    assert game.snapshot()["trams"][0] == 8
    return game


def ended(first: str, second: str, *, third: bool, players: int = 2) -> Game:
    """Return a game at its end in which seat 0 has 45 points for routes and seat 1 30 or 45.

    These are the tickets of the two; ``third`` is whether seat 1 has claimed a third route. Further
    players have drawn tickets only.
    """
    chart = board(*LONG, *SECOND_LONG, tickets=[first, "A-C 1", second])
    game = position(chart, players, **RICH, later="4 blue")
    claimed = [(0, "blue", "pink"), (1, "green", "red"), (2, "black", "orange")]
    for route, own, others in claimed:
        until_turn_of(game, 0)
        claim(game, route, own, ferries=2 * (route == 2))
        if route < 2 or third:
            claim(game, 3 + route, others, ferries=2 * (route == 2))
    while not game.is_over:
        act(game, "DRAW")
    return game
