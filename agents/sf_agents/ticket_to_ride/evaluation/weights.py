"""The weights of the evaluation of Ticket to Ride."""

from __future__ import annotations

from sf_agents.evaluation.weights import WeightTable

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
    "luck": (5.0, "uncertainty of the margin at the very end"),
    "luck_per_turn": (0.5, "the same for each turn that is left"),
}
WEIGHTS = WeightTable("sf_agents.ticket_to_ride.evaluation", TABLE)
