"""Decks: the packaged one, generated ones, files and what is wrong with them."""

from __future__ import annotations

import copy
import pickle
from pathlib import Path

import pytest

import sf_env
from sf_env import Card, Deck, DeckError
from sf_env.games.san_francisco.engine.constants import COLOUR_NAMES, SYMBOL_NAMES

HEADER = "count,colour,value,tracks,depot,plaza,foundation,coast,bonus"
FOUNDATIONS = "10,black,0,0,0,0,1,0,0"


def write(path: Path, *lines: str, ending: str = "\n", encoding: str = "utf-8") -> Path:
    path.write_bytes((ending.join([HEADER, *lines]) + ending).encode(encoding))
    return path


def test_the_standard_deck() -> None:
    deck = Deck.load()
    assert (len(deck), deck.name, deck.hash) == (87, "standard", "147c37aec125f614")
    assert deck[0] == Card("blue", 0, tracks=True, coast=True)
    assert deck[86] == Card("black", 0, bonus=True)
    assert sum(card.foundation for card in deck) == 11
    assert Deck.load("standard") is Deck.load()
    assert Deck.load(deck) is deck


def test_ids_follow_the_lines_of_the_file(tmp_path: Path) -> None:
    path = write(tmp_path / "own.csv", "2,blue,1,0,0,0,0,0,0", FOUNDATIONS, "1,grey,0,0,0,1,0,0,0")
    deck = Deck.load(path)
    assert deck.name == "file:own"
    assert [deck[i].colour for i in (0, 1, 2, 11, 12)] == ["blue"] * 2 + ["black"] * 2 + ["grey"]
    assert deck.card(13) == Card("black", 4)
    assert deck.card(14) == Card("black", 0, depot=True)


@pytest.mark.parametrize("ending", ["\n", "\r\n", "\r", "\n\n"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig"])
def test_kinds_of_text(tmp_path: Path, ending: str, encoding: str) -> None:
    path = write(
        tmp_path / "own.csv", "2,blue,1,0,0,0,0,0,0", FOUNDATIONS, ending=ending, encoding=encoding
    )
    assert len(Deck.load(str(path))) == 12


WRONG = [
    (["0,blue,1,0,0,0,0,0,0"], "line 2, column 'count': '0'.*1 to 120"),
    (["x,blue,1,0,0,0,0,0,0"], "line 2, column 'count': 'x'"),
    (["+1,blue,1,0,0,0,0,0,0"], "column 'count'"),
    (["1,red,1,0,0,0,0,0,0"], "column 'colour': 'red'.*blue, grey"),
    (["1,Blue,1,0,0,0,0,0,0"], "column 'colour': 'Blue'"),
    (["1,blue,5,0,0,0,0,0,0"], "column 'value': '5'.*0, 1, 2, 3, 4"),
    (["1,blue,,0,0,0,0,0,0"], "column 'value': ''"),
    (["1,blue,1,2,0,0,0,0,0"], "column 'tracks': '2'.*0, 1"),
    (["1,blue,1,0,0,0,0,0,yes"], "column 'bonus': 'yes'"),
    (["1,blue,1, 0,0,0,0,0,0"], "column 'tracks': ' 0'"),
    ([FOUNDATIONS, "", "1,blue,0,0,0,1,0,0,0"], "line 4, column 'plaza'.*grey, orange, yellow"),
    (["1,grey,1,0,0,1,0,0,0"], "column 'value': '1'.*plaza.*0"),
    (["1,grey,1,1,1,0,0,0,0"], "column 'depot'.*tracks"),
    (["1,grey,1,1,1,0,0,0"], "line 2: 8 fields.*9"),
    (["9,black,0,0,0,0,1,0,0"], "column 'foundation': 9 foundation cards.*at least 10"),
    ([FOUNDATIONS, "111,blue,1,0,0,0,0,0,0"], "line 3, column 'count': '111' makes 121.*120"),
    ([FOUNDATIONS, "1000000000,blue,1,0,0,0,0,0,0"], "column 'count': '1000000000'"),
]


@pytest.mark.parametrize(("lines", "message"), WRONG)
def test_what_is_wrong_with_a_file(tmp_path: Path, lines: list[str], message: str) -> None:
    path = write(tmp_path / "bad.csv", *lines)
    with pytest.raises(DeckError, match=message) as caught:
        Deck.load(path)
    assert str(path) in str(caught.value)
    assert isinstance(caught.value, sf_env.Error)
    assert isinstance(caught.value, ValueError)


def test_wrong_header(tmp_path: Path) -> None:
    path = tmp_path / "bad.csv"
    path.write_text("count;colour\n1;blue\n", encoding="utf-8")
    with pytest.raises(DeckError, match=f"line 1: the header is 'count;colour'.*{HEADER}"):
        Deck.load(path)


@pytest.mark.parametrize("text", [b"", b"\n\n", b"\xef\xbb\xbf"])
def test_empty_file(tmp_path: Path, text: bytes) -> None:
    path = tmp_path / "bad.csv"
    path.write_bytes(text)
    with pytest.raises(DeckError, match="empty"):
        Deck.load(path)


def test_not_utf8(tmp_path: Path) -> None:
    path = tmp_path / "bad.csv"
    path.write_bytes(HEADER.encode() + b"\n1,bl\xff\xfee,1,0,0,0,0,0,0\n")
    with pytest.raises(DeckError, match="line 2: not UTF-8"):
        Deck.load(path)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("standrad", "standrad.*'standard', 'generate:SEED' or the path"),
        ("generate:", "whole number"),
        ("generate:-1", "whole number"),
        ("file:own", "path"),
        ("generate:9007199254740992", "out of range"),
        ("\0", "no deck"),
        ("/", "no deck"),
    ],
)
def test_unknown_names(name: str, words: str) -> None:
    with pytest.raises(DeckError, match=words):
        Deck.load(name)
    with pytest.raises(DeckError, match=words):
        sf_env.Game(2, deck=name)


