"""Play the fixed protocol with one agent: ``sf-evaluate`` without installing it."""

from sf_agents.commands.evaluate import main

if __name__ == "__main__":
    raise SystemExit(main())
