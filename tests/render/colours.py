"""How well colours are told apart, as WCAG 2 measures it."""

from __future__ import annotations

import numpy as np
from PIL import ImageColor

WORDS, SIGNS = 4.5, 3.0  # contrasts that WCAG 2 asks for


def brightness(colour: str) -> float:
    """Return the relative luminance of WCAG 2."""
    parts = np.array(ImageColor.getrgb(colour)) / 255
    linear = np.where(parts <= 0.03928, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)
    return float(linear @ (0.2126, 0.7152, 0.0722))


def contrast(one: str, other: str) -> float:
    """Return how well two colours are told apart, from 1 to 21."""
    low, high = sorted(map(brightness, (one, other)))
    return (high + 0.05) / (low + 0.05)