def test_content_makes_decks_equal(tmp_path: Path) -> None:
    standard = Deck.load()
    own = Deck(list(standard), "file:copy")
    assert own == standard
    assert hash(own) == hash(standard)
    assert own.hash == standard.hash
    assert own != Deck(list(reversed(list(standard))), "file:copy")
    for twin in (pickle.loads(pickle.dumps(own)), copy.deepcopy(own), copy.copy(own)):
        assert (twin, twin.name) == (own, "file:copy")
    assert standard != "standard"


def test_cards_are_checked_without_a_file_too() -> None:
    for wrong in (1, Card("blue", 1.5), Card("blue", 1, tracks=None)):
        with pytest.raises(DeckError, match="card 0"):
            Deck([wrong], "own")  # type: ignore[list-item]
    with pytest.raises(DeckError, match="card 3, column 'value': '9'"):
        Deck([*[Card("black", 0, foundation=True)] * 3, Card("blue", 9)], "own")


def test_generated_decks_vary_and_repeat() -> None:
    decks = [Deck.generate(seed) for seed in range(40)]
    assert [deck.hash for deck in decks] == [Deck.load(f"generate:{s}").hash for s in range(40)]
    assert len({deck.hash for deck in decks}) == 40
    standard = [card.colour for card in Deck.load()]
    for deck in decks:
        assert sorted(card.colour for card in deck) == sorted(standard)
        assert sum(card.foundation for card in deck) >= 10
        assert all(any(getattr(card, symbol) for card in deck) for symbol in SYMBOL_NAMES)
    for colour in COLOUR_NAMES:
        symbols = {s for d in decks for card in d if card.colour == colour for s in card.symbols}
        possible = set(SYMBOL_NAMES) - (
            set() if colour in ("grey", "orange", "yellow") else {"plaza"}
        )
        assert symbols == possible
    assert Deck.generate(7).hash == "bf05f1c9eb99f9ca"


@pytest.mark.parametrize("seed", range(8))
def test_generated_decks_are_playable(seed: int) -> None:
    states = sf_env.deal(3, range(50), f"generate:{seed}")
    assert 50 * 100 < sf_env.random_playouts(states, seed) < 50 * 800
    assert sf_env.is_over(states).all()
    assert 1 < sf_env.points(states).mean() < 15
