"""Lessons of an imitation that take a moment."""

from __future__ import annotations

import pytest


@pytest.fixture
def lesson(monkeypatch: pytest.MonkeyPatch) -> int:
    """Let a lesson be of few games, and return how many."""
    games = 40
    monkeypatch.setattr("sf_agents.training.imitation.GAMES_AT_ONCE", games)
    return games
