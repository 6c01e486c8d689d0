"""Who plays on the ladder of Ticket to Ride."""

from __future__ import annotations

from sf_agents.arena.lineup import Lineup

LINEUP = Lineup(quick=("random", "builder", "greedy", "planner"))
