"""Rewrite the golden games: run this after an intended change to the rules, and read the diff."""

from __future__ import annotations

import argparse

import _checkout  # noqa: F401  finds the packages
from tests.games.playthrough import GAMES, path_of, playthrough


def main() -> None:
    """Write a text file for each golden game."""
    argparse.ArgumentParser(description=__doc__).parse_args()
    for game, name in [(game, name) for game, names in GAMES.items() for name in names]:
        path_of(game, name).write_text(playthrough(game, name), encoding="utf-8", newline="\n")
        print(path_of(game, name))


if __name__ == "__main__":
    main()
