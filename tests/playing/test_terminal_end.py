"""After the end of a game in the terminal: another one, the last choice taken back, leaving."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("rich")

from tests.playing.terminal import kept

AT_THE_END = "n new game  u undo  q quit > "
ENOUGH = "1\n" * 400
GAME = ("greedy", "--seed", "3", "--seat", "1")


@pytest.fixture
def finished(command: Any, file: Path) -> Path:
    """Return the record of a game that was played to its end."""
    command(ENOUGH, *GAME)
    assert "scores" in kept(file)
    return file


def choices_until_end(text: str) -> int:
    """Return how many questions were answered before the one at the end."""
    return text.partition(AT_THE_END)[0].count("quit > ")


def test_the_end_offers_what_there_is_to_do_next(command: Any, finished: Path) -> None:
    code, text = command("q\n", "--resume", str(finished))
    assert code == 0
    assert "".join(f"The game is saved in {finished}.".split()) in "".join(text.split())
    result, _, rest = text.partition(AT_THE_END)
    assert "points." in result
    assert f"The record is {finished}" in rest


@pytest.mark.parametrize("answer", ["u", "undo", " U "])
def test_the_last_choice_can_be_taken_back_after_the_end(
    answer: str, command: Any, finished: Path
) -> None:
    over = kept(finished)
    code, text = command(f"{answer}\nq\n", "--resume", str(finished))
    back = kept(finished)
    assert code == 0
    assert "scores" not in back
    assert back["actions"] == over["actions"][: len(back["actions"])] != over["actions"]
    assert "The game is saved. To continue: sf-play --resume" in text


def test_who_took_back_the_end_plays_on_to_another_one(command: Any, finished: Path) -> None:
    code, text = command("u\nu\n" + ENOUGH, "--resume", str(finished))
    assert code == 0
    assert "scores" in kept(finished)
    assert text.count("points.\n") >= 2  # the result, and that of the second end
    assert f"The record is {finished}" in text


def test_people_who_share_a_terminal_can_take_back_too(command: Any, file: Path) -> None:
    _, text = command(ENOUGH, "human", "--seed", "3")
    typed = "1\n" * choices_until_end(text)
    file.unlink()
    command(typed + "u\n", "human", "--seed", "3")
    assert "scores" not in kept(file)
    assert kept(file)["agents"] == ["human", "human"]


@pytest.mark.parametrize("answer", ["n", "new", "new game"])
def test_another_game_has_the_same_players_and_a_file_of_its_own(
    answer: str, command: Any, finished: Path
) -> None:
    before = finished.read_bytes()
    code, text = command(f"{answer}\nq\n", "--resume", str(finished))
    assert code == 0
    assert finished.read_bytes() == before
    (new,) = set(finished.parent.iterdir()) - {finished}
    assert re.fullmatch(r"\d{4}-\d\d-\d\d-\d{6}\.jsonl", new.name)
    assert kept(new)["agents"] == kept(finished)["agents"]
    assert kept(new)["seed"] != kept(finished)["seed"]
    assert f"The game is saved. To continue: sf-play --resume {new}" in text


@pytest.mark.parametrize("answer", ["", "1", "h", "?", "yes please", "nonsense"])
def test_anything_else_is_explained(answer: str, command: Any, finished: Path) -> None:
    before = finished.read_bytes()
    _, text = command(f"{answer}\n", "--resume", str(finished))
    assert "the game is over: n starts another one, u takes back your last choice, q quits" in (
        " ".join(text.split())
    )
    assert text.count(AT_THE_END) == 2
    assert finished.read_bytes() == before


def test_where_nobody_chose_nothing_can_be_taken_back(command: Any, finished: Path) -> None:
    record = kept(finished) | {"agents": ["greedy", "greedy"]}
    finished.write_text(json.dumps(record) + "\n", "utf-8")
    _, text = command("u\n", "--resume", str(finished))
    assert "there is nothing to undo" in text
    assert kept(finished) == record
