"""Learning an agent's decisions: a start that saves the time in which nothing sensible happens.

The agent plays against itself, now and then with a random decision, so that positions come up
which it would avoid. The network learns what it decides there, and how the games continue: what it
thinks itself of the positions that follow, and in the end the result. Each lesson is gone through
several times, but other ones in between, so that no game is learnt by heart.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import cached_property, partial
from threading import Event
from typing import Any, NamedTuple, cast

import numpy as np
import torch
from torch import Tensor
from torch.nn.functional import cross_entropy, mse_loss

from sf_agents.training.crew import Crew, quickly
from sf_agents.training.shared import Shared
from sf_env.core.arrays import take_states
from sf_env.core.batch import Batch
from sf_env.core.masks import sample_legal
from sf_env.core.rewards import win
from sf_env.core.rules import Array, Rules
from sf_env.core.seeds import episode_seed
from sf_env.opponents import load
from sf_env.opponents.contract import ask

RANDOM_SHARE = 0.05  # decisions that are made at random, though learnt as the agent would decide
GAMES_AT_ONCE = 500
BATCH = 1024
LEARNING_RATE = 1e-3
LAST_RATE = 0.05  # of it, to which it falls
KEPT = 8  # lessons that may be gone through once more
REACH = 0.95  # how far results reach back past the network's own opinion
VALUE_WEIGHT = 0.5
ERRORS = ("policy", "value", "agreement")


class Lesson(NamedTuple):
    """Decisions player by player, and what the games were worth to the players who made them."""

    observations: Array  # (n, size) int8
    legal: Array  # (n, actions) bool
    actions: Array  # (n,) int64
    rewards: Array  # (n,) float32
    whose: Array  # (n,) int64, a number for each player of each game


class Stopped(Exception):
    """Playing was stopped before the games had ended."""


def play_lesson(
    agent: Any,
    rules: Rules,
    players: int,
    setup: Any,
    seeds: Array,
    stop: Callable[[], bool] = lambda: False,
) -> Lesson:
    """Play a game from each seed and return all decisions that were not forced."""
    agent = load(agent, rules) if isinstance(agent, str) else agent
    batch = Batch(len(seeds), players, setup=setup, auto_reset=False, game=rules)
    batch.deal(np.arange(len(seeds)), seeds)
    rng = np.random.default_rng(seeds[:1])
    parts: list[tuple[Array, ...]] = []
    while not batch.over.all():
        if stop():
            raise Stopped
        live = np.flatnonzero(~batch.over)
        actions = batch.legal.argmax(axis=1)
        rows = live[batch.legal[live].sum(axis=1) > 1]
        if len(rows):
            states, legal = take_states(batch.states, rows), batch.legal[rows]
            chosen = ask(rules, agent, states, batch.seeds[rows], batch.lengths[rows])
            seats = states["to_move"].astype(np.int64)
            parts.append((rows, seats, rules.observations(states, seats, players), legal, chosen))
            odd = rng.random(len(rows)) < RANDOM_SHARE
            actions[rows] = np.where(odd, sample_legal(legal, rng), chosen)
        batch.play(live, actions[live])
    rows, seats, observations, legal, chosen = (
        np.concatenate(part) for part in zip(*parts, strict=True)
    )
    rewards = win(rules.points(batch.states), rules.winners(batch.states))[rows, seats]
    whose = rows * players + seats
    lesson = Lesson(observations, legal, chosen, rewards.astype(np.float32), whose)
    order = np.argsort(whose, kind="stable")
    return Lesson(*(array[order] for array in lesson))


def reaching_back(lesson: Lesson, values: Array) -> Array:
    """Return what each decision led to (n,): later values by a share, the rest the result."""
    targets = lesson.rewards.copy()
    goes_on = np.diff(lesson.whose) == 0
    for at in range(len(targets) - 2, -1, -1):
        if goes_on[at]:
            targets[at] = values[at + 1] + REACH * (targets[at + 1] - values[at + 1])
    return targets


def pieces(observations: Array) -> list[Array]:
    """Return observations (n, size) a batch at a time: layers need room for all of them."""
    return [observations[at : at + BATCH] for at in range(0, len(observations), BATCH)]


class Imitation:
    """An agent's games to learn from, and how many of them have been learnt."""

    def __init__(
        self,
        network: torch.nn.Module,
        agent: Any,
        rules: Rules,
        players: int,
        setup: Any,
        games: int,
        seed: int,
        *,
        rounds: int = 2,
        crew: Crew | None = None,
        bfloat16: bool = False,
    ) -> None:
        self.network = network
        self.optimizer = torch.optim.Adam(network.parameters(), lr=LEARNING_RATE)
        self.games = games
        self.done = 0
        self._rounds = rounds
        self._kept: deque[Lesson] = deque(maxlen=KEPT)
        self._crew = Crew(1) if crew is None else crew
        self._agent = agent
        self._rules = rules
        self._players = players
        self._setup = setup
        self._seed = seed
        self._bfloat16 = bfloat16

    @cached_property
    def _teacher(self) -> Shared:
        """The agent: who has learnt all of it can do without."""
        agent = load(self._agent, self._rules) if isinstance(self._agent, str) else self._agent
        return Shared(agent, self._crew)

    def remember(self, stop: Callable[[], bool] = lambda: False) -> Iterator[tuple[int, int]]:
        """Play the last lessons before a stop again, for they are not in checkpoints.

        Yields how many have been played, of how many.
        """
        oldest = self.done if self._kept else max(self.done - KEPT * GAMES_AT_ONCE, 0)
        lessons = range(oldest, self.done, GAMES_AT_ONCE)
        with suppress(Stopped):
            for number, begin in enumerate(lessons, 1):
                self._kept.append(self._play(begin, stop))
                yield number, len(lessons)

    def learn(self, stop: Callable[[], bool] = lambda: False) -> Iterator[dict[str, float]]:
        """Learn lesson by lesson to the end; yield the mean errors when each was new."""
        for _ in self.remember(stop):
            pass
        left = Event()  # set when nobody wants the games that are being played

        def stopped() -> bool:
            return left.is_set() or stop()

        with ThreadPoolExecutor(1) as player, suppress(Stopped):
            try:  # the next games are played while these are learnt
                coming = player.submit(self._play, self.done, stopped)
                while self.done < self.games:
                    lesson, begin = coming.result(), self.done
                    if begin + GAMES_AT_ONCE < self.games:
                        coming = player.submit(self._play, begin + GAMES_AT_ONCE, stopped)
                    yield self._go_through(lesson)
            finally:
                left.set()

    def _go_through(self, lesson: Lesson) -> dict[str, float]:
        """Learn a new lesson and then some of those that are kept; return the errors of the new."""
        rng = np.random.default_rng((self._seed, self.done))
        for group in self.optimizer.param_groups:
            group["lr"] = LEARNING_RATE * max(1 - self.done / self.games, LAST_RATE)
        self._kept.append(lesson)
        errors = self._learn(lesson, rng)
        for number in rng.integers(len(self._kept), size=self._rounds - 1):
            self._learn(self._kept[number], rng)
        self.done = min(self.done + GAMES_AT_ONCE, self.games)
        return errors

    def _play(self, begin: int, stop: Callable[[], bool]) -> Lesson:
        slots = range(begin, min(begin + GAMES_AT_ONCE, self.games))
        seeds = np.array([episode_seed(self._seed, slot, 0) for slot in slots], np.uint64)
        return play_lesson(self._teacher, self._rules, self._players, self._setup, seeds, stop)

    def state(self) -> dict[str, Any]:
        """Return what is needed to continue, besides the network."""
        return {"done": self.done, "optimizer": self.optimizer.state_dict()}

    def restore(self, state: dict[str, Any]) -> None:
        """Continue from a saved state."""
        self.done = state["done"]
        self.optimizer.load_state_dict(state["optimizer"])

    def _learn(self, lesson: Lesson, rng: Any) -> dict[str, float]:
        """Go through a lesson once, in random order; return the mean errors."""
        targets = reaching_back(lesson, self._values(lesson.observations))
        lesson = lesson._replace(rewards=targets)
        order = rng.permutation(len(lesson.actions))
        weights = list(self.network.parameters())
        sums = torch.zeros(len(ERRORS))
        for first in range(0, len(order), BATCH):
            batch = Lesson(*(array[order[first : first + BATCH]] for array in lesson))
            count = len(batch.actions)
            sums += count * self._crew.descend(weights, partial(self._loss, batch), count)
            self.optimizer.step()
        return dict(zip(ERRORS, (sums / len(order)).tolist(), strict=True))

    def _values(self, observations: Array) -> Array:
        """Return what the network thinks of positions now."""

        def look(some: Array) -> Tensor:
            with quickly(self._bfloat16):
                _, values = self.network(torch.from_numpy(some))
            return cast(Tensor, values.float())

        def look_at(rows: slice) -> Tensor:
            return torch.cat([look(some) for some in pieces(observations[rows])])

        with torch.no_grad():
            return torch.cat(self._crew.share(look_at, len(observations))).numpy()

    def _loss(self, batch: Lesson, rows: slice) -> tuple[Tensor, Tensor]:
        """Return the part of the batch's loss that some rows have, and what ERRORS names."""
        observations, legal, actions, rewards, _ = map(torch.from_numpy, (a[rows] for a in batch))
        with quickly(self._bfloat16):
            logits, values = self.network(observations)
        logits = logits.float().masked_fill(~legal, -torch.inf)
        policy = cross_entropy(logits, actions, reduction="sum")
        value = mse_loss(values.float(), rewards, reduction="sum")
        agreed = (logits.argmax(1) == actions).sum()
        count = len(batch.actions)
        return (policy + VALUE_WEIGHT * value) / count, torch.stack([policy, value, agreed]) / count
