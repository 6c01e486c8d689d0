"""What decks and maps have in common: generated ones are named by a seed, others are files."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

from sf_env.core.errors import Error, shown
from sf_env.core.seeds import check_seed


def name_in(source: Any, kind: str, error: type[Error]) -> str:
    """Return the name or path that a setup is to be loaded by."""
    path = os.fspath(source) if isinstance(source, str | os.PathLike) else None
    if not isinstance(path, str) or not path:
        raise error(
            f"{kind}={shown(source)} is not allowed; it should be a name, the path of a file, or a "
            f"{kind.capitalize()}"
        )
    return path


def is_setup_name(name: Any, usual: str) -> bool:
    """Return whether a setup may have this name: records and tables go by it."""
    pattern = rf"{re.escape(usual)}|generate:[0-9]+|file:.+"
    return isinstance(name, str) and re.fullmatch(pattern, name) is not None


def check_name(name: Any, usual: str, kind: str, error: type[Error]) -> None:
    """Raise an error unless a setup may have this name."""
    if not is_setup_name(name, usual):
        raise error(
            f"{kind} name {shown(name)} is not allowed; allowed: {usual}, generate:SEED, or "
            f"file:NAME for one of your own"
        )


def seed_in(name: str, kind: str, error: type[Error]) -> int:
    """Return the seed of ``generate:SEED``; the error says what kind of setup it is about."""
    text = name.removeprefix("generate:")
    if not (text.isascii() and text.isdigit()):
        raise error(
            f"{kind} {shown(name)}: a whole number should follow 'generate:', not {shown(text)}"
        )
    try:
        return check_seed(int(text))
    except ValueError as wrong:
        raise error(f"{kind} {shown(name)}: {wrong}") from None


def text_in(path: Path, kind: str, allowed: str, error: type[Error]) -> str:
    """Return the text of a file; the error says what is allowed in the place of its path."""
    try:
        return path.read_bytes().decode("utf-8-sig")
    except UnicodeDecodeError as wrong:
        line = path.read_bytes()[: wrong.start].count(b"\n") + 1
        raise error(f"{path}, line {line}: not UTF-8 text ({wrong.reason})") from wrong
    except (OSError, ValueError) as wrong:  # ValueError: a path that no file can have
        reason = getattr(wrong, "strerror", None) or wrong
        raise error(f"no {kind} {str(path)!r}: {reason}; a {kind} is {allowed}") from wrong
