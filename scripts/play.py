"""Play against agents in the terminal or in a browser: ``sf-play`` without installing it."""

import _checkout  # noqa: F401  finds the packages
from sf_agents.commands.entry import play

if __name__ == "__main__":
    raise SystemExit(play())
