"""The board in the terminal: within its width, as large as there is room, every symbol told."""

from __future__ import annotations

import pytest

import sf_env
from sf_agents.terminal.board import board, room_of
from sf_agents.terminal.cell import built, flat_cell, tall_cell
from sf_env.render.view import view
from tests.positions import position


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
