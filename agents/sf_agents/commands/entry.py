"""Where commands begin: nothing is loaded yet, so that Ctrl-C ends them in one line from the first.

While libraries are loaded, an interrupt would end in a stack of theirs, or be lost in one.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from importlib import import_module
from types import FrameType

STOPPED = 130


def _run(program: str) -> int:
    """Load a command, do its work, and return the exit code."""
    with _leaving_at_once(program):
        name = program.removeprefix("sf-").replace("-", "_")
        command = import_module(f"sf_agents.commands.{name}")
    try:
        return int(command.main())
    except KeyboardInterrupt:
        _say_stopped(program)
        return STOPPED


@contextmanager
def _leaving_at_once(program: str) -> Iterator[None]:
    """Let Ctrl-C end the process without unwinding; where it is ignored, that stays so."""

    def leave(_number: int, _frame: FrameType | None) -> None:
        _say_stopped(program)
        os._exit(STOPPED)

    before = signal.getsignal(signal.SIGINT)
    if before is signal.default_int_handler:
        signal.signal(signal.SIGINT, leave)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _say_stopped(program: str) -> None:
    sys.stderr.write(f"{program}: stopped\n")
    sys.stderr.flush()


demo = partial(_run, "demo")
evaluate = partial(_run, "sf-evaluate")
export = partial(_run, "sf-export")
ladder = partial(_run, "ladder")
play = partial(_run, "sf-play")
tournament = partial(_run, "sf-tournament")
train = partial(_run, "sf-train")
train_rllib = partial(_run, "sf-train-rllib")
tune = partial(_run, "tune")
watch = partial(_run, "sf-watch")
