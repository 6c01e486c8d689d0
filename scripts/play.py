"""Play against agents in the terminal or in a browser: ``sf-play`` without installing it."""

from sf_agents.commands.play import main

if __name__ == "__main__":
    raise SystemExit(main())
