"""The weights of the evaluation: where tuning starts, what each is for, and the tuned numbers.

``scripts/tune.py`` starts from round numbers. What it finds is in ``tuned/``, a file for each
number of players, with the command and its record.
"""

from __future__ import annotations

import json
import math
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

import numpy as np

from sf_env.core.files import read_once
from sf_env.core.rules import Array
from sf_env.games.san_francisco.engine.constants import MIN_PLAYERS

TABLE: dict[str, tuple[float, str]] = {
    "built_share": (0.75, "share of the cards still to come that will be built"),
    "district_growth": (2.8, "value that a card adds to a district, on average"),
    "district_tie": (0.12, "what leading by tie-break is worth, as a lead in value"),
    "district_spread": (0.069, "uncertainty of a district that gets no more cards"),
    "district_spread_per_card": (2.3, "the same for each card still to come; squares are added"),
    "sleeping_plaza": (0.9, "value that a plaza without an adjacent tram may still get"),
    "tram_tie": (0.14, "what leading by tie-break is worth, as a lead in trams"),
    "idle_tracks": (0.19, "worth of tracks that have no tram yet, in trams"),
    "open_ends": (0.37, "worth of a next space where tracks would get a tram, in trams"),
    "tram_spread": (0.38, "uncertainty of the race for trams"),
    "tram_spread_per_card": (0.76, "the same for each card that may come"),
    "sky_reach": (0.36, "value that may come next to a foundation in any position"),
    "sky_space": (2.6, "value that an empty space next to a foundation may bring"),
    "sky_plaza": (4.3, "value that a plaza without a tram may bring to a foundation next to it"),
    "sky_spread": (2.7, "uncertainty of that value"),
    "medal_spread": (2.1, "uncertainty of the race for the medal"),
    "medal_held": (0.76, "what holding the medal is worth, as a lead in skyscrapers"),
    "completion_ease": (0.16, "cards of lead in the race to fill a row"),
    "completion_spread": (5.1, "uncertainty of that race"),
    "second_symbol": (1.2, "points of a row that needs only its second bonus symbol"),
    "waiver": (0.91, "points of a kept contract waiver"),
    "contract": (0.86, "points that a contract costs"),
    "contract_per_card": (0.082, "the same for each card that may come"),
    "coast": (0.14, "points of a coast card besides its effect on existing foundations"),
    "half_life": (7.4, "number of cards to come at which such prospects are worth half"),
    "any_card": (0.033, "points of any card that can be built"),
    "value": (0.13, "points of a card's value, regardless of the races"),
    "value_in_race": (2.8, "share of the points that a card's value changes in its race"),
    "plaza_card": (1.6, "value of a plaza that would have no adjacent tram"),
    "track_card": (1.2, "points of a card that brings a tram"),
    "idle_track_card": (0.3, "points of a card with tracks away from the trams"),
    "foundation_card": (0.38, "points of a foundation"),
    "foundation_beside": (0.08, "points of each unit of value already next to it"),
    "beside_foundation": (0.08, "points of each unit of value next to a foundation"),
    "skyscraper_card": (1.0, "points of a card that builds a skyscraper"),
    "coast_card": (0.26, "points of a coast card"),
    "bonus_card": (2.3, "points of a card that completes a pair of bonus symbols"),
    "first_bonus_card": (0.65, "points of the first card with a bonus symbol in its row"),
    "take_price": (1.4, "points that taking a column costs"),
    "next_take": (0.21, "share of the best column's worth that the player to move will have"),
    "second_take": (0.16, "the same of the best other column for the player after that"),
    "best_rival": (0.56, "weight of the best rival against the mean of all, with 3 and 4 players"),
    "many_rivals": (
        0.32,
        "uncertainties that a lead has to be larger for each rival after the first",
    ),
    "luck": (2.1, "uncertainty of the margin at the very end"),
    "luck_per_card": (1.7, "the same for each card that may come"),
}
WEIGHTS = np.dtype([(name, np.float64) for name in TABLE])
START: dict[str, float] = {name: start for name, (start, _) in TABLE.items()}


def pack(values: dict[str, float], where: str = "weights") -> Array:
    """Return weights (1,) of dtype WEIGHTS; a missing, unknown or odd one raises ValueError."""
    if values.keys() != TABLE.keys():
        odd = ", ".join(sorted(values.keys() ^ TABLE.keys()))
        raise ValueError(f"{where}: missing or unknown: {odd}")
    for name, value in values.items():
        if not isinstance(value, int | float) or not math.isfinite(value):
            raise ValueError(f"{where}: {name} is {value!r}; it should be a number")
    return np.array([tuple(float(values[name]) for name in TABLE)], WEIGHTS)


def load_weights(players: int, path: str | None = None) -> Array:
    """Return the weights (1,) in a file that tuning wrote, or those of the package."""
    if path is None:
        return _packaged(players)
    try:
        return _read_once(path)
    except OSError as error:
        raise ValueError(f"{path}: {error.strerror}") from error


def check_weights(path: str | None) -> None:
    """Raise ValueError if there is a path, but no file of weights there."""
    if path is not None:
        load_weights(MIN_PLAYERS, path)


@cache
def _packaged(players: int) -> Array:
    folder = files("sf_agents.san_francisco.evaluation") / "tuned"
    return _read(folder / f"evaluation_{players}p.json")


def _read(path: Path | Traversable) -> Array:
    try:
        values = dict(json.loads(path.read_text("utf-8"))["weights"])
    except (KeyError, TypeError, ValueError) as error:
        raise ValueError(f"{path}: not a file of weights as scripts/tune.py writes it") from error
    return pack(values, str(path))


_read_once = read_once(lambda path: _read(Path(path)))
