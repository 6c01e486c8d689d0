"""Any game of the table is played in the terminal, and shows nobody another's secrets."""

from __future__ import annotations

import io
import re
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from sf_agents.commands import play
from sf_agents.playing.session import Session
from sf_agents.terminal.dialogue import Dialogue
from sf_env.core import records
from sf_env.core.game import Game
from tests.playing.terminal import kept
from tests.toy import MATCHES

GAME = ("--game", "tests.toy:MATCHES")
HANDS = re.compile(r"hands: (.*)")


def hands_in(text: str) -> list[list[str]]:
    """Return the hands on each table that was shown."""
    return [found.split(", ") for found in HANDS.findall(text)]


@pytest.mark.parametrize("opponents", [["random"], ["greedy", "random"], ["human", "greedy"]])
def test_a_whole_game(opponents: list[str], command: Any, file: Path) -> None:
    code, text = command("1\n" * 40, *GAME, *opponents, "--seed", "3", "--seat", "0")
    assert code == 0
    record = kept(file)
    assert record["game"] == "matches"
    assert record["scores"] == list(records.replay(record))[-1].scores()
    assert re.search(r"^(You win|.* wins?) .*points\.$", text, re.MULTILINE)


def test_the_opponent_and_the_setup_are_those_of_the_game(command: Any, file: Path) -> None:
    for word in ("--box", "--setup"):
        code, text = command("", *GAME, word, "generate:4", "--seat", "0")
        assert code == 0
        assert "9 matches; taken: 0, 0" in text
        assert kept(file)["agents"] == ["human", "random"]
        assert kept(file)["box"] == "generate:4"
        file.unlink()


def test_a_saved_game_is_resumed_with_its_own_rules(command: Any, file: Path) -> None:
    _, text = command("1\n", *GAME, "random", "--seed", "3", "--seat", "0")
    assert f"To continue: sf-play random --game tests.toy:MATCHES --resume {file}" in text
    assert command("1\n" * 40, *GAME, "--resume", str(file))[0] == 0
    code, text = command("", "--resume", str(file))
    assert (code, "is a game of Matches" in text) == (2, True)


def test_a_person_sees_no_hand_but_the_own_one_until_the_end(command: Any) -> None:
    _, text = command("1\n" * 40, *GAME, "greedy", "random", "--seed", "3", "--seat", "1")
    *shown, last = hands_in(text)
    assert len(shown) > 1
    for hands in shown:
        assert (hands[0], hands[2]) == ("?", "?")
        assert hands[1].isdecimal()
    assert all(hand.isdecimal() for hand in last)


def test_people_at_one_terminal_take_turns_at_the_keyboard(command: Any) -> None:
    _, text = command("\n1\n" * 40, *GAME, "human", "random", "--seed", "3", "--seat", "0")
    turns = text.partition("n new game")[0].split("is at the keyboard")[1:]
    assert len(turns) > 2
    for number, turn in enumerate(turns):
        for hands in hands_in(turn)[:1]:
            assert [hand.isdecimal() for hand in hands] == [number % 2 == 0, number % 2 == 1, False]


def test_the_next_person_begins_with_an_empty_screen() -> None:
    session = Session(MATCHES.new_game(players=2, seed=3), ["human", "human"])
    said = io.StringIO()
    screen = Console(file=said, width=80, height=24, force_terminal=True, color_system=None)
    Dialogue(session, screen, io.StringIO("\n1\n")).play()
    before, _, after = said.getvalue().rpartition("player 1 is at the keyboard")
    words = "Pass the keyboard to player 1. The table is hidden until then.\nEnter "
    assert before.rpartition("\x1b[2J")[2] == f"\x1b[H\x1b[3J{words}"  # also what had moved away
    assert "hands" not in after


def test_where_the_screen_is_never_cleared_the_table_moves_out_of_sight() -> None:
    session = Session(MATCHES.new_game(players=2, seed=3), ["human", "human"])
    said = io.StringIO()
    screen = Console(file=said, width=80, height=24, force_terminal=False)
    Dialogue(session, screen, io.StringIO("\n1\n")).play()
    lines = said.getvalue().splitlines()
    (asked,) = [
        at for at, line in enumerate(lines) if line.startswith("Pass the keyboard to player 1")
    ]
    assert not any(lines[asked - 24 : asked])


def test_what_several_people_know_is_not_taken_back(command: Any, file: Path) -> None:
    _, text = command("\n1\n\nu\n", *GAME, "human", "--seed", "3", "--seat", "0")
    assert "u undo" not in text
    assert "'u' is not a choice" in text
    assert len(kept(file)["actions"]) == 1
    file.unlink()
    _, text = command("\n1\n" * 40 + "x\n", *GAME, "human", "--seed", "3", "--seat", "0")
    assert "the game is over: n starts another one, q quits" in text


def test_points_are_those_that_a_seat_knows(command: Any) -> None:
    _, text = command("s\n", *GAME, "random", "--seed", "3", "--seat", "0")
    assert re.search(r"^random +0$", text, re.MULTILINE)  # whatever is in its hand


def test_an_unknown_game_is_refused_with_those_that_there_are(
    capsys: pytest.CaptureFixture[str],
) -> None:
    for name in ("chess", "tests.toy:NAMES", "nothing:HERE"):
        assert play.main(["--game", name]) == 2
        assert "san_francisco" in capsys.readouterr().err


def test_a_resumed_game_is_shown_to_the_person_who_decided_last(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    seats = ["human", "human", "random"]
    session = Session(Game(MATCHES, 3, seed=1), seats, path)
    assert session.viewer == 0
    session.act(0)
    assert session.viewer == 1
    session.act(0)
    assert session.viewer == 1
    assert Session.load(path).viewer == 1
    first = Session(Game(MATCHES, 3, seed=1), ["random", "human", "human"])
    assert first.viewer == 1
