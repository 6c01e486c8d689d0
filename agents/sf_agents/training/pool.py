"""Who the learner plays against: itself, past selves, and fixed agents.

The fixed agents and all past selves together have the shares of the games that the settings give
them; the rest is against the present self. Within each kind, opponents that are hard to beat come
more often. Past selves that are beaten easily make room for new ones.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np

from sf_agents.training.crew import Crew
from sf_agents.training.settings import Settings
from sf_agents.training.shared import SharedMixture
from sf_env.opponents import Mixture, load

SELF = "self"
MEMORY = 0.998  # of a result against an opponent, for each game that follows
EASIEST = 0.05  # the least weight of an opponent, so that nobody is forgotten


@dataclass
class WinRate:
    """How often an opponent was beaten lately, starting as if it were even."""

    won: float = 5.0
    games: float = 10.0

    @property
    def share(self) -> float:
        """The share of games that the learner finished before it."""
        return self.won / self.games

    def note(self, result: float) -> None:
        """Count a game: 1 won, one half even, 0 lost."""
        self.won = self.won * MEMORY + result
        self.games = self.games * MEMORY + 1


class Pool:
    """Opponents by name, how they fare, and the mixture that plays."""

    def __init__(self, settings: Settings, present: Any, crew: Crew | None = None) -> None:
        """Start with the present self and the fixed agents; a crew, if any, asks all of them."""
        self._settings = settings
        self._crew = crew
        self._agents: dict[str, Any] = {SELF: present}
        self._agents |= {name: load(name, settings.rules) for name in settings.shares}
        self._past: list[str] = []
        self._count = 0
        self.win_rates = {name: WinRate() for name in (SELF, *settings.shares)}
        self.mixture = self._mix()

    def add(self, player: Any) -> None:
        """Keep a past self; the one that is beaten most easily goes if there are too many."""
        name = f"past-{self._count}"
        self._count += 1
        self._agents[name] = player
        self._past.append(name)
        self.win_rates[name] = WinRate()
        if len(self._past) > self._settings.pool:
            easiest = max(self._past[:-1], key=lambda old: self.win_rates[old].share)
            self._past.remove(easiest)
            del self._agents[easiest], self.win_rates[easiest]

    def renew(self) -> Mixture:
        """Return the mixture for the next games, by how hard everybody was to beat."""
        self.mixture = self._mix()
        return self.mixture

    def _mix(self) -> Mixture:
        past = self._settings.past / max(len(self._past), 1)
        weights = self._by_hardness(self._settings.shares)
        weights |= self._by_hardness(dict.fromkeys(self._past, past))
        weights[SELF] = max(1.0 - sum(weights.values()), 0.0)
        weights = {name: weight for name, weight in weights.items() if weight}
        if self._crew is None:
            return Mixture(weights, self._agents)
        return SharedMixture(weights, self._agents, self._crew)

    def _by_hardness(self, shares: dict[str, float]) -> dict[str, float]:
        """Share the same games out again: more to those who are hard to beat."""
        hard = {
            name: share * max(1 - self.win_rates[name].share, EASIEST) ** self._settings.hardness
            for name, share in shares.items()
        }
        scale = sum(shares.values()) / (sum(hard.values()) or 1.0)
        return {name: weight * scale for name, weight in hard.items()}

    def note(self, infos: Iterable[dict[str, Any]]) -> None:
        """Count finished games, by the infos of the environment."""
        for info in infos:
            places, seat = info["places"], int(info["seat"])
            others = np.array([other for other in range(len(places)) if other != seat])
            drawn = self.mixture.draw(np.full(len(others), info["seed"], np.uint64), others)
            for number, other in zip(drawn, others, strict=True):
                result = _result(places[seat], places[other])
                self.win_rates[self.mixture.names[number]].note(result)

    def players(self) -> dict[str, Any]:
        """Return the past selves by name."""
        return {name: self._agents[name] for name in self._past}

    def state(self) -> dict[str, Any]:
        """Return what is needed to continue with this pool."""
        return {
            "past": {name: player.state_dict() for name, player in self.players().items()},
            "count": self._count,
            "records": {name: (one.won, one.games) for name, one in self.win_rates.items()},
        }

    def restore(self, state: dict[str, Any], revived: Callable[[dict[str, Any]], Any]) -> None:
        """Continue with the pool of a checkpoint; ``revived`` makes a player of its weights."""
        self._past = list(state["past"])
        self._agents |= {name: revived(weights) for name, weights in state["past"].items()}
        self._count = state["count"]
        self.win_rates = {name: WinRate(*numbers) for name, numbers in state["records"].items()}
        self.mixture = self._mix()


def _result(mine: int, other: int) -> float:
    """Return whether a seat finished before another, by their places; one half if they tie."""
    return 0.5 if mine == other else float(mine < other)
