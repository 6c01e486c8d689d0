"""Libraries that only some features need; an error for a missing one names the extra to install."""

from __future__ import annotations

import importlib.util

from sf_env.core.errors import Error


class MissingExtra(Error):
    """A library that is needed, from one of the extras, is not installed."""


def require(library: str, extra: str, purpose: str) -> None:
    """Raise MissingExtra unless a library can be imported."""
    if not installed(library):
        raise MissingExtra(
            f"{purpose} needs {library}, which is not installed: pip install 'sf-env[{extra}]'"
        )


def installed(library: str) -> bool:
    """Return whether a library can be imported."""
    return importlib.util.find_spec(library) is not None
