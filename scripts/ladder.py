"""Play the official ladder and write ``agents/README.md``."""

from sf_agents.commands.ladder import main

if __name__ == "__main__":
    raise SystemExit(main())
