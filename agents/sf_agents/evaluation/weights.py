"""Named weights of an evaluation: where tuning starts, what each is for, and the tuned numbers."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

import numpy as np

from sf_env.core.files import read_once
from sf_env.core.rules import Array

TUNED = "tuned"  # the folder of the package's own weights, a file for each number of players


class WeightTable:
    """The weights of a game's evaluation.

    ``scripts/tune.py`` starts from round numbers. What it finds is in the package's folder
    ``tuned``, with the command and its record.
    """

    def __init__(self, package: str, table: Mapping[str, tuple[float, str]]) -> None:
        """``table`` has for each weight where tuning starts, and what it is for."""
        self.package = package
        self.table = dict(table)
        self.dtype = np.dtype([(name, np.float64) for name in table])
        self.start = {name: start for name, (start, _) in table.items()}
        self._packaged = cache(self._read_packaged)
        self._once = read_once(lambda path: self._read(Path(path)))

    def pack(self, values: Mapping[str, float], where: str = "weights") -> Array:
        """Return weights (1,); a missing, unknown or odd one raises ValueError."""
        if values.keys() != self.table.keys():
            odd = ", ".join(sorted(values.keys() ^ self.table.keys()))
            raise ValueError(f"{where}: missing or unknown: {odd}")
        for name, value in values.items():
            if not isinstance(value, int | float) or not math.isfinite(value):
                raise ValueError(f"{where}: {name} is {value!r}; it should be a number")
        return np.array([tuple(float(values[name]) for name in self.table)], self.dtype)

    def load(self, players: int, path: str | None = None) -> Array:
        """Return the weights (1,) in a file that tuning wrote, or those of the package."""
        if path is None:
            return self._packaged(players)
        try:
            return self._once(path)
        except OSError as error:
            raise ValueError(f"{path}: {error.strerror}") from error

    def check(self, path: str | None) -> None:
        """Raise ValueError if there is a path, but no file of weights there."""
        if path is not None:
            self.load(0, path)

    def _read_packaged(self, players: int) -> Array:
        return self._read(files(self.package) / TUNED / f"evaluation_{players}p.json")

    def _read(self, path: Path | Traversable) -> Array:
        try:
            values = dict(json.loads(path.read_text("utf-8"))["weights"])
        except (KeyError, TypeError, ValueError) as error:
            raise ValueError(
                f"{path}: not a file of weights as scripts/tune.py writes it"
            ) from error
        return self.pack(values, str(path))
