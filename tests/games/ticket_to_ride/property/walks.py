"""Maps, and games of the reference on them, with chance and choices from a seed."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import combinations, pairwise

from tests.games.ticket_to_ride.property.maps import COLOURS, AnyMap, PlainMap, from_tables
from tests.games.ticket_to_ride.property.reference import CLAIM, Reference
from tests.games.ticket_to_ride.property.reference_table import KINDS, Counts

CHOICES = ("any", "builder", "hoarder")

# Seven locations round a circle, and six tickets: a map on which decks run out.
CIRCLE = "ABCDEFG"
SMALL = from_tables(
    {
        "locations": [[name, 0, 0, *([True] if name > "B" else [])] for name in CIRCLE],
        "routes": [
            *([a, b, 1 + n % 3, "grey", n % 2] for n, (a, b) in enumerate(pairwise(CIRCLE))),
            *([CIRCLE[n], CIRCLE[n + 2], 2, COLOURS[n]] for n in range(5)),
            ["G", "A", 6, "red"],
            ["A", "G", 6, "blue", 2],
        ],
        "tickets": [
            ["A", "C", 3],
            ["B", "D", 4],
            ["A", "G", 9],
            ["E", "G", 2],
            ["C", "F", 5],
            ["D", "A", 6],
        ],
    }
)
FIRST_CARDS = [0, 1, 2, 3, 4, 5, 0, 1, 2]  # with 2 players: two hands of two, and five face up


def any_map(seed: int) -> PlainMap:
    """Return a map that is valid by RULES 1, mostly a strange one."""
    chance = random.Random(seed)
    names = [f"place {n}" for n in range(chance.randint(7, 16))]
    marked = chance.sample(names, 5)
    tree = [(chance.choice(names[:n]), names[n]) for n in range(1, len(names))]
    pairs = {frozenset(pair): pair for pair in tree}
    for pair in chance.sample(list(combinations(names, 2)), chance.randint(0, 12)):
        pairs.setdefault(frozenset(pair), pair)  # at most 27 pairs, so 54 routes
    routes = [route for pair in pairs.values() for route in _single_or_double(pair, chance)]
    chance.shuffle(routes)
    ends = chance.sample(list(combinations(names, 2)), chance.randint(8, 21))
    return from_tables(
        {
            "locations": [[name, 0, 0, name in marked] for name in names],
            "routes": routes,
            "tickets": [[*chance.sample(pair, 2), chance.randint(1, 30)] for pair in ends],
        }
    )


def _single_or_double(pair: tuple[str, str], chance: random.Random) -> list[list[object]]:
    length = chance.choice([1, 1, 2, 2, 3, 3, 4, 5, 6])
    routes = []
    for _ in range(chance.choice([1, 1, 2])):
        ferries = chance.choice([0, 0, 0, 1, length])
        colour = chance.choice([*COLOURS, "grey", "grey"])
        routes.append([*chance.sample(pair, 2), length, colour, min(ferries, length)])
    return routes


def shuffled(chart: AnyMap, players: int, chance: random.Random) -> Reference:
    """Return a fresh game that draws its cards from this chance."""
    tickets = list(range(len(chart.tickets)))
    chance.shuffle(tickets)

    def choose(deck: Counts) -> int:
        return chance.choices(KINDS, weights=deck)[0]

    return Reference(chart, players, tickets, choose)


def walk(
    chart: AnyMap, players: int, seed: int, choices: str = "any"
) -> Iterator[tuple[Reference, int | None]]:
    """Yield the same game before each action, with the action, and at its end with None."""
    chance = random.Random(seed)
    game = shuffled(chart, players, chance)
    while not game.is_over:
        action = choose(game.legal(), choices, chance)
        yield game, action
        game.play(action)
    yield game, None


def choose(legal: list[int], choices: str, chance: random.Random) -> int:
    """Choose at random; a builder claims when it can, a hoarder hardly ever."""
    claims = [action for action in legal if action >= CLAIM]
    others = [action for action in legal if action < CLAIM]
    if choices == "builder" and claims:
        return chance.choice(claims)
    if choices == "hoarder" and others and chance.random() < 0.95:
        return chance.choice(others)
    return chance.choice(legal)
