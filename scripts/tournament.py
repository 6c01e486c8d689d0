"""Let agents play against each other: ``sf-tournament`` without installing it."""

from sf_agents.commands.tournament import main

if __name__ == "__main__":
    raise SystemExit(main())
