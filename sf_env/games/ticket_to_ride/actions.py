"""The 125 actions by number, name and in words: ``name(70)`` is "CLAIM 9"."""

from __future__ import annotations

from sf_env.core.action_names import ActionNames
from sf_env.games.ticket_to_ride.engine.actions import (
    ACTIONS,
    CLAIM,
    DRAW,
    KEEP_BOTH,
    KEEP_ONE,
    PASS,
    PAY_FERRIES,
    PAY_WITH,
    PUT,
    TAKE,
    TAKE_TOKEN,
    TICKETS,
)
from sf_env.games.ticket_to_ride.engine.constants import (
    COLOURS,
    FERRY,
    KIND_NAMES,
    KINDS,
    MAX_LOCATIONS,
    MAX_ROUTES,
)

ENDS = ("first", "second")


def _table() -> dict[int, tuple[str, str]]:
    """Return the name of each action and what it means."""
    actions = {
        DRAW: ("DRAW", "draw the top card of the deck"),
        TICKETS: ("TICKETS", "draw tickets"),
        KEEP_BOTH: ("KEEP BOTH", "keep both offered tickets"),
        PAY_WITH + FERRY: ("COLOUR ferry", "pay with ferries alone"),
        PASS: ("PASS", "do nothing, as nothing else is possible"),
    }
    for kind in range(KINDS):
        card = f"{KIND_NAMES[kind]} card" if kind < COLOURS else "ferry"
        actions[TAKE + kind] = (f"TAKE {kind}", f"take a face-up {card}")
        noun = "ferry" if kind == 1 else "ferries"
        actions[PAY_FERRIES + kind] = (f"PAY {kind}", f"pay with {kind} {noun} among the cards")
    for colour in range(COLOURS):
        name = KIND_NAMES[colour]
        actions[PAY_WITH + colour] = (f"COLOUR {colour}", f"pay with {name} cards")
    for number, end in enumerate(ENDS):
        actions[KEEP_ONE + number] = (f"KEEP {number}", f"keep the {end} offered ticket only")
        actions[TAKE_TOKEN + number] = (
            f"TOKEN {number}",
            f"take the token at the {end} end of the route",
        )
    for location in range(MAX_LOCATIONS):
        actions[PUT + location] = (f"PLACE {location}", f"put the pile on location {location}")
    for route in range(MAX_ROUTES):
        actions[CLAIM + route] = (f"CLAIM {route}", f"claim route {route}")
    return actions


_TABLE = _table()
NAMES: tuple[str, ...] = tuple(_TABLE[action][0] for action in range(ACTIONS))
DESCRIPTIONS: tuple[str, ...] = tuple(_TABLE[action][1] for action in range(ACTIONS))
_ACTIONS = ActionNames(NAMES, DESCRIPTIONS)
name = _ACTIONS.name
number = _ACTIONS.number
describe = _ACTIONS.describe
check = _ACTIONS.check
