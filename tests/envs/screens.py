"""What is to be seen in a window."""

from __future__ import annotations

from typing import Any

import pytest


def on_screen() -> Any:
    """Return what the window shows, (height, width, 3), None if there is no window."""
    pygame = pytest.importorskip("pygame")
    surface = pygame.display.get_surface()
    return None if surface is None else pygame.surfarray.array3d(surface).swapaxes(0, 1)
