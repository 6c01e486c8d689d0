"""The second account of the rules: what a seat knows, and what it may imagine (RULES 8)."""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import islice

import pytest

from tests.games.ticket_to_ride.property.reference import Reference
from tests.games.ticket_to_ride.property.reference_views import World
from tests.games.ticket_to_ride.property.walks import FIRST_CARDS, SMALL, walk

FEW = 400

every_player_count = pytest.mark.parametrize("players", [2, 3])
every_seat = pytest.mark.parametrize("seat", [0, 1])


def imagined(game: Reference, world: World) -> Reference:
    """Return the game with all hidden things as in a world."""
    other = copy.deepcopy(game)
    table = other.table
    table.deck = list(world.deck)
    for seat, player in enumerate(table.players):
        player.hand = list(world.hands[seat])
        player.tickets = set(world.tickets[seat])
        player.offer = list(world.offers[seat])
    for place, number in zip(table.ticket_deck, world.ticket_deck, strict=True):
        place.number = number
    return other


def world_of(game: Reference) -> World:
    """Return the true world, of which the probability is left out."""
    table = game.table
    return World(
        Fraction(0),
        tuple(tuple(player.hand) for player in table.players),
        tuple(table.deck),
        tuple(tuple(sorted(player.tickets)) for player in table.players),
        tuple(tuple(player.offer) for player in table.players),
        tuple(ticket.number for ticket in table.ticket_deck),
    )


def positions_with_few_worlds(players: int, seat: int) -> Iterator[tuple[Reference, list[World]]]:
    """Yield positions of a few games in which a seat may imagine more than one world, but few."""
    for seed in range(4):
        for game, _ in walk(SMALL, players, seed, "hoarder"):
            worlds = list(islice(game.worlds(seat), FEW + 1))
            if 1 < len(worlds) <= FEW:
                yield game, worlds


@every_player_count
@every_seat
def test_a_world_is_what_a_seat_cannot_tell_from_the_truth(players: int, seat: int) -> None:
    count = 0
    for game, worlds in positions_with_few_worlds(players, seat):
        count += 1
        assert sum(world.probability for world in worlds) == 1
        hidden = [world._replace(probability=Fraction(0)) for world in worlds]
        assert len(set(hidden)) == len(hidden)
        assert world_of(game) in hidden
        other = imagined(game, worlds[count % len(worlds)])
        assert other.knowledge(seat) == game.knowledge(seat)
        assert other.snapshot(seat) == game.snapshot(seat)
    assert count > 50


def test_unseen_cards_are_equally_likely_one_by_one() -> None:
    game = Reference(SMALL, 2, range(6), FIRST_CARDS)
    chances: Counter[tuple[int, ...]] = Counter()
    for world in game.worlds(0):
        chances[world.hands[1]] += world.probability
    unseen = [6 - 2, 6 - 2, 6 - 1, 6, 6 - 1, 6 - 1, 8]
    assert sum(unseen) == 37
    assert chances[0, 0, 1, 1, 0, 0, 0] == Fraction(unseen[2] * unseen[3], 37 * 36 // 2)
    assert chances[0, 0, 0, 0, 0, 0, 2] == Fraction(8 * 7, 37 * 36)


def test_tickets_put_under_the_deck_are_known_to_who_put_them_there() -> None:
    game = Reference(SMALL, 2, range(6), FIRST_CARDS)
    game.play(9)  # keeps ticket 0, not 1
    assert game.snapshot()["ticket_deck"] == [4, 5, 1]
    assert game.snapshot(0)["ticket_deck"] == [None, None, 1]
    assert game.snapshot(1)["ticket_deck"] == [None, None, None]
    assert {world.ticket_deck[2] for world in game.worlds(0)} == {1}
    assert {world.ticket_deck[2] for world in game.worlds(1)} == {0, 1, 4, 5}


def test_what_a_seat_sees_of_others_is_null() -> None:
    game = Reference(SMALL, 2, range(6), FIRST_CARDS)
    own, other = game.snapshot(0), game.snapshot(1)
    assert own["hands"] == [[1, 1, 0, 0, 0, 0, 0], None]
    assert other["hands"] == [None, [0, 0, 1, 1, 0, 0, 0]]
    assert (own["tickets"], other["tickets"]) == ([[], None], [None, []])
    assert (own["offer"], other["offer"]) == ([0, 1], None)
    assert (own["legal"], other["legal"]) == ([9, 10, 11], None)
    hidden = {"hands", "tickets", "offer", "legal", "ticket_deck"}
    assert {key: own[key] for key in own if key not in hidden} == {
        key: game.snapshot()[key] for key in other if key not in hidden
    }


def test_knowledge_differs_where_something_seen_does() -> None:
    def start(cards: list[int], tickets: list[int]) -> Reference:
        return Reference(SMALL, 2, tickets, cards)

    game = start(FIRST_CARDS, [0, 1, 2, 3, 4, 5])
    same = start([0, 1, 5, 5, *FIRST_CARDS[4:]], [0, 1, 5, 3, 2, 4])
    assert game.knowledge(0) == same.knowledge(0)
    assert game.knowledge(1) != same.knowledge(1)
    others = [
        start([1, 1, *FIRST_CARDS[2:]], [0, 1, 2, 3, 4, 5]),
        start([*FIRST_CARDS[:8], 4], [0, 1, 2, 3, 4, 5]),
        start(FIRST_CARDS, [1, 0, 2, 3, 4, 5]),
    ]
    assert all(game.knowledge(0) != other.knowledge(0) for other in others)
