"""RULES 2: what a card shows, and what every deck promises."""

from __future__ import annotations

import pytest

from sf_env.games.san_francisco.deck.deck import Deck
from sf_env.games.san_francisco.game import Game
from tests.games.san_francisco.positions import (
    COLOURS,
    FOUNDATION,
    FOUNDATION_TOKENS,
    GREEN,
    GREY,
    ROWS,
    act,
    card,
    cards_in,
    legal,
    of,
    position,
    row_names,
    value,
    where,
)

STANDARD = Deck.load("standard")


@pytest.mark.parametrize("printed", range(5))
def test_a_card_has_its_printed_value(printed: int) -> None:
    game = position(taken=f"grey {printed}")
    act(game, "ROW 1")
    assert value(game, GREY, 0) == printed


@pytest.mark.parametrize("symbol", ["tracks", "depot", "foundation", "coast", "bonus"])
def test_symbols_do_not_change_the_printed_value(symbol: str) -> None:
    game = position(taken=f"grey 3 {symbol}")
    act(game, "ROW 1")
    assert value(game, GREY, 0) == 3


@pytest.mark.parametrize("colour", ["grey", "orange", "yellow"])
def test_a_plaza_alone_has_value_0(colour: str) -> None:
    game = position(taken=f"{colour} 0 plaza")
    row = COLOURS.index(colour)
    act(game, f"ROW {row}")
    assert value(game, row, 0) == 0


@pytest.mark.parametrize("row", ROWS)
def test_a_black_card_fits_any_row(row: int) -> None:
    game = position(taken="black 2")
    assert legal(game) == [*row_names(ROWS), "DISCARD"]
    act(game, f"ROW {row}")
    assert cards_in(game, row) == ["black 2"]


def test_a_card_can_have_several_symbols_that_all_count() -> None:
    """Tracks carry a tram, the coast lowers the cost, the foundation gets its skyscraper."""
    game = position(cities=[{GREEN: "4"}], taken="green 0 tracks foundation, green 2 tracks coast")
    act(game, "ROW 4", "ROW 4")
    assert where(game, "trams") == {(GREEN, 1), (GREEN, 2)}
    assert where(game, "skyscrapers") == {(GREEN, 1)}


def test_the_standard_deck_has_87_cards_of_values_0_to_4() -> None:
    assert len(STANDARD) == 87
    assert {card.value for card in STANDARD} <= set(range(5))


@pytest.mark.parametrize("deck", [STANDARD, Deck.generate(1), Deck.generate(2)], ids=str)
def test_every_deck_keeps_the_rules_of_decks(deck: Deck) -> None:
    assert len(deck) <= 120
    assert sum(card.foundation for card in deck) >= 10
    assert not any(card.depot and card.tracks for card in deck)
    plazas = [card for card in deck if card.plaza]
    assert {plaza.colour for plaza in plazas} <= {"grey", "orange", "yellow"}
    assert {plaza.value for plaza in plazas} <= {0}


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_deck_never_runs_out_before_the_game_ends(players: int) -> None:
    """With the fewest foundation cards allowed, all at the bottom of the deck."""
    game = position(players, deck="blue 0, black 4, green 2")
    for _ in range(3 + FOUNDATION_TOKENS[players]):
        assert not game.is_over
        act(game, "DRAW", "COLUMN 0")
    assert game.is_over
    assert game.snapshot()["deck_left"] == {2: 4, 3: 2, 4: 0}[players]


def test_the_smallest_deck_is_ten_foundations() -> None:
    deck = Deck([card(FOUNDATION)] * 10, "file:ten")
    game = Game(4, order=range(10), deck=deck)
    act(game, *["DRAW", "COLUMN 2"] * 10)
    assert game.is_over


def test_the_largest_deck_has_120_cards() -> None:
    game = position(4, deck=of(110, "blue 1"))
    act(game, *["DRAW", "COLUMN 1"] * 120)
    assert game.is_over
    assert game.snapshot()["columns"][1] == list(range(120))
