"""What all training runs share: settings, a folder, progress, and measuring the strength.

A run lives in a folder: ``settings.json``, ``checkpoint.pt`` to resume from, ``best.npz`` and
``latest.npz`` to play with, ``curve.csv`` and ``curve.png``, and ``tensorboard/``.
"""

from __future__ import annotations

import json
import math
import os
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

import sf_env
from sf_agents.arena import facts
from sf_agents.arena.plan import check_registered
from sf_agents.training import strength
from sf_agents.training.crew import Crew, uses_bfloat16
from sf_agents.training.curve import Curve
from sf_agents.training.imitation import Imitation
from sf_agents.training.networks import Player, networks_of
from sf_agents.training.pool import Pool
from sf_agents.training.seeds import LESSONS, seed_for
from sf_agents.training.settings import Settings
from sf_env.core.batch import Batch
from sf_env.core.files import replacing
from sf_env.core.rules import Rules
from sf_env.opponents import load
from sf_env.opponents.contract import ask, check_suits

LAST_ENTROPY = 0.1  # of the weight that it begins with
ORIGINS = ("start", "teacher")  # networks that a run began with, and whose games it learnt
PARTS_OF_ORIGIN = ("players", "command", "decisions", "minutes", *ORIGINS)  # of their cards
LESSONS_BETWEEN_CHECKPOINTS = 20
SECONDS_UNTIL_LOOKING_AGAIN = 1.0  # when there is nobody to play


@dataclass(frozen=True)
class Moment:
    """The progress of a run."""

    stage: str
    part: float  # of the stage that is done, 0 to 1
    decisions: int
    seconds: float
    text: str


