"""The files of San Francisco's networks: what arrays they have, and in which shapes."""

from __future__ import annotations

from sf_agents.network.family import Family
from sf_agents.san_francisco.network.net import OUTPUTS_OF_COLUMN, OUTPUTS_OF_ROW, Net
from sf_agents.san_francisco.network.opinions import look
from sf_agents.san_francisco.network.places import (
    COLUMN_FEATURES,
    FEATURES,
    LAYOUT,
    LAYOUT_HASH,
    NUMBER_COUNT,
    ROW_FEATURES,
    TABLE_NUMBERS,
)
from sf_env.games.san_francisco.engine.actions import ACTIONS
from sf_env.games.san_francisco.engine.constants import ROWS
from sf_env.games.san_francisco.rules import SAN_FRANCISCO


def network_shapes(
    players: int,
    *,
    row: int,
    district: int,
    card: int,
    column: int,
    whole: int,
    head: int,
    spot: int,
) -> dict[str, tuple[int, ...]]:
    """Return the shape of every array of a network with these widths."""
    table = ROWS * district + NUMBER_COUNT * players + 2 * column + 3 * card + TABLE_NUMBERS
    return {
        "scale": (LAYOUT.size(players),),
        "row": (ROW_FEATURES, 3 * row),
        "row_bias": (ROWS, row),
        "district": (players * row + 1, district),
        "district_bias": (ROWS, district),
        "card": (FEATURES, card),
        "card_place": (district, card),
        "column": (card + COLUMN_FEATURES, column),
        "column_bias": (column,),
        "whole": (table, whole),
        "whole_bias": (whole,),
        "head": (whole, head),
        "head_bias": (head,),
        "action": (head, ACTIONS),
        "action_bias": (ACTIONS,),
        "spot_column": (column, spot),
        "spot_column_head": (head, spot),
        "spot_column_bias": (spot,),
        "column_action": (spot, OUTPUTS_OF_COLUMN),
        "spot_row": (district, spot),
        "spot_row_card": (card, spot),
        "spot_row_head": (head, spot),
        "spot_row_bias": (spot,),
        "row_action": (spot, OUTPUTS_OF_ROW),
        "judge": (whole, head),
        "judge_bias": (head,),
        "value": (head, 1),
        "value_bias": (1,),
    }


DISTRICTS = Family(
    rules=SAN_FRANCISCO,
    layout_hash=LAYOUT_HASH,
    arrays=Net,
    widths={
        "row": "row_bias",
        "district": "district_bias",
        "card": "card",
        "column": "column_bias",
        "whole": "whole_bias",
        "head": "head_bias",
        "spot": "spot_row",
    },
    shapes=network_shapes,
    look=look,
    package="sf_agents.san_francisco.network",
)
