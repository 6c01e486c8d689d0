"""Files: written completely or left unchanged, and read again only when they have changed."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import lru_cache
from pathlib import Path
from typing import TypeVar

from sf_env.core.errors import Error

T = TypeVar("T")


class NotWritten(Error):
    """A file that cannot be written; its previous content is unchanged."""


def why_not(error: OSError) -> str:
    """Say what is wrong with a file or folder, and which to name instead."""
    if isinstance(error, FileExistsError | NotADirectoryError):
        return "this is a file, not a folder"
    if isinstance(error, IsADirectoryError):
        games = Path(error.filename) / "games.jsonl"
        return f"this is a folder; name {games if games.exists() else 'a file'}"
    return str(error.strerror)


@contextmanager
def replacing(path: str | os.PathLike[str]) -> Iterator[Path]:
    """Yield a temporary path to write to; it replaces ``path`` if nothing goes wrong."""
    whole = Path(path)
    part = whole.with_name(whole.name + ".part")
    try:
        yield part
        part.replace(whole)
    except OSError as error:
        raise NotWritten(f"{path}: it cannot be written ({error.strerror or error})") from error
    finally:
        with suppress(OSError):  # it is not there, and neither is its folder
            part.unlink()


def read_once(read: Callable[[str], T], files: int = 16) -> Callable[[str], T]:
    """Return a function that caches what was read until the file's modification time changes."""

    @lru_cache(maxsize=files)
    def kept(path: str, _time: int) -> T:
        return read(path)

    return lambda path: kept(path, Path(path).stat().st_mtime_ns)
