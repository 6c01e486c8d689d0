"""Commands start and play where the system has less than Linux has."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tests.scripts.names import SCRIPTS
from tests.web.service import ENVIRONMENT

# Python itself wants fcntl here for some of its own modules, which are loaded before it is gone.
POOR = """\
import asyncio, contextlib, ctypes.util, io, os, runpy, select, signal, sys

for module in ("fcntl", "resource", "termios"):
    sys.modules[module] = None
for owner, names in (
    (os, ("sched_getaffinity", "fork", "killpg")),
    (signal, ("SIGALRM", "setitimer", "alarm", "pthread_sigmask")),
    (select, ("poll", "epoll")),
):
    for name in names:
        delattr(owner, name)
ctypes.util.find_library = lambda _: None  # no glibc
scripts, sys.argv[1:] = sys.argv[1:], ["--help"]
for script in scripts:
    sys.path[0] = script.rpartition("/")[0]
    with contextlib.redirect_stdout(io.StringIO()):
        try:
            runpy.run_path(script, run_name="__main__")
        except SystemExit as end:
            assert end.code == 0, script
from sf_agents import arena

for workers in (1, 2):
    result = arena.play(
        ["random", "greedy"], 4, out=f"cup{workers}", move_seconds=60, workers=workers
    )
    print(len(result.records), result.summary["forfeits"])
"""


def test_commands_start_and_play_without_what_only_linux_has(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", POOR, *map(str, SCRIPTS)],
        cwd=tmp_path,
        env=ENVIRONMENT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == ["4", "[]", "4", "[]"]
