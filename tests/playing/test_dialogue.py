"""Playing in the terminal: what is shown, what may be typed, and that nothing is ever lost."""

from __future__ import annotations

import io
import re
import types
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from rich.console import Console

import sf_env
from sf_agents.commands import play
from sf_agents.playing.session import Session
from sf_agents.playing.theatre import theatre_of
from sf_agents.san_francisco.theatre.points import points_table
from sf_agents.terminal import dialogue
from sf_agents.terminal.answers import find
from sf_agents.terminal.dialogue import Dialogue
from sf_env.games.san_francisco.view import view_of
from tests.games.san_francisco.positions import position
from tests.playing.terminal import ESCAPE, PROMPT, kept


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
        ("9", "there is no choice 9: type 1 to 2"),
        ("0", "there is no choice 0"),
        ("9" * 5000, "there is no choice 999"),
        ("-1", "'-1' is not a choice"),
        ("row 2", "'row 2' is not a choice"),
        ("FINALIZE 0", "'finalize 0' is not a choice"),
        ("[bold]\x1b[31m\u202e", "is not a choice"),
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


def test_enter_alone_shows_the_table_again(command: Any, file: Path) -> None:
    _, once = command("", "greedy", "--seed", "3", "--seat", "1")
    _, again = command("\n", "--resume", str(file))
    for words in ("San Francisco", "Draw a card, or take a column?", "1  draw a card"):
        assert again.count(words) == 2 * once.count(words) == 2
    assert len(kept(file)["actions"]) == 2


def test_who_thinks_says_whether_that_takes_long_for_being_compiled(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    status = Console(file=io.StringIO()).status(dialogue._Thought("planner"), spinner="line")

    def said() -> str:
        return "".join(part.text for part in Console().render(status.renderable))

    monkeypatch.setattr(dialogue, "is_compiling", lambda: False)
    assert said().rstrip().endswith("planner is thinking")
    monkeypatch.setattr(dialogue, "is_compiling", lambda: True)
    assert "planner is thinking (first use: compiling, once)" in said()


@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("width", [40, 60, 80, 120])
def test_headings_of_points_can_be_read_however_narrow(players: int, width: int) -> None:
    view = view_of(sf_env.Game(players, seed=1).state, ["netmcts:seconds=1"] * players)
    stream = io.StringIO()
    Console(file=stream, width=width).print(points_table(view, width))
    lines = stream.getvalue().splitlines()
    assert max(map(len, lines)) <= width
    for heading in ("towers", "medal", "filled", "tokens", "trams", "gry", "grn", "points"):
        assert heading in stream.getvalue()


def test_a_beginning_that_several_share_is_not_enough() -> None:
    game = position(columns=["blue 1", "blue 2", "grey 1"])
    theatre = theatre_of(game.rules)
    choices = theatre.choices(theatre.begin(game, ["you", "greedy"], None))
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


def test_all_cities_are_shown_on_demand(command: Any) -> None:
    _, text = command("c\n", "greedy", "--seed", "3", "--seat", "1")
    assert text.count("San Francisco   6 foundation tokens left") == 2
    assert text.count("Draw a card, or take a column?") == 1


def test_a_small_screen_has_ones_own_city_whole_until_all_are_asked_for(file: Path) -> None:
    session = Session(sf_env.Game(4, seed=3), ["human", "builder", "builder", "builder"], file)
    said = io.StringIO()
    screen = Console(file=said, width=80, height=24, force_terminal=True, color_system=None)
    Dialogue(session, screen, io.StringIO("1\nc\n")).play()
    first, second, whole = said.getvalue().split("San Francisco   ")[1:]
    assert first.count("blu ") == second.count("blu ") == 2  # the city, and the head of the others
    assert "0T 0♜" in second
    assert whole.count("blu ") == 4
    assert "T 0♜" not in whole


@pytest.mark.parametrize(("on_screen", "pauses"), [(True, [0.7]), (False, [])])
def test_an_agent_that_is_seen_makes_a_pause_after_what_it_does(
    on_screen: bool, pauses: list[float], command: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It draws a card, which is told with the column that it is put in."""
    made: list[float] = []
    said = io.StringIO()
    console = Console(file=said, force_terminal=on_screen, color_system=None)
    monkeypatch.setattr("sf_agents.terminal.streams.new_console", lambda *_: console)
    monkeypatch.setattr(dialogue.time, "sleep", made.append)
    command("", "greedy", "--seed", "3", "--seat", "1", "--delay", "0.7")
    assert "greedy puts black 1 in column 1" in said.getvalue()
    assert made == pauses


def test_an_arrow_key_is_as_good_as_no_key(command: Any) -> None:
    _, text = command("\x1b[A\n\x1b[1;5D2\n", "greedy", "--seed", "3", "--seat", "1")
    assert "not a choice" not in text
    assert text.count("Draw a card, or take a column?") == 2
    assert "• you take column 1" in text


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
    assert f"The game is saved. To continue: sf-play greedy --resume {file}" in text
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
    assert "To continue: sf-play greedy --resume" in capsys.readouterr().out
    assert kept(file)["actions"][2] == 2


def test_a_finished_game_is_shown_again(command: Any, file: Path) -> None:
    command("1\n" * 400, "greedy", "--seed", "3")
    finished = file.read_bytes()
    code, text = command("", "--resume", str(file))
    assert code == 0
    assert text.count(PROMPT) == 1  # what next?
    assert "points." in text
    assert file.read_bytes() == finished
