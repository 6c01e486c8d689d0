"""Agents by name: those of a game, those of entry points, and ``module:factory``.

The entry points of the group ``sf_env.agents`` play any game, those of ``sf_env.agents.GAME`` the
game of that name.
"""

from __future__ import annotations

import importlib
import inspect
import re
from collections.abc import Callable
from functools import cache
from importlib.metadata import EntryPoint
from pkgutil import resolve_name
from typing import Any

from sf_env.core.errors import UnknownAgent, raised, shown
from sf_env.core.extras import MissingExtra
from sf_env.core.rules import Rules, games, rules_of
from sf_env.opponents.contract import Agent, act_of
from sf_env.opponents.entry_points import agents_in
from sf_env.opponents.parameters import Parameter, parameters_of

GROUP = "sf_env.agents"
Factory = Callable[..., Agent]
Game = str | Rules | None  # None is the default game


def names(game: Game = None) -> list[str]:
    """Return the names of all agents that play a game."""
    return sorted(_known(rules_of(game)))


def load(name: str, game: Game = None) -> Agent:
    """Return the agent ``name[:key=value,...]`` or ``module:factory[:key=value,...]`` of a game.

    UnknownAgent lists the known agents.
    """
    if not isinstance(name, str):
        raise UnknownAgent(f"an agent's name is a string, not {shown(name)}")
    label, factory, settings = _found(name, rules_of(game))
    try:
        known = parameters_of(factory)
        agent = factory(**_chosen(label, known, settings))
    except (UnknownAgent, MissingExtra):
        raise
    except OSError as error:
        if error.filename is None:
            raise UnknownAgent(f"agent {label!r}: {raised(error)}") from error
        raise  # of a file that the user named
    except ValueError as error:  # of a value that the agent refuses, or of its signature
        raise UnknownAgent(f"agent {label!r}: {error}") from error
    except Exception as error:
        raise UnknownAgent(f"agent {label!r}: {raised(error)}") from error
    try:
        act_of(agent)
    except (TypeError, ValueError) as error:
        raise UnknownAgent(f"agent {label!r}: {error}") from error
    return agent


def describe(name: str, game: Game = None) -> tuple[str, dict[str, Parameter]]:
    """Return an agent's description, one sentence, and its parameters."""
    factory = _named(name, rules_of(game))
    text = inspect.getdoc(factory) or ""
    return text.partition("\n\n")[0].replace("\n", " "), parameters_of(factory)


def _found(name: str, rules: Rules) -> tuple[str, Factory, str]:
    """Return what to call an agent, its factory, and the settings that follow its name."""
    bare, _, settings = name.partition(":")
    factory, _, rest = settings.partition(":")
    if bare not in _known(rules) and re.fullmatch(r"[^\W\d]\w*", factory):
        return f"{bare}:{factory}", _imported(bare, factory, rules), rest
    return bare, _named(bare, rules), settings


def _chosen(label: str, known: dict[str, Parameter], settings: str) -> dict[str, Any]:
    """Return the parameters that the settings give, each once and no required one missing."""
    chosen: dict[str, Any] = {}
    for setting in filter(None, settings.split(",")):
        key, equals, text = setting.partition("=")
        if key not in known or not equals:
            raise UnknownAgent(
                f"agent {label!r} has no parameter {shown(setting)}; it has: {_joined(known)}"
            )
        if not text:
            raise UnknownAgent(f"agent {label!r}: {key}= is empty; leave it out or give a value")
        if key in chosen:
            raise UnknownAgent(f"agent {label!r}: {key} is given twice")
        chosen[key] = _read(label, known[key], text)
    if missing := [key for key, p in known.items() if p.required and key not in chosen]:
        raise UnknownAgent(f"agent {label!r} needs {', '.join(missing)}; it has: {_joined(known)}")
    return chosen


def _known(rules: Rules) -> dict[str, EntryPoint | str]:
    """Return where each agent of a game is found."""
    own = {"random": "sf_env.opponents.random:Random", **rules.agents}
    return own | _installed(GROUP) | _installed(f"{GROUP}.{rules.id}")


def _named(name: str, rules: Rules) -> Factory:
    known = _known(rules)
    if name not in known:
        raise UnknownAgent(_why_not(name, rules))
    home = known[name]
    found: Factory = resolve_name(home) if isinstance(home, str) else home.load()
    return found


def _why_not(name: str, rules: Rules) -> str:
    others = [game for game in games() if name in _known(rules_of(game))]
    if others:
        reason = f"agent {name!r} does not play {rules.name}; it plays: {', '.join(others)}"
    else:
        reason = f"no agent is called {shown(name)}"
    return f"{reason}; known are: {_listed(rules)}, or module:factory for one of your own"


def _imported(module: str, factory: str, rules: Rules) -> Factory:
    """Return a factory of the user's own; an error inside the module becomes one line."""
    if not module or module.startswith("."):
        raise UnknownAgent(f"agent '{module}:{factory}': {shown(module)} is not a module's name")
    try:
        found = getattr(importlib.import_module(module), factory, None)
    except Exception as error:
        absent = error.name if isinstance(error, ModuleNotFoundError) else None
        if absent is not None and f"{module}.".startswith(f"{absent}."):
            reason = f"there is no module {module!r}, nor an agent of that name"
            reason += f"; known are: {_listed(rules)}"
        else:
            reason = raised(error)
        raise UnknownAgent(f"agent '{module}:{factory}': {reason}") from error
    if not callable(found):
        raise UnknownAgent(f"agent '{module}:{factory}': {module} has no factory {factory!r}")
    return found  # type: ignore[no-any-return]


@cache
def _installed(group: str) -> dict[str, EntryPoint]:
    return agents_in(group)


def _joined(known: dict[str, Parameter]) -> str:
    return ", ".join(known) or "none"


def _listed(rules: Rules) -> str:
    return ", ".join(sorted(_known(rules)))


def _read(label: str, parameter: Parameter, text: str) -> Any:
    try:
        return parameter.read(text)
    except ValueError as error:
        raise UnknownAgent(f"agent {label!r}: {error}") from None
