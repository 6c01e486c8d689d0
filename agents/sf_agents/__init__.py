"""Agents for San Francisco, and the arena in which they compete."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sf_agents import arena
    from sf_env.opponents import load, names

__all__ = ["arena", "load", "names"]


def __getattr__(name: str) -> Any:
    """Load what is asked for, not before: a command handles Ctrl-C first of all."""
    if name == "arena":
        return import_module("sf_agents.arena")
    if name in __all__:
        return getattr(import_module("sf_env.opponents"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])
