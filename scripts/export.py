"""Write the network of a training run into a small file: ``sf-export`` without installing it."""

import _checkout  # noqa: F401  finds the packages
from sf_agents.commands.entry import export

if __name__ == "__main__":
    raise SystemExit(export())
