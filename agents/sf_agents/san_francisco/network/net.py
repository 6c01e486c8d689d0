"""The weights of a network as arrays, and room for what its layers compute."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from sf_agents.san_francisco.network.places import CARDS, ROW_FEATURES
from sf_env.core.rules import Array
from sf_env.games.san_francisco.engine.actions import ACTIONS
from sf_env.games.san_francisco.engine.constants import COLUMNS, ROWS, SPACES

BLOCK = 16  # observations that go through the layers together
OUTPUTS_OF_COLUMN = 2  # to take it, to put the drawn card there
OUTPUTS_OF_ROW = 1 + SPACES  # to build there, to put a token on one of its cells


class Net(NamedTuple):
    """The weights, float32; a matrix has a line for each input. ``P`` is the number of players."""

    scale: Array  # (size of the observation,)
    row: Array  # (ROW_FEATURES, 3 rows): for the row itself, the one below, the one above
    row_bias: Array  # (5, rows)
    district: Array  # (P rows + 1, district)
    district_bias: Array  # (5, district)
    card: Array  # (FEATURES, card)
    card_place: Array  # (district, card)
    column: Array  # (card + COLUMN_FEATURES, column)
    column_bias: Array  # (column,)
    whole: Array  # (5 district + 10 P + 2 column + 3 card + TABLE_NUMBERS, whole)
    whole_bias: Array  # (whole,)
    head: Array  # (whole, head)
    head_bias: Array  # (head,)
    action: Array  # (head, 44)
    action_bias: Array  # (44,)
    spot_column: Array  # (column, spot)
    spot_column_head: Array  # (head, spot)
    spot_column_bias: Array  # (spot,)
    column_action: Array  # (spot, 2)
    spot_row: Array  # (district, spot)
    spot_row_card: Array  # (card, spot)
    spot_row_head: Array  # (head, spot)
    spot_row_bias: Array  # (spot,)
    row_action: Array  # (spot, 6)
    judge: Array  # (whole, head)
    judge_bias: Array  # (head,)
    value: Array  # (head, 1)
    value_bias: Array  # (1,)


class Room(NamedTuple):
    """Where the layers of up to ``BLOCK`` observations are written, a line each or several."""

    seen: Array  # the scaled observations
    cells: Array  # of each row of each city, its features
    rows: Array  # what is read from them
    meeting: Array  # of each district, the rows of all cities
    districts: Array
    places: Array  # what a district means for its cards
    cards: Array
    offers: Array  # of each column, its cards and numbers
    columns: Array
    table: Array  # what the whole is read from
    whole: Array
    head: Array
    spots: Array  # what the head adds to the spots
    column_spots: Array
    column_scores: Array
    row_spots: Array
    row_scores: Array
    logits: Array
    values: Array


def players_of(net: Net) -> int:
    """Return how many players a network was made for."""
    inputs, rows = len(net.district), net.row_bias.shape[1]
    return int((inputs - 1) // rows)


def new_room(net: Net) -> Room:
    """Return room for the layers of a network."""
    players = players_of(net)
    lines_and_widths = (
        (1, len(net.scale)),
        (ROWS * players, ROW_FEATURES),
        (ROWS * players, net.row.shape[1]),
        (ROWS, len(net.district)),
        (ROWS, net.district.shape[1]),
        (ROWS, net.card.shape[1]),
        (CARDS, net.card.shape[1]),
        (COLUMNS, len(net.column)),
        (COLUMNS, net.column.shape[1]),
        (1, len(net.whole)),
        (1, net.whole.shape[1]),
        (1, net.head.shape[1]),
        (1, net.spot_row.shape[1]),
        (COLUMNS, net.spot_row.shape[1]),
        (COLUMNS, OUTPUTS_OF_COLUMN),
        (ROWS, net.spot_row.shape[1]),
        (ROWS, OUTPUTS_OF_ROW),
        (1, ACTIONS),
        (1, len(net.value_bias)),
    )
    return Room(
        *(np.zeros((BLOCK * lines, width), np.float32) for lines, width in lines_and_widths)
    )
