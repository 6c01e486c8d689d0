"""Positions to test the rules from, described in the words of the rulebook.

Routes are written "F-G 3 black", or "F-G 3 grey 1" with one ferry symbol; tickets "F-H 7"; cards
"2 red, ferry". A board has the locations A to L; piles lie on A to E at the start, and those of
kinds 5 and 6 come to K and L, so that F to J are places where nothing happens by the way.

>>> game = position(board("F-G 3 black"), hands=["3 black, ferry"], face_up="5 red")
>>> act(game, "CLAIM 0", "COLOUR 2", "PAY 0")
>>> held(game, seat=0)
'1 ferry'
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import Any

from sf_env.games.ticket_to_ride.map.map import Map
from sf_env.games.ticket_to_ride.map.pieces import Location, Route, Ticket
from sf_env.ticket_to_ride import Game, actions

KINDS = ("blue", "green", "black", "pink", "red", "orange", "ferry")
BLUE, GREEN, BLACK, PINK, RED, ORANGE, FERRY = range(7)
COLOURS = (*KINDS[:6], "grey")
CARDS = (6, 6, 6, 6, 6, 6, 8)  # of each kind
LETTERS = "ABCDEFGHIJKL"
HUB = len(LETTERS)  # one more location, which holds the board together
PLACES = ("PLACE 10", "PLACE 11")  # K and L


# Boards.


def board(
    *routes: str, tickets: Sequence[str] = (), marked: str = "ABCDE", ticket_count: int = 60
) -> Map:
    """Return a map with these routes first.

    A hub of which nobody can use the routes, since each wants six ferries, connects all
    locations; other tickets, each worth a point, make up the number.
    """
    locations = [Location(name, 50 * n, 0, name in marked) for n, name in enumerate(LETTERS)]
    wanted = [_ticket(text) for text in tickets]
    taken = {frozenset(ticket[:2]) for ticket in wanted}
    others = [
        Ticket(*pair, 1)
        for pair in combinations(range(len(LETTERS)), 2)
        if frozenset(pair) not in taken
    ]
    return Map(
        (*locations, Location("Hub", 0, 100, False)),
        (*map(_route, routes), *(Route(n, HUB, 6, COLOURS.index("grey"), 6) for n in range(HUB))),
        (*wanted, *others)[:ticket_count],
        "file:board",
    )


def _route(text: str) -> Route:
    ends, length, colour, *ferries = text.split()
    return Route(*_ends(ends), int(length), COLOURS.index(colour), sum(map(int, ferries)))


def _ticket(text: str) -> Ticket:
    ends, points = text.split()
    return Ticket(*_ends(ends), int(points))


def _ends(text: str) -> tuple[int, int]:
    first, second = map(place, text.split("-"))
    return first, second


def place(letter: str) -> int:
    """Return the number of a location."""
    return LETTERS.index(letter)


# Games.


def new_game(
    chart: Map,
    players: int = 2,
    *,
    cards: str | Iterable[int],
    tickets: Sequence[int] | None = None,
) -> Game:
    """Return a game with these cards to leave the deck, from the first dealt card on.

    The tickets lie in the order of the map if none is given.
    """
    kinds = kinds_in(cards) if isinstance(cards, str) else list(cards)
    order = list(range(len(chart.tickets))) if tickets is None else list(tickets)
    return Game(players=players, order={"tickets": order, "cards": kinds}, map=chart)


def position(
    chart: Map | None = None,
    players: int = 2,
    *,
    hands: Sequence[str] = (),
    face_up: str = "2 pink, 2 red, orange",
    deck: str = "",
    later: str = "",
    tickets: Sequence[int] | None = None,
    keep: str = "KEEP 0",
) -> Game:
    """Return a game in the turn of seat 0, in which the seats hold these cards.

    All cards are dealt or drawn blindly, two in a turn: so each hand is an even number of cards;
    a seat that has all of its own draws tickets in the meantime and keeps the first. ``deck`` is
    what leaves the deck next; the rest of the 44 cards follows, and then what is ``later``. Seats
    without a given hand hold two cards of what is left. ``keep`` is what all do with the tickets
    offered at the start.
    """
    given = [kinds_in(hand) for hand in hands]
    row, to_come = kinds_in(face_up), kinds_in(deck)
    left = rest([*row, *to_come, *(kind for hand in given for kind in hand)])
    given += [[left.pop(0), left.pop(0)] for _ in range(players - len(given))]
    assert all(len(hand) >= 2 and len(hand) % 2 == 0 for hand in given), "hands are of pairs"
    turns = max(len(hand) for hand in given) // 2 - 1
    pairs = [hand[2 + 2 * turn : 4 + 2 * turn] for turn in range(turns) for hand in given]
    cards = [kind for hand in given for kind in hand[:2]] + row
    cards += [kind for pair in pairs for kind in pair] + to_come + left + kinds_in(later)
    game = new_game(chart or board(), players, cards=cards, tickets=tickets)
    act(game, *[keep] * players, *PLACES)
    for pair in pairs:
        act(game, *(["DRAW", "DRAW"] if pair else ["TICKETS", "KEEP 0"]))
    assert (game.phase, game.to_move) == ("turn", 0)
    assert game.snapshot()["face_up"] == counts(face_up), "the row was discarded"
    return game


def rest(used: Iterable[int]) -> list[int]:
    """Return the cards of the 44 that are not used, colours mixed, ferries last."""
    left = list(CARDS)
    for kind in used:
        left[kind] -= 1
    assert min(left) >= 0, f"there are not that many cards: {left}"
    colours = [kind for depth in range(6) for kind in range(6) if left[kind] > depth]
    return colours + [FERRY] * left[FERRY]


def act(game: Game, *names: str) -> None:
    """Carry out actions by their names, as "TAKE 3" or "CLAIM 12"."""
    for name in names:
        game.step(actions.number(name))


def claim(game: Game, route: int, colour: str, ferries: int = 0) -> None:
    """Claim a route and pay with a colour and this number of ferries, or with "ferry" alone."""
    act(game, f"CLAIM {route}", colour_name(colour))
    if colour != "ferry":
        act(game, f"PAY {ferries}")


def until_turn_of(game: Game, seat: int) -> None:
    """Let the others draw tickets, and keep the first, until it is the turn of a seat."""
    while game.to_move != seat:
        act(game, "TICKETS", "KEEP 0")
    assert game.phase == "turn"


# Words for what there is.


def kinds_in(text: str) -> list[int]:
    """Return the kinds of the cards in a text, in its order."""
    found = []
    for part in filter(None, (part.strip() for part in text.split(","))):
        *count, kind = part.split()
        found += [KINDS.index(kind)] * int(count[0] if count else 1)
    return found


def counts(text: str) -> list[int]:
    """Return how many cards of each kind are in a text."""
    kinds = kinds_in(text)
    return [kinds.count(kind) for kind in range(7)]


def words(cards: Sequence[int]) -> str:
    """Return the text for these numbers of cards, as "2 red, 1 ferry"."""
    return ", ".join(f"{count} {KINDS[kind]}" for kind, count in enumerate(cards) if count)


def held(game: Game, seat: int) -> str:
    """Return the cards in the hand of a seat."""
    return words(game.snapshot()["hands"][seat])


def known(game: Game, seat: int) -> str:
    """Return the cards that all know to be in the hand of a seat."""
    return words(game.snapshot()["known"][seat])


def row(game: Game) -> str:
    """Return the face-up cards."""
    return words(game.snapshot()["face_up"])


def discards(game: Game) -> str:
    return words(game.snapshot()["discards"])


def tokens(game: Game, seat: int) -> list[int]:
    """Return the kinds of tokens of a seat."""
    return [kind for kind in range(7) if game.snapshot()["tokens"][seat][kind]]


def pile(game: Game, letter: str) -> tuple[int, int]:
    """Return the kind of the pile on a location and the number of tokens left."""
    table = game.snapshot()
    return table["pile_kind"][place(letter)], table["pile_left"][place(letter)]


def legal(game: Game) -> list[str]:
    """Return the names of the legal actions."""
    return [actions.name(action) for action in game.legal_actions()]


def claims(game: Game) -> list[str]:
    """Return the names of the legal claims."""
    return [name for name in legal(game) if name.startswith("CLAIM")]


def colour_name(colour: str) -> str:
    return "COLOUR ferry" if colour == "ferry" else f"COLOUR {KINDS.index(colour)}"


def without_legal(snapshot: dict[str, Any], *more: str) -> dict[str, Any]:
    """Return a snapshot without what is legal, and without other keys."""
    return {key: value for key, value in snapshot.items() if key not in ("legal", *more)}
