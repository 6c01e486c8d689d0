"""The functions on arrays of states (see ``core/functions.py``), bound to Ticket to Ride."""

from __future__ import annotations

from sf_env.core.functions import Functions
from sf_env.games.ticket_to_ride.rules import TICKET_TO_RIDE

_FUNCTIONS = Functions(TICKET_TO_RIDE)
deal = _FUNCTIONS.deal
legal_mask = _FUNCTIONS.legal_mask
step_states = _FUNCTIONS.step_states
observe = _FUNCTIONS.observe
conceal = _FUNCTIONS.conceal
imagine = _FUNCTIONS.imagine
points = _FUNCTIONS.points
winners = _FUNCTIONS.winners
is_over = _FUNCTIONS.is_over
random_playouts = _FUNCTIONS.random_playouts
