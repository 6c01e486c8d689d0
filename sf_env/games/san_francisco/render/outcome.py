"""How a game ended, in words."""

from __future__ import annotations

from sf_env.games.san_francisco.view import View
from sf_env.render.speech import does, together, whose
from sf_env.render.words import points_text, score_text


def ending(view: View) -> str:
    """Return why a game is over."""
    if view["foundation_tokens"] == 0:
        return "the last foundation token is taken"
    return f"{whose(view['names'][view['ender']])} city is full"


def result(view: View) -> str:
    """Return who has won a game that is over, and everybody's points, the most first."""
    points = sorted((score["total"] for score in view["scores"]), reverse=True)
    return f"{_win(view)}, {' to '.join(map(points_text, points))}"


def verdict(view: View) -> str:
    """Return who has won a game that is over, and with how many points."""
    points = view["scores"][view["winners"][0]]["total"]
    return f"{_win(view)} with {score_text(points)}"


def _win(view: View) -> str:
    names = [view["names"][seat] for seat in view["winners"]]
    return f"{together(names)} win together" if len(names) > 1 else does(names[0], "win")
