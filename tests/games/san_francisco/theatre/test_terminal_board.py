"""The board in the terminal: within its width, as large as there is room, every symbol told."""

from __future__ import annotations

import re

import pytest

import sf_env
from sf_agents.san_francisco.theatre.board import INDENT, NARROW, board, room_of
from sf_agents.san_francisco.theatre.cell import built, flat_cell, tall_cell
from sf_agents.san_francisco.theatre.city import LABELS, SHORT, width_of
from sf_env.games.san_francisco.view import view_of
from tests.games.san_francisco.positions import position


def late_game(players: int, seed: int = 1) -> sf_env.Game:
    game = sf_env.Game(players, seed=seed, deck=f"generate:{seed}")
    while not game.is_over:
        game.step(game.legal_actions()[(7 * game.length) % len(game.legal_actions())])
    return game


@pytest.mark.parametrize("width", [40, 80, 120, 200])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_board_is_wider_than_the_screen_only_if_one_city_or_one_card_is(
    players: int, width: int
) -> None:
    for seed in range(4):
        view = view_of(
            late_game(players, seed).state,
            ["a player with quite a long name", *"bcd"[: players - 1]],
        )
        cards = [f"[{view['cards'][card]}]" for column in view["columns"] for card in column]
        most = max(width, width_of(max(NARROW, room_of(view))), INDENT + max(map(len, cards)))
        for height, seat in ((24, None), (60, None), (24, players - 1)):
            lines = board(view, width=width, height=height, seat=seat)
            assert max(line.cell_len for line in lines) <= most


@pytest.mark.parametrize("seed", range(6))
def test_every_cell_fills_its_room_exactly(seed: int) -> None:
    view = view_of(late_game(4, seed).state)
    room = room_of(view)
    for cell in [*built(view), (0, 4, 4)]:
        lines = [flat_cell(view, cell, room), *tall_cell(view, cell, room)]
        assert [line.cell_len for line in lines] == [room] * 3


def test_more_room_means_larger_cities() -> None:
    view = view_of(sf_env.Game(4, seed=1).state)
    heights = [len(board(view, width=width, height=24)) for width in (40, 80, 160)]
    assert heights == sorted(heights, reverse=True)
    assert len(board(view, width=80, height=80)) > len(board(view, width=80, height=24))


@pytest.mark.parametrize("width", [40, 80, 100, 200])
def test_what_lies_beside_a_city_keeps_within_its_width(width: int) -> None:
    held = {"medal": 0, "waivers": [2, 0], "point_tokens": [2, 0], "contracts": [2, 2]}
    lines = board(view_of(late_game(2).state) | held, width=width)
    (line,) = (line for line in lines if "medal" in line.plain)
    assert line.plain.index(" 2 con") >= 0
    assert line.cell_len <= width
    if width == 200:
        assert "medal, waiver, waiver, 2 × 1½" in line.plain


@pytest.mark.parametrize("width", [40, 80])
@pytest.mark.parametrize("players", [3, 4])
def test_the_other_cities_are_told_in_short_where_there_is_no_room(
    players: int, width: int
) -> None:
    view = view_of(late_game(players).state)
    whole, short = (board(view, width=width, height=24, seat=seat) for seat in (None, 1))
    assert len(short) < len(whole)
    assert [line.plain[:3] for line in short if line.plain.startswith(LABELS)] == list(LABELS)
    sums = {tuple(re.findall(r"(\d+)[ ▲▼][ ✓] ", line.plain[-SHORT:])) for line in short}
    for seat, values in enumerate(view["values"]):
        assert any(view["names"][seat] in line.plain for line in short)
        assert seat == 1 or tuple(str(sum(row)) for row in values) in sums
    assert board(view, width=width, height=99, seat=1) == board(view, width=width, height=99)


def test_every_symbol_is_shown_and_told_from_the_others() -> None:
    city = {
        0: "1 coast, 2 +2",
        1: "0 plaza, 1 bonus",
        2: "0 depot",
        3: "0 foundation",
        4: "1 tracks",
    }
    text = "\n".join(line.plain for line in board(view_of(position(cities=[city]).state)))
    for word in ("1≈", "4+", "4◎", "1★", "0T⌂", "1T", "0 1/6"):
        assert f" {word} " in text
