"""Test the tests: change one rule at a time in a copy of the project; the suite has to fail.

The tests of the rules and the golden games run uncompiled, which is quick; a mutant that they let
pass is given to the property tests. A mutant that survives both is an error.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[1]
ENGINE = "sf_env/games/san_francisco/engine"
SUITES = (
    ("tests/games/san_francisco/rules", "tests/games/san_francisco/golden"),
    ("tests/games/san_francisco/property",),
)


@dataclass(frozen=True)
class Mutant:
    """One rule changed: ``old`` occurs in the file exactly once."""

    name: str
    file: str
    old: str
    new: str


MUTANTS = (
    Mutant(
        "tram by diagonal",
        "building.py",
        "((-1, 0), (0, 1), (1, 0), (0, -1))",
        "((-1, 0), (0, 1), (1, 1), (0, -1))",
    ),
    Mutant("no printed depot", "building.py", "row == BOTTOM_ROW or ", ""),
    Mutant("depot beside the top row", "building.py", "row == BOTTOM_ROW", "row == 0"),
    Mutant(
        "trams spread over any card",
        "building.py",
        "if symbols & TRACKS and not",
        "if symbols and not",
    ),
    Mutant("coast ignored", "building.py", ' + state["coasts"][seat] <', " <"),
    Mutant("skyscraper at 6", "building.py", "< SKYSCRAPER_COST", "< SKYSCRAPER_COST - 1"),
    Mutant(
        "medal on a tie",
        "building.py",
        '["skyscraper_count"][seat] > state',
        '["skyscraper_count"][seat] >= state',
    ),
    Mutant("completion token taken over", "building.py", ' and state["completion"][row] < 0', ""),
    Mutant(
        "third bonus paid",
        "bonuses.py",
        '["bonus_symbols"][seat, row] == 2',
        '["bonus_symbols"][seat, row] >= 2',
    ),
    Mutant(
        "first bonus paid",
        "bonuses.py",
        '["bonus_symbols"][seat, row] == 2',
        '["bonus_symbols"][seat, row] == 1',
    ),
    Mutant("+2 is +1", "bonuses.py", "row, space, 2)", "row, space, 1)"),
    Mutant(
        "bonus without a copy", "legal.py", 'if state["bonuses_left"][TRACK_BONUS] > 0 and', "if"
    ),
    Mutant(
        "column as large as contracts",
        "legal.py",
        '["column_count"][column] > contracts',
        '["column_count"][column] >= contracts',
    ),
    Mutant("deferring without end", "legal.py", 'if state["defers"] < ', "if 0 < "),
    Mutant("waiver for one contract only", "legal.py", "min(2, ", "min(1, "),
    Mutant(
        "contracts never discarded",
        "turn.py",
        '        state["contracts"][seat] -= 1',
        "        pass",
    ),
    Mutant(
        "no second chance for the waiver",
        "turn.py",
        'if state["waivers"][seat] and',
        "if False and",
    ),
    Mutant(
        "last token does not end the game",
        "turn.py",
        '["foundation_tokens"] == 0',
        '["foundation_tokens"] == -1',
    ),
    Mutant("full board does not end the game", "step.py", "== CELLS:", "== CELLS + 1:"),
    Mutant(
        "ties go to the last in turn order",
        "scoring.py",
        "return (seat - first) % players <",
        "return (seat - first) % players >",
    ),
    Mutant(
        "ties of districts ignore the cards",
        "scoring.py",
        "for distance in range(ROWS)",
        "for distance in range(0)",
    ),
    Mutant(
        "ties do not go round",
        "scoring.py",
        "(row + distance) % ROWS",
        "min(row + distance, ROWS - 1)",
    ),
    Mutant(
        "winner by points alone",
        "scoring.py",
        'return bool(state["tram_count"][seat] > state["tram_count"][other])',
        "return False",
    ),
    Mutant("seats not rotated", "observe.py", "    later = seat + turns\n", "    later = turns\n"),
    Mutant(
        "columns not sorted",
        "observe.py",
        '(wide(state["attributes"][cards[place]]) << 7) | place',
        '(wide(state["attributes"][cards[place]]) << 7) | (place << 40)',
    ),
    Mutant("the deck's order shows", "deal.py", "    sort_deck(state)\n    shuffle", "    shuffle"),
)


def survives(mutant: Mutant, copy: Path) -> str | None:
    """Return None if a test fails, or else what went wrong."""
    path = copy / ENGINE / mutant.file
    source = path.read_text(encoding="utf-8")
    if source.count(mutant.old) != 1:
        return f"{mutant.old!r} occurs {source.count(mutant.old)} times in {mutant.file}"
    path.write_text(source.replace(mutant.old, mutant.new), encoding="utf-8")
    try:
        passed = all(passes(copy, suite, compiled=bool(n)) for n, suite in enumerate(SUITES))
    finally:
        path.write_text(source, encoding="utf-8")
    return "all tests pass" if passed else None


def passes(copy: Path, suite: tuple[str, ...], *, compiled: bool) -> bool:
    """Run some tests in the copy; that they cannot run at all is an error, not a failure."""
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider"]
    settings = {**os.environ, "NUMBA_DISABLE_JIT": str(int(not compiled)), "PYTHONPATH": str(copy)}
    result = subprocess.run(
        [*command, "--timeout=120", *suite],
        cwd=copy,
        env=settings,
        capture_output=True,
        text=True,
        check=False,
    )
    if result.returncode not in (0, 1):
        sys.exit(f"the tests could not run:\n{result.stdout}{result.stderr}")
    return result.returncode == 0


def main() -> None:
    """Try all mutants, or those with a word in their names."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("word", nargs="?", default="", help="only mutants with this in their names")
    word = parser.parse_args().word
    survivors = 0
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "project"
        ignore = shutil.ignore_patterns(".*", "__pycache__", "runs", "*.egg-info", "build")
        shutil.copytree(ROOT, copy, ignore=ignore)
        for number, suite in enumerate(SUITES):
            if not passes(copy, suite, compiled=bool(number)):
                sys.exit(f"{suite} fails before anything was changed")
        for mutant in [mutant for mutant in MUTANTS if word in mutant.name]:
            begin = time.perf_counter()
            fault = survives(mutant, copy)
            survivors += fault is not None
            verdict = "caught" if fault is None else f"SURVIVED: {fault}"
            print(f"{mutant.name:40} {verdict} ({time.perf_counter() - begin:.0f} s)", flush=True)
    if survivors:
        sys.exit(f"{survivors} mutants survived")


if __name__ == "__main__":
    main()
