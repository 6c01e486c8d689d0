"""The settings of a training run on Ray."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from sf_agents.training.settings import USUAL_DECISIONS, Settings
from sf_env.core.errors import Error
from sf_env.core.rules import Rules

LONG_DECISIONS = 60_000_000  # of the presets that begin with an imitation


@dataclass(frozen=True)
class ClusterSettings(Settings):
    """A training run on Ray: the options of ``sf-train``, and the numbers of processes."""

    decisions: int = USUAL_DECISIONS
    """End after this many decisions of the learner; schedules follow them."""
    minutes: float | None = None
    """End after this many minutes at the latest, imitation and measuring included."""
    threads: int | None = None
    """Threads for imitation in this process; default: one per core."""
    precision: Literal["auto", "full", "bfloat16"] = "auto"
    """Precision of imitation; updates on Ray always use float32."""
    games: int = 512
    """Number of parallel games, over all runners."""
    runners: int | None = None
    """Number of processes that play; default: one per core of the cluster without a learner."""
    learners: int = 0
    """Processes that learn, each on its share of an update; with 0 this process learns."""

    def __post_init__(self) -> None:
        super().__post_init__()
        for name in ("runners", "learners"):
            if (getattr(self, name) or 0) < 0:
                raise Error(f"{name}={getattr(self, name)} is not allowed; it should be 0 or more")

    @property
    def last_decision(self) -> float:
        """How many decisions end the run, if the clock does not."""
        return self.decisions

    @classmethod
    def presets(cls, rules: Rules) -> dict[str, dict[str, Any]]:
        """Return what differs from the defaults in each preset; rates fall with decisions alone."""
        longer = {"decisions": LONG_DECISIONS, "minutes": None}
        return {
            name: chosen | (longer if "imitate" in chosen else {})
            for name, chosen in super().presets(rules).items()
        }

    def runners_of(self, cores: int) -> int:
        """Return how many runners there are on a cluster with this many cores."""
        wanted = max(cores - self.learners, 1) if self.runners is None else self.runners
        if wanted + self.learners > cores:
            raise Error(
                f"runners={wanted} and learners={self.learners} need a core each; the cluster has "
                f"{cores}"
            )
        return wanted

    def games_of_runner(self, runners: int) -> int:
        """Return how many games each runner plays side by side."""
        return -(-self.games // max(runners, 1))
