"""The settings of a training run."""

from __future__ import annotations

import math
import shlex
from collections.abc import Callable
from dataclasses import dataclass, fields
from typing import Any, Literal, Self

from sf_agents.training.defaults import PLAIN, defaults_of, kinds_of, presets_of
from sf_env.core.errors import Error
from sf_env.core.rules import Rules, games, rules_of
from sf_env.core.threads import cores

USUAL_DECISIONS = 10_000_000  # of a run whose length is not said


@dataclass(frozen=True)
class Settings:
    """A training run: the game, the length, the opponents, and the parameters of PPO."""

    game: str = games()[0]
    """A game by name, or module:attribute for one of your own."""
    players: int = 2
    """Players at the table: the learner and its opponents."""
    setup: str | None = None
    """Setup of the game, as a name or a file; the game's own word, such as --deck, works too."""
    decisions: int | None = None
    """End after this many decisions of the learner; default: 10 million if no minutes are given."""
    minutes: float | None = None
    """End after this many minutes, imitation and measuring included; schedules follow the clock."""
    seed: int = 0
    """Seed of the run; it makes a run reproducible, given the same --threads and no --minutes."""
    threads: int | None = None
    """Number of threads; default: one per core."""

    precision: Literal["auto", "full", "bfloat16"] = "auto"
    """Precision of updates; auto uses bfloat16 if the processor supports it."""

    network: str | None = None
    """Kind of network, listed by sf-train --help; default: the first one there."""
    games: int = 512
    """Number of parallel games."""
    steps: int = 64
    """Decisions of the learner in each game between two updates."""
    epochs: int = 3
    """Passes over the collected decisions per update."""
    batch: int = 2048
    """Minibatch size: decisions per step of the optimiser."""
    learning_rate: float = 1e-3
    """Initial learning rate; it falls linearly."""
    final_rate: float = 0.05
    """Fraction of the learning rate left at the end."""
    entropy: float = 0.02
    """Initial weight of the entropy bonus; it falls linearly to a tenth."""
    clip: float = 0.2
    """Clip range of PPO."""
    gae_lambda: float = 0.95
    """GAE lambda; 1 uses only the outcome of the game."""
    value_weight: float = 0.5
    """Weight of the value loss."""
    margin: float = 0.0
    """Weight of the score margin in the reward; it falls to 0 by the middle of the run."""

    start: str | None = None
    """Network file to start from, for any number of players; default: a new network."""
    imitate: str | None = None
    """Agent to imitate before self-play."""
    imitation_games: int = 20_000
    """Games of that agent to imitate."""
    imitation_rounds: int = 2
    """Passes over these games."""

    baselines: tuple[str, ...] | None = None
    """Fixed opponents, each with its share: agent=share; default: those of the game."""
    past: float = 0.4
    """Share of past selves among the opponents; the rest is the current network."""
    snapshot_every: int = 20
    """Updates between two snapshots of the current network."""
    pool: int = 12
    """Past selves to keep; the one that is easiest to beat is dropped first."""
    hardness: float = 1.0
    """How strongly opponents that are hard to beat are preferred; 0 treats all alike."""

    yardsticks: tuple[str, ...] | None = None
    """Agents to measure the strength against; default: those of the game."""
    evaluate_every: int = 20
    """Updates between two measurements."""
    evaluation_games: int = 400
    """Games against each yardstick, on the same deals with seats swapped."""
    checkpoint_every: int = 20
    """Updates between two checkpoints."""

    def __post_init__(self) -> None:
        self._fill_in()
        for name in POSITIVE:
            self._check(name, "above 0", lambda value: value > 0)
        for name in NOT_NEGATIVE:
            self._check(name, "0 or more", lambda value: value >= 0)
        self._check("seed", f"below {SEEDS}", lambda value: value < SEEDS)
        for name in PARTS:
            self._check(name, "from 0 to 1", lambda value: 0 <= value <= 1)
        if len(self.shares) < len(self.baselines or ()):
            raise Error("baselines should name each agent once")
        self._refuse_people()
        if self.past + sum(self.shares.values()) > 1 + 1e-9:
            raise Error("the shares of past selves and baselines should add up to at most 1")
        if not self.yardsticks:
            raise Error("yardsticks should name an agent: the strength is measured against it")
        if self.start is not None and self.network == PLAIN:
            raise Error(
                "start cannot be used with the plain network, which begins with fresh weights"
            )
        if self.games * self.steps < self.batch:
            raise Error(
                f"batch={self.batch} is not allowed: an update has games x steps = "
                f"{self.games * self.steps} decisions"
            )

    def _refuse_people(self) -> None:
        """Nobody wants to answer for hours."""
        asked = {
            "imitate": [self.imitate or ""],
            "baselines": list(self.shares),
            "yardsticks": list(self.measured_by),
        }
        for option, names in asked.items():
            if "human" in names:
                raise Error(
                    f"{option}: 'human' asks a person; name an agent that decides by itself"
                )

    def _fill_in(self) -> None:
        """Replace None by the defaults of the game, and check what the game knows."""
        self.rules.check_players(self.players)
        usual = defaults_of(self.rules)
        given = {"network": usual.network, "setup": self.rules.usual_setup}
        given |= {"baselines": usual.baselines, "yardsticks": usual.yardsticks}
        for name, value in given.items():
            if getattr(self, name) is None:
                object.__setattr__(self, name, value)  # the class is frozen for everybody else
        kinds = kinds_of(self.rules)
        if self.network not in kinds:
            raise Error(f"network={self.network} is not allowed; allowed: {', '.join(kinds)}")

    def _check(self, name: str, wanted: str, fits: Callable[[float], bool]) -> None:
        value = getattr(self, name)
        if value is not None and not (math.isfinite(value) and fits(value)):
            raise Error(f"{name}={value} is not allowed; it should be {wanted}")

    @property
    def rules(self) -> Rules:
        """The table of the game."""
        return rules_of(self.game)

    @property
    def kind(self) -> str:
        """The kind of network."""
        return str(self.network)

    @property
    def measured_by(self) -> tuple[str, ...]:
        """The agents that the strength is measured against."""
        return self.yardsticks or ()

    @property
    def shares(self) -> dict[str, float]:
        """The share of each baseline."""
        return dict(_share(words) for words in self.baselines or ())

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
        """Return all settings, as JSON can hold them; the setup by the game's own word."""
        values = {self._word_for(one.name): getattr(self, one.name) for one in fields(self)}
        return {key: list(one) if isinstance(one, tuple) else one for key, one in values.items()}

    @classmethod
    def from_dict(cls, values: dict[str, Any]) -> Self:
        """Return the settings of which ``as_dict`` gave this; version 0.1 named no game."""
        made: dict[str, Any] = {
            key: tuple(one) if isinstance(one, list) else one for key, one in values.items()
        }
        word = rules_of(made.get("game")).setup_word
        return cls(**{"setup" if key == word else key: one for key, one in made.items()})

    def _word_for(self, name: str) -> str:
        """Return what a setting is called where people see it."""
        return self.rules.setup_word if name == "setup" else name

    @classmethod
    def presets(cls, rules: Rules) -> dict[str, dict[str, Any]]:
        """Return what differs from the defaults in each preset of a game."""
        return presets_of(rules)

    def as_options(self) -> str:
        """Return what follows the name of the program: a preset, and what differs from it."""
        ways = [
            shlex.join([preset, *self._options_beside(type(self)(**{"game": self.game, **chosen}))])
            for preset, chosen in self.presets(self.rules).items()
        ]
        return min(ways, key=len)

    def _options_beside(self, usual: Settings) -> list[str]:
        """Return the options that differ, and the game if it is not the usual one."""
        words = [] if self.game == games()[0] else ["--game", self.game]
        for one in fields(self):
            value = getattr(self, one.name)
            if value != getattr(usual, one.name):
                values = value if isinstance(value, tuple) else [value]
                words += [f"--{self._word_for(one.name).replace('_', '-')}", *map(str, values)]
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


# What may change when a run continues: how long it lasts, and how often it is looked at.
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
