"""The weights of the evaluation: what each is for, and where the tuned numbers come from."""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files

import numpy as np

from sf_env.rules import Array

MEANINGS: dict[str, str] = {
    "built_share": "share of the cards still to come that will be built",
    "district_growth": "value that a card adds to a district, on average",
    "district_tie": "what leading by tie-break is worth, as a lead in value",
    "district_spread": "uncertainty of a district that gets no more cards",
    "district_spread_per_card": "the same for each card that may come, its square adds",
    "tram_tie": "what leading by tie-break is worth, as a lead in trams",
    "idle_tracks": "worth of tracks that have no tram yet, in trams",
    "tram_spread": "uncertainty of the race for trams",
    "tram_spread_per_card": "the same for each card that may come",
    "sky_reach": "value that may come beside a foundation however it stands",
    "sky_space": "value that an empty space beside a foundation may bring",
    "sky_plaza": "value that a sleeping plaza beside a foundation may bring",
    "sky_spread": "uncertainty of that value",
    "medal_spread": "uncertainty of the race for the medal",
    "medal_held": "what holding the medal is worth, as a lead in skyscrapers",
    "completion_ease": "cards of lead in the race to fill a row",
    "completion_spread": "uncertainty of that race",
    "second_symbol": "points of a row that waits for its second bonus symbol",
    "waiver": "points of a kept contract waiver",
    "contract": "points that a contract costs",
    "coast": "points of a coast card beside what it does for foundations there are",
    "half_life": "future cards at which such prospects are worth one half",
    "any_card": "points of any card that can be built",
    "value": "points of a card's value whatever the races",
    "value_in_race": "share of the points that a card's value changes in its race",
    "plaza_card": "value of a plaza that is not built yet",
    "track_card": "points of a card with tracks or a depot",
    "foundation_card": "points of a foundation",
    "coast_card": "points of a coast card",
    "bonus_card": "points of a card that completes a pair of bonus symbols",
    "first_bonus_card": "points of the first card with a bonus symbol in its row",
    "take_price": "points that taking a column costs",
    "next_take": "share of the best column's worth that the player to move will have",
    "second_take": "the same of the best other column for the player after that",
    "best_rival": "weight of the best rival against the mean of all, with 3 and 4 players",
    "many_rivals": "uncertainty by which a lead has to be larger for each rival after the first",
    "luck": "uncertainty of the margin at the very end",
    "luck_per_card": "the same for each card that may come",
}
WEIGHTS = np.dtype([(name, np.float64) for name in MEANINGS])


def pack(values: dict[str, float]) -> Array:
    """Return weights (1,) of dtype WEIGHTS; a missing or unknown name raises ValueError."""
    if values.keys() != MEANINGS.keys():
        odd = sorted(values.keys() ^ MEANINGS.keys())
        raise ValueError(f"weights {odd} are missing or unknown")
    return np.array([tuple(float(values[name]) for name in MEANINGS)], WEIGHTS)


def unpack(weights: Array) -> dict[str, float]:
    """Return weights (1,) by name."""
    return {name: float(weights[name][0]) for name in MEANINGS}


@cache
def tuned(players: int) -> Array:
    """Return the tuned weights (1,) for a number of players."""
    text = files("sf_agents").joinpath("tuned", f"evaluation_{players}p.json").read_text("utf-8")
    return pack(json.loads(text)["weights"])
