"""What a game brings for pictures and pages, and games that bring nothing."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from sf_env import Game
from sf_env.core.errors import Error, RecordError
from sf_env.games.san_francisco.render.look import LOOK
from sf_env.games.san_francisco.rules import SAN_FRANCISCO
from sf_env.render import story as stories
from sf_env.render.look import look_of
from sf_env.render.replay import Replay
from sf_env.render.story import after, beginning
from tests.toy import MATCHES


def test_a_game_without_pictures_says_so() -> None:
    assert look_of(SAN_FRANCISCO) is LOOK
    with pytest.raises(Error, match="Matches has no pictures, films or pages"):
        look_of(MATCHES)


def test_a_moment_is_seen_from_one_seat_all_along(monkeypatch: pytest.MonkeyPatch) -> None:
    seats = []

    def view(state: Any, names: Any, seat: int | None) -> Any:
        seats.append(seat)
        return LOOK.view(state, names, seat)

    game = Game(2, seed=1)
    monkeypatch.setattr(stories, "look_of", lambda _rules: replace(LOOK, view=view))
    moment = beginning(game, ["Ann", "Bob"], seat=1)
    game.step(0)
    moment = after(moment, 0, game)
    assert moment.text.startswith("Ann draws a card: ")
    assert seats == [1, 1]


def test_a_page_has_games_of_one_kind(monkeypatch: pytest.MonkeyPatch) -> None:
    record = Game(2, seed=1).record()
    page = Replay().add(record)
    monkeypatch.setattr(stories, "look_of", lambda _rules: replace(LOOK, name="Another"))
    with pytest.raises(RecordError, match=r"^record 7: Another, but the page shows San Francisco$"):
        page.add(record, "record 7")
