"""How environments show their games: as text, as a picture, or in a window."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import gymnasium
import numpy as np

from sf_env.core.extras import require
from sf_env.core.rules import Array, Rules
from sf_env.render.window import Window

RENDER_MODES = ["human", "ansi", "rgb_array"]
RENDER_FPS = 4
MOST_BOARDS = 9  # in a window
Names = Callable[[], Sequence[str]] | None  # asked only where something is painted
Seats = Sequence[int] | Array | None  # whose view each board is; None shows everything


class Screen:
    """Shows the states of one environment in its render mode; a window opens when needed."""

    def __init__(self, rules: Rules, render_mode: Any, title: str) -> None:
        self.mode = check_render_mode(rules, render_mode)
        self._rules = rules
        self._title = title
        self._window = Window(title, RENDER_FPS) if self.mode == "human" else None

    def render(self, states: Array, names: Names = None, seats: Seats = None) -> list[Any]:
        """Return the result of ``render()`` for each state; nothing if a window shows it."""
        if self.mode is None:
            gymnasium.logger.warn(
                f"render() of {self._title} does nothing without a render_mode; "
                f"make the environment with render_mode='ansi', 'rgb_array' or 'human'"
            )
            return []
        if self.mode == "ansi":
            return [self._rules.text(state, seat) for state, seat in _seen(states, seats)]
        if self.mode == "rgb_array":
            return [self._paint(state, seat, names) for state, seat in _seen(states, seats)]
        self.update(states, names, seats)
        return []

    def update(self, states: Array, names: Names = None, seats: Seats = None) -> None:
        """Show the current positions, if there is a window."""
        if self._window is None:
            return
        shown = states[:MOST_BOARDS]
        across = math.ceil(math.sqrt(len(shown)))
        pictures = [self._paint(one, seat, names, 1 / across) for one, seat in _seen(shown, seats)]
        self._window.show(side_by_side(pictures, across))

    def _paint(self, state: np.void, seat: int | None, names: Names, scale: float = 1.0) -> Array:
        assert self._rules.picture is not None  # noqa: S101  check_render_mode has seen to it
        return self._rules.picture(state, names and names(), scale, seat)

    def close(self) -> None:
        """Close the window, if there is one."""
        if self._window is not None:
            self._window.close()


def _seen(states: Array, seats: Seats) -> Iterable[tuple[np.void, int | None]]:
    """Return each state with the seat that sees it."""
    views = [None] * len(states) if seats is None else [int(seat) for seat in seats]
    return zip(states, views, strict=False)


def render_modes(rules: Rules) -> list[str]:
    """Return the render modes of a game: without pictures there is only text."""
    return RENDER_MODES if rules.picture else ["ansi"]


def check_render_mode(rules: Rules, render_mode: Any) -> str | None:
    """Return the render mode, or raise ValueError; MissingExtra if a library for it is missing."""
    possible = render_modes(rules)
    if render_mode is not None and render_mode not in possible:
        allowed = ", ".join(map(repr, (None, *possible)))
        raise ValueError(f"render_mode={render_mode!r} is not allowed; allowed: {allowed}")
    if render_mode in ("rgb_array", "human"):
        require("PIL", "render", f"render_mode={render_mode!r}")
    return render_mode  # type: ignore[no-any-return]


def side_by_side(pictures: Sequence[Array], across: int) -> Array:
    """Return pictures of the same size (height, width, 3) as one, ``across`` of them in a row."""
    height, width, depth = pictures[0].shape
    down = -(-len(pictures) // across)
    whole = np.full((down * height, across * width, depth), 255, np.uint8)
    for number, picture in enumerate(pictures):
        row, at = divmod(number, across)
        whole[row * height : (row + 1) * height, at * width : (at + 1) * width] = picture
    return whole
