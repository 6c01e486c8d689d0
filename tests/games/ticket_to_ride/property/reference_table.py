"""What is on the table, and the deck, the discards and the face-up cards (RULES 1 and 5)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from tests.games.ticket_to_ride.property.maps import AnyMap

BLUE, GREEN, BLACK, PINK, RED, ORANGE, FERRY = KINDS = range(7)
CARDS = (6, 6, 6, 6, 6, 6, 8)  # of each kind
FACE_UP = 5
FERRIES_TO_DISCARD_A_ROW = 3
OTHERS_TO_DISCARD_A_ROW = 3
ROWS_DISCARDED_AT_MOST = 3
TRAMS = 20

Counts = list[int]  # of each of the seven kinds, of cards or of tokens
Chance = Iterable[int] | Callable[[Counts], int]  # the kinds in order, or one chosen from the deck


def none() -> Counts:
    return [0] * 7


@dataclass
class Player:
    """What lies in front of a player and what the player holds."""

    hand: Counts = field(default_factory=none)
    known: Counts = field(default_factory=none)  # cards that others know of (RULES 8)
    tickets: set[int] = field(default_factory=set)
    offer: list[int] = field(default_factory=list)
    trams: int = TRAMS
    route_points: int = 0
    tokens: set[int] = field(default_factory=set)


@dataclass
class Pile:
    """Tourist tokens of one kind on a location."""

    kind: int
    left: int


@dataclass
class DeckTicket:
    """A ticket in the ticket deck, and who put it under the deck: -1 if nobody did."""

    number: int
    by: int = -1


def _in_order(cards: Iterable[int]) -> Callable[[Counts], int | None]:
    """Return a function that gives one card after the other, whatever the deck; None at the end."""
    to_come = iter(cards)
    return lambda deck: next(to_come, None)


class Table:
    """All pieces of a game.

    ``cards`` are the kinds in the order in which they leave the deck, or a function that chooses
    the next one from the deck.
    """

    def __init__(self, chart: AnyMap, players: int, tickets: Iterable[int], cards: Chance) -> None:
        self.map = chart
        self.players = [Player() for _ in range(players)]
        self.piles: dict[int, Pile] = {}  # by location
        self.owner: dict[int, int] = {}  # by route
        self.ticket_deck = [DeckTicket(number) for number in tickets]
        self.deck: Counts = list(CARDS)
        self.face_up: Counts = none()
        self.discards: Counts = none()
        self.drawn: list[int] = []  # the kinds that have left the deck
        self._choose = cards if callable(cards) else _in_order(cards)

    def top_card(self) -> int:
        """Take the top card from the deck; which kind it is, is chance (RULES 9)."""
        place = f"cards[{len(self.drawn)}]"
        kind = self._choose(self.deck)
        if kind is None:
            raise ValueError(f"{place} is missing: one more card leaves the deck")
        if kind not in KINDS or self.deck[kind] == 0:
            raise ValueError(f"{place} is of kind {kind}, of which the deck has none")
        self.deck[kind] -= 1
        self.drawn.append(kind)
        return kind

    def deal(self, seat: int) -> None:
        self.players[seat].hand[self.top_card()] += 1

    def take_face_up(self, seat: int, kind: int) -> None:
        self.face_up[kind] -= 1
        self.players[seat].hand[kind] += 1
        self.players[seat].known[kind] += 1  # RULES 8

    def pay(self, seat: int, kind: int, count: int) -> None:
        player = self.players[seat]
        player.hand[kind] -= count
        player.known[kind] = max(0, player.known[kind] - count)  # RULES 8
        self.discards[kind] += count

    # Settling (RULES 5).

    def settle(self) -> None:
        rows = 0
        self._turn_up()
        while rows < ROWS_DISCARDED_AT_MOST and self._row_must_go():  # (c)
            self._discard_row()
            rows += 1
            self._turn_up()

    def _turn_up(self) -> None:
        self._shuffle_discards()
        while sum(self.face_up) < FACE_UP and sum(self.deck) > 0:  # (b)
            self.face_up[self.top_card()] += 1
            self._shuffle_discards()

    def _shuffle_discards(self) -> None:
        if sum(self.deck) == 0 and sum(self.discards) > 0:  # (a)
            self.deck, self.discards = self.discards, none()
            if len(self.players) == 2:  # each can count the other's hand (RULES 8)
                for player in self.players:
                    player.known = list(player.hand)

    def _row_must_go(self) -> bool:
        where = (self.deck, self.discards, self.face_up)
        others = sum(sum(cards) - cards[FERRY] for cards in where)
        return self.face_up[FERRY] >= FERRIES_TO_DISCARD_A_ROW and others >= OTHERS_TO_DISCARD_A_ROW

    def _discard_row(self) -> None:
        for kind in KINDS:
            self.discards[kind] += self.face_up[kind]
        self.face_up = none()

    # Tickets (RULES 2 and 3).

    def draw_ticket(self) -> int:
        return self.ticket_deck.pop(0).number

    def put_under(self, number: int, seat: int) -> None:
        self.ticket_deck.append(DeckTicket(number, seat))
