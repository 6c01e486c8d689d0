"""Turn recorded games into pages, films and pictures: ``sf-watch`` without installing it."""

from sf_agents.commands.watch import main

if __name__ == "__main__":
    raise SystemExit(main())
