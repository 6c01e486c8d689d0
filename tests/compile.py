"""Compile what most tests use before they start: once, not again in each of their workers."""

from __future__ import annotations

import subprocess
import sys

import sf_agents
import sf_env

# Each half is compiled by a process of its own; both take about as long.
HALVES = {
    1: ("builder", "planner", "flat:simulations=9", "mcts:simulations=9"),
    2: ("random", "greedy", "network", "netmcts:simulations=9"),
}


def use(threads: int) -> None:
    """Play some decisions; the agents of a half follow when the engine is compiled."""
    batch = sf_env.Batch(8, threads=threads)
    batch.step(batch.legal.argmax(axis=1))
    batch.observe()
    states = sf_env.conceal(batch.states)
    legal = sf_env.legal_mask(states)
    for name in HALVES[threads]:
        sf_agents.load(name).act(states, legal)
    sf_env.Game(2, seed=1).step(0)
    sf_env.random_playouts(states, 1)


def main() -> None:
    """Compile both halves at once."""
    commands = [[sys.executable, "-m", "tests.compile", str(half)] for half in HALVES]
    running = [subprocess.Popen(command) for command in commands]
    sys.exit(max(process.wait() for process in running))


if __name__ == "__main__":
    use(int(sys.argv[1])) if sys.argv[1:] else main()
