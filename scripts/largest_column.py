"""Play many games and print the size of the largest column: observations list ten cards of each."""

from __future__ import annotations

import argparse

import _checkout  # noqa: F401  finds the packages
import sf_env
from sf_env.opponents import load


def largest(players: int, agent: str, games: int) -> int:
    """Return the size of the largest column in this many games of an agent against itself."""
    states = sf_env.deal(players, range(games))
    player = load(agent)
    most = 0
    while not sf_env.is_over(states).all():
        hidden = sf_env.conceal(states)
        sf_env.step_states(states, player.act(hidden, sf_env.legal_mask(hidden)))
        most = max(most, int(states["column_count"].max()))
    return most


def main() -> None:
    """Print a line for each number of players and agent."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=10_000)
    games = parser.parse_args().games
    for players in (2, 3, 4):
        most = {agent: largest(players, agent, games) for agent in ("random", "greedy")}
        told = ", ".join(f"{cards} ({agent})" for agent, cards in most.items())
        print(f"{players} players, {games} games each: largest column {told}", flush=True)


if __name__ == "__main__":
    main()
