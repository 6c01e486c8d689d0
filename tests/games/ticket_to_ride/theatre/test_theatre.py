"""How people see Ticket to Ride: cards and tickets to choose from, and only their own."""

from __future__ import annotations

import io
import re
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("rich")

from sf_agents.commands import play
from sf_agents.playing.history import History
from sf_agents.playing.session import Session
from sf_agents.playing.theatre import theatre_of
from sf_agents.terminal.plain import terminal_of
from sf_env.core import records
from sf_env.ticket_to_ride import RULES, Game

THEATRE = theatre_of(RULES)
CHOSEN = {"keep_first", "keep", "colour", "pay"}  # phases in which cards or tickets are chosen


@pytest.fixture(scope="module")
def positions() -> list[Any]:
    """Return the views of the people to move in a game, of which claims are a good part."""
    session = Session(Game(3, seed=4), ["human", "random", "human"])
    seen = {seat: History(session, seat) for seat in session.people}
    found = []
    while not session.game.is_over:
        if session.waits_for_human:
            found.append(seen[session.game.to_move].view)
            legal = session.game.legal_actions()
            session.act(legal[-1] if session.game.length % 2 else legal[0])
        else:
            session.act_for_agent()
        for history in seen.values():
            history.update()
    return found


def test_what_is_chosen_can_be_clicked_among_the_cards_or_on_the_board(
    positions: list[Any],
) -> None:
    phases = set()
    for view in positions:
        phase = view.view["phase"]
        hand = {spot for panel in THEATRE.board(view)["hand"] for spot in panel["spots"]}
        spots = {spot for panel in THEATRE.board(view)["panels"] for spot in panel["spots"]}
        wanted = {choice.spot for choice in THEATRE.choices(view) if choice.name != "KEEP BOTH"}
        assert wanted <= (hand if phase in CHOSEN else spots)
        assert bool(hand) == (phase in CHOSEN)
        phases.add(phase)
    assert phases >= {*CHOSEN, "turn", "second", "place"} - {"place"}


def test_the_cards_to_choose_from_have_names(positions: list[Any]) -> None:
    labels = {panel["label"] for view in positions for panel in THEATRE.board(view)["hand"]}
    assert any(re.fullmatch(r"\d \w+ cards? in hand", label) for label in labels)
    assert any(re.fullmatch(r"\d \w+ cards?( and \d+ ferr(y|ies))?", label) for label in labels)
    assert any(label.startswith("ticket ") for label in labels)


def test_the_text_names_the_players_and_shows_own_secrets_alone() -> None:
    session = Session(Game(2, seed=5), ["human", "greedy"])
    view = History(session, 0).view
    lines = [str(line) for line in terminal_of(THEATRE).table(view)]
    assert any(line.startswith("> you ") for line in lines)
    assert any(line.startswith("  greedy ") for line in lines)
    assert sum("2 cards; known: none" in line for line in lines) == 1
    assert not any("legal" in line for line in lines)  # the choices are listed below


def test_a_small_screen_leaves_out_the_free_routes_and_a_key_shows_them() -> None:
    terminal = terminal_of(THEATRE)
    view = History(Session(Game(2, seed=5), ["human", "greedy"]), 0).view
    whole, short = (terminal.table(view, height=40, seat=seat) for seat in (None, 0))
    assert "free routes" in map(str, whole)
    assert [*map(str, short)] == [*map(str, whole)][: len(short)]
    assert "free routes" not in map(str, short)
    assert terminal.table(view, height=100, seat=0) == whole
    assert terminal.whole == "free routes"


def test_a_whole_game_in_the_terminal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "game.jsonl"
    monkeypatch.setattr("sys.stdin", io.StringIO("1\n" * 400))
    game = ("--game", "ticket_to_ride", "--seed", "3", "--seat", "0", "--record", str(file))
    assert play.main(["random", *game]) == 0
    text = capsys.readouterr().out
    [record] = records.load(file)
    assert record["scores"] == list(records.replay(record))[-1].scores()
    for words in ("  1  draw a card, ", "you draw a card: ", "completed tickets"):
        assert words in text
    assert not re.search(r"^ +\d+  [A-Z]", text, re.MULTILINE)  # choices are in words
    assert re.search(r"wins?.* to ", text)
