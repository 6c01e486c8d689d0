"""The weights of the evaluation: what each is for, and its number.

The numbers were found by letting planners with other ones play against it.
"""

from __future__ import annotations

import numpy as np

from sf_env.core.rules import Array

TABLE: dict[str, tuple[float, str]] = {
    "claim": (1.7, "turns that claiming a route takes"),
    "missing_card": (0.6, "turns that a missing card takes"),
    "missing_ferry": (1.0, "turns that a missing ferry takes"),
    "held_card": (0.15, "turns that a card in hand is worth when a route uses it up"),
    "tram": (0.05, "turns that a tram is worth"),
    "route_point": (0.25, "turns that a point for a route is worth"),
    "card_pace": (0.55, "turns that getting a card for a tram takes"),
    "tram_pace": (0.42, "turns that laying a tram takes"),
    "useful": (0.7, "share of the cards in hand that will be used"),
    "spread": (2.0, "uncertainty of the turns that a plan takes"),
    "turn": (1.6, "points of a turn that no ticket needs"),
    "card": (0.45, "points of a card that the plan does not need"),
    "pair": (0.15, "points of two such cards of one colour"),
    "ferry": (0.9, "points of a ferry that the plan does not need"),
    "token": (1.0, "points of a kind of tokens, besides what it brings now"),
    "ticket": (0.9, "share of the points of a ticket that a plan counts on"),
}
WEIGHTS = np.dtype([(name, np.float64) for name in TABLE])


def weights_of(**others: float) -> Array:
    """Return weights (1,) of dtype WEIGHTS: those of the table, but for some others."""
    if unknown := others.keys() - TABLE.keys():
        raise ValueError(f"no weights are called {', '.join(sorted(unknown))}")
    return np.array([tuple(others.get(name, TABLE[name][0]) for name in TABLE)], WEIGHTS)
