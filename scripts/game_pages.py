"""The parts of each game's pages that come from its code; ``scripts/docs.py`` writes them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import _checkout  # noqa: F401  finds the packages
from sf_env import san_francisco, ticket_to_ride
from sf_env.core.pieces import Piece, offsets
from sf_env.core.rules import Rules
from sf_env.games.san_francisco.engine import layout as cities
from sf_env.games.ticket_to_ride.engine import layout as routes
from sf_env.games.ticket_to_ride.engine.constants import (
    KIND_NAMES,
    MAX_LOCATIONS,
    MAX_ROUTES,
    MAX_TICKETS,
)
from sf_env.games.ticket_to_ride.observation import (
    EDGE_FEATURES,
    NODE_FEATURES,
    TICKET_FEATURES,
)

Rows = Sequence[Sequence[Any]]
ACTIONS = ("action", "name", "meaning")
PIECES = ("begins at", "name", "shape", "range", "meaning")

OBSERVATION = """\
# The observation

{head}

The pieces of the seats come first. Each covers all seats, starting with the observer's and
continuing in turn order, so `view["trams"][1]` belongs to the next player. The pieces of the table
follow. P is the number of players.

{body}

Layout hash: `{digest}`.

## Pieces of the seats

{seats}

## Pieces of the table

{table}

## Sizes

{sizes}

{tail}This page is written by `make docs`.
"""

CITIES_HEAD = """\
The observation is one int8 vector for each player, the same from `Game`, `Batch`, `sf_env.observe`
and every environment. It holds everything the player can know; scores are in half points.
`sf_env.observation_view(vector, players)` returns its pieces as named arrays;
`sf_env.planes(vector, players)` returns the planes as (channels, 5, 5). Both accept a single vector
or a batch, and neither copies."""

CITIES_BODY = """\
A card has {features} features: six colours (blue, grey, orange, yellow, green, black), the value,
and six symbols (tracks, depot, plaza, foundation, coast, bonus). Sets of cards are described by the
sums of these features. A slot without a card is all zero.

