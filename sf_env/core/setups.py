"""What decks and maps have in common: generated ones are named by a seed, others are files."""

from __future__ import annotations

from pathlib import Path

from sf_env.core.errors import Error, shown
from sf_env.core.seeds import check_seed


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
