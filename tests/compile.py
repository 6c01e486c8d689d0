"""Compile what most tests use before they start: once, not again in each of their workers."""

from __future__ import annotations

import subprocess
import sys

import numpy as np

import sf_agents
import sf_env
from sf_env.core.rules import Array


def compile_search() -> None:
    """Ask the searches without a network: what takes longest comes first."""
    states = sf_env.deal(2, range(8))
    sf_env.step_states(states, np.zeros(8, np.int64))
    ask(states, "planner", "builder", "flat:simulations=9", "mcts:simulations=9")


def compile_the_rest() -> None:
    """Play in all ways, then ask the search that shares most with the others."""
    for threads in (1, 2):
        batch = sf_env.Batch(8, threads=threads)
        batch.step(batch.legal.argmax(axis=1))
        batch.observe()
    sf_env.Game(2, seed=1).step(0)
    sf_env.random_playouts(batch.states.copy(), 1)
    compile_ticket_to_ride()
    ask(batch.states, "random", "greedy", "network", "netmcts:simulations=9")


def compile_ticket_to_ride() -> None:
    """Play, imagine and count points in the second game."""
    game = sf_env.ticket_to_ride
    batch = game.Batch(8)
    batch.step(batch.legal.argmax(axis=1))
    batch.observe()
    game.random_playouts(game.imagine(batch.states, 1), 1)
    one = game.Game(2, seed=1)
    one.step(11)
    one.scores()
    sf_env.ask(game.RULES, sf_agents.load("greedy", game="ticket_to_ride"), one.states, [1], [0])
    order = {"tickets": range(24), "cards": [0, 1, 2, 3, 4, 5, 0, 1, 2, 3]}
    game.Game(2, order=order).step(11)


def ask(states: Array, *names: str) -> None:
    """Let agents act where there is something to choose."""
    hidden = sf_env.conceal(states)
    for name in names:
        sf_agents.load(name).act(hidden, sf_env.legal_mask(hidden))


HALVES = {"search": compile_search, "rest": compile_the_rest}


def main() -> None:
    """Compile both halves at once, each in a process of its own."""
    commands = [[sys.executable, "-m", "tests.compile", half] for half in HALVES]
    running = [subprocess.Popen(command) for command in commands]
    sys.exit(max(process.wait() for process in running))


if __name__ == "__main__":
    HALVES[sys.argv[1]]() if sys.argv[1:] else main()
