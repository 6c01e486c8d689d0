"""How a game ended, in words."""

from __future__ import annotations

from typing import Any

from sf_env.render.speech import does, together, whose
from sf_env.render.words import points_text, points_told

View = dict[str, Any]


def ending(told: View) -> str:
    """Return why a game is over."""
    if told["foundation_tokens"] == 0:
        return "the last foundation token is taken"
    return f"{whose(told['names'][told['ender']])} city is full"


def result(told: View) -> str:
    """Return who has won a game that is over, and everybody's points, the most first."""
    points = sorted((score["total"] for score in told["scores"]), reverse=True)
    return f"{_win(told)}, {' to '.join(map(points_text, points))}"


def verdict(told: View) -> str:
    """Return who has won a game that is over, and with how many points."""
    points = told["scores"][told["winners"][0]]["total"]
    return f"{_win(told)} with {points_told(points)}"


def _win(told: View) -> str:
    names = [told["names"][seat] for seat in told["winners"]]
    return f"{together(names)} win together" if len(names) > 1 else does(names[0], "win")
