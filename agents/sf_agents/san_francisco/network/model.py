"""The network in torch; ``compiled.py`` says how it thinks and computes the same without torch."""

from __future__ import annotations

from dataclasses import dataclass
from math import prod

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn.functional import relu

from sf_agents.san_francisco.network.net import OUTPUTS_OF_COLUMN, OUTPUTS_OF_ROW
from sf_agents.san_francisco.network.places import (
    CARDS,
    COLUMN_FEATURES,
    DISTRICT_COUNT,
    FEATURES,
    LAYOUT,
    NUMBER_COUNT,
    NUMBERS,
    OFFERED,
    PLANE_COUNT,
    ROW_FEATURES,
    SLOTS,
    TABLE_NUMBERS,
)
from sf_agents.training.perceptron import scale_of
from sf_env.games.san_francisco.engine.actions import ACTIONS, CELL, FINALIZE, ROW
from sf_env.games.san_francisco.engine.constants import COLUMNS, ROWS, SPACES

UNSCORED = CELL - ROW - ROWS  # actions between those of rows and those of cells
LAST = ACTIONS - CELL - ROWS * SPACES  # actions after those of cells
LAST_LAYERS = ("action.weight", "column_action.weight", "row_action.weight")


@dataclass(frozen=True)
class Widths:
    """How many numbers describe a row, a district, a card, a column, and the whole."""

    row: int = 48
    district: int = 48
    card: int = 24
    column: int = 32
    whole: int = 256
    head: int = 128
    spot: int = 64


# Kinds of networks that follow the table: the usual one, and one that learns more and slower.
KINDS = {"districts": Widths(), "wide": Widths(card=48, column=96, spot=128)}


class Body(nn.Module):
    """Districts, columns and the whole, read from observations."""

    scale: Tensor

    def __init__(self, players: int, widths: Widths) -> None:
        super().__init__()
        self.players = players
        self.widths = w = widths
        self.register_buffer("scale", scale_of(LAYOUT, players), persistent=False)
        self._sizes = {name: prod(shape) for name, shape, _, _ in LAYOUT.pieces(players)}
        self.row = nn.Linear(ROW_FEATURES, 3 * w.row, bias=False)
        self.row_bias = nn.Parameter(torch.zeros(ROWS, w.row))
        self.district = nn.Linear(players * w.row + 1, w.district, bias=False)
        self.district_bias = nn.Parameter(torch.zeros(ROWS, w.district))
        self.card = nn.Linear(FEATURES, w.card, bias=False)
        self.card_place = nn.Linear(w.district, w.card, bias=False)
        self.column = nn.Linear(w.card + COLUMN_FEATURES, w.column)
        inputs = ROWS * w.district + NUMBER_COUNT * players + 2 * w.column + 3 * w.card
        self.whole = nn.Linear(inputs + TABLE_NUMBERS, w.whole)
        self.parts = [w.whole, ROWS * w.district, COLUMNS * w.column, w.card]

    def forward(self, observations: Tensor) -> Tensor:
        """Return the whole, the districts, the columns and the current card, side by side."""
        scaled = observations.float() * self.scale
        pieces = dict(
            zip(self._sizes, torch.split(scaled, list(self._sizes.values()), dim=1), strict=True)
        )
        districts = self._districts(scaled, pieces["undrawn_sums"])
        cards = self._cards(scaled, districts)
        columns = self._columns(cards, pieces)
        current, taken, drawn = cards[:, OFFERED], cards[:, OFFERED:-1].sum(1), cards[:, -1]
        table = torch.cat(
            [
                districts.flatten(1),
                *(pieces[name] for name in NUMBERS),
                columns.sum(1),
                columns.amax(1),
                current,
                taken,
                drawn,
                *(pieces[name] for name in ("phase", "foundation_tokens", "bonuses_left")),
                *(pieces[name] for name in ("bonus", "defers_left", "taken_count", "taken_sums")),
                *(pieces[name] for name in ("undrawn_count", "undrawn_sums", "undrawn_values")),
            ],
            dim=1,
        )
        whole = relu(self.whole(table))
        return torch.cat([whole, districts.flatten(1), columns.flatten(1), current], dim=1)

    def _districts(self, scaled: Tensor, undrawn: Tensor) -> Tensor:
        """Return what the rows of all cities make of each district: (n, 5, district)."""
        count, players = len(scaled), self.players
        ends = np.cumsum([PLANE_COUNT * ROWS * SPACES, NUMBER_COUNT, DISTRICT_COUNT * ROWS])
        cells, _, numbers, _ = scaled.tensor_split((ends * players).tolist(), dim=1)
        cells = cells.view(count, PLANE_COUNT, players, ROWS, SPACES).permute(0, 2, 3, 1, 4)
        numbers = numbers.view(count, DISTRICT_COUNT, players, ROWS).permute(0, 2, 3, 1)
        read = self.row(torch.cat([cells.flatten(3), numbers], dim=3))
        own, below, above = torch.split(read, self.widths.row, dim=3)
        rows = own + self.row_bias
        rows[:, :, 1:] += below[:, :, :-1]
        rows[:, :, :-1] += above[:, :, 1:]
        meeting = relu(rows).transpose(1, 2).flatten(2)
        meeting = torch.cat([meeting, undrawn[:, :ROWS, None]], dim=2)
        return relu(self.district(meeting) + self.district_bias)

    def _cards(self, scaled: Tensor, districts: Tensor) -> Tensor:
        """Return each card in the light of its district: (n, cards, card), 0 for no card."""
        cards = scaled[:, -CARDS * FEATURES :].view(-1, CARDS, FEATURES)
        belongs = (cards[:, :, :ROWS] != 0).float()
        return relu(self.card(cards) + belongs @ self.card_place(districts))

    def _columns(self, cards: Tensor, pieces: dict[str, Tensor]) -> Tensor:
        """Return the columns: (n, 3, column)."""
        together = cards[:, :OFFERED].view(len(cards), COLUMNS, SLOTS, -1).sum(2)
        sums = pieces["column_sums"].view(-1, COLUMNS, FEATURES)
        counts = pieces["column_count"][:, :, None]
        return relu(self.column(torch.cat([together, sums, counts], dim=2)))


