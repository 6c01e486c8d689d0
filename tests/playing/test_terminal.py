"""Playing in the terminal: what is shown, what may be typed, and that nothing is ever lost."""

from __future__ import annotations

import io
import json
import os
import pty
import re
import subprocess
import sys
import types
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import sf_env
from sf_agents.commands import play
from sf_agents.playing.sitting import Sitting
from sf_agents.terminal import streams
from sf_agents.terminal.board import board, room_of
from sf_agents.terminal.cell import built, flat_cell, tall_cell
from sf_agents.terminal.choices import choices_of, find
from sf_agents.terminal.result import verdict
from sf_agents.terminal.session import Session
from sf_env.render.view import view
from tests.positions import ended, position

ROOT = Path(__file__).parents[2]
ESCAPE = "\x1b"
PROMPT = "quit > "


def kept(file: Path) -> Any:
    (line,) = file.read_text("utf-8").splitlines()
    return json.loads(line)


def moves(text: str, *words: str) -> int:
    """Return how often one of these stands in the text."""
    return sum(text.count(word) for word in words)


@pytest.mark.parametrize(
    "arguments",
    [
        ["greedy"],
        ["random", "--players", "3", "--seat", "2"],
        ["greedy", "random", "builder"],
        ["human"],
    ],
)
def test_a_whole_game(arguments: list[str], command: Any, file: Path) -> None:
    code, text = command("1\n" * 400, *arguments, "--seed", "3")
    assert code == 0
    record = kept(file)
    assert "scores" in record
    assert record["agents"].count("human") == (2 if arguments == ["human"] else 1)
    assert text.count(PROMPT) > 5
    assert re.search(r"^(You win|.* wins?) .*points\.$", text, re.MULTILINE)
    assert f"The record is {file}" in text
    assert f"sf-watch {file}" in text
    assert ESCAPE not in text


def test_the_table_is_shown_with_what_the_others_did_and_the_choices(command: Any) -> None:
    _, text = command("", "greedy", "--seed", "3", "--seat", "1")
    for part in (
        "San Francisco   6 foundation tokens left   86 cards in the deck",
        "▶ you",
        "column 1  [black 1]",
        "• greedy puts black 1 in column 1",
        "Draw a card, or take a column?",
        "  1  draw a card",
        "  2  take column 1: black 1",
    ):
        assert part in text


@pytest.mark.parametrize("answer", ["2", "take", "TAKE  column", "finalize 1", " 2 "])
def test_a_choice_is_a_number_a_beginning_or_a_name(answer: str, command: Any, file: Path) -> None:
    command(f"{answer}\n", "greedy", "--seed", "3", "--seat", "1")
    assert kept(file)["actions"][2] == 2


@pytest.mark.parametrize(
    ("answer", "complaint"),
    [
        ("", "type a number from 1 to 2"),
        ("9", "there is no choice 9: type 1 to 2"),
        ("0", "there is no choice 0"),
        ("9" * 5000, "there is no choice 999"),
        ("-1", "'-1' is none of the choices"),
        ("row 2", "'row 2' is none of the choices"),
        ("FINALIZE 0", "'finalize 0' is none of the choices"),
        ("[bold]\x1b[31m\u202e", "is none of the choices"),
    ],
)
def test_a_wrong_answer_is_explained_and_asked_again(
    answer: str, complaint: str, command: Any, file: Path
) -> None:
    _, text = command(f"{answer}\n", "greedy", "--seed", "3", "--seat", "1")
    assert complaint in text
    assert text.count(PROMPT) == 2
    assert len(kept(file)["actions"]) == 2
    assert ESCAPE not in text


def test_a_beginning_that_several_share_is_not_enough() -> None:
    choices = choices_of(position(columns=["blue 1", "blue 2", "grey 1"]))
    assert find("take column", choices) == (
        "3 choices begin with 'take column': type a bit more, or a number"
    )
    assert find("take column 1", choices) == choices[2]


def test_undo_takes_the_last_choice_back(command: Any, file: Path) -> None:
    _, text = command("draw\n1\nu\nu\n", "greedy", "--seed", "3", "--seat", "1")
    assert len(kept(file)["actions"]) == 2
    assert text.count("you draw a card: grey 2") >= 1
    assert "there is nothing to undo" in command("u\n", "--resume", str(file))[1]


