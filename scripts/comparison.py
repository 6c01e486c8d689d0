"""Compare the speed of the files here with that of another revision: ``benchmark.py --against``.

Both sides run the same loops, those of loops.py, in processes of their own and in turn, so that
both meet the same machine. The processor's time is measured, which a busy machine disturbs less.
"""

from __future__ import annotations

import io
import os
import signal
import subprocess
import sys
import tarfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from loops import COMPARED

ROOT = Path(__file__).parents[1]
LOOPS = Path(__file__).with_name("loops.py")
AT_ONCE = 3  # measurements of each side with one pair of processes

Figures = tuple[list[float], list[float]]  # of the revision, and of the files here


def compare(revision: str, only: str, rounds: int) -> None:
    """Print a line for each loop whose name contains ``only``: both sides and their ratio."""
    names = [name for name in COMPARED if only.lower() in name.lower()]
    if not names:
        sys.exit(f"nothing that is measured contains {only!r}; there are: {', '.join(COMPARED)}")
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # leave nothing behind then, either
    with exported(revision) as folder:
        print(
            f"| a second | {revision} | here | ratio | in {rounds} rounds |\n|---|---|---|---|---|"
        )
        for name in names:
            before, after = zip(*(measure(name, folder) for _ in range(rounds)), strict=True)
            ratios = [mine / other for other, mine in zip(before, after, strict=True)]
            figures = f"{max(before):,.0f} | {max(after):,.0f} | {max(after) / max(before):.2f}"
            print(f"| {name} | {figures} | {min(ratios):.2f} to {max(ratios):.2f} |", flush=True)


@contextmanager
def exported(revision: str) -> Iterator[Path]:
    """Yield a folder with the files of a revision, of which the repository keeps no note."""
    command = ["git", "-C", str(ROOT), "archive", "--format=tar", revision]
    archive = subprocess.run(command, capture_output=True, check=False)
    if archive.returncode:
        sys.exit(f"--against {revision}: {archive.stderr.decode().strip()}")
    with TemporaryDirectory(prefix="sf_env-") as folder:
        with tarfile.open(fileobj=io.BytesIO(archive.stdout)) as files:
            files.extractall(folder, filter="data")
        yield Path(folder)


def measure(name: str, folder: Path) -> tuple[float, float]:
    """Return the best of some measurements of the files in a folder, and of those here, in turn."""
    with process(name, folder) as other, process(name, ROOT) as own:
        figures = [(ask(other), ask(own)) for _ in range(AT_ONCE)]
    before, after = zip(*figures, strict=True)
    return max(before), max(after)


@contextmanager
def process(name: str, folder: Path) -> Iterator[subprocess.Popen[bytes]]:
    """Yield a process that times a loop with the package in this folder, and end it."""
    with subprocess.Popen(
        [sys.executable, "-P", str(LOOPS), name],
        env={**os.environ, "PYTHONPATH": str(folder), "OMP_NUM_THREADS": "1"},
        cwd=folder,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        bufsize=0,
        start_new_session=True,  # Ctrl-C is for this process, which ends the others
    ) as running:
        try:
            yield running
        finally:
            running.kill()


def ask(running: subprocess.Popen[bytes]) -> float:
    """Return one measurement."""
    assert running.stdin is not None  # noqa: S101  they are pipes
    assert running.stdout is not None  # noqa: S101
    try:
        running.stdin.write(b"\n")
        return float(running.stdout.readline())
    except (BrokenPipeError, ValueError):
        running.kill()
        sys.exit("a loop failed; its error message is above")
