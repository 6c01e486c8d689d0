"""What can be chosen about a training run, and presets for 2, 3 and 4 players."""

from __future__ import annotations

import math
import shlex
from collections.abc import Callable
from dataclasses import dataclass, fields
from typing import Any, Literal, Self

from sf_env.core.errors import Error
from sf_env.core.threads import cores

USUAL_DECISIONS = 10_000_000  # of a run whose length is not said


@dataclass(frozen=True)
class Settings:
    """A training run: the game, how long, against whom, and how PPO learns."""

    players: Literal[2, 3, 4] = 2
    """Players at the table: the learner and its opponents."""
    deck: str = "standard"
    """A deck by name, or a file."""
    decisions: int | None = None
    """End after so many decisions of the learner; 10 million if there are no minutes either."""
    minutes: float | None = None
    """End after so many minutes, imitation and measuring included; schedules follow the clock."""
    seed: int = 0
    """Of weights, deals and chance; the same seed gives the same run, but for clock and threads."""
    threads: int | None = None
    """Threads that compute; as many as cores if not given."""

    precision: Literal["auto", "full", "bfloat16"] = "auto"
    """Of updates; auto takes bfloat16 where the processor has instructions for it."""

    network: Literal["districts", "wide", "plain"] = "districts"
    """districts reads rows, cards and columns; wide does so with more numbers for cards and columns
    and takes 30 % longer; plain is a perceptron to compare with."""
    games: int = 512
    """Games played side by side."""
    steps: int = 64
    """Decisions of the learner in each of them between two updates."""
    epochs: int = 3
    """How often an update goes through them."""
    batch: int = 2048
    """Decisions in a step of the optimiser."""
    learning_rate: float = 1e-3
    """At the beginning; it falls linearly."""
    final_rate: float = 0.05
    """The part of it that is left at the end."""
    entropy: float = 0.02
    """Weight of the policy's entropy at the beginning; it falls linearly to a tenth."""
    clip: float = 0.2
    """How far an update may move the policy."""
    gae_lambda: float = 0.95
    """How far rewards reach back past the value's opinion; 1 is the plain outcome."""
    value_weight: float = 0.5
    """Weight of the value's error."""
    margin: float = 0.0
    """Share of the margin in points in the reward at the beginning; gone at half-time."""

    start: str | None = None
    """File of a network to begin with, for any number of players; a fresh one if not given."""
    imitate: str | None = None
    """An agent whose decisions are learnt first."""
    imitation_games: int = 20_000
    """Its games to learn from."""
    imitation_rounds: int = 2
    """How often each of them is gone through."""

    baselines: tuple[str, ...] = ("random=0.02", "greedy=0.08", "planner=0.1")
    """Fixed agents to play against, each with its share of the opponents: agent=share."""
    past: float = 0.4
    """Share of past selves among the opponents; the rest is the present self."""
    snapshot_every: int = 20
    """Updates between two snapshots of the present self."""
    pool: int = 12
    """Past selves that are kept; the one that is beaten most easily goes first."""
    hardness: float = 1.0
    """How much more often opponents are met that are hard to beat; 0 treats all alike."""

    yardsticks: tuple[str, ...] = ("random", "greedy", "planner")
    """Agents that the strength is measured against."""
    evaluate_every: int = 20
    """Updates between two measurements."""
    evaluation_games: int = 400
    """Games against each yardstick, decks and seats paired."""
    checkpoint_every: int = 20
    """Updates between two checkpoints."""

    def __post_init__(self) -> None:
        for name in POSITIVE:
            self._check(name, "above 0", lambda value: value > 0)
        for name in NOT_NEGATIVE:
            self._check(name, "0 or more", lambda value: value >= 0)
        self._check("seed", f"below {SEEDS}", lambda value: value < SEEDS)
        for name in PARTS:
            self._check(name, "from 0 to 1", lambda value: 0 <= value <= 1)
        if len(self.shares) < len(self.baselines):
            raise Error("baselines should name each agent once")
        if self.past + sum(self.shares.values()) > 1 + 1e-9:
            raise Error("the shares of past selves and baselines should add up to 1 at most")
        if not self.yardsticks:
            raise Error("yardsticks should name an agent: the strength is measured against it")
        if self.start is not None and self.network == "plain":
            raise Error("start and the plain network exclude each other; files hold other networks")
        if self.games * self.steps < self.batch:
            raise Error(
                f"batch={self.batch} is not allowed: an update has games x steps = "
                f"{self.games * self.steps} decisions"
            )

    def _check(self, name: str, wanted: str, fits: Callable[[float], bool]) -> None:
        value = getattr(self, name)
        if value is not None and not (math.isfinite(value) and fits(value)):
            raise Error(f"{name}={value} is not allowed; it should be {wanted}")

    @property
    def shares(self) -> dict[str, float]:
        """The share of each baseline."""
        return dict(_share(words) for words in self.baselines)

    @property
    def threads_here(self) -> int:
        """How many threads compute on this machine."""
        return self.threads or cores()

    @property
    def last_decision(self) -> float:
        """How many decisions end the run, if the clock does not."""
        if self.decisions is not None:
            return self.decisions
        return USUAL_DECISIONS if self.minutes is None else math.inf

    def as_dict(self) -> dict[str, Any]:
        """Return all settings, as JSON can hold them."""
        values = {one.name: getattr(self, one.name) for one in fields(self)}
        return {key: list(one) if isinstance(one, tuple) else one for key, one in values.items()}

    @classmethod
    def from_dict(cls, values: dict[str, Any]) -> Self:
        """Return the settings of which ``as_dict`` gave this."""
        made: dict[str, Any] = {
            key: tuple(one) if isinstance(one, list) else one for key, one in values.items()
        }
        return cls(**made)

    @classmethod
    def presets(cls) -> dict[str, dict[str, Any]]:
        """Return what differs from the defaults in each preset."""
        return PRESETS

    def as_options(self) -> str:
        """Return what to write behind the name of the program: a preset, and what differs."""
        ways = [
            shlex.join([preset, *self._options_beside(type(self)(**chosen))])
            for preset, chosen in self.presets().items()
        ]
        return min(ways, key=len)

    def _options_beside(self, usual: Settings) -> list[str]:
        words = []
        for one in fields(self):
            value = getattr(self, one.name)
            if value != getattr(usual, one.name):
                values = value if isinstance(value, tuple) else [value]
                words += [f"--{one.name.replace('_', '-')}", *map(str, values)]
        return words