class Seer:
    """Thinks that the last choice is the best."""

    def act(self, states: np.ndarray, legal: np.ndarray) -> np.ndarray:
        return legal.argmax(axis=1)

    def analyse(self, states: np.ndarray) -> types.SimpleNamespace:
        weights = np.arange(44)[None] * sf_env.legal_mask(states)
        return types.SimpleNamespace(visits=weights, values=weights / 4, value=np.array([0.5]))


def test_a_hint_shows_the_best_choices_with_their_numbers(command: Any) -> None:
    hint = ("--hint", f"{__name__}:Seer")
    _, text = command("h\n", "greedy", "--seed", "3", "--seat", "1", *hint)
    assert f"{hint[1]}: chance to win 50%, the best first" in text
    best, other = re.findall(r"^ +([12])  (.*) \(weight (\d+)%, wins (\d+)%\)$", text, re.MULTILINE)
    assert best == ("2", "take column 1: black 1", "100", "50")
    assert other == ("1", "draw a card", "0", "0")
    assert text.count(PROMPT) == 2


def test_scores_and_legend_are_shown_on_demand(command: Any) -> None:
    _, text = command("s\n?\n", "greedy", "--seed", "3", "--seat", "1")
    assert "towers medal filled tokens trams blu gry org yel grn points" in text
    assert "A card: its value, then ═ tracks" in text


def test_where_the_game_is_saved_is_told_at_the_start(command: Any, file: Path) -> None:
    _, text = command("1\n1\n", "greedy")
    told = f"Every decision is saved in {file}."  # over several lines where the path is long
    assert "".join(text.split()).count("".join(told.split())) == 1


def test_a_single_choice_is_made_and_told(command: Any) -> None:
    _, text = command("", "greedy", "--seed", "3", "--seat", "0")
    assert "• you draw a card: black 1, the only choice" in text


@pytest.mark.parametrize("typed", ["q\n", "quit\n", "", "2\n1\n", "2\n1"])
def test_whoever_leaves_can_go_on(typed: str, command: Any, file: Path) -> None:
    code, text = command(typed, "greedy", "--seed", "3", "--seat", "1")
    assert code == 0
    assert f"The game is saved. To go on: sf-play greedy --resume {file}" in text
    before = kept(file)["actions"]
    code, text = command("1\n" * 400, "--resume", str(file))
    assert code == 0
    assert kept(file)["actions"][: len(before)] == before
    assert "points." in text


def test_control_c_loses_nothing(
    command: Any, file: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    class Interrupted(io.StringIO):
        def readline(self, *_: Any) -> str:
            line = super().readline()
            if not line:
                raise KeyboardInterrupt
            return line

    monkeypatch.setattr("sys.stdin", Interrupted("2\n"))
    code = play.main(["greedy", "--seed", "3", "--seat", "1", "--record", str(file)])
    assert code == 130
    assert "To go on: sf-play greedy --resume" in capsys.readouterr().out
    assert kept(file)["actions"][2] == 2


def test_a_finished_game_is_shown_again(command: Any, file: Path) -> None:
    command("1\n" * 400, "greedy", "--seed", "3")
    finished = file.read_bytes()
    code, text = command("", "--resume", str(file))
    assert code == 0
    assert text.count(PROMPT) == 1  # what next?
    assert "points." in text
    assert file.read_bytes() == finished


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["nobody"], "no agent is called 'nobody'"),
        (["greedy", "greedy", "--players", "4"], "2 opponents for 4 players"),
        (["greedy", "--players", "5"], "players=5 is not allowed"),
        (["greedy", "--seat", "2"], "seat=2 is not allowed"),
        (["greedy", "--seat", "first"], "seat='first' is not allowed"),
        (["greedy", "--hint", "greedy"], "'greedy' does not tell what it thinks"),
        (["greedy", "--deck", "nowhere.csv"], "nowhere.csv"),
        (["greedy", "--seed", "-1"], "seed"),
    ],
)
def test_what_is_wrong_is_told_in_a_line_and_leaves_no_file(
    arguments: list[str], complaint: str, command: Any, file: Path
) -> None:
    code, text = command("", *arguments)
    assert code == 2
    assert text.startswith("sf-play: ")
    assert complaint in text
    assert text.count("\n") == 1
    assert not file.exists()


