"""Whatever is in a deck file: it is a deck that can be played, or DeckError says why not."""

from __future__ import annotations

from pathlib import Path

from hypothesis import given
from hypothesis import strategies as some

from sf_env import Deck, DeckError, Game
from sf_env.games.san_francisco.deck.deck import PACKAGED
from tests.fuzzing import damaged, fuzz

STANDARD = (PACKAGED / "standard.csv").read_bytes()
LINES = STANDARD.splitlines()
FIELD = some.sampled_from([b"0", b"1", b"2", b"9", b"-1", b"1.0", b"", b" 1", "½".encode()]) | (
    some.sampled_from([b"blue", b"grey", b"black", b"colour", b"\xff", b'"1"', b"1000000"])
)


def check(content: bytes, folder: Path) -> None:
    path = folder / "deck.csv"
    path.write_bytes(content)
    try:
        deck = Deck.load(path)
    except DeckError as error:
        assert "deck.csv" in str(error)
        assert len(str(error)) < 600
        return
    assert deck.name == "file:deck"
    assert Deck(tuple(deck), deck.name) == deck
    for players in (2, 3, 4):
        assert Game(players, seed=0, deck=deck).legal_actions()


@fuzz
@given(content=damaged(STANDARD))
def test_a_damaged_file(tmp_path: Path, content: bytes) -> None:
    check(content, tmp_path)


@fuzz
@given(content=some.binary())
def test_any_file(tmp_path: Path, content: bytes) -> None:
    check(content, tmp_path)


@fuzz
@given(
    changes=some.lists(some.tuples(some.integers(0, 40), some.integers(0, 9), FIELD), max_size=4),
    order=some.permutations(range(1, len(LINES))),
    kept=some.integers(0, len(LINES)),
)
def test_changed_fields(
    tmp_path: Path, changes: list[tuple[int, int, bytes]], order: list[int], kept: int
) -> None:
    lines = [LINES[0], *(LINES[number] for number in order[:kept])]
    for line, column, field in changes:
        fields = lines[line % len(lines)].split(b",")
        fields[column % len(fields)] = field
        lines[line % len(lines)] = b",".join(fields)
    check(b"\n".join(lines), tmp_path)


@fuzz
@given(name=some.text() | some.from_regex(r"(generate|file|standard):?.*"))
def test_any_name(name: str) -> None:
    try:
        assert len(Deck.load(name)) > 0
    except DeckError as error:
        assert len(str(error)) < 600
