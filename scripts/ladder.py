"""Play the official ladder and write ``agents/README.md``."""

import _checkout  # noqa: F401  finds the packages
from sf_agents.commands.entry import ladder

if __name__ == "__main__":
    raise SystemExit(ladder())
