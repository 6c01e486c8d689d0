"""Files of trained networks: arrays in numpy's ``.npz``, and a card that says what they are.

The card is JSON: for how many players, for which layout of observations, how it was trained, on
which deck and how strong it is.
"""

from __future__ import annotations

import json
import os
import zipfile
import zlib
from functools import cache
from importlib.resources import as_file, files
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

import numpy as np

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
from sf_env.core.files import read_once, replacing
from sf_env.games.san_francisco.engine.actions import ACTIONS
from sf_env.games.san_francisco.engine.constants import ROWS

FORMAT = 1
# What reading raises where something is wrong with a file.
DAMAGES = (
    KeyError,
    ValueError,
    TypeError,
    EOFError,
    NotImplementedError,
    zipfile.BadZipFile,
    zlib.error,
)
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
    whole = {"format": FORMAT, "observation_hash": LAYOUT_HASH, **card}
    text = np.frombuffer(json.dumps(whole, indent=1).encode(), np.uint8)
    with replacing(path) as part, part.open("wb") as file:
        np.savez_compressed(file, about=text, **net._asdict())


@cache
def _packaged(players: int) -> Trained:
    folder = files("sf_agents.san_francisco.network") / PACKAGED
    with as_file(folder / f"{players}p.npz") as path:
        return read_network(path)


def read_network(path: str | os.PathLike[str]) -> Trained:
    """Return the network in a file; what is wrong with it raises an Error that says it."""
    try:
        with Path(path).open("rb") as file, np.load(_archive(file), allow_pickle=False) as arrays:
            card = json.loads(bytes(arrays["about"]).decode())
            fields = {name: arrays[name] for name in Net._fields if name in arrays}
    except OSError:
        raise
    except DAMAGES as error:
        raise Error(f"{path}: not a network as sf-export writes it ({error})") from error
    _check_card(path, card)
    if missing := [name for name in Net._fields if name not in fields]:
        raise Error(f"{path}: the network lacks {', '.join(missing)}")
    net = Net(**{name: np.ascontiguousarray(fields[name]) for name in Net._fields})
    _check_shapes(path, net, card["players"])
    return Trained(card, net)


_read_once = read_once(read_network)


def _archive(file: BinaryIO) -> BinaryIO:
    """Return a file if it is an archive, whole; numpy's own words for others are misleading."""
    if not zipfile.is_zipfile(file):
        raise zipfile.BadZipFile("it is not an .npz, or only a part of one")
    file.seek(0)
    return file


def _check_card(path: Any, card: Any) -> None:
    if not isinstance(card, dict) or card.get("format") != FORMAT:
        raise Error(f"{path}: the network's card is not of format {FORMAT}")
    if card.get("players") not in (2, 3, 4):
        raise Error(f"{path}: the network's card says {card.get('players')!r} players")
    if card.get("observation_hash") != LAYOUT_HASH:
        raise Error(
            f"{path}: this network was made for observations with the hash "
            f"{card.get('observation_hash')}; those of this sf_env have {LAYOUT_HASH}. "
            f"Use the version of sf_env it was trained with ({card.get('sf_env_version')}), or "
            f"train a new one"
        )


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


def _check_shapes(path: Any, net: Net, players: int) -> None:
    shapes = network_shapes(players, **widths_of(net))
    for name, array in net._asdict().items():
        shape = shapes[name]
        if array.shape != shape or array.dtype != np.float32 or not np.isfinite(array).all():
            raise Error(
                f"{path}: {name} should be finite float32 {shape}, not {array.dtype} {array.shape}"
            )
