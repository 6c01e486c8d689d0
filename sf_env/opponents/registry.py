"""Agents by name: those of this package, those of entry points, and ``module:factory``."""

from __future__ import annotations

import importlib
import inspect
import re
from collections.abc import Callable
from functools import cache
from importlib.metadata import EntryPoint
from typing import Any

from sf_env.core.errors import UnknownAgent, shown
from sf_env.games.san_francisco.greedy import Greedy
from sf_env.opponents.contract import Agent, act_of
from sf_env.opponents.entry_points import agents_in
from sf_env.opponents.parameters import Parameter, parameters_of
from sf_env.opponents.random import Random

GROUP = "sf_env.agents"
BUILT_IN: dict[str, Callable[..., Agent]] = {"random": Random, "greedy": Greedy}


def names() -> list[str]:
    """Return the names of all agents that can be loaded."""
    return sorted({*BUILT_IN, *_installed()})


def load(name: str) -> Agent:
    """Return the agent ``name[:key=value,...]`` or ``module:factory[:key=value,...]``.

    UnknownAgent lists what there is.
    """
    if not isinstance(name, str):
        raise UnknownAgent(f"an agent's name is a string, not {shown(name)}")
    label, factory, settings = _found(name)
    try:
        known = parameters_of(factory)
        agent = factory(**_chosen(label, known, settings))
    except UnknownAgent:
        raise
    except ValueError as error:  # of a value that the agent refuses, or of its signature
        raise UnknownAgent(f"agent {label!r}: {error}") from error
    try:
        act_of(agent)
    except (TypeError, ValueError) as error:
        raise UnknownAgent(f"agent {label!r}: {error}") from error
    return agent


def describe(name: str) -> tuple[str, dict[str, Parameter]]:
    """Return what an agent says of itself, one sentence, and its parameters."""
    factory = _named(name)
    text = inspect.getdoc(factory) or ""
    return text.partition("\n\n")[0].replace("\n", " "), parameters_of(factory)


def _found(name: str) -> tuple[str, Callable[..., Agent], str]:
    """Return what to call an agent, its factory, and the settings that follow its name."""
    bare, _, settings = name.partition(":")
    factory, _, rest = settings.partition(":")
    if bare not in names() and re.fullmatch(r"[^\W\d]\w*", factory):
        return f"{bare}:{factory}", _imported(bare, factory), rest
    return bare, _named(bare), settings


def _chosen(label: str, known: dict[str, Parameter], settings: str) -> dict[str, Any]:
    """Return the parameters that the settings give, each once and no required one missing."""
    chosen: dict[str, Any] = {}
    for setting in filter(None, settings.split(",")):
        key, equals, text = setting.partition("=")
        if key not in known or not equals:
            raise UnknownAgent(
                f"agent {label!r} has no parameter {shown(setting)}; it has: {_listed(known)}"
            )
        if key in chosen:
            raise UnknownAgent(f"agent {label!r}: {key} is given twice")
        chosen[key] = _read(label, known[key], text)
    if missing := [key for key, p in known.items() if p.required and key not in chosen]:
        raise UnknownAgent(f"agent {label!r} needs {', '.join(missing)}; it has: {_listed(known)}")
    return chosen


def _named(name: str) -> Callable[..., Agent]:
    if name in BUILT_IN:
        return BUILT_IN[name]
    if name in _installed():
        return _installed()[name].load()  # type: ignore[no-any-return]
    raise UnknownAgent(
        f"no agent is called {shown(name)}; known are: {', '.join(names())}, or module:factory for "
        f"one of your own"
    )


def _imported(module: str, factory: str) -> Callable[..., Agent]:
    """Return a factory of the user's own; what goes wrong inside the module is raised as it is."""
    if not module or module.startswith("."):
        raise UnknownAgent(f"agent '{module}:{factory}': {shown(module)} is not a module's name")
    try:
        found = getattr(importlib.import_module(module), factory, None)
    except ModuleNotFoundError as error:
        if error.name is None or not f"{module}.".startswith(f"{error.name}."):
            raise
        raise UnknownAgent(
            f"agent '{module}:{factory}': there is no module {module!r}, nor an agent of that "
            f"name; known are: {', '.join(names())}"
        ) from error
    if not callable(found):
        raise UnknownAgent(f"agent '{module}:{factory}': {module} has no factory {factory!r}")
    return found  # type: ignore[no-any-return]


@cache
def _installed() -> dict[str, EntryPoint]:
    return agents_in(GROUP)


def _listed(known: dict[str, Parameter]) -> str:
    return ", ".join(known) or "none"


def _read(label: str, parameter: Parameter, text: str) -> Any:
    try:
        return parameter.read(text)
    except ValueError as error:
        raise UnknownAgent(f"agent {label!r}: {error}") from None
