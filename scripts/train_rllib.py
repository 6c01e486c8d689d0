"""Train an agent by self-play on Ray: ``sf-train-rllib`` without installing it."""

from sf_agents.commands.train_rllib import main

if __name__ == "__main__":
    raise SystemExit(main())
