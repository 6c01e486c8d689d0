"""The Gymnasium environment: one learner, with agents in the other seats."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np

from sf_env.core.arrays import copy_states
from sf_env.core.errors import Error, IllegalAction
from sf_env.core.game import Game
from sf_env.core.observation import observation_space
from sf_env.core.rewards import ILLEGAL_REWARD, Reward, check_reward, rewards_of
from sf_env.core.rules import Array, Rules, rules_of
from sf_env.envs.common import CopiesWhole, Episodes, need_decision, need_reset, start_game
from sf_env.envs.screen import RENDER_FPS, RENDER_MODES, Screen, render_modes
from sf_env.envs.seats import Opponent, Opponents, check_on_illegal, check_seat
from sf_env.opponents.contract import learner_seats


class SoloEnv(CopiesWhole, gymnasium.Env[Array, Any]):
    """The learner sees only its own decisions; in between, the opponents make theirs."""

    metadata = {"render_modes": RENDER_MODES, "render_fps": RENDER_FPS}  # noqa: RUF012

    def __init__(
        self,
        players: int = 2,
        opponent: Opponent = "greedy",
        seat: str | int = "random",
        setup: Any = None,
        reward: Reward = "win",
        on_illegal: str = "terminate",
        skip_forced: bool = False,
        render_mode: str | None = None,
        game: str | Rules | None = None,
        **own: Any,
    ) -> None:
        self.rules = rules = rules_of(game)
        self.players = rules.check_players(players)
        self.setup = rules.take_setup(setup, own)
        self.skip_forced = bool(skip_forced)
        self.metadata = {**self.metadata, "render_modes": render_modes(rules)}
        self._screen = Screen(rules, render_mode, type(self).__name__)
        self.render_mode = self._screen.mode
        self.game: Game | None = None
        self._opponents = Opponents(rules, self.players, opponent)
        self._chosen_seat = check_seat(seat, self.players)
        self._raises = check_on_illegal(on_illegal)
        self._reward = check_reward(reward, self.rules.score_scale)
        self._episodes = Episodes()
        self._over = False  # by the rules, or by an illegal action
        self.observation_space = observation_space(rules, self.players)
        self.action_space = gymnasium.spaces.Discrete(len(rules.actions))

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Array, dict[str, Any]]:
        """Deal the next game; ``options`` may give an ``order`` of all chance, or a ``state``."""
        episode = self._episodes.next(seed)
        super().reset(seed=None if seed is None else int(seed))
        self.game = start_game(self.rules, self.players, self.setup, episode, options)
        self.seed = episode
        drawn = int(learner_seats(np.array([self.seed]), self.players)[0])
        self.seat = drawn if self._chosen_seat is None else self._chosen_seat
        self._go_on()
        need_decision(self.game)
        return self._observation(), self._info()

    def step(self, action: int) -> tuple[Array, float, bool, bool, dict[str, Any]]:
        """Carry out the learner's decision, then those of the opponents up to its next one."""
        game = need_reset(self.game)
        if self._over:
            return self._observation(), 0.0, True, False, self._info()
        self._check_turn(game)
        try:
            game.step(action)
        except IllegalAction:
            if self._raises:
                raise
            self._over = True
            return (
                self._observation(),
                ILLEGAL_REWARD,
                True,
                False,
                {**self._info(), **_illegal(action)},
            )
        self._go_on()
        reward = self._result(game) if self._over else 0.0
        return self._observation(), reward, self._over, False, self._info()

    def action_masks(self) -> Array:
        """Return the legal actions as a (n,) bool mask; all True when the game is over."""
        self._check_turn(need_reset(self.game))
        return self._mask(np.bool_)

    def _check_turn(self, game: Game) -> None:
        if game.to_move != self.seat and not self._over:
            raise Error("an error stopped the game before the learner's turn: call reset()")

    def record(self, **extra: Any) -> dict[str, Any]:
        """Return the game so far as a record."""
        return need_reset(self.game).record(**extra)

    def render(self) -> str | Array | None:
        """Return the board as text (ansi) or pixels (rgb_array), or show it in a window (human).

        It is what the learner sees.
        """
        states = need_reset(self.game).states
        shown = self._screen.render(states, self._names, [self.seat])
        return shown[0] if shown else None

    def close(self) -> None:
        """Close the window, if one is open."""
        self._screen.close()

    def _names(self) -> list[str]:
        others = (
            ["opponent"]
            if self.players == 2
            else [f"opponent {number}" for number in range(1, self.players)]
        )
        return ["learner" if turn == 0 else others[turn - 1] for turn in self._turns()]

    def _turns(self) -> list[int]:
        """Return for each seat how long after the learner it comes."""
        return [(seat - self.seat) % self.players for seat in range(self.players)]

    def _go_on(self) -> None:
        """Make the decisions that are not the learner's, up to its next one or the end."""
        game = need_reset(self.game)
        self._over = False
        self._find_decision(game)
        while self._legal and game.to_move != self.seat:
            forced = len(self._legal) == 1
            game.carry_out(self._legal[0] if forced else self._ask_opponent(game))
            self._find_decision(game)
        self._over = not self._legal

    def _find_decision(self, game: Game) -> None:
        """Note what is legal, once forced decisions are made if they should be; show the game."""
        if self.skip_forced:
            game.skip_forced()
        self._legal = game.legal_actions()
        self._screen.update(game.states, self._names, [self.seat])

    def _ask_opponent(self, game: Game) -> int:
        seeds = np.array([self.seed], np.uint64)
        turns = np.array([(game.to_move - self.seat - 1) % self.players])
        states, lengths = copy_states(game.states), np.array([game.length])
        mask = self._mask(np.bool_)[None]
        return int(self._opponents.act(states, mask, turns, seeds, lengths)[0])

    def _mask(self, dtype: Any) -> Array:
        """Return a fresh mask of what is legal; all ones when the game is over."""
        if self._over:
            return np.ones(len(self.rules.actions), dtype)
        mask = np.zeros(len(self.rules.actions), dtype)
        mask[self._legal] = 1
        return mask

    def _result(self, game: Game) -> float:
        """Return what the finished game is worth to the learner."""
        winners = self.rules.winners(game.states)
        return float(rewards_of(self._reward, game.points()[None], winners)[0, self.seat])

    def _observation(self) -> Array:
        return need_reset(self.game).observe(self.seat)

    def _info(self) -> dict[str, Any]:
        game = need_reset(self.game)
        info: dict[str, Any] = {"action_mask": self._mask(np.int8)}
        if self._over or not self.rules.secrets:  # a seed gives away all hands
            info["seed"] = game.seed
        info["seat"] = self.seat
        if self._over:
            info["scores"] = game.points()
            info["places"] = self.rules.places(game.states)[0]
            info["winners"] = self.rules.winners(game.states)[0]
            info["length"] = game.length
        return info


def _illegal(action: Any) -> dict[str, int]:
    return {"illegal_action": int(action)}
