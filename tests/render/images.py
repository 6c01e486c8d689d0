"""Pictures compared with each other, and parts of them."""

from __future__ import annotations

import numpy as np

from sf_env.render.shapes import Scene

NOTICEABLE = 48  # of 255, by which a pixel has another colour
TOLERATED = 1 / 2000  # of all pixels: edges of letters differ from machine to machine
REPAINTED = 0.2  # of 255, on the average: more than that, and surfaces have other colours


def unlike(one: np.ndarray, other: np.ndarray) -> float:
    """Return the share of pixels that have noticeably different colours."""
    assert one.shape == other.shape
    apart = np.abs(one.astype(int) - other.astype(int)).max(axis=2)
    return float((apart > NOTICEABLE).mean())


def difference(one: np.ndarray, other: np.ndarray) -> float:
    """Return by how much the colours of two pictures differ, on the average."""
    return float(np.abs(one.astype(int) - other.astype(int)).mean())


def box_of(whole: Scene, name: str) -> tuple[slice, slice]:
    """Return where a part of the table is in a picture."""
    panel, x, y = next(placed for placed in whole.panels if placed[0].name == name)
    return slice(y, y + panel.height), slice(x, x + panel.width)
