"""A second account of Ticket to Ride: San Francisco: slow, obvious, from the rules' text alone.

A game is played action by action; ``cards`` are the kinds in the order in which they leave the
deck and ``tickets`` the order of the ticket deck, top first (RULES 9).

>>> game = Reference(chart, 2, range(24), cards)
>>> game.play(game.legal()[0])
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from tests.games.ticket_to_ride.property import reference_claims as claims
from tests.games.ticket_to_ride.property import reference_views as views
from tests.games.ticket_to_ride.property.maps import AnyMap
from tests.games.ticket_to_ride.property.reference_table import FERRY, KINDS, Chance, Pile, Table

# Action numbers; groups are counted up from these (RULES 7).
DRAW, TAKE, TICKETS, KEEP, KEEP_BOTH, COLOUR, PAY, TOKEN = 0, 1, 8, 9, 11, 12, 19, 26
PASS, PLACE, CLAIM = 28, 29, 61

TRAMS_AT_THE_END = 2
FERRIES_ALONE = COLOUR + FERRY


class Reference:
    """A game in progress: ``play`` one of ``legal()`` until ``is_over``."""

    def __init__(
        self,
        map: AnyMap,  # noqa: A002
        players: int,
        tickets: Iterable[int],
        cards: Chance,
    ) -> None:
        self.table = Table(map, players, tickets, cards)
        self.players = players
        self.phase = "keep_first"
        self.to_move = 0
        self.claiming: int | None = None
        self.colour: int | None = None
        self.turns_left: int | None = None
        self.passes = 0
        self._kinds_to_place = [5, 6]
        self._set_up()

    @property
    def is_over(self) -> bool:
        return self.phase == "over"

    # Setup (RULES 2).

    def _set_up(self) -> None:
        marked = [n for n, location in enumerate(self.table.map.locations) if location.marked]
        for kind, location in enumerate(marked):  # 1
            self.table.piles[location] = Pile(kind, 3 if self.players == 4 else 2)
        for seat in range(self.players):  # 2
            self.table.deal(seat)
            self.table.deal(seat)
        self.table.settle()
        for player in self.table.players:  # 3
            player.offer = [self.table.draw_ticket(), self.table.draw_ticket()]

    def _keep_first(self, action: int) -> None:
        self._keep_offered(action)  # 4
        if self.to_move < self.players - 1:
            self.to_move += 1
        else:
            self.phase = "place"  # 5: the last seat begins

    def _place(self, action: int) -> None:
        kind = self._kinds_to_place.pop(0)
        tokens = {2: 1, 3: 2, 4: 3}[self.players]
        self.table.piles[action - PLACE] = Pile(kind, tokens)
        if not self._kinds_to_place:
            self._begin_turn(0)  # 6
        elif self.players > 2:
            self.to_move -= 1

    # What is legal (RULES 7).

    def legal(self) -> list[int]:
        """Return the legal actions, ascending."""
        return sorted(self._legal())

    def _legal(self) -> Iterable[int]:
        by_phase = {
            "place": self._legal_places,
            "turn": self._legal_in_turn,
            "second": self._legal_seconds,
            "colour": lambda: {COLOUR + colour for colour, _ in self._prices()},
            "pay": lambda: {PAY + f for colour, f in self._prices() if colour == self.colour},
            "token": lambda: [TOKEN, TOKEN + 1],
            "over": list,
        }
        by_phase["keep_first"] = by_phase["keep"] = lambda: [KEEP, KEEP + 1, KEEP_BOTH]
        return by_phase[self.phase]()

    def _legal_places(self) -> list[int]:
        places = range(len(self.table.map.locations))
        return [PLACE + place for place in places if place not in self.table.piles]

    def _legal_in_turn(self) -> list[int]:
        return list(self._turn_actions()) or [PASS]

    def _turn_actions(self) -> Iterator[int]:
        if sum(self.table.deck) > 0:
            yield DRAW
        yield from (TAKE + kind for kind in KINDS if self.table.face_up[kind] > 0)
        if self.table.ticket_deck:
            yield TICKETS
        for route in range(len(self.table.map.routes)):
            if claims.may_claim(self.table, self.to_move, route):
                yield CLAIM + route

    def _legal_seconds(self) -> list[int]:
        blind = [DRAW] if sum(self.table.deck) > 0 else []
        kinds = [kind for kind in KINDS if kind != FERRY and self.table.face_up[kind] > 0]
        return blind + [TAKE + kind for kind in kinds]

    def _prices(self) -> list[tuple[int, int]]:
        """Return the ways to pay for the route being claimed."""
        route = self.table.map.routes[self.claiming]
        return claims.prices(route, self.table.players[self.to_move].hand)

    # Moves.

    def play(self, action: int) -> None:
        """Carry out an action; ValueError if it is illegal, and then nothing changes.

        ValueError also if the given cards do not fit; the game is left half way through then.
        """
        if action not in self.legal():
            raise ValueError(f"action {action} is not legal in phase {self.phase}: {self.legal()}")
        moves = {
            "keep_first": self._keep_first,
            "place": self._place,
            "turn": self._turn,
            "second": self._second,
            "keep": self._keep,
            "colour": self._choose_colour,
            "pay": lambda action: self._pay(action - PAY),
            "token": lambda action: self._take_token(action - TOKEN),
        }
        moves[self.phase](action)

    # The turn (RULES 3).

    def _begin_turn(self, seat: int) -> None:
        self.to_move = seat
        self.phase = "turn"

    def _end_turn(self) -> None:
        self.claiming = self.colour = None
        self._count_turn()
        if self.turns_left == 0 or self.passes == self.players:
            self.phase = "over"
        else:
            self._begin_turn((self.to_move + 1) % self.players)

    def _count_turn(self) -> None:
        """Count down to the end (RULES 6)."""
        if self.turns_left is not None:
            self.turns_left -= 1
        elif self.table.players[self.to_move].trams <= TRAMS_AT_THE_END:
            self.turns_left = self.players

    def _turn(self, action: int) -> None:
        self.passes = self.passes + 1 if action == PASS else 0
        if action == PASS:
            self._end_turn()
        elif action == TICKETS:
            self._draw_tickets()
        elif action >= CLAIM:
            self.claiming = action - CLAIM
            self.phase = "colour"
        else:
            self._first_card(action)

    def _first_card(self, action: int) -> None:
        self._draw_card(action)
        if action != TAKE + FERRY and self._legal_seconds():
            self.phase = "second"
        else:
            self._end_turn()

    def _second(self, action: int) -> None:
        self._draw_card(action)
        self._end_turn()

    def _draw_card(self, action: int) -> None:
        if action == DRAW:
            self.table.deal(self.to_move)
        else:
            self.table.take_face_up(self.to_move, action - TAKE)
        self.table.settle()

    def _draw_tickets(self) -> None:
        player = self.table.players[self.to_move]
        if len(self.table.ticket_deck) == 1:
            player.tickets.add(self.table.draw_ticket())
            self._end_turn()
        else:
            player.offer = [self.table.draw_ticket(), self.table.draw_ticket()]
            self.phase = "keep"

    def _keep(self, action: int) -> None:
        self._keep_offered(action)
        self._end_turn()

    def _keep_offered(self, action: int) -> None:
        player = self.table.players[self.to_move]
        for place, ticket in enumerate(player.offer):
            if action in (KEEP + place, KEEP_BOTH):
                player.tickets.add(ticket)
            else:
                self.table.put_under(ticket, self.to_move)
        player.offer = []

    # The claim (RULES 4).

    def _choose_colour(self, action: int) -> None:
        self.colour = action - COLOUR
        if action == FERRIES_ALONE:
            self._pay(self.table.map.routes[self.claiming].length)
        else:
            self.phase = "pay"

    def _pay(self, ferries: int) -> None:
        seat, route = self.to_move, self.claiming
        claims.pay(self.table, seat, route, self.colour, ferries)
        self.colour = None
        ends = claims.ends_with_a_new_token(self.table, seat, route)
        if len(ends) == 2:
            self.phase = "token"
        elif len(ends) == 1:
            self._take_token(ends[0])
        else:
            self._end_turn()

    def _take_token(self, end: int) -> None:
        claims.take_token(self.table, self.to_move, self.claiming, end)
        self._end_turn()

    # The score (RULES 6).

    def scores(self) -> list[dict[str, int]]:
        """Return each seat's points by origin; before the end, as if the game ended now."""
        return [claims.score(self.table, seat) for seat in range(self.players)]

    def winners(self) -> list[int]:
        """Return the winning seats; none while the game goes on."""
        if not self.is_over:
            return []
        return [seat for seat, place in enumerate(self.places()) if place == 1]

    def places(self) -> list[int]:
        """Return each seat's place: 1 plus the number of seats that are better."""
        keys = [(score["total"], score["completed"]) for score in self.scores()]
        return [1 + sum(other > own for other in keys) for own in keys]

    # What is seen (RULES 8).

    def snapshot(self, seat: int | None = None) -> dict[str, Any]:
        """Return the position, as the referee sees it or as a seat does."""
        return views.snapshot(self, seat)

    def knowledge(self, seat: int) -> tuple[Any, ...]:
        """Return all that a seat knows: it is equal exactly where a seat sees no difference."""
        return views.knowledge(self, seat)

    def worlds(self, seat: int) -> Iterator[views.World]:
        """Yield all that may be, as far as a seat knows."""
        return views.worlds(self, seat)
