"""Files that are there as a whole, or as they were."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from sf_env.core.errors import Error


class NotWritten(Error):
    """A file that cannot be written; whatever was there is as it was."""


@contextmanager
def replacing(path: str | os.PathLike[str]) -> Iterator[Path]:
    """Yield a path to write to, which takes the place of ``path`` if nothing goes wrong."""
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
