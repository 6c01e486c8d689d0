"""Write the golden games anew: run it when a change of the rules is meant, and read the diff."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.games.san_francisco.golden.playthrough import GAMES, path_of, playthrough


def main() -> None:
    """Write a text file for each golden game."""
    for name in GAMES:
        path_of(name).write_text(playthrough(name), encoding="utf-8", newline="\n")
        print(path_of(name))


if __name__ == "__main__":
    main()
