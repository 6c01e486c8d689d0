"""The files of Ticket to Ride's networks: what arrays they have, and in which shapes."""

from __future__ import annotations

from sf_agents.network.family import Family
from sf_agents.ticket_to_ride.network.features import (
    KIND_FEATURES,
    LAYOUT_HASH,
    LOCATION_FEATURES,
    ROUTE_FEATURES,
    TABLE_FEATURES,
    TICKET_FEATURES,
)
from sf_agents.ticket_to_ride.network.net import (
    OUTPUTS_OF_KIND,
    OUTPUTS_OF_LOCATION,
    OUTPUTS_OF_TABLE,
    ROUNDS,
    Net,
)
from sf_agents.ticket_to_ride.network.opinions import look
from sf_env.games.ticket_to_ride.rules import TICKET_TO_RIDE


def network_shapes(
    _players: int,
    *,
    route: int,
    location: int,
    ticket: int,
    kind: int,
    whole: int,
    head: int,
    spot: int,
) -> dict[str, tuple[int, ...]]:
    """Return the shape of every array of a network with these widths, for any number of players."""
    inputs = 3 * route + 2 * location + 2 * ticket + 3 * kind + TABLE_FEATURES
    return {
        "kind": (KIND_FEATURES, kind),
        "route": (ROUTE_FEATURES, route),
        "route_kind": (kind, route),
        "ticket": (TICKET_FEATURES, ticket),
        "location": (LOCATION_FEATURES, location),
        "location_route": (route, location),
        "location_ticket": (ticket, location),
        "edges": (route, ROUNDS * location),
        **{
            f"{layer}_{number}": (location, location)
            for number in range(ROUNDS)
            for layer in ("leave", "stay", "arrive")
        },
        "way": (route, route),
        "way_location": (location, route),
        "aim": (ticket, ticket),
        "aim_location": (location, ticket),
        "hand": (kind, kind),
        "need": (route, kind),
        "whole": (inputs, whole),
        "whole_bias": (whole,),
        "head": (whole, head),
        "head_bias": (head,),
        "action": (head, OUTPUTS_OF_TABLE),
        "action_bias": (OUTPUTS_OF_TABLE,),
        **_spot("route", route, head, spot, 1),
        **_spot("location", location, head, spot, OUTPUTS_OF_LOCATION),
        **_spot("ticket", ticket, head, spot, 1),
        **_spot("kind", kind, head, spot, OUTPUTS_OF_KIND),
        "judge": (whole, head),
        "judge_bias": (head,),
        "value": (head, 1),
        "value_bias": (1,),
    }


def _spot(name: str, width: int, head: int, spot: int, outputs: int) -> dict[str, tuple[int, ...]]:
    """Return the shapes of what scores the actions of one sort of thing."""
    return {
        f"spot_{name}": (width, spot),
        f"spot_{name}_head": (head, spot),
        f"spot_{name}_bias": (spot,),
        f"{name}_action": (spot, outputs),
    }


GRAPHS = Family(
    rules=TICKET_TO_RIDE,
    layout_hash=LAYOUT_HASH,
    arrays=Net,
    widths={
        "route": "route",
        "location": "location",
        "ticket": "ticket",
        "kind": "kind",
        "whole": "whole_bias",
        "head": "head_bias",
        "spot": "spot_route",
    },
    shapes=network_shapes,
    look=look,
    package="sf_agents.ticket_to_ride.network",
)
