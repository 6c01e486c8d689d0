"""Asking an agent for actions: what it may do wrong becomes one kind of error, with a reason."""

from __future__ import annotations

import time
import traceback
from pathlib import Path
from typing import Any

import numpy as np

from sf_agents.arena.clock import FIRST_CALL_SECONDS, Overtime, time_limit
from sf_env.core.rules import Array
from sf_env.opponents.contract import act_of

LONGEST_REASON = 300


class Misconduct(Exception):
    """An agent did not answer with actions."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class Asker:
    """One agent at the table: its act, its time, how much it has done."""

    def __init__(self, agent: Any, move_seconds: float | None, *, compiled: bool = False) -> None:
        """``compiled`` says that its first decision gets no extra time."""
        self._act = act_of(agent)
        self._seconds = move_seconds
        self._compiled = compiled
        self._effort = [0.0, 0.0]

    @property
    def is_first(self) -> bool:
        """Whether the next decision is one that gets extra time."""
        return not self._compiled

    @property
    def limit(self) -> float | None:
        """The seconds that the next decision may take."""
        if self._seconds is None:
            return None
        return self._seconds + (FIRST_CALL_SECONDS if self.is_first else 0)

    def answers(self, states: Array, legal: Array, keys: Array) -> Array:
        """Return integers (n,) for concealed states, which are the agent's to keep, or Misconduct.

        Whether they are legal is left to whoever asks.
        """
        began = time.perf_counter()
        try:
            with time_limit(self.limit):
                given = np.asarray(self._act(states, legal, keys))
        except Overtime:
            raise Misconduct(overtime_reason(self._seconds)) from None
        except Exception as error:
            raise Misconduct(_told(error)) from error
        finally:
            self._note(len(states), time.perf_counter() - began)
        if given.shape != (len(states),) or not np.issubdtype(given.dtype, np.integer):
            wrong = f"{given.shape} {given.dtype}"
            raise Misconduct(f"returned {wrong} instead of ({len(states)},) integers")
        return given.astype(np.int64)

    def take_effort(self) -> list[float]:
        """Return the decisions and seconds since the last time; the first decision is left out."""
        effort, self._effort = self._effort, [0.0, 0.0]
        return effort

    def _note(self, decisions: int, seconds: float) -> None:
        if self._compiled:
            self._effort[0] += decisions
            self._effort[1] += seconds
        self._compiled = True


def overtime_reason(seconds: float | None) -> str:
    """Say that a decision took too long."""
    return f"took longer than {seconds:g} s for a decision"


def _told(error: Exception) -> str:
    """Return what an agent raised, in one line, and where."""
    frames = traceback.extract_tb(error.__traceback__)
    place = f" ({Path(frames[-1].filename).name}:{frames[-1].lineno})" if frames else ""
    text = " ".join(str(error).split())[:LONGEST_REASON]
    return f"raised {type(error).__name__}: {text}{place}"
