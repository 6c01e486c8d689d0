"""Write the network of a training run into a small file: ``sf-export`` without installing it."""

from sf_agents.commands.export import main

if __name__ == "__main__":
    raise SystemExit(main())
