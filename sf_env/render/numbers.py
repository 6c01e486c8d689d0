"""Points as people write them."""

from __future__ import annotations


def points_text(points: float, plus: bool = False) -> str:
    """Return points with halves as ½ and a real minus sign."""
    whole, half = divmod(round(2 * abs(points)), 2)
    digits = f"{whole or '' if half else whole}{'½' if half else ''}"
    return f"{'−' if points < 0 else '+' if plus and points > 0 else ''}{digits}"