def test_no_record_is_overwritten(command: Any, file: Path) -> None:
    file.write_text("precious\n", "utf-8")
    code, text = command("", "greedy")
    assert code == 2
    assert f"--resume {file}" in text
    assert file.read_text("utf-8") == "precious\n"


def test_a_saved_game_has_its_own_players_and_seed(command: Any, file: Path) -> None:
    command("", "greedy", "--seed", "3")
    code, text = command("", "--resume", str(file), "--seed", "4", "--seat", "1")
    assert code == 2
    assert "leave out --seed, --seat" in text


@pytest.mark.parametrize(("arguments", "extra"), [([], "play"), (["--web"], "web")])
def test_a_missing_library_is_named_with_its_extra(
    arguments: list[str], extra: str, command: Any, monkeypatch: pytest.MonkeyPatch, file: Path
) -> None:
    monkeypatch.setattr("sf_env.extras.installed", lambda library: False)
    code, text = command("", *arguments)
    assert code == 2
    assert f"pip install 'sf-env[{extra}]'" in text
    assert not file.exists()


@pytest.mark.parametrize("width", [40, 80, 120, 200])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_board_keeps_within_the_width(players: int, width: int) -> None:
    for seed in range(4):
        game = sf_env.Game(players, seed=seed, deck=f"generate:{seed}")
        while not game.is_over:
            game.step(game.legal_actions()[(7 * game.length) % len(game.legal_actions())])
        told = view(game.state, ["a player with quite a long name", *"bcd"[: players - 1]])
        for height in (24, 60):
            lines = board(told, width=width, height=height)
            cities = [line for line in lines if line.plain.startswith(("blu", "gry", "  a"))]
            assert max(line.cell_len for line in cities) <= max(width, 60)


@pytest.mark.parametrize("seed", range(6))
def test_every_cell_fills_its_room_exactly(seed: int) -> None:
    game = sf_env.Game(4, seed=seed, deck=f"generate:{seed}")
    while not game.is_over:
        game.step(game.legal_actions()[(3 * game.length + seed) % len(game.legal_actions())])
    told = view(game.state)
    room = room_of(told)
    for cell in [*built(told), (0, 4, 4)]:
        lines = [flat_cell(told, cell, room), *tall_cell(told, cell, room)]
        assert [line.cell_len for line in lines] == [room] * 3


def test_more_room_means_larger_cities() -> None:
    told = view(sf_env.Game(4, seed=1).state)
    heights = [len(board(told, width=width, height=24)) for width in (40, 80, 160)]
    assert heights == sorted(heights, reverse=True)
    assert len(board(told, width=80, height=80)) > len(board(told, width=80, height=24))


def test_every_symbol_is_shown_and_told_from_the_others() -> None:
    city = {
        0: "1 coast, 2 +2",
        1: "0 plaza, 1 bonus",
        2: "0 depot",
        3: "0 foundation",
        4: "1 tracks",
    }
    text = "\n".join(line.plain for line in board(view(position(cities=[city]).state)))
    for word in ("1≈", "4+", "4◎", "1★", "0T⌂", "1T", "0 1/6"):
        assert f" {word} " in text


def test_the_winners_are_named() -> None:
    told = view(ended().state, ["you", "<script>"])
    assert verdict(told | {"winners": [0]}).startswith("You win with ")
    assert verdict(told | {"winners": [1]}).startswith("<script> wins with ")
    assert verdict(told | {"winners": [0, 1]}).startswith("you and <script> win together with ")


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
    sitting = Sitting(sf_env.Game(2, seed=3), ["greedy", "human"])
    Session(sitting, streams.new_console(stream), io.StringIO("1\n" * 400)).play()
    text = stream.text()
    assert text.isascii()
    assert "- greedy puts black 1 in column 1" in text
    assert "greedy wins with 12.5 points" in text


# Makes the terminal the one whose keys send signals to this process, and runs a script.
BEGIN = (
    "import fcntl, runpy, sys, termios\n"
    "fcntl.ioctl(0, termios.TIOCSCTTY, 0)\n"
    "sys.argv = sys.argv[1:]\n"
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
    assert "'zzz' is none of the choices" in text
    assert "To go on: sf-play greedy --resume" in text


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
    assert "To go on: sf-play greedy --resume" in text
    assert "Traceback" not in text
    assert len(kept(file)["actions"]) == 3
