"""Many games at once: arrays for the caller, filled by compiled loops."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self

import numpy as np

from sf_env.core.arrays import as_integers, as_seats, observation_buffer, take_states
from sf_env.core.compiled.rng import episode_seeds
from sf_env.core.masks import (
    as_actions,
    check_actions,
    find_forced,
    first_illegal,
    is_legal,
)
from sf_env.core.rewards import Reward, check_reward, rewards_of
from sf_env.core.rules import Array, Rules, rules_of
from sf_env.core.seeds import check_seed, draw_seed
from sf_env.core.threads import check_count, numba_threads

SHOWN = 6  # games in a notebook
SHOWN_WIDTH = 420  # pixels of each
KEPT = ("states", "lengths", "seeds", "base", "stream", "k")  # by ``state_dict``


class Batch:
    """``num_games`` games that step together; a finished game is replaced by the next one."""

    def __init__(
        self,
        num_games: int,
        players: int = 2,
        seed: int | None = 0,
        setup: Any = None,
        auto_reset: bool = True,
        threads: int = 1,
        reward: Reward = "win",
        skip_forced: bool = False,
        game: str | Rules | None = None,
        **own: Any,
    ) -> None:
        """Deal the first game of every slot; ``seed=None`` draws one.

        The setup may be given by the game's own word.
        """
        self.num_games = check_count("num_games", num_games)
        self.rules = rules = rules_of(game)
        self.players = rules.check_players(players)
        self.setup = rules.take_setup(setup, own)
        self.auto_reset = bool(auto_reset)
        self.threads = check_count("threads", threads)
        self.skip_forced = bool(skip_forced)
        self.set_reward(reward)
        self._all = np.arange(self.num_games)
        self._states = np.zeros(self.num_games, rules.state)
        self._legal = np.zeros((self.num_games, len(rules.actions)), np.bool_)
        self._lengths = np.zeros(self.num_games, np.int64)
        self._over = np.zeros(self.num_games, np.bool_)
        self._seeds = np.zeros(self.num_games, np.uint64)
        # The k-th game of a slot has the seed (base, stream, k), see sf_env.episode_seed.
        self._base = np.zeros(self.num_games, np.uint64)
        self._stream = np.zeros(self.num_games, np.int64)
        self._k = np.zeros(self.num_games, np.int64)
        self._keep_ended(self._all[:0])
        self.reset(seeds=draw_seed() if seed is None else seed)

    # What the caller sees: live views, rewritten by every step.

    @property
    def states(self) -> Array:
        """(num_games,) of the rules' state dtype, read-only."""
        return _read_only(self._states)

    @property
    def legal(self) -> Array:
        """(num_games, actions) bool, read-only; all False in a game that is over."""
        return _read_only(self._legal)

    @property
    def to_move(self) -> Array:
        """(num_games,) seats, read-only."""
        return _read_only(self._states["to_move"])

    @property
    def seeds(self) -> Array:
        """(num_games,) seeds of the current games, read-only."""
        return _read_only(self._seeds.view(np.int64))

    @property
    def lengths(self) -> Array:
        """(num_games,) decisions made so far in the current games, read-only."""
        return _read_only(self._lengths)

    @property
    def over(self) -> Array:
        """(num_games,) bool, read-only: the game in the slot is over (without ``auto_reset``)."""
        return _read_only(self._over)

    def __repr__(self) -> str:
        over = f", {int(self._over.sum())} over" if self._over.any() else ""
        return f"<Batch of {self.num_games} games{over}, players={self.players}>"

    # Playing.

    def step(self, actions: Any) -> tuple[Array, Array]:
        """Carry out an action in every game; return new (num_games, players) rewards and (n,) done.

        Actions of games that are over (without ``auto_reset``) are ignored. If any other is
        illegal, IllegalAction names slot and action, and no game is changed.
        """
        given = as_actions(actions, self.num_games)
        was_over = self._over.copy()
        if was_over.any():
            rows = np.flatnonzero(~was_over)
            self._check_and_play(rows, given[rows])
        else:
            self._check_and_play(self._all, given)
        done = self._over & ~was_over
        rewards = np.zeros((self.num_games, self.players), np.float32)
        self._finish(np.flatnonzero(done), rewards)
        return rewards, done

    def play(self, rows: Any, actions: Any) -> None:
        """Carry out actions in some games only, without checking who has won.

        No game may be named twice, and none may be over.
        """
        chosen = self._rows(rows)
        self._check_and_play(chosen, as_actions(actions, len(chosen)))

    def _rows(self, rows: Any) -> Array:
        """Return slots as int64; repeated ones, and those that do not exist, are a ValueError."""
        chosen = as_integers("rows", rows).astype(np.int64)
        if len(chosen) == 0:
            return chosen
        if chosen.min() < 0 or chosen.max() >= self.num_games:
            raise ValueError(f"rows should be 0 to {self.num_games - 1}")
        counts = np.bincount(chosen)
        if counts.max() > 1:
            raise ValueError(f"rows should be different; {counts.argmax()} occurs twice")
        return chosen

    def _check_and_play(self, rows: Array, actions: Array) -> None:
        check_actions(self._legal, rows, actions)
        self.carry_out(rows, actions)

    # For shells that look at the actions themselves; arrays of rows and actions are int64.

    def carry_out(self, rows: Array, actions: Array) -> None:
        """Carry out actions that are known to be legal: ``play`` without its checks."""
        arguments = (self._states, rows, actions, *self._beside)
        if self.threads > 1 and self.rules.parallel_step:
            with numba_threads(self.threads):
                self.rules.parallel_step(*arguments)
        else:
            self.rules.step(*arguments)

    def illegal_rows(self, rows: Array, actions: Array) -> Array:
        """Return those of ``rows`` whose action is not legal."""
        if first_illegal(self._legal, rows, actions) < 0:
            return rows[:0]
        return rows[~is_legal(self._legal[rows], actions)]

    def check_actions(self, rows: Array, actions: Array, noun: str) -> None:
        """Raise IllegalAction for the first of ``rows`` whose action is not legal."""
        check_actions(self._legal, rows, actions, noun)

    def forced_actions(self, rows: Array) -> Array:
        """Return the only legal action in each of ``rows``, -1 where there is a choice."""
        actions = np.empty(len(rows), np.int64)
        find_forced(self._legal, rows, actions)
        return actions

    def reset(self, mask: Any = None, seeds: Any = None) -> None:
        """Deal new games in all slots, or where ``mask`` (num_games,) is True.

        Without ``seeds`` each slot continues with its next game; one integer s starts (s, slot, 0),
        a list (s_i, 0, 0), where None in the list means the slot's next game.
        """
        rows = self._all if mask is None else np.flatnonzero(self.check_mask(mask))
        if seeds is None:
            self._k[rows] += 1
        elif np.ndim(seeds) == 0:
            self._start_streams(rows, np.full(len(rows), check_seed(seeds)), rows)
        else:
            self._reset_with_list(rows, list(seeds))
        self._deal(rows)

    def deal(self, rows: Any, seeds: Any) -> None:
        """Deal the game with exactly the given seed in each of these slots.

        The slot's next game is (seed, 0, 1).
        """
        chosen = self._rows(rows)
        if np.shape(seeds) != chosen.shape:
            raise ValueError(f"seeds should be {len(chosen)} integers, one for each row")
        given = np.array([check_seed(seed) for seed in np.asarray(seeds).tolist()], np.uint64)
        self._start_streams(chosen, given, 0)
        self._begin(chosen, given)

    def observe(self, out: Array | None = None, seats: Any = None) -> Array:
        """Return what the player on each seat (None: the one to move) sees, in ``out`` if given."""
        size = self.rules.observation_size(self.players)
        result = observation_buffer(out, (self.num_games, size))
        chosen = as_seats(seats, self.num_games, self.players)
        arguments = (self._states, self._all, chosen, result)
        if self.threads > 1 and self.rules.parallel_observe:
            with numba_threads(self.threads):
                self.rules.parallel_observe(*arguments)
        else:
            self.rules.observe(*arguments)
        return result

    def set_reward(self, reward: Reward) -> None:
        """Change the reward for games that finish from now on."""
        self._reward = check_reward(reward, self.rules.score_scale)
        self.reward = reward

    # The games that ended in the last step; rows of other slots are zero.

    @property
    def final_points(self) -> Array:
        """(num_games, players) victory points."""
        return self._spread(self._ended_points, self.players)

    @property
    def final_winners(self) -> Array:
        """(num_games, players) bool."""
        return self._spread(self._ended_winners, self.players)

    @property
    def final_length(self) -> Array:
        """(num_games,) decisions made, forced ones too."""
        return self._spread(self._ended_lengths)

    @property
    def final_seeds(self) -> Array:
        """(num_games,) seeds."""
        return self._spread(self._ended_seeds)

    @property
    def final_observation(self) -> Array:
        """(num_games, observation size) int8, as the player who ended the game sees it."""
        movers = np.full(len(self._ended), -1)
        seen = self.rules.observations(self._ended_states, movers, self.players)
        return self._spread(seen, seen.shape[1])

    def _spread(self, values: Array, *shape: int) -> Array:
        """Return a fresh array over all slots with these values for the games that ended."""
        result = np.zeros((self.num_games, *shape), values.dtype)
        result[self._ended] = values
        return result

    # Stopping and resuming.

    def state_dict(self) -> dict[str, Array]:
        """Return copies of the arrays that describe the games and their progress."""
        return {name: getattr(self, f"_{name}").copy() for name in KEPT}

    def load_state_dict(self, state: Mapping[str, Array]) -> None:
        """Continue the games of a batch of the same size, made with the same arguments."""
        for name in KEPT:
            mine, given = getattr(self, f"_{name}"), state[name]
            if given.shape != mine.shape or given.dtype != mine.dtype:
                raise ValueError(
                    f"{name} should be {mine.shape} {mine.dtype}, not {given.shape} {given.dtype}: "
                    f"this is the state of another batch"
                )
        for name in KEPT:
            getattr(self, f"_{name}")[:] = state[name]
        self._over[:] = False
        self.rules.settle(self._states, self._all, *self._beside)
        self._keep_ended(self._all[:0])

    # Inside.

    def _finish(self, rows: Array, rewards: Array) -> None:
        """Keep what is asked of ended games, write their rewards, and deal the next ones."""
        self._keep_ended(rows)
        if len(rows) == 0:
            return
        if self.auto_reset:
            self._k[rows] += 1
            self._deal(rows)
        # Last, since a function of the caller's may raise: the games are in order by then.
        rewards[rows] = rewards_of(self._reward, self._ended_points, self._ended_winners)

    @property
    def _beside(self) -> tuple[bool, Array, Array, Array]:
        """What the rules keep up to date beside the states."""
        return self.skip_forced, self._legal, self._lengths, self._over

    def _keep_ended(self, rows: Array) -> None:
        self._ended = rows
        self._ended_states = take_states(self._states, rows)
        self._ended_lengths = self._lengths[rows]
        self._ended_seeds = self._seeds[rows].view(np.int64)
        if len(rows):
            self._ended_points = self.rules.points(self._ended_states)
            self._ended_winners = self.rules.winners(self._ended_states)
        else:
            self._ended_points = np.zeros((0, self.players))
            self._ended_winners = np.zeros((0, self.players), np.bool_)

    def _deal(self, rows: Array) -> None:
        """Deal the k-th game of each of these slots."""
        seeds = np.zeros(len(rows), np.uint64)
        episode_seeds(self._base[rows], self._stream[rows], self._k[rows], seeds)
        self._begin(rows, seeds)

    def _begin(self, rows: Array, seeds: Array) -> None:
        self._seeds[rows] = seeds
        self._lengths[rows] = 0
        self.rules.deal(self._states, rows, seeds, self.players, self.setup)
        self.rules.settle(self._states, rows, *self._beside)

    def _start_streams(self, rows: Array, bases: Any, streams: Any) -> None:
        self._base[rows] = bases
        self._stream[rows] = streams
        self._k[rows] = 0

    def _reset_with_list(self, rows: Array, seeds: list[Any]) -> None:
        if len(seeds) != self.num_games:
            raise ValueError(f"seeds should be one integer or {self.num_games}, not {len(seeds)}")
        bases = {row: seeds[row] for row in rows.tolist()}
        fresh = {row: check_seed(seed) for row, seed in bases.items() if seed is not None}
        goes_on = [row for row, seed in bases.items() if seed is None]
        self._k[goes_on] += 1
        self._start_streams(np.array(list(fresh), np.int64), list(fresh.values()), 0)

    def check_mask(self, mask: Any) -> Array:
        """Return the mask as a (num_games,) array of booleans, or raise ValueError."""
        flags = np.asarray(mask)
        if flags.dtype != np.bool_ or flags.shape != (self.num_games,):
            raise ValueError(f"mask should be ({self.num_games},) booleans")
        return flags

    def __copy__(self) -> Self:
        twin = object.__new__(type(self))
        twin.__dict__.update(self.__dict__)
        for name, value in self.__dict__.items():
            if isinstance(value, np.ndarray):
                setattr(twin, name, value.copy())
        return twin

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self.__copy__()

    def __len__(self) -> int:
        return self.num_games

    def _repr_html_(self) -> str | None:
        """Show the first games in a notebook, beside each other."""
        if self.rules.svg is None:
            return None
        boards = "".join(self.rules.svg(state, SHOWN_WIDTH, None) for state in self._states[:SHOWN])
        more = self.num_games - SHOWN
        rest = f"<p>and {more} games more</p>" if more > 0 else ""
        return f'<div style="display:flex;flex-wrap:wrap;gap:8px">{boards}</div>{rest}'


def _read_only(array: Array) -> Array:
    view = array.view()
    view.flags.writeable = False
    return view
