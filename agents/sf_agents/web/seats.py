"""Who may be seated by the page: people, and agents by name that take bounded time.

What comes from the network names no file and no code: that is for the command line alone.
"""

from __future__ import annotations

from collections.abc import Collection
from re import fullmatch
from typing import Any

from sf_agents.playing.session import HUMAN, agent_for
from sf_agents.playing.theatre import Preset, theatre_of
from sf_agents.web.requests import RequestError
from sf_env.core.errors import Error, UnknownAgent, shown
from sf_env.core.rules import Rules
from sf_env.opponents import load, names

LONGEST = 100  # letters of a name
PLAIN = rf"[ -~]{{1,{LONGEST}}}"  # Python reads more as numbers than people do
# Parameters that a request may set, and the largest value of a number.
MOST: dict[str, float | None] = {
    "simulations": 20_000,
    "seconds": 10,
    "temperature": None,
    "playout": None,
}


class Seats:
    """Who may play or be asked in a game; ``trusted`` agents were named on the command line."""

    def __init__(self, rules: Rules, trusted: Collection[str] = ()) -> None:
        self._rules = rules
        self._theatre = theatre_of(rules)
        self.trusted = frozenset(trusted)

    def players(self) -> list[dict[str, Any]]:
        """Return who may be chosen for a seat, and in games of how many players."""
        presets = Preset(HUMAN, "a person"), *self._theatre.presets
        known = {preset.name.partition(":")[0] for preset in presets}
        others = [name for name in self._names() if name not in known and self._is_complete(name)]
        more = (Preset(name, name) for name in (*others, *sorted(self.trusted)))
        return [self._offer(preset) for preset in (*presets, *more)]

    def advisers(self, hint: str) -> list[dict[str, Any]]:
        """Return who may be asked for advice: the agent that gives hints, and others."""
        known = {preset.name for preset in self._theatre.advisers}
        thinking = (name for name in sorted(self.trusted) if hasattr(self._load(name), "analyse"))
        more = dict.fromkeys(name for name in (hint, *thinking) if name and name not in known)
        presets = *(Preset(name, name) for name in more), *self._theatre.advisers
        return [self._offer(preset) for preset in presets]

    def check_seat(self, name: Any) -> str:
        """Return the name of a player who may be seated, or refuse."""
        return HUMAN if name == HUMAN else self.check_agent(name)

    def check_agent(self, name: Any) -> str:
        """Return the name of an agent that may be asked, or refuse; trusted ones always may."""
        if isinstance(name, str) and name in self.trusted:
            return name
        if not isinstance(name, str) or not fullmatch(PLAIN, name):
            raise RequestError(
                422, f"the name of an agent is a string of 1 to {LONGEST} printable ASCII letters"
            )
        label, _, settings = name.partition(":")
        known = self._names()
        if label not in known:
            raise RequestError(
                422, f"there is no agent {shown(label)} here; known agents: {', '.join(known)}"
            )
        for setting in filter(None, settings.split(",")):
            _check_setting(label, setting)
        try:
            self._load(name)
        except UnknownAgent as error:
            raise RequestError(422, str(error)) from error
        return name

    def _names(self) -> list[str]:
        return [name for name in names(self._rules) if name != HUMAN]

    def _load(self, name: str) -> Any:
        return load(name, self._rules)

    def _offer(self, preset: Preset) -> dict[str, Any]:
        players = [count for count in self._rules.players if self._can_play(preset.name, count)]
        return {**preset._asdict(), "players": players}

    def _can_play(self, name: str, players: int) -> bool:
        try:
            return name == HUMAN or bool(agent_for(name, self._rules, players))
        except Error:
            return False

    def _is_complete(self, name: str) -> bool:
        """Return whether an agent needs no parameters."""
        try:
            self._load(name)
        except Error:
            return False
        return True


def _check_setting(label: str, setting: str) -> None:
    key, _, text = setting.partition("=")
    if key not in MOST:
        raise RequestError(
            422,
            f"agent {label!r}: the page may not set {shown(key)}; it may set {', '.join(MOST)}",
        )
    most = MOST[key]
    if most is None:
        return
    try:
        fits = float(text) <= most
    except ValueError:
        fits = False
    if not fits:
        raise RequestError(422, f"agent {label!r}: {key} should be a number, here at most {most:g}")
