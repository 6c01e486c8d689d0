"""The weights of the evaluation: a first guess of each, what it is for, and the tuned numbers.

The guesses are those of a person who knows the game; ``scripts/tune.py`` starts from them. What it
found stands in ``tuned/``, a file for each number of players, with the command and its record.
"""

from __future__ import annotations

import json
import math
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

import numpy as np

from sf_env.rules import Array

TABLE: dict[str, tuple[float, str]] = {
    "built_share": (0.85, "share of the cards still to come that will be built"),
    "district_growth": (1.15, "value that a card adds to a district, on average"),
    "district_tie": (0.3, "what leading by tie-break is worth, as a lead in value"),
    "district_spread": (0.8, "uncertainty of a district that gets no more cards"),
    "district_spread_per_card": (1.2, "the same for each card that may come, its square adds"),
    "sleeping_plaza": (1.0, "value that a plaza without a tram beside it may still get"),
    "tram_tie": (0.3, "what leading by tie-break is worth, as a lead in trams"),
    "idle_tracks": (0.5, "worth of tracks that have no tram yet, in trams"),
    "open_ends": (0.2, "worth of a next space at which tracks would get a tram, in trams"),
    "tram_spread": (1.0, "uncertainty of the race for trams"),
    "tram_spread_per_card": (0.7, "the same for each card that may come"),
    "sky_reach": (0.5, "value that may come beside a foundation however it stands"),
    "sky_space": (1.3, "value that an empty space beside a foundation may bring"),
    "sky_plaza": (1.5, "value that a sleeping plaza beside a foundation may bring"),
    "sky_spread": (1.5, "uncertainty of that value"),
    "medal_spread": (0.7, "uncertainty of the race for the medal"),
    "medal_held": (0.4, "what holding the medal is worth, as a lead in skyscrapers"),
    "completion_ease": (0.5, "cards of lead in the race to fill a row"),
    "completion_spread": (1.0, "uncertainty of that race"),
    "second_symbol": (0.5, "points of a row that waits for its second bonus symbol"),
    "waiver": (0.8, "points of a kept contract waiver"),
    "contract": (0.2, "points that a contract costs"),
    "contract_per_card": (0.1, "the same for each card that may come"),
    "coast": (0.15, "points of a coast card beside what it does for foundations there are"),
    "half_life": (3.0, "future cards at which such prospects are worth one half"),
    "any_card": (0.15, "points of any card that can be built"),
    "value": (0.1, "points of a card's value whatever the races"),
    "value_in_race": (1.0, "share of the points that a card's value changes in its race"),
    "plaza_card": (1.6, "value of a plaza that is not built yet"),
    "track_card": (0.5, "points of a card with tracks or a depot"),
    "foundation_card": (0.4, "points of a foundation"),
    "coast_card": (0.3, "points of a coast card"),
    "bonus_card": (0.8, "points of a card that completes a pair of bonus symbols"),
    "first_bonus_card": (0.3, "points of the first card with a bonus symbol in its row"),
    "take_price": (0.7, "points that taking a column costs"),
    "next_take": (0.5, "share of the best column's worth that the player to move will have"),
    "second_take": (0.3, "the same of the best other column for the player after that"),
    "best_rival": (0.6, "weight of the best rival against the mean of all, with 3 and 4 players"),
    "many_rivals": (
        0.25,
        "uncertainties that a lead has to be larger for each rival after the first",
    ),
    "luck": (0.5, "uncertainty of the margin at the very end"),
    "luck_per_card": (0.9, "the same for each card that may come"),
}
WEIGHTS = np.dtype([(name, np.float64) for name in TABLE])
GUESS: dict[str, float] = {name: guess for name, (guess, _) in TABLE.items()}


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
    return _packaged(players) if path is None else _read(Path(path))


@cache
def _packaged(players: int) -> Array:
    return _read(files("sf_agents").joinpath("tuned", f"evaluation_{players}p.json"))


def _read(path: Path | Traversable) -> Array:
    try:
        return pack(json.loads(path.read_text("utf-8"))["weights"], str(path))
    except OSError as error:
        raise ValueError(f"{path}: {error.strerror}") from error
    except (KeyError, TypeError, AttributeError, ValueError) as error:
        if str(path) in str(error):
            raise
        raise ValueError(f"{path}: no file of weights, as scripts/tune.py writes it") from error