class Run(ABC):
    """A run in its folder; each kind of training says how it learns."""

    program = "sf-train"  # that begins such a run
    network: Any  # the learner as it was last looked at
    pool: Pool

    def __init__(
        self,
        settings: Settings,
        folder: str | os.PathLike[str],
        kept: dict[str, Any] | None = None,
    ) -> None:
        """Begin a run, or prepare to continue with what a checkpoint kept of one."""
        self.settings = settings
        check_registered(settings.rules)  # before the games that measure the strength
        self.folder = Path(folder)
        self.crew = Crew(settings.threads_here)
        self.setup = settings.rules.load_setup(settings.setup)
        self.rules = _reading(settings, kept)
        self.networks = networks_of(self.rules)
        for name in {*settings.measured_by, *settings.shares, *_teachers(settings, kept)}:
            self._try_out(load(name, self.rules), name)
        self.start: dict[str, Any] | None = None
        if settings.start is not None and kept is None:
            self.start = self.networks.start(settings.start, settings.players, settings.kind)
        self.origins = self._origins() if kept is None else _part_of(kept["card"], ORIGINS)
        self.bfloat16 = uses_bfloat16(settings.precision)
        self.imitation: Imitation | None = None
        self.seconds = 0.0
        self.updates = 0
        self.kept_at = 0  # the update before which a past self was last kept
        self.best = -1.0
        title = f"{settings.players} players, {settings.kind} network, seed {settings.seed}"
        self.curve = Curve(self.folder, title, 1 / settings.players)
        self.folder.mkdir(parents=True, exist_ok=True)

    def _try_out(self, agent: Any, name: str | None = None) -> None:
        """Let an agent decide: what it cannot do should not be heard of after hours."""
        check_suits(agent, self.rules, self.settings.players, name)
        batch = Batch(1, self.settings.players, setup=self.setup, game=self.rules)
        ask(self.rules, agent, batch.states, batch.seeds, batch.lengths)

    def _origins(self) -> dict[str, Any]:
        """Return how the networks were made that a run builds on, as far as their cards say."""
        settings = self.settings
        teacher = load(settings.imitate, self.rules) if settings.imitate else None
        cards = self.networks.cards(settings.start, teacher, settings.players)
        return {which: _part_of(card, PARTS_OF_ORIGIN) for which, card in cards.items()}

    # How far it is ---------------------------------------------------------------------------

    @property
    @abstractmethod
    def decisions(self) -> int:
        """The learner's decisions so far."""

    @property
    def part(self) -> float:
        """The part of the run that is done, 0 to 1."""
        minutes = self.settings.minutes or math.inf
        parts = self.decisions / self.settings.last_decision, self.seconds / 60 / minutes
        return min(max(parts), 1.0)

    def fall(self, start: float, rest: float) -> float:
        """Return a value that falls linearly to a rest of it."""
        return start * (1 - (1 - rest) * self.part)

    @property
    def margin(self) -> float:
        """The share of the margin in points in the reward now."""
        return max(self.settings.margin * (1 - 2 * self.part), 0.0)

    # The course of a run -----------------------------------------------------------------------

    def run(
        self,
        watch: Callable[[Moment], None] = lambda _: None,
        stop: Callable[[], bool] = lambda: False,
    ) -> bool:
        """Train to the end, or until ``stop`` says so between two updates; return if it is done."""
        self.write_settings()
        self._try_out(self.player(0.0))  # what is compiled for it is no time of the run
        if self.imitation and self.imitation.done < self.imitation.games:
            self.imitate(self.imitation, watch, stop)
        while self.part < 1 and not stop():
            began = time.monotonic()
            new = self.update()
            seconds = time.monotonic() - began
            self.seconds += seconds
            if new:
                speed = new / seconds
                times = {"decisions_per_second": speed, "minutes": self.seconds / 60}
                self.log({f"time/{name}": one for name, one in times.items()}, self.decisions)
                self._look_after(watch, speed)
            else:
                self._show(watch, "all runners are lost; waiting for one")
                time.sleep(SECONDS_UNTIL_LOOKING_AGAIN)
        self.save()
        return self.part >= 1

    @abstractmethod
    def update(self) -> int:
        """Play and learn once; return from how many decisions, 0 if nobody was there to play."""

    def _look_after(self, watch: Callable[[Moment], None], speed: float) -> None:
        """Measure and save when it is time, and say how far it is."""
        last = self.part >= 1
        measures = last or self.updates % self.settings.evaluate_every == 0
        if measures:
            self.timed(self.measure)
        if not last and (measures or self.updates % self.settings.checkpoint_every == 0):
            self.save()
        shares = {name: self.pool.win_rates[name].share for name in self.settings.shares}
        beaten = [f"{name} {100 * share:.0f} %" for name, share in shares.items()]
        wins = f"wins while exploring: {', '.join(beaten)}; " if beaten else ""
        self._show(watch, f"{wins}{speed:,.0f} decisions/s")

    def _show(self, watch: Callable[[Moment], None], text: str) -> None:
        watch(Moment("training", self.part, self.decisions, self.seconds, text))

    def adds_past_self(self) -> bool:
        """Return whether the present self is to be kept before the next update."""
        due = self.updates > 0 and self.updates % self.settings.snapshot_every == 0
        new = self.kept_at != self.updates  # an update without decisions is no update
        self.kept_at = self.updates
        return due and new

    def shares_of_games(self) -> dict[str, float]:
        """Return how often each opponent was beaten lately, for TensorBoard."""
        return {f"opponents/{name}": one.share for name, one in self.pool.win_rates.items()}

    # A start by imitation --------------------------------------------------------------------

    def new_imitation(self) -> Imitation | None:
        """Return what is to be imitated first, if anything."""
        settings = self.settings
        if settings.imitate is None:
            return None
        return Imitation(
            self.network,
            settings.imitate,
            self.rules,
            settings.players,
            self.setup,
            settings.imitation_games,
            seed_for(LESSONS, settings.seed),
            rounds=settings.imitation_rounds,
            crew=self.crew,
            bfloat16=self.bfloat16,
        )

    def imitate(
        self, imitation: Imitation, watch: Callable[[Moment], None], stop: Callable[[], bool]
    ) -> None:
        """Learn the decisions of an agent, until time is up or ``stop`` says so."""
        self.look()
        began = time.monotonic()
        for done, total in imitation.remember(stop):
            watch(Moment("playing the last lessons again", done / total, 0, self.seconds, ""))
        for number, errors in enumerate(imitation.learn(stop), 1):
            self.seconds += time.monotonic() - began
            self.log({f"imitation/{name}": one for name, one in errors.items()}, imitation.done)
            part = imitation.done / imitation.games
            text = f"{100 * errors['agreement']:.1f} % agreed"
            watch(Moment(f"imitating {self.settings.imitate}", part, 0, self.seconds, text))
            if stop() or self.part >= 1:
                break
            if number % LESSONS_BETWEEN_CHECKPOINTS == 0:
                self.teach()
                self.save()
            began = time.monotonic()
        self.teach()
        if imitation.done == imitation.games or self.part >= 1:
            self.timed(self.measure)
            self.save()

    # Strength --------------------------------------------------------------------------------

    @abstractmethod
    def look(self) -> None:
        """Copy the learner's weights to ``network``."""

    @abstractmethod
    def teach(self) -> None:
        """Copy the weights of ``network`` to the learner, and to the players that it is."""

    @abstractmethod
    def log(self, numbers: Mapping[str, float], step: int) -> None:
        """Write numbers for TensorBoard."""

    @abstractmethod
    def save(self) -> None:
        """Write the checkpoint, and the network as it is now."""

    def player(self, temperature: float) -> Player:
        """Return the present network as an agent."""
        self.look()
        return self.networks.player(self.network, temperature)

    def timed(self, work: Callable[[], Any]) -> None:
        """Do something that counts as time of the run."""
        began = time.monotonic()
        work()
        self.seconds += time.monotonic() - began

    def measure(self) -> dict[str, Any]:
        """Play on paired deals; keep the network if it is the best so far."""
        line: dict[str, Any] = {
            "minutes": round(self.seconds / 60, 3),
            "decisions": self.decisions,
        }
        past = self.pool.players().values()
        shares, points = strength.measure(
            self.settings, self.setup, self.player(0.0), past, self.crew
        )
        line |= shares
        measured = {f"strength/{key}": line[key] for key in line if f"{key}_low" in line}
        self.log(points | measured, self.decisions)
        self.curve.add(line)
        mean = float(np.mean([line[name] for name in self.settings.measured_by]))
        if mean > self.best:
            self.best = mean
            self.export("best.npz")
        return line

    def export(self, name: str) -> None:
        """Write the network last measured, with its card, if it can be a file."""
        self.networks.save(self.folder / name, self.network, self.card())

    def card(self) -> dict[str, Any]:
        """Return what is to be known of the network: how it was trained, how strong it was."""
        return {
            "game": self.rules.id,
            "players": self.settings.players,
            self.rules.setup_word: self.setup.name,
            f"{self.rules.setup_word}_hash": self.setup.hash,
            "observation_hash": self.rules.observation_hash,
            "sf_env_version": sf_env.__version__,
            "updates": self.updates,
            "decisions": self.decisions,
            "minutes": round(self.seconds / 60, 1),
            "measured": self.curve.lines[-1] if self.curve.lines else {},
            "settings": self.settings.as_dict(),
            **facts.surroundings(),
            "command": f"{self.program} {self.settings.as_options()}",
            **self.origins,
        }

    def state(self) -> dict[str, Any]:
        """Return what a checkpoint keeps of any run; kinds of training add how they learn."""
        return {
            "settings": self.settings.as_dict(),
            "card": self.card(),
            "pool": self.pool.state(),
            "imitation": self.imitation.state() if self.imitation else None,
            "updates": self.updates,
            "kept_at": self.kept_at,
            "seconds": self.seconds,
            "best": self.best,
            "curve": self.curve.lines,
        }

    def restore(self, state: dict[str, Any]) -> None:
        """Continue from there."""
        self.updates, self.kept_at = state["updates"], state["kept_at"]
        self.seconds, self.best = state["seconds"], state["best"]
        self.curve.lines = state["curve"]
        if self.imitation:
            self.imitation.restore(state["imitation"])
        self.pool.restore(
            state["pool"], lambda weights: self.networks.revived(weights, self.network)
        )

    def write_settings(self) -> None:
        """Write ``settings.json``."""
        text = json.dumps(self.settings.as_dict(), indent=2)
        with replacing(self.folder / "settings.json") as part:
            part.write_text(text + "\n", encoding="utf-8")


def _reading(settings: Settings, kept: dict[str, Any] | None) -> Rules:
    """Return the game with the layout of observations that the run's network reads."""
    rules = settings.rules
    if kept is not None:
        digest = kept["card"]["observation_hash"]
    else:
        digest = networks_of(rules).reads(settings.kind, rules)
    return rules.with_layout(digest)


def _teachers(settings: Settings, kept: dict[str, Any] | None) -> list[str]:
    """Return who is to be imitated, unless all of it is learnt."""
    done = kept["imitation"]["done"] if kept and kept["imitation"] else 0
    return [settings.imitate] if settings.imitate and done < settings.imitation_games else []


def _part_of(card: dict[str, Any], keys: Sequence[str]) -> dict[str, Any]:
    return {key: card[key] for key in keys if key in card}
