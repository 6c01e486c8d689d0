"""Files of San Francisco's networks (see ``sf_agents.network.file``), and those of the package."""

from __future__ import annotations

import os
from functools import cache
from importlib.resources import as_file, files
from typing import Any, NamedTuple

from sf_agents.network import file
from sf_agents.san_francisco.network.net import OUTPUTS_OF_COLUMN, OUTPUTS_OF_ROW, Net
from sf_agents.san_francisco.network.places import (
    COLUMN_FEATURES,
    FEATURES,
    LAYOUT,
    LAYOUT_HASH,
    NUMBER_COUNT,
    ROW_FEATURES,
    TABLE_NUMBERS,
)
from sf_env.core.errors import Error
from sf_env.core.files import read_once
from sf_env.games.san_francisco.engine.actions import ACTIONS
from sf_env.games.san_francisco.engine.constants import ROWS

PACKAGED = "trained"  # the folder of the package's own networks


class Trained(NamedTuple):
    """A network in a file, with its card."""

    card: dict[str, Any]
    net: Net


def load_network(players: int, path: str | None = None) -> Trained:
    """Return the network in a file, or the package's own for this many players."""
    if path is None:
        return _packaged(players)
    trained = network_in(path)
    if trained.card["players"] != players:
        raise Error(
            f"{path}: this network plays with {trained.card['players']} players, not {players}"
        )
    return trained


def network_in(path: str) -> Trained:
    """Return the network in a file, for however many players it was made."""
    try:
        return _read_once(path)
    except OSError as error:
        raise Error(f"{path}: {error.strerror}") from error


def check_network(path: str | None) -> None:
    """Raise an Error if there is a path, but no network there that can be used."""
    if path is not None:
        network_in(path)


def save_network(path: str | os.PathLike[str], net: Net, card: dict[str, Any]) -> None:
    """Write a network with its card; a file that is there is replaced at once, or not at all."""
    file.write(path, net._asdict(), {"observation_hash": LAYOUT_HASH, **card})


@cache
def _packaged(players: int) -> Trained:
    folder = files("sf_agents.san_francisco.network") / PACKAGED
    with as_file(folder / f"{players}p.npz") as path:
        return read_network(path)


def read_network(path: str | os.PathLike[str]) -> Trained:
    """Return the network in a file; what is wrong with it raises an Error that says it."""
    card, arrays = file.read(path)
    if card.get("players") not in (2, 3, 4):
        raise Error(f"{path}: the network's card says {card.get('players')!r} players")
    file.check_layout(path, card, {LAYOUT_HASH: LAYOUT}, "san_francisco")
    file.check_names(path, arrays, Net._fields)
    net = Net(**{name: arrays[name] for name in Net._fields})
    file.check_shapes(path, arrays, network_shapes(card["players"], **widths_of(net)))
    return Trained(card, net)


_read_once = read_once(read_network)


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


def widths_of(net: Net) -> dict[str, int]:
    """Return the width of each layer by name."""
    arrays = {
        "row": net.row_bias,
        "district": net.district_bias,
        "card": net.card,
        "column": net.column_bias,
        "whole": net.whole_bias,
        "head": net.head_bias,
        "spot": net.spot_row,
    }
    return {name: array.shape[-1] for name, array in arrays.items()}
