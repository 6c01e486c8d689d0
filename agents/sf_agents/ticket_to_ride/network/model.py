"""The network in torch; ``compiled.py`` says how it thinks and computes the same without torch."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import torch
from torch import Tensor, nn
from torch.nn.functional import pad, relu

from sf_agents.ticket_to_ride.network.features import (
    CLAIMING,
    KIND_FEATURES,
    KIND_LINES,
    LOCATION_FEATURES,
    OPEN,
    ROUTE_FEATURES,
    TABLE_FEATURES,
    TICKET_FEATURES,
)
from sf_agents.ticket_to_ride.network.net import (
    OUTPUTS_OF_KIND,
    OUTPUTS_OF_LOCATION,
    OUTPUTS_OF_TABLE,
    ROUNDS,
)
from sf_agents.ticket_to_ride.network.reading import read
from sf_env.games.ticket_to_ride.engine.actions import KEEP_ONE, PAY_WITH, TAKE, TAKE_TOKEN
from sf_env.games.ticket_to_ride.engine.constants import (
    COLOURS,
    KINDS,
    MAX_LOCATIONS,
    MAX_ROUTES,
    OFFERED,
)

CLOSED = -1e6  # added to a route that lets no word through: nothing is positive after it
LAST_LAYERS = (
    "action.weight",
    "route_action.weight",
    "location_action.weight",
    "ticket_action.weight",
    "kind_action.weight",
)


@dataclass(frozen=True)
class Widths:
    """How many numbers describe a route, a location, a ticket, a kind of card, and the whole."""

    route: int = 32
    location: int = 32
    ticket: int = 24
    kind: int = 24
    whole: int = 192
    head: int = 96
    spot: int = 48


KINDS_OF_NETWORKS = {"graph": Widths()}


class Sight:
    """What is read of observations as tensors, with the numbers that find lines among all."""

    def __init__(self, observations: Tensor, players: int) -> None:
        graph = read(observations.cpu().numpy(), players)
        place = observations.device

        def tensor(name: str) -> Tensor:
            return torch.from_numpy(getattr(graph, name)).to(place)

        self.count = len(observations)
        self.routes, self.locations = tensor("routes"), tensor("locations")
        self.tickets, self.kinds, self.table = tensor("tickets"), tensor("kinds"), tensor("table")
        self.closed = CLOSED * (1 - tensor("usable")[:, :, None])
        rows = torch.arange(self.count, device=place)
        width = self.locations.shape[1]
        self.ends_of = tensor("ends")
        self.ends = (self.ends_of + width * rows[:, None, None]).flatten(0, 1)
        self.ticket_ends = (tensor("ticket_ends") + width * rows[:, None, None]).flatten(0, 1)
        self.kinds_of = (tensor("kinds_of") + KIND_LINES * rows[:, None]).flatten()
        self.claiming = tensor("claiming")
        self.offered = tensor("offered")

    def at_ends(self, lines: Tensor, ends: Tensor) -> Tensor:
        """Return the sums (n, lines, width) of what is at both ends of routes or tickets."""
        flat = lines.flatten(0, 1)
        both = flat.index_select(0, ends[:, 0]) + flat.index_select(0, ends[:, 1])
        return both.view(self.count, -1, lines.shape[2])

    def to_ends(self, lines: Tensor, ends: Tensor) -> Tensor:
        """Return the sums (n, locations, width) of the routes or tickets that end there."""
        flat = lines.flatten(0, 1)
        out = flat.new_zeros(self.count * self.locations.shape[1], lines.shape[2])
        out = out.index_add(0, ends[:, 0], flat).index_add(0, ends[:, 1], flat)
        return out.view(self.count, -1, lines.shape[2])


class Parts(NamedTuple):
    """What the body makes of n observations."""

    whole: Tensor  # (n, whole)
    routes: Tensor  # (n, routes, route)
    locations: Tensor  # (n, locations, location)
    tickets: Tensor  # (n, tickets, ticket)
    kinds: Tensor  # (n, KIND_LINES, kind)
    sight: Sight


class Body(nn.Module):
    """Routes, locations, tickets, kinds and the whole, read from observations."""

    def __init__(self, players: int, widths: Widths) -> None:
        super().__init__()
        self.players = players
        self.widths = w = widths
        self.kind = nn.Linear(KIND_FEATURES, w.kind, bias=False)
        self.route = nn.Linear(ROUTE_FEATURES, w.route, bias=False)
        self.route_kind = nn.Linear(w.kind, w.route, bias=False)
        self.ticket = nn.Linear(TICKET_FEATURES, w.ticket, bias=False)
        self.location = nn.Linear(LOCATION_FEATURES, w.location, bias=False)
        self.location_route = nn.Linear(w.route, w.location, bias=False)
        self.location_ticket = nn.Linear(w.ticket, w.location, bias=False)
        self.edges = nn.Linear(w.route, ROUNDS * w.location, bias=False)
        for number in range(ROUNDS):
            for name in ("leave", "stay", "arrive"):
                layer = nn.Linear(w.location, w.location, bias=False)
                self.add_module(f"{name}_{number}", layer)
        self.way = nn.Linear(w.route, w.route, bias=False)
        self.way_location = nn.Linear(w.location, w.route, bias=False)
        self.aim = nn.Linear(w.ticket, w.ticket, bias=False)
        self.aim_location = nn.Linear(w.location, w.ticket, bias=False)
        self.hand = nn.Linear(w.kind, w.kind, bias=False)
        self.need = nn.Linear(w.route, w.kind, bias=False)
        inputs = 3 * w.route + 2 * w.location + 2 * w.ticket + 3 * w.kind + TABLE_FEATURES
        self.whole = nn.Linear(inputs, w.whole)

    def forward(self, observations: Tensor) -> Parts:
        """Return the whole and its parts."""
        sight = Sight(observations, self.players)
        kinds = relu(self.kind(sight.kinds))
        asked = self.route_kind(kinds).flatten(0, 1).index_select(0, sight.kinds_of)
        routes = relu(self.route(sight.routes) + asked.view(sight.count, -1, self.widths.route))
        present = sight.routes[:, :, :1].to(routes.dtype)
        routes = routes * present
        tickets = relu(self.ticket(sight.tickets))
        locations = self._travel(sight, routes, tickets)
        there = sight.at_ends(self.way_location(locations), sight.ends)
        routes = relu(self.way(routes) + there) * present
        there = sight.at_ends(self.aim_location(locations), sight.ticket_ends)
        tickets = relu(self.aim(tickets) + there)
        tickets = tickets * sight.tickets[:, :, :1].to(tickets.dtype)
        kinds = relu(self.hand(kinds) + self._needed(sight, routes))
        return self._whole(sight, routes, locations, tickets, kinds)

    def _travel(self, sight: Sight, routes: Tensor, tickets: Tensor) -> Tensor:
        """Return the locations (n, locations, width) after word has gone along the routes."""
        locations = self.location(sight.locations)
        locations = locations + sight.to_ends(self.location_route(routes), sight.ends)
        locations = locations + sight.to_ends(self.location_ticket(tickets), sight.ticket_ends)
        locations = relu(locations)
        edges = self.edges(routes)
        edges = edges + sight.closed.to(edges.dtype)
        for number, edge in enumerate(edges.split(self.widths.location, dim=2)):
            leave, stay, arrive = (
                self.get_submodule(f"{name}_{number}") for name in ("leave", "stay", "arrive")
            )
            word = self._sent(sight, edge, leave(locations))
            locations = relu(stay(locations) + arrive(word))
        return locations

    @staticmethod
    def _sent(sight: Sight, edge: Tensor, left: Tensor) -> Tensor:
        """Return what locations (n, locations, width) hear along usable routes, both ways."""
        flat = left.flatten(0, 1)
        heard = torch.zeros_like(flat)
        for begin, end in ((0, 1), (1, 0)):
            start = flat.index_select(0, sight.ends[:, begin]).view_as(edge)
            heard = heard.index_add(0, sight.ends[:, end], relu(edge + start).flatten(0, 1))
        return heard.view_as(left)

    def _needed(self, sight: Sight, routes: Tensor) -> Tensor:
        """Return the sums (n, kinds, width) of what open routes need of each kind."""
        need = self.need(routes)
        need = need * sight.routes[:, :, OPEN : OPEN + 1].to(need.dtype)
        out = need.new_zeros(sight.count * KIND_LINES, self.widths.kind)
        needs: Tensor = out.index_add(0, sight.kinds_of, need.flatten(0, 1))
        return needs.view(sight.count, KIND_LINES, -1)

    def _whole(
        self, sight: Sight, routes: Tensor, locations: Tensor, tickets: Tensor, kinds: Tensor
    ) -> Parts:
        claimed = routes * sight.routes[:, :, CLAIMING : CLAIMING + 1].to(routes.dtype)
        colours = kinds[:, :COLOURS]
        table = torch.cat(
            [
                routes.sum(1),
                routes.amax(1),
                claimed.sum(1),
                locations.sum(1),
                locations.amax(1),
                tickets.sum(1),
                tickets.amax(1),
                colours.sum(1),
                colours.amax(1),
                kinds[:, COLOURS],
                sight.table,
            ],
            dim=1,
        )
        return Parts(relu(self.whole(table)), routes, locations, tickets, kinds, sight)


class Actions(nn.Module):
    """Logits of all actions, from what the body read."""

    last_layers = LAST_LAYERS

    def __init__(self, body: Body) -> None:
        super().__init__()
        w = body.widths
        self.head = nn.Linear(w.whole, w.head)
        self.action = nn.Linear(w.head, OUTPUTS_OF_TABLE)
        self.spot_route = nn.Linear(w.route, w.spot, bias=False)
        self.spot_route_head = nn.Linear(w.head, w.spot)
        self.route_action = nn.Linear(w.spot, 1, bias=False)
        self.spot_location = nn.Linear(w.location, w.spot, bias=False)
        self.spot_location_head = nn.Linear(w.head, w.spot)
        self.location_action = nn.Linear(w.spot, OUTPUTS_OF_LOCATION, bias=False)
        self.spot_ticket = nn.Linear(w.ticket, w.spot, bias=False)
        self.spot_ticket_head = nn.Linear(w.head, w.spot)
        self.ticket_action = nn.Linear(w.spot, 1, bias=False)
        self.spot_kind = nn.Linear(w.kind, w.spot, bias=False)
        self.spot_kind_head = nn.Linear(w.head, w.spot)
        self.kind_action = nn.Linear(w.spot, OUTPUTS_OF_KIND, bias=False)

    def forward(self, parts: Parts) -> Tensor:
        """Return logits (n, 125)."""
        head = relu(self.head(parts.whole))
        routes = self.spot_route(parts.routes) + self.spot_route_head(head)[:, None]
        claims = self.route_action(relu(routes))[:, :, 0]
        locations = self.spot_location(parts.locations) + self.spot_location_head(head)[:, None]
        places = self.location_action(relu(locations))
        tickets = self.spot_ticket(parts.tickets) + self.spot_ticket_head(head)[:, None]
        keeps = self.ticket_action(relu(tickets))[:, :, 0]
        kinds = self.spot_kind(parts.kinds[:, :KINDS]) + self.spot_kind_head(head)[:, None]
        cards = self.kind_action(relu(kinds))
        table = self.action(head)
        return torch.cat(
            [
                table[:, :TAKE],
                table[:, TAKE : TAKE + KINDS] + cards[:, :, 0],
                table[:, TAKE + KINDS : KEEP_ONE],
                table[:, KEEP_ONE : KEEP_ONE + OFFERED] + _offered(keeps, parts.sight),
                table[:, KEEP_ONE + OFFERED : PAY_WITH],
                table[:, PAY_WITH : PAY_WITH + KINDS] + cards[:, :, 1],
                table[:, PAY_WITH + KINDS : TAKE_TOKEN],
                table[:, TAKE_TOKEN : TAKE_TOKEN + 2] + _at_ends(places[:, :, 1], parts.sight),
                table[:, TAKE_TOKEN + 2 :],
                pad(places[:, :, 0], (0, MAX_LOCATIONS - places.shape[1])),
                pad(claims, (0, MAX_ROUTES - claims.shape[1])),
            ],
            dim=1,
        )


class Values(nn.Module):
    """What the game is worth to the observer, from what the body read."""

    def __init__(self, body: Body) -> None:
        super().__init__()
        self.judge = nn.Linear(body.widths.whole, body.widths.head)
        self.value = nn.Linear(body.widths.head, 1)

    def forward(self, parts: Parts) -> Tensor:
        """Return values (n, 1)."""
        values: Tensor = self.value(relu(self.judge(parts.whole)))
        return values


class GraphNetwork(nn.Module):
    """The body with both heads: logits (n, 125) and values (n,) of observations (n, size)."""

    def __init__(self, players: int, widths: Widths = Widths()) -> None:
        super().__init__()
        self.players = players
        self.body = Body(players, widths)
        self.actions = Actions(self.body)
        self.values = Values(self.body)

    def forward(self, observations: Tensor) -> tuple[Tensor, Tensor]:
        """Return logits and values."""
        parts = self.body(observations)
        return self.actions(parts), self.values(parts)[:, 0]


def _offered(keeps: Tensor, sight: Sight) -> Tensor:
    """Return what is scored (n, lines) for the two offered tickets, 0 if there are none."""
    scored = keeps.gather(1, sight.offered.clamp(min=0))
    return scored * (sight.offered >= 0)


def _at_ends(tokens: Tensor, sight: Sight) -> Tensor:
    """Return what is scored (n, locations) for both ends of the claimed route, 0 without one."""
    route = sight.claiming.clamp(min=0)
    ends = sight.ends_of.gather(1, route[:, None, None].expand(-1, 1, 2))[:, 0]
    return tokens.gather(1, ends) * (sight.claiming >= 0)[:, None]
