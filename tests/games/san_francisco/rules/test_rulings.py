"""What the rulebooks leave open: one test for each ruling of the rules."""

from __future__ import annotations

from tests.games.san_francisco.positions import (
    BLUE,
    COLOURS,
    FULL_ROW,
    GREEN,
    GREY,
    ROWS,
    act,
    cards_in,
    ended,
    legal,
    of,
    position,
    where,
)

# What the row's own bonus leads to: two choose a card, two a row, two are kept.
OWN_BONUS = {
    "blue": "CELL 0 0",
    "grey": "ROW 0",
    "orange": "ROW 0",
    "yellow": "point_tokens",
    "green": "waivers",
}


def test_row_order_and_bonus_per_row() -> None:
    """RULES 1: blue (coast), grey, orange, yellow, green (parks) from top to bottom."""
    assert tuple(OWN_BONUS) == COLOURS
    for row, (colour, effect) in enumerate(OWN_BONUS.items()):
        game = position(taken=f"{colour} 0 tracks bonus, {colour} 0 tracks bonus, blue 1")
        assert legal(game) == [f"ROW {row}", "DISCARD", "DEFER"]
        act(game, f"ROW {row}")
        assert bool(where(game, "trams")) == (colour == "green")
        act(game, f"ROW {row}", "DISTRICT_BONUS")
        if game.phase == "target":
            assert legal(game)[0] == effect
        else:
            assert game.snapshot()[effect] == [1, 0]


def test_greys_bonus_is_the_wild_4_and_oranges_the_depot_card() -> None:
    """RULES 1: the order of the rulebook's listing, and example 7."""
    for row, built in ((1, "black 4"), (2, "black 0 depot")):
        game = position(taken=of(2, f"{COLOURS[row]} 0 bonus"))
        act(game, f"ROW {row}", f"ROW {row}", "DISTRICT_BONUS", "ROW 0")
        assert cards_in(game, BLUE) == [built]


def test_a_waiver_before_the_turn_and_at_its_very_end_and_no_others_discard() -> None:
    """RULES 3, at a table where nobody is without a contract, so that a discard would show."""
    for moment in (["WAIVE 1", "DRAW", "COLUMN 0"], ["DRAW", "COLUMN 0", "WAIVE 1"]):
        game = position(3, deck="blue 1", contracts=[2, 1, 1], waivers=[1])
        act(game, *moment)
        assert game.snapshot()["contracts"] == [1, 1, 1]
        assert game.snapshot()["waivers"] == [0, 0, 0]
        assert (game.phase, game.to_move) == ("turn", 1)


def test_the_bonus_of_the_card_that_fills_the_board_comes_before_the_end() -> None:
    """RULES 4.7: the bonus is part of building the card."""
    full = dict.fromkeys(ROWS, FULL_ROW)
    game = position(cities=[{**full, BLUE: "4, 0 foundation, 2, 1 bonus"}], taken="blue 1 bonus")
    act(game, "ROW 0")
    assert (game.phase, game.to_move) == ("bonus", 0)
    act(game, "DISTRICT_BONUS", "CELL 0 2")
    assert game.is_over
    assert game.scores()[0]["skyscrapers"] == 1.0


def test_an_empty_space_counts_as_value_0() -> None:
    """RULES 6: neither better nor worse than a card of value 0, so these ties stay open."""
    cities = [{GREY: "1"}, {GREY: "1, 0, 0", GREEN: "0"}]
    for ender in (0, 1):
        game = ended(cities=cities, ender=ender)
        for row in ROWS:
            assert game.scores()[ender]["districts"][row] == 2.0
