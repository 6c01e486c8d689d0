"""A person at a terminal, who sees the position and the legal actions, and types a number.

The streams are those of the process unless others are given, so that it can be tested, and so
that a game can be played over a pipe.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from typing import Any, TextIO

import numpy as np

from sf_env.core.errors import Error
from sf_env.core.rules import Array, Rules, games, rules_of


class NoAnswer(Error):
    """The input ended before the player had answered."""


@dataclass(frozen=True)
class Human:
    """Ask a person at the terminal."""

    def act(self, states: Array, legal: Any = None, keys: Any = None) -> Array:
        """Return the action (n,) typed for each state, 0 where a game is over."""
        return np.array([ask(state, sys.stdin, sys.stdout) for state in states], np.int64)


def ask(state: np.void, read: TextIO, write: TextIO) -> int:
    """Show a position and return the action that is typed, asking until it is a legal one."""
    rules = _rules_of(state)
    game = rules.new_game(state=state)
    names, legal = rules.actions, game.legal_actions()
    if not legal:
        return 0
    write.write(f"\n{rules.text(state, game.to_move)}\n\n")
    if len(legal) == 1:
        write.write(f"Player {game.to_move} has one choice: {names[legal[0]]}\n")
        return legal[0]
    for action in legal:
        write.write(f"  {action:2}  {names[action]}\n")
    while True:
        write.write(f"Player {game.to_move}, your action? ")
        write.flush()
        line = read.readline()
        if not line:
            raise NoAnswer("the input ended before an action was typed")
        answer = line.strip().lower()
        for action in legal:
            if answer in (str(action), names[action].lower()):
                return action
        write.write(f"{answer!r} is not legal here: type a number or a name from the list.\n")


def _rules_of(state: np.void) -> Rules:
    """Return the game that a state is of: each game has a dtype of its own."""
    for table in map(rules_of, games()):
        if table.state == state.dtype:
            return table
    raise ValueError(
        f"these states are not of a game that has a name: {', '.join(games())}; "
        f"sf_env.core.rules.register gives one to yours"
    )
