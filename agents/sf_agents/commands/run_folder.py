"""The folder of a training run: nothing is written over, and one process at a time is in it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from sf_agents.alone import alone_in
from sf_env.errors import Error


def goes_on(folder: Path, resume: bool) -> bool:
    """Return whether there is a run to go on with; what is in a folder is not written over."""
    if resume and (folder / "checkpoint.pt").exists():
        return True
    foreign = [*folder.glob("*.npz")] if resume else [*folder.glob("*")]
    if foreign:
        what = "networks, but no checkpoint to go on from" if resume else "a run already"
        hint = "" if resume else "--resume goes on with it, or "
        raise Error(f"{folder}: there is {what}; {hint}choose another folder with --out")
    return False


@contextmanager
def opened(kind: Any, settings: Any, out: str, *more: Any, resume: bool) -> Iterator[Any]:
    """Yield a run of this kind: a new one, which makes the folder, or the one that goes on there.

    Other processes are kept out as long as it is open.
    """
    folder = Path(out)
    with ExitStack() as held:
        if goes_on(folder, resume):
            held.enter_context(alone_in(folder))
            yield kind.resume(settings, folder, *more)
        else:
            run = kind(settings, folder, *more)
            held.enter_context(alone_in(folder))
            yield run
