"""Fit the weights of the planner's evaluation to its own games."""

from sf_agents.commands.tune import main

if __name__ == "__main__":
    raise SystemExit(main())
