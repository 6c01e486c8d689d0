"""Agents by name: ``name[:key=value,...]``, those of this package and those of entry points."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Any

from sf_env.errors import UnknownAgent
from sf_env.opponents.greedy import Greedy
from sf_env.opponents.protocol import Agent
from sf_env.opponents.random import Random

GROUP = "sf_env.agents"
BUILT_IN: dict[str, Callable[..., Agent]] = {"random": Random, "greedy": Greedy}


def names() -> list[str]:
    """Return the names of all agents that can be loaded."""
    return sorted({*BUILT_IN, *_installed()})


def load(name: str) -> Agent:
    """Return the agent ``name[:key=value,...]``; UnknownAgent lists what there is."""
    if not isinstance(name, str):
        raise UnknownAgent(f"an agent's name is a string, not {name!r}")
    bare, _, settings = name.partition(":")
    factory = _factory(bare)
    parameters = inspect.signature(factory).parameters
    chosen: dict[str, Any] = {}
    for setting in filter(None, settings.split(",")):
        key, equals, text = setting.partition("=")
        if key not in parameters or not equals:
            known = ", ".join(parameters) or "none"
            raise UnknownAgent(f"agent {bare!r} has no parameter {setting!r}; it has: {known}")
        chosen[key] = _value(bare, parameters[key], text)
    try:
        inspect.signature(factory).bind(**chosen)
    except TypeError as error:
        raise UnknownAgent(f"agent {bare!r}: {error}; it has: {', '.join(parameters)}") from None
    return factory(**chosen)


def _factory(name: str) -> Callable[..., Agent]:
    if name in BUILT_IN:
        return BUILT_IN[name]
    if name in _installed():
        return _installed()[name].load()  # type: ignore[no-any-return]
    raise UnknownAgent(f"no agent is called {name!r}; known are: {', '.join(names())}")


@cache
def _installed() -> dict[str, EntryPoint]:
    return {entry.name: entry for entry in entry_points(group=GROUP)}


def _value(name: str, parameter: inspect.Parameter, text: str) -> Any:
    """Return the text as a value of the kind that the parameter has."""
    kind = _kind(parameter)
    try:
        return _flag(text) if kind is bool else kind(text)
    except ValueError:
        raise UnknownAgent(
            f"agent {name!r}: {parameter.name}={text!r} should be {kind.__name__}"
        ) from None


def _kind(parameter: inspect.Parameter) -> type:
    """Return bool, int, float or str: the kind of the default, or else of the annotation."""
    default = type(parameter.default)
    if default in (bool, int, float):
        return default
    words = re.findall(r"\w+", str(parameter.annotation))
    return next((kind for kind in (bool, int, float) if kind.__name__ in words), str)


def _flag(text: str) -> bool:
    if text.lower() not in ("true", "false"):
        raise ValueError(text)
    return text.lower() == "true"
