"""Train an agent for a few minutes and see how it does: what ``make demo`` runs."""

from sf_agents.commands.demo import main

if __name__ == "__main__":
    raise SystemExit(main())