The observation is complete as long as no column, nor the taken cards, exceed {slots} cards: states
with equal observations and equal sets of undrawn cards are the same game. For longer columns only
the sums are complete. They are rare: in 10,000 games each, the largest column had 9, 12 and 10
cards with 2, 3 and 4 random players, and 11, 6 and 4 with `greedy`
(`python scripts/largest_column.py`). Sums of values are capped at {most}; more than thirty cards
are needed to reach that."""

ROUTES_HEAD = """\
The observation is one int8 vector for each player, the same from `Game`, `Batch`,
`sf_env.ticket_to_ride.observe` and every environment. It holds what the observer knows
([rules](rules.md#8-what-a-player-knows)), and nothing that is hidden from the observer.
`sf_env.ticket_to_ride.observation_view(vector, players)` returns its pieces as named arrays,
without copying. [`graph(vector, players)`](#as-a-graph) returns the map as a graph. Both accept a
single vector or a batch."""

ROUTES_BODY = """\
The map is part of the observation, so a network can read any map. There are slots for {routes}
routes, {tickets} tickets and {locations} locations, in the order of the map's lists. A route that
the map does not have has length 0, and a ticket that it does not have is worth 0 points. Names and
coordinates are not observed. The kinds of cards are, in this order, {kinds}.

The observation is complete: positions that a seat can distinguish by the rules have different
observations. Some pieces follow from others and only save a network the work, such as
`route_affordable`, `ticket_missing` and `unseen`. The distances in `ticket_missing` are capped at
{far}; all other numbers are exact. What routes and tickets mean for the observer is there even when
another seat is to move."""

ROUTES_TAIL = """\
## As a graph

`sf_env.ticket_to_ride.graph(vector, players)` returns the same entries as five arrays, in the form
that graph networks take: locations are nodes, and routes and tickets are two kinds of edges. A
batch has its own axes first.

{graph}

Routes with length 0 and tickets worth 0 points are slots that the map does not use; their ends are
0. Locations that no route names are unused as well.

```python
from sf_env import ticket_to_ride as ttr

vector = ttr.Game(players=3, seed=7).observe()
nodes, edge_index, edges, ticket_index, tickets = ttr.graph(vector, players=3)
used = edges[:, 0] > 0  # the routes that the map has
print(edge_index[:, used].shape, nodes.shape, tickets.shape)
```

"""


@dataclass(frozen=True)
class Pages:
    """What is written on a game's pages: its tables, and its own words about observations."""

    rules: Rules
    meanings: Sequence[str]  # of the actions
    seats: Sequence[Piece]
    table: Sequence[Piece]
    head: str
    body: str
    tail: str = ""
    sizes: Mapping[str, Callable[[Any, int], str]] = field(default_factory=dict)  # besides length


def planes(vector: Any, players: int) -> str:
    """Return the shape of the planes of an observation of San Francisco."""
    return f"{len(san_francisco.planes(vector, players))} × 5 × 5"


def graph_rows() -> Iterator[tuple[str, str, str]]:
    """Yield a line for each array of the graph of Ticket to Ride."""
    features = {"nodes": NODE_FEATURES, "edges": EDGE_FEATURES, "tickets": TICKET_FEATURES}
    ends = {
        "edge_index": "`route_ends`: the two locations of each route",
        "ticket_index": "`ticket_ends`: the two locations of each ticket",
    }
    found = ticket_to_ride.graph(ticket_to_ride.Game(2, seed=0).observe(), 2)
    for name, array in found._asdict().items():
        listed = ", ".join(f"`{feature}`" for feature in features.get(name, ()))
        yield f"`{name}`", " × ".join(map(str, array.shape)), listed or ends[name]


def table_of(columns: Sequence[str], rows: Rows) -> str:
    """Return a table in Markdown."""
    lines = ["| " + " | ".join(map(str, row)) + " |" for row in (columns, *rows)]
    return "\n".join([lines[0], "|---" * len(columns) + "|", *lines[1:]])


def seat_rows(pieces: Sequence[Piece]) -> Rows:
    """Return a row for each piece of the seats."""
    at = offsets(pieces)
    return [row(one, f"{at[one.name]} P", ("P", *map(str, one.shape))) for one in pieces]


def table_rows(pieces: Sequence[Piece], seat_size: int) -> Rows:
    """Return a row for each piece of the table, which come after those of the seats."""
    at = offsets(pieces)
    return [
        row(one, f"{seat_size} P + {at[one.name]}", tuple(map(str, one.shape))) for one in pieces
    ]


def row(piece: Piece, at: str, shape: tuple[str, ...]) -> Sequence[str]:
    """Return where the piece begins, its name, shape, range and meaning."""
    form = " × ".join(shape) or "1"
    return at, f"`{piece.name}`", form, f"{piece.low} to {piece.high}", piece.meaning


def size_rows(game: Pages) -> Rows:
    """Return a row for each number of players: the length, and what else the game measures."""
    rows = []
    for players in game.rules.players:
        vector = game.rules.new_game(players=players, seed=0).observe()
        others = [measure(vector, players) for measure in game.sizes.values()]
        rows.append([players, len(vector), *others])
    return rows


def observation_page(game: Pages) -> str:
    """Return the page observation.md of a game."""
    seat_size = sum(piece.size for piece in game.seats)
    return OBSERVATION.format(
        head=game.head,
        body=game.body,
        digest=game.rules.observation_hash,
        seats=table_of(PIECES, seat_rows(game.seats)),
        table=table_of(PIECES, table_rows(game.table, seat_size)),
        sizes=table_of(["players", "length", *game.sizes], size_rows(game)),
        tail=game.tail,
    )


def actions_table(game: Pages) -> str:
    """Return the table of actions for the page rules.md of a game."""
    named = zip(game.rules.actions, game.meanings, strict=True)
    return table_of(ACTIONS, [(number, *words) for number, words in enumerate(named)])


GAMES = (
    Pages(
        san_francisco.RULES,
        san_francisco.actions.DESCRIPTIONS,
        cities.SEAT_PIECES,
        cities.TABLE_PIECES,
        CITIES_HEAD,
        CITIES_BODY.format(features=cities.FEATURES, slots=cities.SLOTS, most=cities.MOST),
        sizes={"planes": planes},
    ),
    Pages(
        ticket_to_ride.RULES,
        ticket_to_ride.actions.DESCRIPTIONS,
        routes.SEAT_PIECES,
        routes.TABLE_PIECES,
        ROUTES_HEAD,
        ROUTES_BODY.format(
            routes=MAX_ROUTES,
            tickets=MAX_TICKETS,
            locations=MAX_LOCATIONS,
            kinds=", ".join(KIND_NAMES),
            far=routes.FAR,
        ),
        ROUTES_TAIL.format(graph=table_of(["array", "shape", "what it holds"], [*graph_rows()])),
    ),
)