def _share(words: str) -> tuple[str, float]:
    """Return the agent and its share of agent=share; paths of agents may have = as well."""
    agent, _, number = words.rpartition("=")
    try:
        share = float(number)
    except ValueError:
        share = math.nan
    if not agent or not 0 <= share <= 1:
        raise Error(f"baselines: {words!r} should be agent=share, such as greedy=0.1")
    return agent, share


POSITIVE = (
    "decisions",
    "minutes",
    "threads",
    "games",
    "steps",
    "epochs",
    "batch",
    "learning_rate",
    "clip",
    "snapshot_every",
    "pool",
    "evaluate_every",
    "evaluation_games",
    "checkpoint_every",
    "imitation_games",
    "imitation_rounds",
)
SEEDS = 2**32  # as many as torch and numpy take
NOT_NEGATIVE = ("seed", "entropy", "value_weight", "hardness")
PARTS = ("final_rate", "gae_lambda", "margin", "past")


# What makes strong networks: much room, an imitation, then small steps on large batches.
LONG: dict[str, Any] = {
    "minutes": 100.0,
    "network": "wide",
    "imitate": "planner",
    "imitation_games": 60_000,
    "games": 1024,
    "epochs": 2,
    "batch": 4096,
    "learning_rate": 5e-4,
    "entropy": 0.01,
    "gae_lambda": 0.8,
    "baselines": ("random=0.01", "greedy=0.04", "planner=0.15"),
}
PRESETS: dict[str, dict[str, Any]] = {
    "2p": {},
    "3p": {"players": 3},
    "4p": {"players": 4},
    "2p-long": LONG,
    "3p-long": {"players": 3, **LONG},
    "4p-long": {"players": 4, **LONG},
    "demo": {
        "minutes": 3.0,
        "evaluate_every": 16,
        "evaluation_games": 100,
        "yardsticks": ("random", "greedy"),
        "snapshot_every": 8,
    },
}
DESCRIPTIONS = {
    "2p": "A run with 2 players.",
    "3p": "A run with 3 players.",
    "4p": "A run with 4 players.",
    "2p-long": "A long run with 2 players: an imitation, then small steps on large batches.",
    "3p-long": "A long run with 3 players: an imitation, then small steps on large batches.",
    "4p-long": "A long run with 4 players: an imitation, then small steps on large batches.",
    "demo": "A run of three minutes, to see how it goes.",
}
# What may change when a run goes on: how long it lasts, and how often it is looked at.
FREE = frozenset(
    {
        "decisions",
        "minutes",
        "threads",
        "evaluate_every",
        "evaluation_games",
        "checkpoint_every",
    }
)
