"""Play a tournament between agents: ``sf-tournament`` without installing it."""

import _checkout  # noqa: F401  finds the packages
from sf_agents.commands.entry import tournament

if __name__ == "__main__":
    raise SystemExit(tournament())
