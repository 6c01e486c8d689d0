"""Ratings on the scale of Elo, from who finished before whom.

With two players this is the Bradley-Terry model; with three or four the Plackett-Luce model, fitted
to all pairs of a game's ranking. Half a win is added to both sides of every pair that has met, so
that a perfect score stays finite; its share in the intervals is drawn as in a posterior with
Jeffreys' prior, because resampling deals gives no information about games that were never lost.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from sf_agents.arena.bootstrap import TAILS, resampled_sums
from sf_env.core.extras import require
from sf_env.core.rules import Array

SCALE = 400 / np.log(10)  # 400 points are odds of ten to one
PRIOR = 0.5  # wins
RESAMPLES = 500
ANCHOR = "random"


@dataclass(frozen=True)
class Ratings:
    """Ratings (agents,), intervals (agents, 2); the anchor is 0 in all of them."""

    values: Array
    intervals: Array
    anchor: int
    model: str


def rate(before: Array, met: Array, labels: tuple[str, ...], players: int) -> Ratings:
    """Return the ratings of agents that have finished before each other so often, in each deal.

    ``before`` and ``met`` are (deals, agents, agents). Needs choix, or raises MissingExtra.
    """
    require("choix", "arena", "rating agents")
    possible = met.sum(axis=0) > 0
    agents = len(labels)
    strengths = _fit(before.sum(axis=0) + PRIOR * possible)
    anchor = find_anchor(labels, strengths)
    rng = np.random.default_rng(0)
    drawn = []
    for sums in resampled_sums(before.reshape(len(before), -1), RESAMPLES):
        prior = possible * rng.gamma(PRIOR, size=(len(sums), agents, agents))
        drawn += [_fit(wins, strengths) for wins in sums.reshape(prior.shape) + prior]
    relative = np.array(drawn) - np.array(drawn)[:, anchor, None]
    return Ratings(
        values=(strengths - strengths[anchor]) * SCALE,
        intervals=np.quantile(relative, TAILS, axis=0).T * SCALE,
        anchor=anchor,
        model="Bradley-Terry" if players == 2 else "Plackett-Luce (all pairs of each ranking)",
    )


def is_connected(met: Array) -> bool:
    """Return whether games (deals, agents, agents) lead from each agent to every other."""
    together = met.sum(axis=0) > 0
    reached = np.arange(len(together)) == 0
    for _ in range(len(together)):
        reached = reached | together[reached].any(axis=0)
    return bool(reached.all())


def find_anchor(labels: tuple[str, ...], strengths: Array) -> int:
    """Return the agent whose rating is 0: ``random``, or else the weakest."""
    return labels.index(ANCHOR) if ANCHOR in labels else int(np.argmin(strengths))


def _fit(wins: Array, start: Array | None = None) -> Array:
    """Return the log strength of each agent."""
    import choix  # noqa: PLC0415  an extra

    strengths: Array = choix.ilsr_pairwise_dense(
        wins, initial_params=start, max_iter=1000, tol=1e-6
    )
    return strengths
