"""Train an agent by self-play: ``sf-train`` without installing it."""

from sf_agents.commands.train import main

if __name__ == "__main__":
    raise SystemExit(main())
