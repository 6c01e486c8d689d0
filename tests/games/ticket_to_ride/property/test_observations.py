"""Observations, piece by piece, against a second account of them."""

from __future__ import annotations

import numpy as np
import pytest

from sf_env.ticket_to_ride import (
    Game,
    Map,
    deal,
    graph,
    observation_pieces,
    observation_view,
    observe,
)
from tests.games.ticket_to_ride.property.games import BOARDS, every_board, every_count, positions
from tests.games.ticket_to_ride.property.reference_observation import pieces


@every_board
@every_count
def test_every_piece_is_what_its_declaration_says(board: str, players: int) -> None:
    place = BOARDS[board]
    for states in positions(players, place, games=5):
        for seat in range(players):
            view = observation_view(observe(states, seats=seat), players)
            for row, state in enumerate(states):
                shot = Game.from_state(state).snapshot(seat=seat)
                offer = [ticket for ticket in state["offer"][seat].tolist() if ticket >= 0]
                expected = pieces(shot, place, seat, offer)
                expected["hand_size"] = np.roll(state["hand_size"][:players], -seat)
                expected["ticket_count"] = np.roll(state["ticket_count"][:players], -seat)
                assert set(expected) == set(view)
                for name, values in expected.items():
                    np.testing.assert_array_equal(view[name][row], values, err_msg=name)


@every_board
@every_count
def test_every_entry_is_inside_its_bounds(board: str, players: int) -> None:
    for states in positions(players, BOARDS[board]):
        view = observation_view(observe(states), players)
        for name, shape, low, high in observation_pieces(players):
            assert view[name].shape == (len(states), *shape)
            assert low <= view[name].min() <= view[name].max() <= high, name


@pytest.mark.parametrize("players", [2, 4])
def test_a_graph_has_the_same_numbers(players: int) -> None:
    vectors = observe(deal(players, range(3), map="generate:2"))
    view, found = observation_view(vectors, players), graph(vectors, players)
    np.testing.assert_array_equal(found.edge_index[:, 0], view["route_ends"][..., 0])
    np.testing.assert_array_equal(found.edges[..., 0], view["route_length"])
    np.testing.assert_array_equal(found.ticket_index[:, 1], view["ticket_ends"][..., 1])
    np.testing.assert_array_equal(found.tickets[..., 0], view["ticket_points"])
    np.testing.assert_array_equal(found.nodes[..., 0], view["pile_kind"])
    one = graph(vectors[0], players)
    np.testing.assert_array_equal(one.edges, found.edges[0])
    board = Map.generate(2)
    used = found.edges[0, :, 0] > 0
    assert used.sum() == len(board.routes)
