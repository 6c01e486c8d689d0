"""Who may be seated by the page: people, and agents by name that take bounded time.

What comes from the network names no file and no code: that is for the command line alone.
"""

from __future__ import annotations

from collections.abc import Collection
from re import fullmatch
from typing import Any, NamedTuple

from sf_agents.playing.session import HUMAN, agent_for
from sf_agents.web.requests import RequestError
from sf_env.core.errors import Error, UnknownAgent, shown
from sf_env.games.san_francisco.engine.constants import MAX_PLAYERS, MIN_PLAYERS
from sf_env.opponents import load, names

LONGEST = 100  # letters of a name
PLAIN = rf"[ -~]{{1,{LONGEST}}}"  # Python takes more for numbers than people who read them
# Parameters that a request may set, and the most that a number may be.
MOST: dict[str, float | None] = {
    "simulations": 20_000,
    "seconds": 10,
    "temperature": None,
    "playout": None,
}
PLAYERS = range(MIN_PLAYERS, MAX_PLAYERS + 1)


class Preset(NamedTuple):
    """Somebody to play with, or to ask."""

    name: str
    label: str


PRESETS = (
    Preset(HUMAN, "a person"),
    Preset("random", "random: anything goes"),
    Preset("builder", "builder: builds whenever it can"),
    Preset("greedy", "greedy: looks one decision ahead"),
    Preset("flat", "flat: plays every choice to the end"),
    Preset("planner", "planner: plans whole turns"),
    Preset("mcts:seconds=1", "mcts: searches for 1 second"),
    Preset("mcts:seconds=5", "mcts: searches for 5 seconds"),
    Preset("network", "network: trained, does not search"),
    Preset("netmcts:seconds=1", "netmcts: network and 1 second of search"),
)
ADVISERS = (
    Preset("mcts:seconds=1", "mcts, 1 second"),
    Preset("mcts:seconds=5", "mcts, 5 seconds"),
    Preset("network", "network, at a glance"),
    Preset("netmcts:seconds=1", "netmcts, 1 second"),
)


def seats_on_offer(trusted: Collection[str] = ()) -> list[dict[str, Any]]:
    """Return who may be chosen for a seat, and in games of how many players."""
    known = {preset.name.partition(":")[0] for preset in PRESETS}
    others = [name for name in names() if name not in known and _comes_alone(name)]
    more = (Preset(name, name) for name in (*others, *trusted))
    return [_offer(preset) for preset in (*PRESETS, *more)]


def advisers_on_offer(hint: str, trusted: Collection[str] = ()) -> list[dict[str, Any]]:
    """Return who may be asked what it thinks, whoever gives hints among them."""
    known = {preset.name for preset in ADVISERS}
    more = dict.fromkeys((hint, *(name for name in trusted if hasattr(load(name), "analyse"))))
    presets = (*(Preset(name, name) for name in more if name not in known), *ADVISERS)
    return [_offer(preset) for preset in presets]


def check_seat(name: Any, trusted: Collection[str] = ()) -> str:
    """Return the name of somebody who may be seated, or refuse."""
    return HUMAN if name == HUMAN else check_agent(name, trusted)


def check_agent(name: Any, trusted: Collection[str] = ()) -> str:
    """Return the name of an agent that may be asked, or refuse; ``trusted`` ones always may."""
    if isinstance(name, str) and name in trusted:
        return name
    if not isinstance(name, str) or not fullmatch(PLAIN, name):
        raise RequestError(
            422, f"an agent is named by a string of 1 to {LONGEST} plain letters (ASCII)"
        )
    label, _, settings = name.partition(":")
    known = [one for one in names() if one != HUMAN]
    if label not in known:
        raise RequestError(
            422, f"no agent is called {shown(label)} here; known are: {', '.join(known)}"
        )
    for setting in filter(None, settings.split(",")):
        _check_setting(label, setting)
    try:
        load(name)
    except UnknownAgent as error:
        raise RequestError(422, str(error)) from error
    return name


def _check_setting(label: str, setting: str) -> None:
    key, _, text = setting.partition("=")
    if key not in MOST:
        raise RequestError(
            422, f"agent {label!r}: {shown(key)} cannot be set from the page; {', '.join(MOST)} can"
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


def _offer(preset: Preset) -> dict[str, Any]:
    players = [count for count in PLAYERS if _can_play(preset.name, count)]
    return {**preset._asdict(), "players": players}


def _can_play(name: str, players: int) -> bool:
    try:
        return name == HUMAN or bool(agent_for(name, players))
    except Error:
        return False


def _comes_alone(name: str) -> bool:
    """Return whether an agent of another distribution needs no parameters."""
    try:
        load(name)
    except (Error, ImportError):
        return False
    return True
