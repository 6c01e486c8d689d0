"""Train an agent by self-play on Ray: ``sf-train-rllib`` without installing it."""

import _checkout  # noqa: F401  finds the packages
from sf_agents.commands.entry import train_rllib

if __name__ == "__main__":
    raise SystemExit(train_rllib())
