"""A window that shows pictures, by pygame; it opens when there is something to show."""

from __future__ import annotations

import io
from contextlib import redirect_stdout
from functools import cache
from typing import Any, ClassVar

import numpy as np

from sf_env.core.errors import Error
from sf_env.core.extras import require

ROOM = 0.9  # of the desktop; the rest is for bars and frames

Array = np.ndarray[Any, Any]


class Window:
    """Shows one picture after the other, at most ``fps`` in a second.

    Once closed by hand it stays closed until ``close`` is called. Copies have no window yet.
    pygame has one window in a process: the last to show something owns it.
    """

    _owner: ClassVar[Window | None] = None  # pygame's surface is the same for everybody

    def __init__(self, title: str, fps: int) -> None:
        require("pygame", "render", "a window that shows the game")
        self._title = title
        self._fps = fps
        self._screen: Any = None
        self._shown = (0, 0)  # the size of the pictures
        self._clock: Any = None
        self._dismissed = False

    @property
    def is_open(self) -> bool:
        """Whether there is a window on the screen."""
        return Window._owner is self and _pygame().display.get_surface() is not None

    def show(self, picture: Array) -> None:
        """Show a picture (height, width, 3) of uint8."""
        if self._dismissed:
            return
        pygame = _pygame()
        size = picture.shape[1], picture.shape[0]
        if not self.is_open or self._shown != size:
            self._open(size)
        image = pygame.image.frombuffer(np.ascontiguousarray(picture).tobytes(), size, "RGB")
        if self._screen.get_size() != size:
            image = pygame.transform.smoothscale(image, self._screen.get_size())
        self._screen.blit(image, (0, 0))
        pygame.display.flip()
        if any(event.type == pygame.QUIT for event in pygame.event.get()):
            self.close()
            self._dismissed = True
            return
        self._clock.tick(self._fps)

    def _open(self, size: tuple[int, int]) -> None:
        pygame = _pygame()
        try:
            if not pygame.display.get_init():
                pygame.display.init()
            pygame.display.set_caption(self._title)
            desktop = pygame.display.get_desktop_sizes()[0]
            self._screen = pygame.display.set_mode(fitting(size, desktop))
        except pygame.error as error:
            raise Error(
                f"there is no screen for a window: {error}; render_mode='rgb_array' needs none"
            ) from error
        self._shown = size
        self._clock = pygame.time.Clock()
        Window._owner = self

    def close(self) -> None:
        """Close the window, if there is one; the next picture opens it again."""
        self._dismissed = False
        if self.is_open:
            _pygame().display.quit()
            Window._owner = None
        self._screen = self._clock = None

    def __reduce__(self) -> tuple[Any, ...]:
        return Window, (self._title, self._fps)


def fitting(size: tuple[int, int], desktop: tuple[int, int]) -> tuple[int, int]:
    """Return the size of a window for pictures: theirs, or what the desktop has room for."""
    room = [ROOM * edge for edge in desktop]
    scale = min(1.0, *(have / want for have, want in zip(room, size, strict=True)))
    return round(size[0] * scale), round(size[1] * scale)


@cache
def _pygame() -> Any:
    """Return pygame, which is slow to import and says so; standard output is not for that."""
    with redirect_stdout(io.StringIO()):
        import pygame  # noqa: PLC0415
    return pygame
