"""``benchmark.py --against`` compares with another revision and leaves nothing behind.

Here it does so in a repository of its own, whose only loop reads its speed from a file.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

SCRIPTS = Path(__file__).parents[2] / "scripts"
COMPARE = "import sys, comparison; comparison.compare(sys.argv[1], sys.argv[2], 2)"
LOOP = """
import os, pathlib, sys
COMPARED = {"a loop": None}
if __name__ == "__main__":
    for _ in sys.stdin:
        print(pathlib.Path(os.environ["PYTHONPATH"], "speed").read_text(), flush=True)
"""

pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="needs git")


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """Return a repository whose loop runs at 2,000 as committed, and at 3,000 as it is."""
    folder = tmp_path / "repository"
    (folder / "scripts").mkdir(parents=True)
    shutil.copy(SCRIPTS / "comparison.py", folder / "scripts")
    (folder / "scripts/loops.py").write_text(LOOP)
    (folder / "speed").write_text("2000")
    git = ["git", "-C", str(folder), "-c", "user.name=a", "-c", "user.email=a@b"]
    for command in (["init"], ["add", "."], ["commit", "-m", "first"]):
        subprocess.run([*git, *command], check=True, capture_output=True)
    (folder / "speed").write_text("3000")
    return folder


@pytest.fixture
def temporary(tmp_path: Path) -> Path:
    """Return the folder in which a comparison keeps its files."""
    folder = tmp_path / "temporary"
    folder.mkdir()
    return folder


def compare(repository: Path, temporary: Path, *arguments: str) -> subprocess.Popen[str]:
    """Start a comparison."""
    return subprocess.Popen(
        [sys.executable, "-c", COMPARE, *arguments],
        cwd=repository / "scripts",
        env={**os.environ, "TMPDIR": str(temporary), "PYTHONPATH": ""},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def test_both_sides_and_their_ratio_are_printed(repository: Path, temporary: Path) -> None:
    output, errors = compare(repository, temporary, "HEAD", "loop").communicate()
    assert output.splitlines()[-1] == "| a loop | 2,000 | 3,000 | 1.50 | 1.50 to 1.50 |", errors
    assert list(temporary.iterdir()) == []


@pytest.mark.parametrize("ending", [signal.SIGINT, signal.SIGTERM])
def test_nothing_is_left_when_it_is_stopped(
    repository: Path, temporary: Path, ending: signal.Signals
) -> None:
    with (repository / "scripts/loops.py").open("a") as file:
        file.write("        (pathlib.Path(sys.argv[0]).parent / 'asked').touch()\n")
        file.write("        __import__('time').sleep(1000)\n")
    comparison = compare(repository, temporary, "HEAD", "")
    while not (repository / "scripts/asked").exists():
        assert comparison.poll() is None, comparison.communicate()
        time.sleep(0.02)
    assert list(temporary.iterdir()) != []
    comparison.send_signal(ending)
    comparison.communicate(timeout=60)  # its loops have ended, or they would hold its output
    assert comparison.returncode != 0
    assert list(temporary.iterdir()) == []


@pytest.mark.parametrize(
    ("revision", "only", "message"),
    [
        ("elsewhere", "", "--against elsewhere: fatal"),
        ("HEAD", "nothing", "there are: a loop"),
    ],
)
def test_what_cannot_be_compared_is_refused(
    repository: Path, temporary: Path, revision: str, only: str, message: str
) -> None:
    comparison = compare(repository, temporary, revision, only)
    assert message in comparison.communicate()[1]
    assert comparison.returncode == 1


def test_a_loop_that_fails_is_said(repository: Path, temporary: Path) -> None:
    failing = "COMPARED = {'a loop': None}\nif __name__ == '__main__': raise KeyError('fault')"
    (repository / "scripts/loops.py").write_text(failing)
    comparison = compare(repository, temporary, "HEAD", "")
    _, errors = comparison.communicate()
    assert "KeyError: 'fault'" in errors
    assert "a loop failed" in errors
    assert list(temporary.iterdir()) == []


@pytest.mark.parametrize("game", ["San Francisco", "Ticket to Ride"])
def test_a_real_loop_answers_each_line(game: str) -> None:
    loop_of = f"{game}, Game: legal_actions + step"
    command = [sys.executable, str(SCRIPTS / "loops.py"), loop_of]
    environment = {**os.environ, "PYTHONPATH": str(SCRIPTS.parent)}
    loop = subprocess.run(
        command, input="\n\n", env=environment, capture_output=True, text=True, check=True
    )
    assert [float(line) > 0 for line in loop.stdout.splitlines()] == [True, True]
