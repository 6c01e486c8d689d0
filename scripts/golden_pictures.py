"""Paint the golden pictures anew: run it when a change of the drawings is meant, and look at it."""

from __future__ import annotations

import sys
from pathlib import Path

from PIL import Image

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.games.san_francisco.render.boards import BOARDS, path_of, picture_of


def main() -> None:
    """Write a PNG for each golden board."""
    for name in BOARDS:
        Image.fromarray(picture_of(name)).save(path_of(name), optimize=True)
        print(path_of(name))


if __name__ == "__main__":
    main()
