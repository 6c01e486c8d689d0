"""Terminals of all kinds: with colours and without, poor in letters, left by keys."""

from __future__ import annotations

import io
import os
import pty
import re
import subprocess
import sys
from pathlib import Path

import pytest

import sf_env
from sf_agents.playing.session import Session
from sf_agents.terminal import streams
from sf_agents.terminal.dialogue import Dialogue
from tests.playing.terminal import ESCAPE, kept

ROOT = Path(__file__).parents[2]


class Stream(io.TextIOWrapper):
    """A stream with an encoding of its own."""

    def __init__(self, encoding: str) -> None:
        super().__init__(io.BytesIO(), encoding=encoding, newline="\n")

    def text(self) -> str:
        self.flush()
        assert isinstance(self.buffer, io.BytesIO)
        return self.buffer.getvalue().decode(self.encoding)


@pytest.mark.parametrize(("encoding", "term"), [("ascii", "xterm"), ("utf-8", "linux")])
def test_poor_terminals_get_letters_that_they_have(
    encoding: str, term: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TERM", term)
    stream = Stream(encoding)
    session = Session(sf_env.Game(2, seed=3), ["greedy", "human"])
    Dialogue(session, streams.new_console(stream), io.StringIO("1\n" * 400)).play()
    text = stream.text()
    assert text.isascii()
    assert "- greedy puts black 1 in column 1" in text
    assert "Greedy wins with 12.5 points." in text


# Makes the terminal the one whose keys send signals to this process, and runs a script. What runs
# in the background of a shell ignores Ctrl-C, and its children would, too.
BEGIN = (
    "import fcntl, os, runpy, signal, sys, termios\n"
    "fcntl.ioctl(0, termios.TIOCSCTTY, 0)\n"
    "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
    "sys.argv = sys.argv[1:]\n"
    "sys.path.insert(0, os.path.dirname(sys.argv[0]))\n"  # as `python scripts/play.py` does
    "runpy.run_path(sys.argv[0], run_name='__main__')\n"
)


def in_terminal(typed: str, *arguments: str, **environment: str) -> tuple[int, str]:
    """Play in a terminal of its own; type a line each time it asks; return code and output."""
    primary, secondary = pty.openpty()
    inherited = {key: value for key, value in os.environ.items() if key != "NO_COLOR"}
    path = f"{ROOT}:{ROOT / 'agents'}"
    lines = typed.splitlines(keepends=True)
    output = b""
    with subprocess.Popen(
        [sys.executable, "-c", BEGIN, str(ROOT / "scripts/play.py"), "--delay", "0", *arguments],
        env={**inherited, "PYTHONPATH": path, "TERM": "xterm-256color", **environment},
        stdin=secondary,
        stdout=secondary,
        stderr=secondary,
        start_new_session=True,
    ) as process:
        os.close(secondary)
        while some := _heard(primary):
            output += some
            asked = len(re.findall(rb"quit(?:\x1b\[0m)? > ", output))
            while lines and len(typed.splitlines()) - len(lines) < asked:
                os.write(primary, lines.pop(0).encode())
    os.close(primary)
    return process.returncode, output.decode()


def _heard(terminal: int) -> bytes:
    """Return what a terminal says next, nothing once it is closed."""
    try:
        return os.read(terminal, 65536)
    except OSError:  # as Linux says that the other side is closed
        return b""


def test_a_terminal_shows_colours_and_clears_its_screen(file: Path) -> None:
    game = ("greedy", "--seed", "3", "--seat", "1", "--record", str(file))
    code, text = in_terminal("1\nzzz\nq\n", *game)
    assert code == 0
    assert f"{ESCAPE}[2J" in text
    assert f"{ESCAPE}[1m" in text
    assert "'zzz' is not a choice" in text
    assert "To continue: sf-play greedy --resume" in text


@pytest.mark.parametrize(
    ("arguments", "environment"),
    [(["--plain"], {}), ([], {"NO_COLOR": "1"}), ([], {"TERM": "dumb"})],
)
def test_a_plain_terminal_gets_no_escape_codes(
    arguments: list[str], environment: dict[str, str], file: Path
) -> None:
    game = ("greedy", "--seed", "3", "--seat", "1", "--record", str(file))
    code, text = in_terminal("1\nq\n", *game, *arguments, **environment)
    assert code == 0
    assert ESCAPE not in text
    assert "draw a card" in text


@pytest.mark.parametrize("key", ["\x03", "\x04"])
def test_keys_that_leave_a_terminal_lose_nothing(key: str, file: Path) -> None:
    game = ("greedy", "--seed", "3", "--seat", "1", "--record", str(file))
    code, text = in_terminal(f"1\n{key}", *game)
    assert code == (130 if key == "\x03" else 0)
    assert "To continue: sf-play greedy --resume" in text
    assert "Traceback" not in text
    assert len(kept(file)["actions"]) == 3
