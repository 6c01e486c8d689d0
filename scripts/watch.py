"""Turn recorded games into pages, films and pictures: ``sf-watch`` without installing it."""

import _checkout  # noqa: F401  finds the packages
from sf_agents.commands.entry import watch

if __name__ == "__main__":
    raise SystemExit(watch())
