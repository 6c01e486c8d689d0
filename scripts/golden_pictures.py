"""Redraw the golden pictures: run this after an intended change to drawings, and look at them."""

from __future__ import annotations

import argparse

import _checkout  # noqa: F401  finds the packages
from tests.games.san_francisco.render.boards import BOARDS, path_of, picture_of


def main() -> None:
    """Write a PNG for each golden board."""
    argparse.ArgumentParser(description=__doc__).parse_args()
    from PIL import Image  # noqa: PLC0415  an extra: --help does without

    for name in BOARDS:
        Image.fromarray(picture_of(name)).save(path_of(name), optimize=True)
        print(path_of(name))


if __name__ == "__main__":
    main()
