"""Moments of a game as pictures with captions, written as PNG, or as they follow as GIF or MP4."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from functools import cache
from typing import Any

import numpy as np

from sf_env.core.errors import Error
from sf_env.core.extras import require
from sf_env.core.files import replacing
from sf_env.render.palette import ACCENT, RULE, SHEET
from sf_env.render.shapes import MARGIN, Box, Item, Panel, Scene, Tile
from sf_env.render.story import Moment
from sf_env.render.tiles import faint, words
from sf_env.render.words import cut

require("PIL", "render", "a picture of a game")
from PIL import Image  # noqa: E402  only where it is installed

from sf_env.render.picture import paint  # noqa: E402

CAPTION_HEIGHT = 58
TEXT_X = 92
LETTER = 8.4  # pixels across that a letter of a caption takes, about
END_SECONDS = 3.0  # for which the last picture stays
LEAST_RATE = 10.0  # pictures a second of an MP4: some players stumble over fewer
STILL = ("-preset", "veryfast", "-tune", "stillimage", "-movflags", "+faststart")
COLOURS = 128  # of a GIF
SAMPLES = 8  # pictures from which its colours are chosen

Path = str | os.PathLike[str]
Progress = Callable[[int, int], None]  # (moments painted, all of them)


def ignored(_done: int, _total: int) -> None:
    """Show no progress."""


def write_png(path: Path, moment: Moment, size: int) -> None:
    """Write the picture of a moment."""
    with replacing(path) as part:
        picture(moment, size).save(part, "PNG", optimize=True)


def write_gif(
    path: Path, moments: Sequence[Moment], size: int, fps: float, progress: Progress = ignored
) -> None:
    """Write moments as an animated GIF; where a picture is like the one before, it is not kept."""
    samples = moments[:: max(len(moments) // SAMPLES, 1)]
    colours = _stacked(picture(moment, size // 2) for moment in samples).quantize(COLOURS)
    first, *others = (
        image.quantize(palette=colours, dither=Image.Dither.NONE)
        for image in _painted(moments, size, progress)
    )
    pause = round(1000 / fps)
    durations = [*[pause] * len(others), max(pause, round(1000 * END_SECONDS))]
    with replacing(path) as part:
        first.save(part, "GIF", save_all=True, append_images=others, duration=durations, loop=0)


def write_mp4(
    path: Path, moments: Sequence[Moment], size: int, fps: float, progress: Progress = ignored
) -> None:
    """Write moments as an MP4 film."""
    require("imageio_ffmpeg", "render", "a film of a game")
    images = _painted(moments, size, progress)
    image = next(images)
    with replacing(path) as part, closing(_writer(part, image, fps)) as writer:
        writer.send(image.tobytes())
        for image in images:
            writer.send(image.tobytes())
        for _ in range(round(END_SECONDS * fps) - 1):
            writer.send(image.tobytes())


def picture(moment: Moment, size: int) -> Image.Image:
    """Return the table at a moment with a caption; its longer side has ``size`` pixels."""
    scene = captioned(moment)
    return paint(scene, size / max(scene.width, scene.height))


def captioned(moment: Moment) -> Scene:
    """Return the table at a moment with a caption."""
    table = moment.scene()
    caption = _caption(moment, table.width - 2 * MARGIN)
    below = (caption, MARGIN, table.height)
    return Scene((*table.panels, below), table.width, table.height + caption.height + MARGIN)


def _caption(moment: Moment, width: int) -> Panel:
    """Return who did what and what it brought, over a bar that shows how far the game is."""
    letters = int((width - TEXT_X) / LETTER)
    done = max(round(width * moment.number / max(moment.total, 1)), 1)
    items = [
        Item(_sheet(width), 0, 0),
        Item(_bar(done), 0, CAPTION_HEIGHT - 5),
        Item(faint(f"turn {moment.turn}", 14), 12, 23),
        Item(words(cut(moment.text, letters), 16, bold=True), TEXT_X, 23),
    ]
    if moment.events:
        happened = cut("; ".join(event.text for event in moment.events), letters)
        items.append(Item(faint(happened, 14), TEXT_X, 44))
    return Panel("caption", moment.text, width, CAPTION_HEIGHT, tuple(items))


@cache
def _sheet(width: int) -> Tile:
    return Tile((Box(1, 1, width - 2, CAPTION_HEIGHT - 2, SHEET, RULE, 1.2, 8),))


@cache
def _bar(width: int) -> Tile:
    return Tile((Box(0, 0, width, 4, ACCENT),))


def _stacked(images: Iterable[Image.Image]) -> Image.Image:
    """Return one picture that holds several, all of one size."""
    return Image.fromarray(np.concatenate([np.asarray(image) for image in images]))


def _painted(moments: Sequence[Moment], size: int, progress: Progress) -> Iterator[Image.Image]:
    """Yield the picture of each moment, its sides even, as codecs want them."""
    for done, moment in enumerate(moments, start=1):
        image = picture(moment, size)
        yield image.crop((0, 0, image.width // 2 * 2, image.height // 2 * 2))
        progress(done, len(moments))


def _writer(path: Any, image: Image.Image, fps: float) -> Any:
    """Return a generator that takes pictures and hands them to ffmpeg."""
    import imageio_ffmpeg  # noqa: PLC0415  an extra

    writer = imageio_ffmpeg.write_frames(
        str(path),
        image.size,
        fps=fps,
        quality=6,
        macro_block_size=2,
        ffmpeg_log_level="error",
        output_params=[*STILL, "-r", str(max(fps, LEAST_RATE)), "-f", "mp4"],
    )
    try:
        writer.send(None)
    except RuntimeError as error:  # there is no ffmpeg for this machine
        raise Error(f"a film needs ffmpeg: {error}") from error
    return writer
