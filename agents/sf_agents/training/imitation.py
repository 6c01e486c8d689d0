"""Learning an agent's decisions: a start that saves the time in which nothing sensible happens.

The agent plays against itself, now and then with a random decision, so that positions come up
which it would avoid. The network learns what it decides there, and how the games end.
"""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, NamedTuple

import numpy as np
import torch
from torch import Tensor
from torch.nn.functional import cross_entropy, mse_loss

import sf_env
from sf_agents.training.crew import Crew
from sf_agents.training.players import Shared
from sf_agents.training.precision import quickly
from sf_env.opponents import load
from sf_env.opponents.protocol import act_of, decision_keys
from sf_env.rewards import win
from sf_env.rules import Array

RANDOM_SHARE = 0.05  # decisions that are made at random, though learnt as the agent would decide
GAMES_AT_ONCE = 500
BATCH = 1024
LEARNING_RATE = 1e-3
LAST_RATE = 0.05  # of it, to which it falls
ROUNDS = 2  # how often the decisions of a game are seen
VALUE_WEIGHT = 0.5
ERRORS = ("policy", "value", "agreement")


class Lesson(NamedTuple):
    """Decisions, with what the game was worth to whoever made them in the end."""

    observations: Array  # (n, size) int8
    legal: Array  # (n, 44) bool
    actions: Array  # (n,) int64
    rewards: Array  # (n,) float32


def play_lesson(agent: Any, players: int, deck: Any, seeds: Array) -> Lesson:
    """Play a game from each seed and return all decisions that were no forced ones."""
    act = act_of(load(agent) if isinstance(agent, str) else agent)
    states = sf_env.deal(players, seeds.tolist(), deck)
    rng = np.random.default_rng(seeds[:1])
    parts: list[tuple[Array, ...]] = []
    number = 0
    while not (over := sf_env.is_over(states)).all():
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
    return Lesson(observations, legal, chosen, rewards.astype(np.float32))


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
        crew: Crew | None = None,
        bfloat16: bool = False,
    ) -> None:
        self.network = network
        self.optimizer = torch.optim.Adam(network.parameters(), lr=LEARNING_RATE)
        self.games = games
        self.done = 0
        self._crew = Crew(1) if crew is None else crew
        self._agent = Shared(load(agent) if isinstance(agent, str) else agent, self._crew)
        self._players = players
        self._deck = deck
        self._seed = seed
        self._bfloat16 = bfloat16

    def learn(self) -> Iterator[dict[str, float]]:
        """Learn lesson by lesson to the end; yield the mean errors of each."""
        with ThreadPoolExecutor(1) as player:  # the next games are played while these are learnt
            coming = player.submit(self._play, self.done)
            while self.done < self.games:
                lesson, begin = coming.result(), self.done
                if begin + GAMES_AT_ONCE < self.games:
                    coming = player.submit(self._play, begin + GAMES_AT_ONCE)
                rng = np.random.default_rng((self._seed, begin))
                for group in self.optimizer.param_groups:
                    group["lr"] = LEARNING_RATE * max(1 - begin / self.games, LAST_RATE)
                for _ in range(ROUNDS):
                    errors = self._learn(lesson, rng)
                self.done = min(begin + GAMES_AT_ONCE, self.games)
                yield errors

    def _play(self, begin: int) -> Lesson:
        slots = range(begin, min(begin + GAMES_AT_ONCE, self.games))
        seeds = np.array([sf_env.episode_seed(self._seed, slot, 0) for slot in slots], np.uint64)
        return play_lesson(self._agent, self._players, self._deck, seeds)

    def state(self) -> dict[str, Any]:
        """Return what is needed to go on, beside the network."""
        return {"done": self.done, "optimizer": self.optimizer.state_dict()}

    def restore(self, state: dict[str, Any]) -> None:
        """Go on from there."""
        self.done = state["done"]
        self.optimizer.load_state_dict(state["optimizer"])

    def _learn(self, lesson: Lesson, rng: Any) -> dict[str, float]:
        """Go through a lesson once, in random order; return the mean errors."""
        order = rng.permutation(len(lesson.actions))
        weights = list(self.network.parameters())
        sums = torch.zeros(len(ERRORS))
        for first in range(0, len(order), BATCH):
            batch = Lesson(*(array[order[first : first + BATCH]] for array in lesson))
            count = len(batch.actions)
            sums += count * self._crew.descend(weights, partial(self._loss, batch), count)
            self.optimizer.step()
        return dict(zip(ERRORS, (sums / len(order)).tolist(), strict=True))

    def _loss(self, batch: Lesson, rows: slice) -> tuple[Tensor, Tensor]:
        """Return the part of the batch's loss that some rows have, and what ERRORS names."""
        observations, legal, actions, rewards = (torch.from_numpy(array[rows]) for array in batch)
        with quickly(self._bfloat16):
            logits, values = self.network(observations)
        logits = logits.float().masked_fill(~legal, -torch.inf)
        policy = cross_entropy(logits, actions, reduction="sum")
        value = mse_loss(values.float(), rewards, reduction="sum")
        agreed = (logits.argmax(1) == actions).sum()
        count = len(batch.actions)
        return (policy + VALUE_WEIGHT * value) / count, torch.stack([policy, value, agreed]) / count
