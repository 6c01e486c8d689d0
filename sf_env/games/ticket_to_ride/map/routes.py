"""The routes of generated maps: which are doubles and ferries, their lengths and colours."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from math import isqrt

from sf_env.core.choices import Choices
from sf_env.games.ticket_to_ride.engine.constants import COLOURS, GREY
from sf_env.games.ticket_to_ride.map.network import Network, Pair, outside
from sf_env.games.ticket_to_ride.map.pieces import Route

SPACES = (104, 120)  # 1.3 to 1.5 times the trams of four players
FERRIES = (3, 5)  # pairs of places that ferries join
LAND_LENGTHS = (1, 3)
FERRY_LENGTHS = (2, 5)
GREY_DOUBLES = (1, 3)  # neither more nor fewer, so that the single routes suffice for the rest
UNITS = range(60, 240, 2)  # how far a space may reach
TRIES = 10  # at colours that fit, since that is cheap


def make_routes(choices: Choices, network: Network, doubles: int, grey: int) -> list[Route] | None:
    """Return this many doubles and grey routes among others; None if they cannot be had."""
    ferries = _ferries(choices, network)
    if len(ferries) < FERRIES[0]:
        return None
    land = [pair for pair in network.pairs if pair not in ferries]
    twice = choices.some(land, doubles)
    counts = {pair: 2 if pair in twice else 1 for pair in network.pairs}
    lengths = _lengths(choices, network, ferries, counts)
    if lengths is None:
        return None
    plain = _grey(choices, land, counts, grey - len(ferries))
    coloured = {pair: counts[pair] for pair in land if pair not in plain}
    tried = (_colours(choices, coloured, lengths) for _ in range(TRIES))
    colours = next(filter(None, tried), None)
    if colours is None:
        return None
    return [
        Route(*pair, lengths[pair], colour, int(pair in ferries))
        for pair in sorted(network.pairs)
        for colour in colours.get(pair, [GREY] * counts[pair])
    ]


def _ferries(choices: Choices, network: Network) -> list[Pair]:
    """Return the pairs at the island, and long ones along the edge of the map: there is water."""
    ferries = [pair for pair in network.pairs if network.island in pair]
    others = [pair for pair in network.pairs if outside(pair, network.points)]
    others = sorted({*others} - {*ferries}, key=lambda pair: (-network.square(pair), pair))
    return ferries + others[: max(0, choices.between(*FERRIES) - len(ferries))]


def _lengths(
    choices: Choices, network: Network, ferries: Collection[Pair], counts: Mapping[Pair, int]
) -> dict[Pair, int] | None:
    """Return lengths by distance, with about as many spaces in all as a random number says."""
    wanted = choices.between(*SPACES)
    for unit in UNITS:
        lengths = {
            pair: _length(isqrt(network.square(pair)), unit, pair in ferries) for pair in counts
        }
        spaces = sum(lengths[pair] * count for pair, count in counts.items())
        if spaces <= wanted:
            return lengths if spaces >= SPACES[0] else None
    return None


def _length(distance: int, unit: int, ferry: bool) -> int:
    low, high = FERRY_LENGTHS if ferry else LAND_LENGTHS
    return min(max((2 * distance + unit) // (2 * unit), low), high)


def _grey(
    choices: Choices, land: Sequence[Pair], counts: Mapping[Pair, int], count: int
) -> list[Pair]:
    """Return pairs that ``count`` routes join, some of them doubles."""
    doubles = choices.between(*GREY_DOUBLES)
    once = [pair for pair in land if counts[pair] == 1]
    twice = [pair for pair in land if counts[pair] == 2]
    return choices.some(twice, doubles) + choices.some(once, count - 2 * doubles)


def _colours(
    choices: Choices, counts: Mapping[Pair, int], lengths: Mapping[Pair, int]
) -> dict[Pair, list[int]] | None:
    """Return the colours of each pair: each colour as often, with as many spaces or one more.

    Of each six routes, the longest first, each colour has one, and the longest of these the colour
    that has the fewest spaces so far.
    """
    order = sorted(choices.shuffled(list(counts)), key=lambda pair: -lengths[pair])
    routes = [pair for pair in order for _ in range(counts[pair])]
    spaces = [0] * COLOURS
    found: dict[Pair, list[int]] = {pair: [] for pair in counts}
    for start in range(0, len(routes), COLOURS):
        ranked = sorted(choices.shuffled(range(COLOURS)), key=lambda colour: spaces[colour])
        for pair, colour in zip(routes[start : start + COLOURS], ranked, strict=True):
            spaces[colour] += lengths[pair]
            found[pair].append(colour)
    even = max(spaces) - min(spaces) <= 1
    return found if even and all(len({*both}) == len(both) for both in found.values()) else None
