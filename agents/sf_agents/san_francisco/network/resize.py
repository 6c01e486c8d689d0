"""A network for another number of players than it was trained with."""

from __future__ import annotations

import numpy as np

from sf_agents.san_francisco.network.net import Net
from sf_agents.san_francisco.network.places import LAYOUT, NUMBER_COUNT
from sf_agents.training.perceptron import scale_of
from sf_env.core.rules import Array
from sf_env.games.san_francisco.engine.constants import ROWS


def seated(net: Net, before: int, players: int) -> Net:
    """Return a network for this many players; all opponents together keep their weight.

    The weights for its own city, the columns and the cards do not depend on the opponents and are
    kept. The weights for an opponent come from the mean over all previous ones.
    """
    if before == players:
        return net
    meeting = net.district[:-1].reshape(1, before, net.row_bias.shape[1], -1)
    first, last = ROWS * net.district.shape[1], NUMBER_COUNT * before
    districts, numbers, others = np.split(net.whole, [first, first + last])
    numbers = numbers.reshape(NUMBER_COUNT, before, 1, -1)
    return net._replace(
        scale=scale_of(LAYOUT, players).numpy(),
        district=np.concatenate([_for_each(meeting, players), net.district[-1:]]),
        whole=np.concatenate([districts, _for_each(numbers, players), others]),
    )


def _for_each(weights: Array, players: int) -> Array:
    """Return weights (n, players before, inputs, outputs) for this many players, as a matrix."""
    own, others = weights[:, :1], weights[:, 1:].sum(axis=1, keepdims=True) / (players - 1)
    whole = np.concatenate([own, np.repeat(others, players - 1, axis=1)], axis=1)
    return np.ascontiguousarray(whole.reshape(-1, weights.shape[-1]), np.float32)
