"""The deals of a run: never those of the tournaments that measure its strength.

A tournament with a seed plays the games of slot 0 of that seed, and so does a batch that begins
with it. Training draws other seeds from its own, so that neighbouring ones lead to runs that have
nothing in common.
"""

from __future__ import annotations

from sf_env.core.seeds import episode_seed

GAMES, LESSONS = 1, 2


def seed_for(purpose: int, seed: int) -> int:
    """Return the seed with which a run with this seed deals its games, or its lessons."""
    return episode_seed(seed, purpose, 0)
