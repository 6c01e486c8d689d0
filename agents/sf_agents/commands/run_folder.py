"""The folder of a training run: nothing is overwritten, and one process at a time uses it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from sf_env.core.errors import Error
from sf_env.core.locks import alone_in


def checkpoint_in(folder: Path, resume: bool) -> Path | None:
    """Return the checkpoint to resume from, if that is asked for and there is one."""
    path = folder / "checkpoint.pt"
    return path if resume and path.exists() else None


def continues(folder: Path, resume: bool) -> bool:
    """Return whether there is a run to resume; raise an Error if anything would be overwritten."""
    if checkpoint_in(folder, resume):
        return True
    if trouble := _in_the_way(folder, resume):
        raise Error(f"{folder}: there is {trouble}choose another folder with --out")
    return False


def _in_the_way(folder: Path, resume: bool) -> str:
    """Return what is in a folder that a new run must not touch, and what to do about it.

    Resuming in a folder means starting there if the run before was stopped at its very start.
    """
    if resume and any(folder.glob("*.npz")):
        return "a network, but no checkpoint to resume from; "
    if any(folder.glob("*")) and not (folder / "settings.json").exists():
        return "something other than a training run; "
    if not resume and (folder / "checkpoint.pt").exists():
        return "a run already; use --resume to continue it, or "
    if not resume and any(folder.glob("*")):
        return "a run that was stopped before its first checkpoint; use --resume to restart it, or "
    return ""


@contextmanager
def opened(kind: Any, settings: Any, out: str, *more: Any, resume: bool) -> Iterator[Any]:
    """Yield a run of this kind: a new one, which makes the folder, or the one to resume there.

    Other processes are kept out while it is open.
    """
    folder = Path(out)
    with ExitStack() as held:
        if continues(folder, resume):
            if not os.access(folder, os.W_OK):
                raise Error(f"{folder}: this folder is not writable")
            held.enter_context(alone_in(folder))
            yield kind.resume(settings, folder, *more)
        else:
            run = kind(settings, folder, *more)
            held.enter_context(alone_in(folder))
            yield run
