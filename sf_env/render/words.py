"""Points and counts as people write them."""

from __future__ import annotations


def points_text(points: float, plus: bool = False) -> str:
    """Return points with halves as ½ and a real minus sign."""
    whole, half = divmod(round(2 * abs(points)), 2)
    digits = f"{whole or '' if half else whole}{'½' if half else ''}"
    return f"{'−' if points < 0 else '+' if plus and points > 0 else ''}{digits}"


def count_text(number: int, noun: str) -> str:
    """Return how many there are of something, as "1 tram" or "3 trams"."""
    return f"{number} {noun}{'' if number == 1 else 's'}"


def score_text(points: float) -> str:
    """Return how many points there are, as "1 point" or "−2½ points"."""
    return f"{points_text(points)} {point_word(points)}"


def point_word(points: float) -> str:
    """Return what to call so many points: one, or several."""
    return "point" if 0 < points <= 1 else "points"
