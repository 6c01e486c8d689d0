"""Files of trained networks: arrays in numpy's ``.npz``, and a card that describes them.

The card is JSON: for which game and how many players, for which layout of observations, how the
network was trained and how strong it is. What arrays there are is up to the kind of network.
"""

from __future__ import annotations

import json
import os
import zipfile
import zlib
from collections.abc import Collection, Iterable, Mapping
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

import numpy as np

from sf_env.core.errors import Error
from sf_env.core.files import replacing
from sf_env.core.rules import Array

FORMAT = 1
CARD = "about"  # its name among the arrays
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


class Content(NamedTuple):
    """The contents of a file."""

    card: dict[str, Any]
    arrays: dict[str, Array]


def write(path: str | os.PathLike[str], arrays: Mapping[str, Array], card: dict[str, Any]) -> None:
    """Write a network with its card; a file that is there is replaced at once, or not at all."""
    text = np.frombuffer(json.dumps({"format": FORMAT, **card}, indent=1).encode(), np.uint8)
    with replacing(path) as part, part.open("wb") as file:
        named: dict[str, Any] = {CARD: text, **arrays}
        np.savez_compressed(file, **named)


def read(path: str | os.PathLike[str]) -> Content:
    """Return the contents of a file; an Error says what is wrong with it."""
    try:
        with Path(path).open("rb") as file, np.load(_archive(file), allow_pickle=False) as found:
            arrays = {name: np.ascontiguousarray(found[name]) for name in found.files}
            card = json.loads(bytes(arrays.pop(CARD)).decode())
    except OSError:
        raise
    except DAMAGES as error:
        raise Error(f"{path}: not a network as sf-export writes it ({error})") from error
    if not isinstance(card, dict) or card.get("format") != FORMAT:
        raise Error(f"{path}: the network's card is not of format {FORMAT}")
    return Content(card, arrays)


def check_names(path: Any, arrays: Collection[str], names: Iterable[str]) -> None:
    """Raise an Error unless all arrays are there."""
    if missing := [name for name in names if name not in arrays]:
        raise Error(f"{path}: the network lacks {', '.join(missing)}")


def check_shapes(
    path: Any, arrays: Mapping[str, Array], shapes: dict[str, tuple[int, ...]]
) -> None:
    """Raise an Error unless each array is of finite float32 in its shape."""
    for name, shape in shapes.items():
        array = arrays[name]
        if array.shape != shape or array.dtype != np.float32 or not np.isfinite(array).all():
            raise Error(
                f"{path}: {name} should be finite float32 {shape}, not {array.dtype} {array.shape}"
            )


def check_layout(path: Any, card: dict[str, Any], known: Mapping[str, Any], game: str) -> None:
    """Raise an Error unless a network reads a known layout of the observations of a game."""
    if card.get("observation_hash") not in known:
        if (own := card.get("game", game)) != game:
            raise Error(
                f"{path}: this network plays {own}, not {game}; name its game (--game {own})"
            )
        raise Error(
            f"{path}: this network was made for observations with the hash "
            f"{card.get('observation_hash')}; those of this sf_env have {', '.join(known)}. "
            f"Use the version of sf_env it was trained with ({card.get('sf_env_version')}), or "
            f"train a new one"
        )


def _archive(file: BinaryIO) -> BinaryIO:
    """Return a file if it is an archive, whole; numpy's own words for others are misleading."""
    if not zipfile.is_zipfile(file):
        raise zipfile.BadZipFile("it is not an .npz, or only a part of one")
    file.seek(0)
    return file
