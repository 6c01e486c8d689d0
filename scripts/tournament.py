"""Let agents play against each other: ``sf-tournament`` without installing it."""

import _checkout  # noqa: F401  finds the packages
from sf_agents.commands.entry import tournament

if __name__ == "__main__":
    raise SystemExit(tournament())
