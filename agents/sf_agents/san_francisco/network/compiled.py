"""A trained network on one observation, compiled: what torch computes, without torch.

The network follows the structure of the observation. The same weights encode every row of every
city, together with the rows above and below. A district combines the rows of all players. Each card
is encoded together with the district where it would be built. Columns are sums over their cards,
and the whole is encoded from the districts, the columns and the numbers of the table. Each action
is then scored from what it concerns: a column, a district, or the whole.

Most entries of an observation are zero, so each layer adds up the weights of those that are not.
``model.py`` has the same network in torch; a test compares them.
"""

from __future__ import annotations

from sf_agents.network.layers import add, begin, clear, keep_positive
from sf_agents.san_francisco.network.net import BLOCK, Net, Room
from sf_agents.san_francisco.network.places import CARDS, OFFERED
from sf_agents.san_francisco.network.reading import read_columns, read_districts, read_whole
from sf_env.core.compiled.jit import jit
from sf_env.core.rules import Array
from sf_env.games.san_francisco.engine.actions import CELL, FINALIZE, PUT, ROW
from sf_env.games.san_francisco.engine.constants import COLUMNS, ROWS, SPACES


@jit
def forward_all(seen: Array, net: Net, room: Room, logits: Array, values: Array) -> None:
    """Write logits (n, 44) and values (n, 1) of observations (n, size) of int8."""
    for first in range(0, seen.shape[0], BLOCK):
        count = min(BLOCK, seen.shape[0] - first)
        for number in range(count):
            scale(seen[first + number], net.scale, room.seen[number])
        forward(count, net, room)
        for number in range(count):
            logits[first + number] = room.logits[number]
            values[first + number] = room.values[number]


@jit
def scale(observation: Array, scales: Array, out: Array) -> None:
    """Write a scaled observation."""
    for at in range(scales.shape[0]):
        out[at] = observation[at] * scales[at]


@jit
def forward(count: int, net: Net, room: Room) -> None:
    """Write logits and values of as many observations as the room holds scaled."""
    players = (net.district.shape[0] - 1) // net.row_bias.shape[1]
    read_districts(count, players, net, room)
    read_columns(count, players, net, room)
    read_whole(count, players, net, room)
    score_actions(count, net, room)
    begin(room.head, count, net.judge_bias)
    add(room.whole, count, net.judge, room.head)
    keep_positive(room.head, count)
    begin(room.values, count, net.value_bias)
    add(room.head, count, net.value, room.values)


@jit
def score_actions(count: int, net: Net, room: Room) -> None:
    """Write the logits: of the whole, and more for what concerns a column or a district."""
    begin(room.head, count, net.head_bias)
    add(room.whole, count, net.head, room.head)
    keep_positive(room.head, count)
    begin(room.logits, count, net.action_bias)
    add(room.head, count, net.action, room.logits)
    begin(room.spots, count, net.spot_column_bias)
    add(room.head, count, net.spot_column_head, room.spots)
    repeat(room.spots, count, COLUMNS, room.column_spots)
    add(room.columns, count * COLUMNS, net.spot_column, room.column_spots)
    keep_positive(room.column_spots, count * COLUMNS)
    clear(room.column_scores, count * COLUMNS)
    add(room.column_spots, count * COLUMNS, net.column_action, room.column_scores)
    begin(room.spots, count, net.spot_row_bias)
    add(room.head, count, net.spot_row_head, room.spots)
    for number in range(count):
        current = number * CARDS + OFFERED
        add(room.cards[current:], 1, net.spot_row_card, room.spots[number:])
    repeat(room.spots, count, ROWS, room.row_spots)
    add(room.districts, count * ROWS, net.spot_row, room.row_spots)
    keep_positive(room.row_spots, count * ROWS)
    clear(room.row_scores, count * ROWS)
    add(room.row_spots, count * ROWS, net.row_action, room.row_scores)
    add_scores(count, room.column_scores, room.row_scores, room.logits)


@jit
def repeat(spots: Array, count: int, times: int, out: Array) -> None:
    """Write each line several times."""
    for number in range(count):
        for time in range(times):
            for at in range(spots.shape[1]):
                out[number * times + time, at] = spots[number, at]


@jit
def add_scores(count: int, columns: Array, rows: Array, logits: Array) -> None:
    """Add the scores of columns and rows to the logits of their actions."""
    for number in range(count):
        for column in range(COLUMNS):
            logits[number, FINALIZE + column] += columns[number * COLUMNS + column, 0]
            logits[number, PUT + column] += columns[number * COLUMNS + column, 1]
        for row in range(ROWS):
            scores = rows[number * ROWS + row]
            logits[number, ROW + row] += scores[0]
            for space in range(SPACES):
                logits[number, CELL + row * SPACES + space] += scores[1 + space]
