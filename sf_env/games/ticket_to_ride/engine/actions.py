"""The 125 action numbers (RULES 7), the same for every map and number of players."""

from __future__ import annotations

from typing import Final

from sf_env.games.ticket_to_ride.engine.constants import KINDS, MAX_LOCATIONS, MAX_ROUTES

DRAW: Final = 0
TAKE: Final = 1  # + kind
TICKETS: Final = TAKE + KINDS
KEEP_ONE: Final = TICKETS + 1  # + 0 for the first offered ticket, 1 for the second
KEEP_BOTH: Final = KEEP_ONE + 2
PAY_WITH: Final = KEEP_BOTH + 1  # + kind: the colour of the cards, or ferries alone
PAY_FERRIES: Final = PAY_WITH + KINDS  # + number of ferries
TAKE_TOKEN: Final = PAY_FERRIES + KINDS  # + end of the route, 0 or 1
PASS: Final = TAKE_TOKEN + 2
PUT: Final = PASS + 1  # + location
CLAIM: Final = PUT + MAX_LOCATIONS  # + route
ACTIONS: Final = CLAIM + MAX_ROUTES
