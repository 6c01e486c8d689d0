"""What the environments share: seeds of episodes, options of reset."""

from __future__ import annotations

import copy
from typing import Any, Self

import gymnasium
import numpy as np

from sf_env.core.arrays import check_whole, copy_states
from sf_env.core.game import Game
from sf_env.core.rules import Array, Rules
from sf_env.core.seeds import check_seed, draw_seed, episode_seed


class CopiesWhole:
    """Makes copy.copy a deep copy, because two environments must not share a game."""

    def __copy__(self) -> Self:
        return copy.deepcopy(self)


class Episodes:
    """The seeds of one environment's games: (seed, 0, k) for k = 0, 1, 2 and so on."""

    def __init__(self) -> None:
        self._base: int | None = None
        self._k = 0

    def next(self, seed: Any) -> int:
        """Return the seed of the next game; a given seed starts its series."""
        if seed is not None:
            self._base, self._k = check_seed(seed), 0
        elif self._base is None:
            self._base = draw_seed()
        else:
            self._k += 1
        return episode_seed(self._base, 0, self._k)


def start_game(rules: Rules, players: int, setup: Any, seed: int, options: Any) -> Game:
    """Return the game of this seed, or of ``options["order"]`` or ``options["state"]``."""
    wanted = {key: (options or {}).get(key) for key in ("order", "state")}
    given = {key: value for key, value in wanted.items() if value is not None}
    if len(given) == 2:
        raise ValueError("options have both 'order' and 'state'; give one")
    if "order" in given:
        return rules.new_game(players=players, setup=setup, order=given["order"])
    if "state" not in given:
        return rules.new_game(players=players, setup=setup, seed=seed)
    game = rules.new_game(state=given["state"])
    check_whole(rules, game.states)
    if game.players != players:
        raise ValueError(f"options['state'] has {game.players} players, the environment {players}")
    return game


def need_decision(game: Game) -> None:
    """Raise if a game that starts from a given state has nothing to decide."""
    if game.is_over:
        raise ValueError("the game from options['state'] is over before there is a decision")
    if not game.legal_actions():
        raise ValueError("options['state'] has no legal action, though the game is not over")


def refuse_starts(options: Any) -> None:
    """Raise if the options of many games ask for the start of one."""
    for key in ("order", "state"):
        if (options or {}).get(key) is not None:
            raise ValueError(f"options[{key!r}] is for one game, not for a vector environment")


def known_to_all(game: Game) -> Array:
    """Return what the player to move sees, without anything that another player does not know."""
    if not game.rules.secrets:
        return game.observe()
    states = copy_states(game.states)
    for seat in range(game.players):
        game.rules.conceal(states, np.array([seat]))
    seen: Array = game.rules.observations(states, np.array([-1]), game.players)[0]
    return seen


def need_reset(game: Game | None) -> Game:
    """Return the game of an environment, or raise if it was never reset."""
    if game is None:
        raise gymnasium.error.ResetNeeded("there is no game yet: call reset() first")
    return game
