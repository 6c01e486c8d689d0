"""Play the official ladders, and write ``agents/README.md`` and a page for each game."""

import _checkout  # noqa: F401  finds the packages
from sf_agents.commands.entry import ladder

if __name__ == "__main__":
    raise SystemExit(ladder())
