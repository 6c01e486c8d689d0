"""Train an agent by self-play: ``sf-train`` without installing it."""

import _checkout  # noqa: F401  finds the packages
from sf_agents.commands.entry import train

if __name__ == "__main__":
    raise SystemExit(train())
