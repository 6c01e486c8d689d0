"""Games as pictures that move: the positions with captions, written as GIF, MP4 or PNG."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from sf_env.errors import Error
from sf_env.extras import require
from sf_env.render.cards import faint, words
from sf_env.render.palette import ACCENT, RULE, SHEET
from sf_env.render.scene import MARGIN, Scene, arrange, panels
from sf_env.render.shapes import Box, Item, Panel, Tile
from sf_env.render.story import Moment

require("PIL", "render", "a picture of a game")
from PIL import Image  # noqa: E402  only where it is installed

from sf_env.render.picture import paint  # noqa: E402

CAPTION_HEIGHT = 58
LETTER = 8.6  # pixels that one of a caption takes, about
LEAST_RATE = 10  # pictures a second in a film: some players stumble over fewer
LAST_SECONDS = 3.0  # for which the end stays
COLOURS = 128  # of a GIF


def pictures(moments: Iterable[Moment], total: int, scale: float = 1.0) -> Iterator[Image.Image]:
    """Yield a picture of each moment, with what has happened below the board.

    ``total`` is the number of decisions of the game, for the bar that shows how far it is.
    """
    done = 0
    for moment in moments:
        yield paint(captioned(moment, done / max(total, 1)), scale)
        done += 1


def captioned(moment: Moment, part: float) -> Scene:
    """Return the table at a moment with a caption; ``part`` of the game is over."""
    table = arrange(panels(moment.told))
    caption = _caption(moment, part, table.width - 2 * MARGIN)
    below = (caption, MARGIN, table.height)
    return Scene((*table.panels, below), table.width, table.height + caption.height + MARGIN)


def _caption(moment: Moment, part: float, width: int) -> Panel:
    letters = int((width - 90) / LETTER)
    events = "; ".join(event.text for event in moment.events)
    items = (
        Item(_sheet(width), 0, 0),
        Item(_bar(max(round(part * width), 1)), 0, CAPTION_HEIGHT - 5),
        Item(faint(f"turn {moment.turn}", 13), 12, 22),
        Item(words(_short(moment.text, letters), 16, bold=True), 84, 22),
        Item(faint(_short(events, letters), 14), 84, 43),
    )
    return Panel("caption", moment.text, width, CAPTION_HEIGHT, items)


def _sheet(width: int) -> Tile:
    return Tile((Box(1, 1, width - 2, CAPTION_HEIGHT - 2, SHEET, RULE, 1.2, 8),))


def _bar(width: int) -> Tile:
    return Tile((Box(0, 0, width, 4, ACCENT),))
