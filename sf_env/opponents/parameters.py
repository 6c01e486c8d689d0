"""The parameters of an agent, read from the signature of its factory.

A factory declares its parameters with annotations: ``int``, ``float``, ``bool`` or ``str``, a
``Literal`` of several words, or ``Annotated[int, Range(1, 1000, "what it does")]``.
"""

from __future__ import annotations

import inspect
import re
import typing
from collections.abc import Callable
from dataclasses import dataclass, is_dataclass
from typing import Any, Literal

from sf_env.core.errors import shown

KINDS = (bool, int, float)


@dataclass(frozen=True)
class Range:
    """The values that a parameter may have, both ends included, and a description."""

    low: float | None = None
    high: float | None = None
    text: str = ""

    def holds(self, value: Any) -> bool:
        """Return whether a value is in the range."""
        return (self.low is None or value >= self.low) and (self.high is None or value <= self.high)

    def __str__(self) -> str:
        if self.low is None and self.high is None:
            return ""
        if self.high is None:
            return f"{self.low} or more"
        return f"up to {self.high}" if self.low is None else f"{self.low} to {self.high}"


@dataclass(frozen=True)
class Parameter:
    """One parameter: its name, its kind, its default, and what is allowed."""

    name: str
    kind: type
    default: Any
    range: Range = Range()
    choices: tuple[str, ...] = ()

    @property
    def required(self) -> bool:
        """Whether it has no default."""
        return self.default is inspect.Parameter.empty

    @property
    def allowed(self) -> str:
        """The allowed values, in words; empty if there is no restriction."""
        return ", ".join(self.choices) or str(self.range)

    def read(self, text: str) -> Any:
        """Parse a text into the value, or raise ValueError."""
        try:
            return self.check(_flag(text) if self.kind is bool else self.kind(text))
        except ValueError:
            allowed = f", {self.allowed}" if self.allowed else ""
            raise ValueError(
                f"{self.name}={shown(text)} is not allowed; it should be "
                f"{self.kind.__name__}{allowed}"
            ) from None

    def check(self, value: Any) -> Any:
        """Return the value if it is allowed, or raise ValueError."""
        outside = value not in self.choices if self.choices else not self.range.holds(value)
        if outside:
            raise ValueError(f"{self.name}={shown(value)} is not allowed; allowed: {self.allowed}")
        return value


def parameters_of(factory: Callable[..., Any]) -> dict[str, Parameter]:
    """Return the parameters of an agent's factory by name, or raise ValueError.

    Some built-in functions have no signature, others cannot be called by name.
    """
    hints = _hints(factory)
    taken = {}
    for name, parameter in inspect.signature(factory).parameters.items():
        if parameter.kind in (parameter.POSITIONAL_OR_KEYWORD, parameter.KEYWORD_ONLY):
            taken[name] = _parameter(parameter, hints.get(name, parameter.annotation))
        elif parameter.kind is parameter.POSITIONAL_ONLY and parameter.default is parameter.empty:
            raise ValueError(f"its parameter {name} cannot be given by name")
    return taken


def check_parameters(agent: Any) -> None:
    """Raise ValueError unless every parameter of an agent, a dataclass, has an allowed value.

    Parameters whose default is None may be None.
    """
    for name, parameter in parameters_of(type(agent)).items():
        value = getattr(agent, name)
        if value is None and parameter.default is None:
            continue
        number = isinstance(value, int | float) and not isinstance(value, bool)
        fits = number if parameter.kind is float else type(value) is parameter.kind
        if not fits:
            raise ValueError(f"{name}={shown(value)} should be {parameter.kind.__name__}")
        parameter.check(value)


def _hints(factory: Callable[..., Any]) -> dict[str, Any]:
    """Return annotations; a dataclass inherits some, with names that its own module lacks."""
    annotated: Any = factory
    if isinstance(factory, type) and not is_dataclass(factory):
        annotated = factory.__init__  # type: ignore[misc]
    try:
        return typing.get_type_hints(annotated, include_extras=True)
    except (NameError, TypeError, AttributeError):  # annotations that name what is not there
        return {}


def _parameter(parameter: inspect.Parameter, hint: Any) -> Parameter:
    bounds = Range()
    if typing.get_origin(hint) is typing.Annotated:
        hint, *notes = typing.get_args(hint)
        bounds = next((note for note in notes if isinstance(note, Range)), bounds)
    choices = typing.get_args(hint) if typing.get_origin(hint) is Literal else ()
    return Parameter(
        parameter.name, _kind(parameter.default, hint), parameter.default, bounds, choices
    )


def _kind(default: Any, hint: Any) -> type:
    """Return bool, int, float or str: the kind of the default, or else of the annotation."""
    if type(default) in KINDS:
        return type(default)
    words = re.findall(r"\w+", hint.__name__ if isinstance(hint, type) else str(hint))
    return next((kind for kind in KINDS if kind.__name__ in words), str)


def _flag(text: str) -> bool:
    if text.lower() not in ("true", "false"):
        raise ValueError(text)
    return text.lower() == "true"
