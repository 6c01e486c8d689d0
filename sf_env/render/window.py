"""A window that shows pictures, by pygame; it opens when there is something to show."""

from __future__ import annotations

from typing import Any

import numpy as np

from sf_env.extras import require

Array = np.ndarray[Any, Any]


class Window:
    """Shows one picture after the other, at most so many in a second.

    Whoever closes it by hand sees no more until ``close`` is called. Copies have no window yet.
    """

    def __init__(self, title: str, fps: int) -> None:
        require("pygame", "render", "a window that shows the game")
        self._title = title
        self._fps = fps
        self._screen: Any = None
        self._clock: Any = None
        self._dismissed = False

    @property
    def is_open(self) -> bool:
        """Whether there is a window on the screen."""
        return self._screen is not None

    def show(self, picture: Array) -> None:
        """Show a picture (height, width, 3) of uint8."""
        if self._dismissed:
            return
        import pygame  # noqa: PLC0415  an extra, and slow to import

        size = picture.shape[1], picture.shape[0]
        if self._screen is None or self._screen.get_size() != size:
            self._open(size)
        image = pygame.image.frombuffer(np.ascontiguousarray(picture).tobytes(), size, "RGB")
        self._screen.blit(image, (0, 0))
        pygame.display.flip()
        if any(event.type == pygame.QUIT for event in pygame.event.get()):
            self.close()
            self._dismissed = True
            return
        self._clock.tick(self._fps)

    def _open(self, size: tuple[int, int]) -> None:
        import pygame  # noqa: PLC0415

        if not pygame.display.get_init():
            pygame.display.init()
        pygame.display.set_caption(self._title)
        self._screen = pygame.display.set_mode(size)
        self._clock = pygame.time.Clock()

    def close(self) -> None:
        """Close the window, if there is one; the next picture opens it again."""
        self._dismissed = False
        if self._screen is not None:
            import pygame  # noqa: PLC0415

            pygame.display.quit()
            self._screen = self._clock = None

    def __reduce__(self) -> tuple[Any, ...]:
        return Window, (self._title, self._fps)
