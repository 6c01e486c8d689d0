"""Fit the weights of the planner's evaluation to its own games."""

import _checkout  # noqa: F401  finds the packages
from sf_agents.commands.entry import tune

if __name__ == "__main__":
    raise SystemExit(tune())
