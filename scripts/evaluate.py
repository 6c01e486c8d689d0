"""Play the fixed protocol with one agent: ``sf-evaluate`` without installing it."""

import _checkout  # noqa: F401  finds the packages
from sf_agents.commands.entry import evaluate

if __name__ == "__main__":
    raise SystemExit(evaluate())
