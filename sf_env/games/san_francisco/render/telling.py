"""What players may do, and what they do, in words: told from the plain data of ``view``.

Every action has one phrase, as "take column 0". Whoever may choose it reads beside it what helps
to choose, "take column 0: blue 2 coast, black 1"; whoever hears that it was done is told what came
with it, "planner takes column 0 and a contract: blue 2 coast, black 1".
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from sf_env.games.san_francisco.actions import NAMES, ORDINALS
from sf_env.games.san_francisco.deck.card import Card
from sf_env.games.san_francisco.engine.actions import DRAW
from sf_env.games.san_francisco.engine.constants import (
    BONUS_NAMES,
    COLOUR_NAMES,
    PLUS2,
    TRACK_BONUS,
    WILD4,
)
from sf_env.render.speech import does
from sf_env.render.words import count_text

View = dict[str, Any]

TO_DO = {  # what there is to decide, by the phase
    "turn": "draw a card or take a column",
    "column": "put the drawn card in a column",
    "build": "build or discard the first card",
    "bonus": "choose a bonus",
    "target": "place the bonus: {bonus}",
    "end": "use the waiver or end the turn",
}
BONUSES = (
    "+2 for a card",
    "a wild card of value 4",
    "a depot card",
    "a token of 1½ points",
    "a contract waiver",
    "tracks for a card",
)
MOST_NAMED = 2  # cards after which one that is kept comes again
SHORT_BONUSES = tuple(name.removeprefix("contract ") for name in BONUS_NAMES)


class Phrase(NamedTuple):
    """An action in words, and what is said behind them before and after it is done."""

    verb: str
    what: str
    choosing: str = ""
    done: str = ""


def to_do(told: View) -> str:
    """Return what there is to decide."""
    bonus = "" if told["bonus"] is None else SHORT_BONUSES[told["bonus"]]
    return TO_DO[told["phase"]].format(bonus=bonus)


def offer(told: View, action: int) -> str:
    """Return a legal action as whoever may choose it reads it, with what helps to choose."""
    phrase = _phrase(told, action)
    return f"{phrase.verb} {phrase.what}{phrase.choosing}"


def tell(before: View, action: int, after: View) -> str:
    """Return what a player has done in the position ``before``."""
    phrase = _phrase(before, action)
    done = f": {_card(after, after['drawn'])}" if action == DRAW else phrase.done
    return f"{does(before['names'][before['to_move']], phrase.verb)} {phrase.what}{done}"


def _phrase(told: View, action: int) -> Phrase:
    kind, *numbers = NAMES[action].split()
    return _WAYS[kind](told, *map(int, numbers))


def _draw(_told: View) -> Phrase:
    return Phrase("draw", "a card")


def _finalize(told: View, column: int) -> Phrase:
    cards = _list(told, told["columns"][column])
    return Phrase("take", f"column {column}", f": {cards}", f" and a contract: {cards}")


def _column(told: View, column: int) -> Phrase:
    beside = _list(told, told["columns"][column])
    what = f"{_card(told, told['drawn'])} in column {column}"
    return Phrase("put", what, f", beside {beside}" if beside else ", which is empty")


def _row(told: View, row: int) -> Phrase:
    """Tell what is built; where it might stand in any row, in which."""
    where = f" in the {COLOUR_NAMES[row]} row"
    if told["phase"] == "target":
        return Phrase("build", f"the {'wild' if told['bonus'] == WILD4 else 'depot'} card{where}")
    card = _card(told, told["taken"][0])
    return Phrase("build", f"{card}{'' if card.colour == COLOUR_NAMES[row] else where}")


def _discard(told: View) -> Phrase:
    return Phrase("discard", str(_card(told, told["taken"][0])))


def _defer(told: View) -> Phrase:
    current, *others = told["taken"]
    after = _list(told, others) if len(others) <= MOST_NAMED else f"the {len(others)} other cards"
    return Phrase("keep", f"{_card(told, current)} for later", f", after {after}")


def _own_bonus(told: View) -> Phrase:
    return Phrase("take", f"the bonus: {BONUSES[told['bonus']]}")


def _track_bonus(_told: View) -> Phrase:
    return Phrase("take", f"the bonus: {BONUSES[TRACK_BONUS]}")


def _cell(told: View, row: int, space: int) -> Phrase:
    card = _card(told, told["cities"][told["to_move"]][row][space])
    where = f"on {card}, {ORDINALS[space]} in the {COLOUR_NAMES[row]} row"
    return (
        Phrase("put", f"+2 {where}") if told["bonus"] == PLUS2 else Phrase("lay", f"tracks {where}")
    )


def _waive(_told: View, contracts: int) -> Phrase:
    return Phrase("use", f"the waiver to discard {count_text(contracts, 'contract')}")


def _end_turn(_told: View) -> Phrase:
    return Phrase("end", "the turn, keeping the waiver")


def _list(told: View, cards: Sequence[int]) -> str:
    return ", ".join(str(_card(told, card)) for card in cards)


def _card(told: View, card_id: int) -> Card:
    card: Card = told["cards"][card_id]
    return card


_WAYS: dict[str, Callable[..., Phrase]] = {
    "DRAW": _draw,
    "FINALIZE": _finalize,
    "COLUMN": _column,
    "ROW": _row,
    "DISCARD": _discard,
    "DEFER": _defer,
    "DISTRICT_BONUS": _own_bonus,
    "TRACK_BONUS": _track_bonus,
    "CELL": _cell,
    "WAIVE": _waive,
    "END_TURN": _end_turn,
}
