"""Train an agent for a few minutes and see how it does: what ``make demo`` runs."""

import _checkout  # noqa: F401  finds the packages
from sf_agents.commands.entry import demo

if __name__ == "__main__":
    raise SystemExit(demo())
