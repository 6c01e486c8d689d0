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
ENGINE = "sf_env/games/{game}/engine"
SUITES = (
    ("tests/games/{game}/rules", "tests/games/{game}/golden"),
    ("tests/games/{game}/property",),
)


@dataclass(frozen=True)
class Mutant:
    """One rule changed: ``old`` occurs in the file exactly once."""

    name: str
    file: str
    old: str
    new: str


SAN_FRANCISCO = (
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


TICKET_TO_RIDE = (
    Mutant(
        "a row of three ferries stays",
        "deck.py",
        '["face_up"][FERRY] < TOO_MANY_FERRIES',
        '["face_up"][FERRY] <= TOO_MANY_FERRIES',
    ),
    Mutant("four rows discarded", "deck.py", "== MOST_ROWS", "== MOST_ROWS + 1"),
    Mutant("no other cards needed", "deck.py", "return others >= TOO_MANY_FERRIES", "return True"),
    Mutant("two players do not count cards", "deck.py", 'if state["players"] == 2', "if False"),
    Mutant("three players count cards", "deck.py", '["players"] == 2', '["players"] <= 3'),
    Mutant(
        "paid cards are still known",
        "deck.py",
        'max(0, wide(state["known"][seat, kind]) - count)',
        'wide(state["known"][seat, kind])',
    ),
    Mutant("taken cards are not known", "deck.py", '["known"][seat, kind] += 1', '["waits"] = 0'),
    Mutant(
        "a second card after a face-up ferry",
        "turn.py",
        'state["phase"] == TURN and kind != FERRY',
        'state["phase"] == TURN',
    ),
    Mutant(
        "a second card from ferries alone",
        "turn.py",
        'state["face_up_count"] > state["face_up"][FERRY]',
        'state["face_up_count"] > 0',
    ),
    Mutant("the end with three trams", "turn.py", "<= FEW_TRAMS", "<= FEW_TRAMS + 1"),
    Mutant(
        "one last turn fewer",
        "turn.py",
        'state["turns_left"] = state["players"]',
        'state["turns_left"] = state["players"] - 1',
    ),
    Mutant(
        "all have passed and go round again",
        "turn.py",
        'state["passes"] < state["players"]',
        'state["passes"] <= state["players"]',
    ),
    Mutant(
        "the only ticket is a choice",
        "turn.py",
        'state["offer"][seat, OFFERED - 1] >= 0',
        'state["offer"][seat, 0] >= 0',
    ),
    Mutant("doubles with two players", "claiming.py", "(players == 2 or seat", "(seat"),
    Mutant("no doubles at all", "claiming.py", "(players == 2 or", "(players >= 2 or"),
    Mutant(
        "trams come back", "claiming.py", 'state["trams"][seat] -= length', 'state["waits"] = 0'
    ),
    Mutant(
        "two tokens of a kind",
        "claiming.py",
        'return 1 - wide(state["tokens"][state["to_move"], kind])',
        "return 1",
    ),
    Mutant(
        "piles never run out",
        "claiming.py",
        'state["pile_left"][location] -= 1',
        'state["waits"] = 0',
    ),
    Mutant(
        "connections end at the next location",
        "connections.py",
        'if state["connected"][seat, location] == joining',
        "if location == joining",
    ),
    Mutant("grey takes all colours", "legal.py", "most = max(most, cards)", "most += cards"),
    Mutant(
        "ferry symbols ignored",
        "legal.py",
        'return routes & int(state["routes_needing"][min(ferries, MAX_LENGTH)])',
        "return routes",
    ),
    Mutant(
        "trams ignored",
        "legal.py",
        'min(wide(state["trams"][seat]), MAX_LENGTH)',
        "MAX_LENGTH",
    ),
    Mutant(
        "a ferry as the second card",
        "legal.py",
        "card_actions(state, FERRY)",
        "card_actions(state, KINDS)",
    ),
    Mutant(
        "no card of the colour needed",
        "legal.py",
        'min(ferries, wide(state["length"][state["claiming"]]) - 1)',
        'min(ferries, wide(state["length"][state["claiming"]]))',
    ),
    Mutant("a pile on a pile", "legal.py", '["pile_kind"][location] < 0', '["phase"] >= 0'),
    Mutant("single tokens are two", "setup.py", "= 1 if single", "= 2 if single"),
    Mutant("the last seat puts both piles", "setup.py", 'elif state["players"] > 2', "elif False"),
    Mutant("open tickets cost nothing", "scoring.py", "else -worth", "else 0"),
    Mutant(
        "ties ignore the tickets",
        "scoring.py",
        "completed_tickets(state, other) > completed)",
        "False)",
    ),
    Mutant(
        "the first ticket is kept", "tickets.py", "(KEEP_BOTH, KEEP_ONE + place)", "(KEEP_BOTH, 9)"
    ),
    Mutant(
        "hands show",
        "secrets.py",
        'state["hands"][other] = state["known"][other]',
        'state["waits"] = 0',
    ),
    Mutant(
        "own tickets in the deck are forgotten",
        "secrets.py",
        'if state["ticket_by"][place] != seat:',
        "if True:",
    ),
    Mutant("what another may do shows", "secrets.py", 'if seat != state["to_move"]:', "if False:"),
    Mutant("seats not rotated", "observe.py", "turns = other - seat", "turns = other"),
)
MUTANTS = {"san_francisco": SAN_FRANCISCO, "ticket_to_ride": TICKET_TO_RIDE}


def survives(mutant: Mutant, game: str, copy: Path) -> str | None:
    """Return None if a test fails, or else what went wrong."""
    path = copy / ENGINE.format(game=game) / mutant.file
    source = path.read_text(encoding="utf-8")
    if source.count(mutant.old) != 1:
        return f"{mutant.old!r} occurs {source.count(mutant.old)} times in {mutant.file}"
    path.write_text(source.replace(mutant.old, mutant.new), encoding="utf-8")
    try:
        passed = passes_all(copy, game)
    finally:
        path.write_text(source, encoding="utf-8")
    return "all tests pass" if passed else None


def passes_all(copy: Path, game: str) -> bool:
    """Run the tests of a game in the copy, the quick ones first."""
    suites = [tuple(part.format(game=game) for part in suite) for suite in SUITES]
    return all(passes(copy, suite, compiled=bool(n)) for n, suite in enumerate(suites))


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
    parser.add_argument("--game", choices=MUTANTS, help="only mutants of this game")
    options = parser.parse_args()
    games = [options.game] if options.game else list(MUTANTS)
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "project"
        ignore = shutil.ignore_patterns(".*", "__pycache__", "runs", "*.egg-info", "build")
        shutil.copytree(ROOT, copy, ignore=ignore)
        survivors = sum(survivors_of(game, options.word, copy) for game in games)
    if survivors:
        sys.exit(f"{survivors} mutants survived")


def survivors_of(game: str, word: str, copy: Path) -> int:
    """Try the mutants of a game; return how many survive."""
    if not passes_all(copy, game):
        sys.exit(f"the tests of {game} fail before anything was changed")
    survivors = 0
    for mutant in [mutant for mutant in MUTANTS[game] if word in mutant.name]:
        begin = time.perf_counter()
        fault = survives(mutant, game, copy)
        survivors += fault is not None
        verdict = "caught" if fault is None else f"SURVIVED: {fault}"
        print(f"{mutant.name:40} {verdict} ({time.perf_counter() - begin:.0f} s)", flush=True)
    return survivors


if __name__ == "__main__":
    main()
