"""Redraw the golden pictures: run this after an intended change to drawings, and look at them."""

from __future__ import annotations

import argparse

import _checkout  # noqa: F401  finds the packages
from tests.games.san_francisco.render import boards as san_francisco
from tests.games.ticket_to_ride.render import boards as ticket_to_ride

GAMES = (san_francisco, ticket_to_ride)


def main() -> None:
    """Write a PNG for each golden board."""
    argparse.ArgumentParser(description=__doc__).parse_args()
    from PIL import Image  # noqa: PLC0415  an extra: --help does without

    for boards in GAMES:
        for name in boards.BOARDS:
            Image.fromarray(boards.picture_of(name)).save(boards.path_of(name), optimize=True)
            print(boards.path_of(name))


if __name__ == "__main__":
    main()
