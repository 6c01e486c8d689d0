"""The Gymnasium vector environment: one learner in each of many games of a batch.

A row plays the same game as a solo environment with the same seed, decision by decision. The
opponents of all rows act together, for as long as some row waits for one.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space

from sf_env.core.arrays import take_states
from sf_env.core.batch import Batch
from sf_env.core.errors import Error
from sf_env.core.masks import as_actions
from sf_env.core.observation import observation_space
from sf_env.core.rewards import ILLEGAL_REWARD, Reward, check_reward, rewards_of
from sf_env.core.rules import Array, Rules
from sf_env.core.threads import check_count
from sf_env.envs.common import CopiesWhole, refuse_starts
from sf_env.envs.screen import RENDER_FPS, Screen, render_modes
from sf_env.envs.seats import Opponent, Opponents, check_on_illegal, check_seat
from sf_env.opponents.contract import learner_seats

Info = dict[str, Any]
# What the info of a finished game says of that game; its mask is the next game's.
ENDED = ("seed", "seat", "scores", "places", "winners", "length")


class VectorEnv(CopiesWhole, gymnasium.vector.VectorEnv[Array, Array, Array]):
    """``num_envs`` games with one learner each; all returned arrays are new."""

    reward_dtype: Any = np.float64

    def __init__(
        self,
        num_envs: int,
        players: int = 2,
        opponent: Opponent = "greedy",
        seat: str | int = "random",
        setup: Any = None,
        reward: Reward = "win",
        on_illegal: str = "terminate",
        skip_forced: bool = False,
        render_mode: str | None = None,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        threads: int = 1,
        game: str | Rules | None = None,
        **own: Any,
    ) -> None:
        super().__init__()
        self._batch = Batch(
            check_count("num_envs", num_envs),
            players,
            seed=None,
            setup=setup,
            auto_reset=False,
            threads=threads,
            skip_forced=skip_forced,
            game=game,
            **own,
        )
        self.rules = rules = self._batch.rules
        self.num_envs = self._batch.num_games
        self.players = self._batch.players
        self._screen = Screen(rules, render_mode, type(self).__name__)
        self.render_mode = self._screen.mode
        self.set_opponent(opponent)
        self.set_reward(reward)
        self._chosen_seat = check_seat(seat, self.players)
        self._raises = check_on_illegal(on_illegal)
        self._mode = AutoresetMode(autoreset_mode)
        self.metadata = {
            "render_modes": render_modes(rules),
            "render_fps": RENDER_FPS,
            "autoreset_mode": self._mode,
        }
        self.single_observation_space = observation_space(rules, self.players)
        self.single_action_space = gymnasium.spaces.Discrete(len(rules.actions))
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)
        self._seats = np.zeros(self.num_envs, np.int64)
        self._over = np.ones(self.num_envs, np.bool_)  # by the rules or by an illegal action
        self._everywhere = np.arange(self.num_envs)
        self._dealt = False

    def set_opponent(self, opponent: Opponent) -> None:
        """Change the opponents from now on."""
        self._opponents = Opponents(self.rules, self.players, opponent)

    def set_reward(self, reward: Reward) -> None:
        """Change the reward for games that finish from now on."""
        self._reward = check_reward(reward, self.rules.score_scale)

    def reset(
        self, *, seed: Any = None, options: dict[str, Any] | None = None
    ) -> tuple[Array, Info]:
        """Deal the next games, in all rows or where ``options["reset_mask"]`` (n,) is True.

        ``seed`` is one integer, or a list with one, or None, for each row.
        """
        refuse_starts(options)
        mask = np.ones(self.num_envs, np.bool_)
        if options and options.get("reset_mask") is not None:
            mask = self._batch.check_mask(options["reset_mask"])
        if seed is not None or self._dealt:  # the batch has dealt every row its first game
            self._batch.reset(mask, seed)
        super().reset(seed=int(seed) if np.ndim(seed) == 0 and seed is not None else None)
        self._dealt = True
        self._begin(np.flatnonzero(mask))
        self._screen.update(self._batch.states, None, self._seats)
        return self._observations(), self._infos(self._everywhere)

    def step(self, actions: Any) -> tuple[Array, Array, Array, Array, Info]:
        """Carry out the learners' decisions, then those of the opponents up to their next ones.

        The autoreset mode determines what happens to finished games, as in Gymnasium.
        """
        given = as_actions(actions, self.num_envs)
        was_over = self._over.copy()
        rows = np.flatnonzero(~was_over)
        self._check_step(rows)
        illegal = self._illegal_rows(rows, given[rows])
        rewards = self._play(rows, given, illegal)
        if was_over.any():
            self._restart(was_over)
        terminated = self._over.copy()
        at_once = self._mode is AutoresetMode.SAME_STEP and terminated.any()
        ended = np.flatnonzero(terminated) if at_once else self._everywhere
        infos = self._infos(ended)
        self._add(infos, "illegal_action", illegal, given[illegal])
        if at_once:
            infos = self._restart_at_once(ended, infos)
        self._screen.update(self._batch.states, None, self._seats)
        truncated = np.zeros(self.num_envs, np.bool_)
        return self._observations(), rewards, terminated, truncated, infos

    def action_masks(self) -> Array:
        """Return the learners' legal actions (n, actions) bool; all True where a game is over."""
        self._need_reset()
        self._check_turns(np.flatnonzero(~self._over))
        masks: Array = self._batch.legal | self._over[:, None]
        return masks

    def state_dict(self) -> dict[str, Any]:
        """Return copies of the arrays that a run needs to continue these games."""
        return {
            "batch": self._batch.state_dict(),
            "seats": self._seats.copy(),
            "over": self._over.copy(),
            "dealt": self._dealt,
        }

    def load_state_dict(self, state: Mapping[str, Any]) -> None:
        """Continue the games of an environment that was made with the same arguments."""
        self._batch.load_state_dict(state["batch"])
        self._seats[:] = state["seats"]
        self._over[:] = state["over"]
        self._dealt = bool(state["dealt"])

    def render(self) -> tuple[Any, ...] | None:
        """Return the boards as text (ansi) or pixels (rgb_array), or show some of them (human).

        Each is what its learner sees.
        """
        self._need_reset()
        return tuple(self._screen.render(self._batch.states, None, self._seats)) or None

    def close_extras(self, **_: Any) -> None:
        """Close the window, if one is open; Gymnasium also calls this after a failed start."""
        if hasattr(self, "_screen"):
            self._screen.close()

    def _need_reset(self) -> None:
        if not self._dealt:
            raise gymnasium.error.ResetNeeded("there are no games yet: call reset() first")

    def _check_step(self, rows: Array) -> None:
        """Raise if no step is possible; ``rows`` are those whose game is not over."""
        self._need_reset()
        if self._mode is AutoresetMode.DISABLED and len(rows) < self.num_envs:
            over = np.flatnonzero(self._over).tolist()
            raise Error(f"environments {over} are over: reset them with options['reset_mask']")
        self._check_turns(rows)

    def _check_turns(self, rows: Array) -> None:
        """Raise if it is not the learner's turn in one of these rows, whose game is not over."""
        stuck = rows[self._batch.to_move[rows] != self._seats[rows]]
        if len(stuck):
            raise Error(
                f"an error stopped environments {stuck.tolist()} before the learner's turn: "
                f"call reset()"
            )

    def _illegal_rows(self, rows: Array, actions: Array) -> Array:
        """Return the rows whose action is not legal, or raise IllegalAction if that is wanted."""
        if self._raises:
            self._batch.check_actions(rows, actions, noun="environment")
            return rows[:0]
        return self._batch.illegal_rows(rows, actions)

    def _play(self, rows: Array, actions: Array, illegal: Array) -> Array:
        """Play the learners' actions in these rows, and return the rewards of all rows."""
        if len(illegal):
            rows = np.setdiff1d(rows, illegal)
        self._batch.carry_out(rows, actions[rows])
        self._play_opponents(rows)
        self._over[rows] = self._batch.over[rows]
        self._over[illegal] = True
        rewards = np.zeros(self.num_envs, self.reward_dtype)
        rewards[illegal] = ILLEGAL_REWARD
        ended = rows[self._over[rows]]
        if len(ended):
            states = take_states(self._batch.states, ended)
            points, winners = self.rules.points(states), self.rules.winners(states)
            of_seats = rewards_of(self._reward, points, winners)
            rewards[ended] = of_seats[np.arange(len(ended)), self._seats[ended]]
        return rewards

    def _play_opponents(self, rows: Array) -> None:
        """Make the decisions in these rows that are not the learner's, up to its next one."""
        over, to_move = self._batch.over, self._batch.to_move
        while True:
            rows = rows[~over[rows] & (to_move[rows] != self._seats[rows])]
            if len(rows) == 0:
                return
            actions = self._batch.forced_actions(rows)
            free = np.flatnonzero(actions < 0)
            if len(free):
                actions[free] = self._ask_opponents(rows[free])
            self._batch.carry_out(rows, actions)

    def _ask_opponents(self, rows: Array) -> Array:
        """Return the legal actions of the opponents to move in these rows."""
        batch = self._batch
        turns = (batch.to_move[rows] - self._seats[rows] - 1) % self.players
        states = take_states(batch.states, rows)
        return self._opponents.act(
            states, batch.legal[rows], turns, batch.seeds[rows], batch.lengths[rows]
        )

    def _restart(self, mask: Array) -> None:
        """Deal the next games of the rows where ``mask`` is True."""
        self._batch.reset(mask)
        self._begin(np.flatnonzero(mask))

    def _restart_at_once(self, rows: Array, final_info: Info) -> Info:
        """Restart these rows, which are over; return infos that keep how they ended."""
        states = take_states(self._batch.states, rows)
        final = np.full(self.num_envs, None, dtype=object)
        for row, seen in zip(
            rows, self.rules.observations(states, self._seats[rows], self.players), strict=True
        ):
            final[row] = seen
        over = self._over.copy()
        self._restart(over)
        return self._infos(self._everywhere) | {
            "final_obs": final,
            "_final_obs": over,
            "final_info": final_info,
            "_final_info": over.copy(),
        }

    def _begin(self, rows: Array) -> None:
        """Seat the learners of new games, and let those before them move."""
        if self._chosen_seat is None:
            self._seats[rows] = learner_seats(self._batch.seeds[rows], self.players)
        else:
            self._seats[rows] = self._chosen_seat
        self._play_opponents(rows)
        self._over[rows] = self._batch.over[rows]

    def _observations(self) -> Array:
        return self._batch.observe(seats=self._seats)

    def _infos(self, rows: Array) -> Info:
        """Return fresh infos of these rows: an array for each key, and where it is set."""
        infos: Info = {}
        masks = self._batch.legal[rows]
        masks |= self._over[rows, None]
        self._add(infos, "action_mask", rows, masks.view(np.int8))
        over = rows[self._over[rows]]
        open_seeds = over if self.rules.secrets else rows  # a seed gives away all hands
        self._add(infos, "seed", open_seeds, self._batch.seeds[open_seeds])
        self._add(infos, "seat", rows, self._seats[rows])
        if len(over):
            states = take_states(self._batch.states, over)
            self._add(infos, "scores", over, self.rules.points(states))
            self._add(infos, "places", over, self.rules.places(states))
            self._add(infos, "winners", over, self.rules.winners(states))
            self._add(infos, "length", over, self._batch.lengths[over])
        return infos

    def _add(self, infos: Info, key: str, rows: Array, values: Array) -> None:
        """Set one key of the infos in some rows to fresh values; nothing if there are none."""
        if len(rows) == self.num_envs:
            infos[key] = values
            infos[f"_{key}"] = np.ones(self.num_envs, np.bool_)
        elif len(rows):
            infos[key] = np.zeros((self.num_envs, *values.shape[1:]), values.dtype)
            infos[key][rows] = values
            infos[f"_{key}"] = np.zeros(self.num_envs, np.bool_)
            infos[f"_{key}"][rows] = True
