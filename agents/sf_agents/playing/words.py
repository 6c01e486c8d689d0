"""Actions in the words of the table: as a choice, and as what somebody does."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sf_env.actions import ORDINALS, describe
from sf_env.card import Card, card_of
from sf_env.engine.actions import (
    CELL,
    DEFER,
    DISCARD,
    DRAW,
    END_TURN,
    FINALIZE,
    PUT,
    ROW,
    TAKE_DISTRICT_BONUS,
    TAKE_TRACK_BONUS,
)
from sf_env.engine.constants import COLOUR_NAMES, COLUMNS, PLUS2, ROWS, SPACES, TRACK_BONUS, WILD4
from sf_env.game import Game

YOU = "you"  # the name of whoever is spoken to
BONUSES = (
    "+2 for a card",
    "a wild card of value 4",
    "a depot card",
    "a token of 1½ points",
    "a contract waiver",
    "tracks for a card",
)


def describe_action(game: Game, action: int) -> str:
    """Return what a legal action would do, as "take column 0: blue 2 coast, black 1"."""
    return "".join(_phrase(game, action))


def tell_action(names: Sequence[str], before: Game, action: int) -> str:
    """Return what whoever is to move does, as "planner takes column 0"."""
    name = names[before.to_move]
    verb, _, rest = _phrase(before, action)[0].partition(" ")
    return f"{name} {verb}{'' if name == YOU else 's'} {rest}"


def _phrase(game: Game, action: int) -> tuple[str, str]:
    """Return what an action does, and what helps to choose it."""
    told = game.snapshot()
    if action == DRAW:
        return "draw a card", ""
    if action == END_TURN:
        return "end the turn, keeping the waiver", ""
    if action in (DISCARD, DEFER):
        return _about_taken(game, action, told["taken"])
    if action in (TAKE_DISTRICT_BONUS, TAKE_TRACK_BONUS):
        bonus = told["bonus"] if action == TAKE_DISTRICT_BONUS else TRACK_BONUS
        return f"take the bonus: {BONUSES[bonus]}", ""
    if FINALIZE <= action < FINALIZE + COLUMNS:
        column = action - FINALIZE
        return f"take column {column}", f": {_list(game, told['columns'][column])}"
    if PUT <= action < PUT + COLUMNS:
        return _put(game, told, action - PUT)
    if ROW <= action < ROW + ROWS:
        return _build(game, told, COLOUR_NAMES[action - ROW]), ""
    if CELL <= action < CELL + ROWS * SPACES:
        return _place_token(game, told, action - CELL), ""
    return describe(action), ""  # to use the waiver


def card_in(game: Game, card_id: int) -> Card:
    """Return a card of the game, which may be one of the two bonus cards."""
    return card_of(int(game.state["attributes"][card_id]))


def _list(game: Game, cards: Sequence[int]) -> str:
    return ", ".join(str(card_in(game, card)) for card in cards)


def _about_taken(game: Game, action: int, taken: Sequence[int]) -> tuple[str, str]:
    current = card_in(game, taken[0])
    if action == DISCARD:
        return f"discard {current}", ""
    return f"keep {current} for later", f", after {_list(game, taken[1:])}"


def _put(game: Game, told: dict[str, Any], column: int) -> tuple[str, str]:
    beside = _list(game, told["columns"][column])
    text = f"put {card_in(game, told['drawn'])} in column {column}"
    return text, f", beside {beside}" if beside else ", which is empty"


def _build(game: Game, told: dict[str, Any], row: str) -> str:
    """Return what is built; where it might stand in any row, in which."""
    if told["bonus"] is not None:
        card = "the wild card" if told["bonus"] == WILD4 else "the depot card"
        return f"build {card} in the {row} row"
    current = card_in(game, told["taken"][0])
    return f"build {current}" if current.colour == row else f"build {current} in the {row} row"


def _place_token(game: Game, told: dict[str, Any], cell: int) -> str:
    row, space = divmod(cell, SPACES)
    card = card_in(game, told["cities"][told["to_move"]][row][space])
    what = "put +2" if told["bonus"] == PLUS2 else "lay tracks"
    return f"{what} on {card}, {ORDINALS[space]} in the {COLOUR_NAMES[row]} row"
