"""Tuning an evaluation: fitting its weights to how games end.

A planner with the present weights plays many games against itself, with a random decision here and
there. Positions after turns are collected, each with what became of it. Then the weights change,
so that the chance to win which the evaluation gives is as near as possible to the outcomes (least
squares, Gauss and Newton, with a pull to the weights before). Better weights play differently, so
this is done in rounds.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from sf_agents.evaluation.weights import WeightTable
from sf_env.core.arrays import take_states
from sf_env.core.batch import Batch
from sf_env.core.masks import sample_legal
from sf_env.core.rewards import shares
from sf_env.core.rules import Array, Rules
from sf_env.opponents.contract import act_of, answer, question

DEVIATIONS = 0.04  # share of decisions that are left to chance
KEPT = 0.03  # share of the positions after a turn that are kept
LEAST = 0.05  # of a weight that has to be positive
STEP = 0.03  # for derivatives, relative to the weight
LONGEST_STEP = 0.5  # of a weight, relative to where it began
PULL = 0.01  # towards where the weights began
DAMPING = (1e-4, 1e-3, 1e-2, 1e-1, 1.0)  # tried in turn until a step helps
LEAST_GAIN = 2e-7  # of the mean error; a smaller one ends the fit


class Positions(NamedTuple):
    """Positions (n,) from the seats (n,) of players who won so much (n,) of their games."""

    states: Array
    seats: Array
    results: Array


@dataclass(frozen=True)
class Tuning:
    """The evaluation of a game, as its weights are fitted."""

    rules: Rules
    weights: WeightTable
    positive: tuple[str, ...]
    """ends of the names of weights that may not become negative or 0"""
    planner: Callable[..., Any]
    """(weights=path): the agent that plays by the weights in a file"""
    turn: int
    """the phase in which a turn begins"""
    chances: Callable[[Array, Array, Array], Array]
    """(states, seats, weights): the chance to win (n,) that the evaluation gives each position"""

    def predict(self, positions: Positions, weights: dict[str, float]) -> Array:
        """Return the chance (n,) to win that the evaluation gives each position."""
        return self.chances(positions.states, positions.seats, self.weights.pack(weights))

    def collect(
        self, agent: Any, seeds: Array, players: int, setup: Any, report: Callable[[int], None]
    ) -> Positions:
        """Let an agent play a game against itself for each seed; return positions on the way."""
        rng = np.random.default_rng(seeds.astype(np.uint64))
        act = act_of(agent)
        count = len(seeds)
        batch = Batch(count, players, setup=setup, auto_reset=False, game=self.rules)
        batch.deal(np.arange(count), seeds)
        kept, origin = [], []
        while len(going := np.flatnonzero(~batch.over)):
            actions = sample_legal(batch.legal, rng)
            rows = going[rng.random(len(going)) > DEVIATIONS]
            asked = question(
                batch.rules,
                take_states(batch.states, rows),
                batch.seeds[rows],
                batch.lengths[rows],
                batch.legal[rows],
            )
            actions[rows] = answer(agent, act, asked)
            batch.play(going, actions[going])
            chosen = np.flatnonzero(
                (batch.states["phase"] == self.turn) & (rng.random(count) < KEPT)
            )
            kept.append(take_states(batch.states, chosen))
            origin.append(chosen)
            report(count - len(going))
        winners = batch.rules.winners(take_states(batch.states, np.arange(count)))
        return _with_results(np.concatenate(kept), np.concatenate(origin), winners)

    def fit(
        self,
        positions: Positions,
        start: dict[str, float],
        report: Callable[[float], None],
        steps: int = 10,
    ) -> dict[str, float]:
        """Return weights whose evaluation is nearer to the results; report the mean errors."""
        names = list(self.weights.table)
        begin = np.array([start[name] for name in names])
        scale = np.maximum(abs(begin), 0.2)
        least = np.array([LEAST if name.endswith(self.positive) else -np.inf for name in names])

        def residuals(x: Array) -> Array:
            chances = self.predict(positions, dict(zip(names, (x * scale).tolist(), strict=True)))
            errors = (chances - positions.results) / np.sqrt(len(chances))
            return np.concatenate([errors, PULL * (x - begin / scale)])

        x = begin / scale
        errors = residuals(x)
        for _ in range(steps):
            report(float(np.sum(errors[: -len(x)] ** 2)))
            better = _step(residuals, x, errors, least / scale)
            if better is None:
                break
            x, errors = better
        return dict(zip(names, (x * scale).tolist(), strict=True))


def _with_results(states: Array, games: Array, winners: Array) -> Positions:
    """Return each position from the seat that has just moved, and from one of the others."""
    players = winners.shape[1]
    won = shares(winners)
    last = (states["to_move"] - 1) % players
    other = (states["to_move"] + np.arange(len(states)) % (players - 1)) % players
    seats = np.concatenate([last, other]).astype(np.int64)
    games = np.concatenate([games, games])
    return Positions(np.concatenate([states, states]), seats, won[games, seats])


def _step(
    residuals: Callable[[Array], Array], x: Array, errors: Array, least: Array
) -> tuple[Array, Array] | None:
    """Return a better point and its errors, None if there is none along the way."""
    slopes = np.empty((len(errors), len(x)))
    for at in range(len(x)):
        aside = np.zeros(len(x))
        aside[at] = STEP
        slopes[:, at] = (residuals(x + aside) - residuals(x - aside)) / (2 * STEP)
    normal = slopes.T @ slopes
    for damping in DAMPING:
        ridge = damping * np.trace(normal) / len(x) * np.eye(len(x))
        step = np.linalg.solve(normal + ridge, slopes.T @ errors)
        tried = np.maximum(x - step.clip(-LONGEST_STEP, LONGEST_STEP), least)
        new = residuals(tried)
        if new @ new < errors @ errors - LEAST_GAIN:
            return tried, new
    return None
