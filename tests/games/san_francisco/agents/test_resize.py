"""Networks for other numbers of players than they were trained with."""

from __future__ import annotations

import numpy as np
import pytest

torch = pytest.importorskip("torch")

import sf_env
from sf_agents.san_francisco.network.kinds import BUILD
from sf_agents.san_francisco.network.model import DistrictNetwork, Widths
from sf_agents.san_francisco.network.net import players_of
from sf_agents.san_francisco.network.resize import seated
from sf_env import observation_pieces
from sf_env.core.rules import Array
from tests.games.san_francisco.agents.torch_nets import shaken

SOME = Widths(row=5, district=6, card=7, column=8, whole=9, head=10, spot=11)


@pytest.mark.parametrize("players", [3, 4])
def test_opponents_who_are_alike_count_as_one_did(players: int) -> None:
    two = BUILD.to_net(shaken(2, SOME))
    more = seated(two, 2, players)
    assert players_of(more) == players
    seen = _observations()
    for one, other in zip(_said(two, seen), _said(more, _crowded(seen, players)), strict=True):
        assert torch.allclose(one, other, atol=1e-5)


@pytest.mark.parametrize("players", [2, 3])
def test_each_opponent_counts_the_same(players: int) -> None:
    more = seated(BUILD.to_net(shaken(4, SOME)), 4, players)
    rows = more.district[:-1].reshape(players, SOME.row, -1)
    assert players_of(more) == players
    assert all(np.array_equal(rows[1], other) for other in rows[1:])
    assert not np.array_equal(rows[0], rows[1])


def test_there_and_back_again() -> None:
    two = BUILD.to_net(shaken(2, SOME))
    for before, after in zip(two, seated(seated(two, 2, 4), 4, 2), strict=True):
        assert np.allclose(before, after, atol=1e-6)
    assert seated(two, 2, 2) is two


def _observations(games: int = 16) -> Array:
    """Return observations (games, size) of two players, some moves into the game."""
    rng = np.random.default_rng(0)
    seen = []
    for seed in range(games):
        game = sf_env.Game(2, seed=seed)
        for _ in range(12 * seed):
            if not game.is_over:
                game.step(int(rng.choice(game.legal_actions())))
        seen.append(game.observe())
    return np.array(seen)


def _crowded(seen: Array, players: int) -> Array:
    """Return the observations with the second player once for each of the others."""
    pieces, begin = [], 0
    for (_, before, _, _), (_, after, _, _) in zip(
        observation_pieces(2), observation_pieces(players), strict=True
    ):
        end = begin + int(np.prod(before))
        piece = seen[:, begin:end].reshape(len(seen), *before)
        if before != after:
            piece = np.concatenate([piece, *[piece[:, 1:]] * (players - 2)], axis=1)
        pieces.append(piece.reshape(len(seen), -1))
        begin = end
    return np.concatenate(pieces, axis=1)


def _said(net: object, seen: Array) -> tuple[torch.Tensor, torch.Tensor]:
    """Return what a network says about observations."""
    network = DistrictNetwork(players_of(net), SOME)
    network.load_state_dict(BUILD.from_net(net, players_of(net)))
    with torch.no_grad():
        return network(torch.from_numpy(seen))
