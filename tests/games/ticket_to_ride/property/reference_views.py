"""What is seen of a position: by the referee, and by a seat (RULES 8)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations, permutations
from math import comb, factorial, prod
from typing import TYPE_CHECKING, Any, NamedTuple

from tests.games.ticket_to_ride.property.reference_table import CARDS, KINDS, Counts, Player, Table

if TYPE_CHECKING:
    from tests.games.ticket_to_ride.property.reference import Reference

Cards = tuple[int, ...]  # of each of the seven kinds


# Snapshots.


def snapshot(game: Reference, seat: int | None = None) -> dict[str, Any]:
    everything = {**_turn(game), **_players(game.table), **_shared(game.table)}
    return everything if seat is None else seen_from(game, seat, everything)


def _turn(game: Reference) -> dict[str, Any]:
    return {
        "players": game.players,
        "to_move": game.to_move,
        "phase": game.phase,
        "offer": list(_offer(game)),
        "claiming": game.claiming,
        "colour": game.colour,
        "turns_left": game.turns_left,
        "passes": game.passes,
        "legal": game.legal(),
    }


def _offer(game: Reference) -> Sequence[int]:
    return game.table.players[game.to_move].offer


def _players(table: Table) -> dict[str, Any]:
    return {
        "hands": [list(player.hand) for player in table.players],
        "known": [list(player.known) for player in table.players],
        "tickets": [sorted(player.tickets) for player in table.players],
        "trams": [player.trams for player in table.players],
        "route_points": [player.route_points for player in table.players],
        "tokens": [[int(kind in player.tokens) for kind in KINDS] for player in table.players],
    }


def _shared(table: Table) -> dict[str, Any]:
    piles = [table.piles.get(place) for place in range(len(table.map.locations))]
    return {
        "face_up": list(table.face_up),
        "discards": list(table.discards),
        "deck": sum(table.deck),
        "ticket_deck": [ticket.number for ticket in table.ticket_deck],
        "ticket_by": [ticket.by for ticket in table.ticket_deck],
        "owner": [table.owner.get(route, -1) for route in range(len(table.map.routes))],
        "pile_kind": [pile.kind if pile else -1 for pile in piles],
        "pile_left": [pile.left if pile else 0 for pile in piles],
    }


def seen_from(game: Reference, seat: int, everything: dict[str, Any]) -> dict[str, Any]:
    """Return the snapshot with None for what a seat does not know.

    What is legal is known to the seat to move alone, until the game is over.
    """
    seats = range(game.players)
    own = game.to_move == seat
    return {
        **everything,
        "hands": [everything["hands"][other] if other == seat else None for other in seats],
        "tickets": [everything["tickets"][other] if other == seat else None for other in seats],
        "offer": everything["offer"] if own or not everything["offer"] else None,
        "ticket_deck": list(_seen_ticket_deck(game.table, seat)),
        "legal": everything["legal"] if own or everything["phase"] == "over" else None,
    }


def _seen_ticket_deck(table: Table, seat: int) -> tuple[int | None, ...]:
    return tuple(ticket.number if ticket.by == seat else None for ticket in table.ticket_deck)


# Knowledge.


def knowledge(game: Reference, seat: int) -> tuple[Any, ...]:
    """Return what section 8 says that a seat knows, first what everybody does."""
    own = game.table.players[seat]
    return (
        seat,
        _public(game),
        tuple(_public_of(player) for player in game.table.players),
        tuple(own.hand),
        tuple(sorted(own.tickets)),
        tuple(own.offer),
        _seen_ticket_deck(game.table, seat),
    )


def _public(game: Reference) -> tuple[Any, ...]:
    table = game.table
    return (
        (game.phase, game.to_move, game.claiming, game.colour, game.turns_left, game.passes),
        tuple(sorted(table.owner.items())),
        tuple(sorted((place, pile.kind, pile.left) for place, pile in table.piles.items())),
        tuple(table.face_up),
        tuple(table.discards),
        sum(table.deck),
        tuple(ticket.by for ticket in table.ticket_deck),
    )


def _public_of(player: Player) -> tuple[Any, ...]:
    return (
        player.trams,
        player.route_points,
        tuple(sorted(player.tokens)),
        sum(player.hand),
        tuple(player.known),
        len(player.tickets),
        len(player.offer),
    )


# Worlds: everything that a seat may imagine.


class World(NamedTuple):
    """One way in which all hidden things may lie, and how likely it is."""

    probability: Fraction
    hands: tuple[Cards, ...]  # by seat, also the seat's own
    deck: Cards
    tickets: tuple[tuple[int, ...], ...]  # by seat, ascending, also the seat's own
    offers: tuple[tuple[int, ...], ...]  # by seat, in order, also the seat's own
    ticket_deck: tuple[int, ...]  # top first


def worlds(game: Reference, seat: int) -> Iterator[World]:
    """Yield each world once; there are few enough only near the end or on tiny maps."""
    for chance, hands, deck in _card_worlds(game.table, seat):
        for equally, tickets, offers, ticket_deck in _ticket_worlds(game.table, seat):
            yield World(chance * equally, hands, deck, tickets, offers, ticket_deck)


def _card_worlds(table: Table, seat: int) -> Iterator[tuple[Fraction, tuple[Cards, ...], Cards]]:
    """Yield the ways in which the unseen cards may lie, card by card equally likely."""
    certain = [list(player.known) for player in table.players]
    certain[seat] = list(table.players[seat].hand)
    seen = [table.face_up, table.discards, *certain]
    unseen = [CARDS[kind] - sum(cards[kind] for cards in seen) for kind in KINDS]
    unknown = [
        sum(player.hand) - sum(own) for player, own in zip(table.players, certain, strict=True)
    ]
    for chance, dealt, deck in _deals(unseen, unknown):
        hands = tuple(
            tuple(own[kind] + more[kind] for kind in KINDS)
            for own, more in zip(certain, dealt, strict=True)
        )
        yield chance, hands, tuple(deck)


def _deals(cards: Counts, sizes: list[int]) -> Iterator[tuple[Fraction, list[Cards], Counts]]:
    """Deal this many cards to one after the other, in every way; the rest is the deck."""
    if not sizes:
        yield Fraction(1), [], cards
        return
    for hand in _parts(cards, sizes[0]):
        ways = prod(comb(have, taken) for have, taken in zip(cards, hand, strict=True))
        chance = Fraction(ways, comb(sum(cards), sizes[0]))
        left = [have - taken for have, taken in zip(cards, hand, strict=True)]
        for further, hands, deck in _deals(left, sizes[1:]):
            yield chance * further, [hand, *hands], deck


def _parts(cards: Counts, size: int) -> Iterator[Cards]:
    """Yield every choice of this many of the cards, as counts of each kind."""
    if not cards:
        if size == 0:
            yield ()
        return
    for count in range(min(cards[0], size) + 1):
        for rest in _parts(cards[1:], size - count):
            yield (count, *rest)


TicketWorld = tuple[
    Fraction, tuple[tuple[int, ...], ...], tuple[tuple[int, ...], ...], tuple[int, ...]
]


def _ticket_worlds(table: Table, seat: int) -> Iterator[TicketWorld]:
    """Yield the ways in which the unseen tickets may lie, each order of them equally likely."""
    own = table.players[seat]
    in_deck = _seen_ticket_deck(table, seat)
    seen = {*own.tickets, *own.offer, *in_deck}
    unseen = frozenset(range(len(table.map.tickets))) - seen
    others = [other for other in table.players if other is not own]
    orders = factorial(len(unseen)) // prod(factorial(len(other.tickets)) for other in others)
    sizes = [(len(other.tickets), len(other.offer)) for other in others]
    for held, rest in _ticket_deals(unseen, sizes):
        held.insert(seat, (tuple(sorted(own.tickets)), tuple(own.offer)))
        tickets, offers = zip(*held, strict=True)
        unknown = iter(rest)
        deck = tuple(next(unknown) if known is None else known for known in in_deck)
        yield Fraction(1, orders), tickets, offers, deck


def _ticket_deals(
    unseen: frozenset[int], sizes: list[tuple[int, int]]
) -> Iterator[tuple[list[tuple[tuple[int, ...], tuple[int, ...]]], tuple[int, ...]]]:
    """Give each of the others tickets, of which the order means nothing, and offers."""
    if not sizes:
        for rest in permutations(sorted(unseen)):
            yield [], rest
        return
    (held, offered), *further = sizes
    for tickets in combinations(sorted(unseen), held):
        left = unseen - {*tickets}
        for offer in permutations(sorted(left), offered):
            for others, rest in _ticket_deals(left - {*offer}, further):
                yield [(tickets, offer), *others], rest