class Actions(nn.Module):
    """Logits of all actions, from what the body read."""

    last_layers = LAST_LAYERS

    def __init__(self, body: Body) -> None:
        super().__init__()
        w = body.widths
        self._parts = body.parts
        self.head = nn.Linear(w.whole, w.head)
        self.action = nn.Linear(w.head, ACTIONS)
        self.spot_column = nn.Linear(w.column, w.spot, bias=False)
        self.spot_column_head = nn.Linear(w.head, w.spot)
        self.column_action = nn.Linear(w.spot, OUTPUTS_OF_COLUMN, bias=False)
        self.spot_row = nn.Linear(w.district, w.spot, bias=False)
        self.spot_row_card = nn.Linear(w.card, w.spot, bias=False)
        self.spot_row_head = nn.Linear(w.head, w.spot)
        self.row_action = nn.Linear(w.spot, OUTPUTS_OF_ROW, bias=False)

    def forward(self, parts: Tensor) -> Tensor:
        """Return logits (n, 44)."""
        whole, districts, columns, current = torch.split(parts, self._parts, dim=1)
        count = len(parts)
        head = relu(self.head(whole))
        columns = self.spot_column(columns.view(count, COLUMNS, -1))
        columns = self.column_action(relu(columns + self.spot_column_head(head)[:, None]))
        spots = self.spot_row_head(head) + self.spot_row_card(current)
        rows = self.spot_row(districts.view(count, ROWS, -1))
        rows = self.row_action(relu(rows + spots[:, None]))
        scored = [
            head.new_zeros(count, FINALIZE),
            columns.transpose(1, 2).flatten(1),
            rows[:, :, 0],
            head.new_zeros(count, UNSCORED),
            rows[:, :, 1:].flatten(1),
            head.new_zeros(count, LAST),
        ]
        logits: Tensor = self.action(head) + torch.cat(scored, dim=1)
        return logits


class Values(nn.Module):
    """What the game is worth to the observer, from what the body read."""

    def __init__(self, body: Body) -> None:
        super().__init__()
        self._whole = body.widths.whole
        self.judge = nn.Linear(body.widths.whole, body.widths.head)
        self.value = nn.Linear(body.widths.head, 1)

    def forward(self, parts: Tensor) -> Tensor:
        """Return values (n, 1)."""
        values: Tensor = self.value(relu(self.judge(parts[:, : self._whole])))
        return values


class DistrictNetwork(nn.Module):
    """The body with both heads: logits (n, 44) and values (n,) of observations (n, size)."""

    def __init__(self, players: int, widths: Widths = Widths()) -> None:
        super().__init__()
        self.players = players
        self.body = Body(players, widths)
        self.actions = Actions(self.body)
        self.values = Values(self.body)

    def forward(self, observations: Tensor) -> tuple[Tensor, Tensor]:
        """Return logits and values."""
        parts = self.body(observations)
        return self.actions(parts), self.values(parts)[:, 0]
