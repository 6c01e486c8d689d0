"""Learning an agent's decisions: a start that saves the time in which nothing sensible happens.

The agent plays against itself, now and then with a random decision, so that positions come up
which it would avoid. The network learns what it decides there, and how the games go on: what it
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

import sf_env
from sf_agents.training.crew import Crew, quickly
from sf_agents.training.players import Shared
from sf_env.core.rewards import win
from sf_env.core.rules import Array
from sf_env.opponents import load
from sf_env.opponents.contract import act_of, decision_keys

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
    """Decisions player by player, and what the games were worth to whoever made them."""

    observations: Array  # (n, size) int8
    legal: Array  # (n, 44) bool
    actions: Array  # (n,) int64
    rewards: Array  # (n,) float32
    whose: Array  # (n,) int64, a number for each player of each game


class Stopped(Exception):
    """Playing was stopped before the games had ended."""


def play_lesson(
    agent: Any,
    players: int,
    deck: Any,
    seeds: Array,
    stop: Callable[[], bool] = lambda: False,
) -> Lesson:
    """Play a game from each seed and return all decisions that were no forced ones."""
    act = act_of(load(agent) if isinstance(agent, str) else agent)
    states = sf_env.deal(players, seeds.tolist(), deck)
    rng = np.random.default_rng(seeds[:1])
    parts: list[tuple[Array, ...]] = []
    number = 0
    while not (over := sf_env.is_over(states)).all():
        if stop():
            raise Stopped
        legal = sf_env.legal_mask(states)
        actions = legal.argmax(axis=1)
        rows = np.flatnonzero(legal.sum(axis=1) > 1)
        if len(rows):
            seen = sf_env.conceal(states[rows])
            seats = seen["to_move"].astype(np.int64)
            keys = decision_keys(seeds[rows], seats, np.full(len(rows), number))
            chosen = np.asarray(act(seen, legal[rows], keys))
            parts.append((rows, seats, sf_env.observe(seen), legal[rows], chosen))
            odd = rng.random(len(rows)) < RANDOM_SHARE
            actions[rows] = np.where(odd, sf_env.sample_legal(legal[rows], rng), chosen)
        sf_env.step_states(states, actions, active=~over)
        number += 1
    rows, seats, observations, legal, chosen = (
        np.concatenate(part) for part in zip(*parts, strict=True)
    )
    rewards = win(sf_env.points(states), sf_env.winners(states))[rows, seats]
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


class Imitation:
    """An agent's games to learn from, and how many of them have been learnt."""

    def __init__(
        self,
        network: torch.nn.Module,
        agent: Any,
        players: int,
        deck: Any,
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
        self._players = players
        self._deck = deck
        self._seed = seed
        self._bfloat16 = bfloat16

    @cached_property
    def _teacher(self) -> Shared:
        """The agent: who has learnt all of it can do without."""
        agent = load(self._agent) if isinstance(self._agent, str) else self._agent
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
        seeds = np.array([sf_env.episode_seed(self._seed, slot, 0) for slot in slots], np.uint64)
        return play_lesson(self._teacher, self._players, self._deck, seeds, stop)

    def state(self) -> dict[str, Any]:
        """Return what is needed to go on, beside the network."""
        return {"done": self.done, "optimizer": self.optimizer.state_dict()}

    def restore(self, state: dict[str, Any]) -> None:
        """Go on from there."""
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

        def look(rows: slice) -> Tensor:
            with quickly(self._bfloat16):
                _, values = self.network(torch.from_numpy(observations[rows]))
            return cast(Tensor, values.float())

        with torch.no_grad():
            return torch.cat(self._crew.share(look, len(observations))).numpy()

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
