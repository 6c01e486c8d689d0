"""What players may do, what they do, and how a game ended, in words.

Every action has one phrase, as "take column 0". As a choice it is followed by what helps to choose,
"take column 0: blue 2 coast, black 1"; as a move by what it brought, "planner takes column 0 and a
contract: blue 2 coast, black 1".
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

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
from sf_env.games.san_francisco.view import View
from sf_env.render.words import count_text, does, points_text, score_text, together, whose

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


def to_do(view: View) -> str:
    """Return what there is to decide."""
    bonus = "" if view["bonus"] is None else SHORT_BONUSES[view["bonus"]]
    return TO_DO[view["phase"]].format(bonus=bonus)


def offer(view: View, action: int) -> str:
    """Return a legal action as a choice, with what helps to choose."""
    phrase = _phrase(view, action)
    return f"{phrase.verb} {phrase.what}{phrase.choosing}"


def tell(before: View, action: int, after: View) -> str:
    """Return what a player has done in the position ``before``."""
    phrase = _phrase(before, action)
    done = f": {_drawn(after)}" if action == DRAW else phrase.done
    return f"{does(before['names'][before['to_move']], phrase.verb)} {phrase.what}{done}"


def _phrase(view: View, action: int) -> Phrase:
    kind, *numbers = NAMES[action].split()
    return _WAYS[kind](view, *map(int, numbers))


def _draw(_view: View) -> Phrase:
    return Phrase("draw", "a card")


def _finalize(view: View, column: int) -> Phrase:
    cards = _list(view, view["columns"][column])
    return Phrase("take", f"column {column}", f": {cards}", f" and a contract: {cards}")


def _column(view: View, column: int) -> Phrase:
    others = _list(view, view["columns"][column])
    what = f"{_drawn(view)} in column {column}"
    return Phrase("put", what, f", next to {others}" if others else ", which is empty")


def _row(view: View, row: int) -> Phrase:
    """Name the row only if the card could be built in another one."""
    where = f" in the {COLOUR_NAMES[row]} row"
    if view["phase"] == "target":
        return Phrase("build", f"the {'wild' if view['bonus'] == WILD4 else 'depot'} card{where}")
    card = _card(view, view["taken"][0])
    return Phrase("build", f"{card}{'' if card.colour == COLOUR_NAMES[row] else where}")


def _discard(view: View) -> Phrase:
    return Phrase("discard", str(_card(view, view["taken"][0])))


def _defer(view: View) -> Phrase:
    current, *others = view["taken"]
    after = _list(view, others) if len(others) <= MOST_NAMED else f"the {len(others)} other cards"
    return Phrase("keep", f"{_card(view, current)} for later", f", after {after}")


def _own_bonus(view: View) -> Phrase:
    assert view["bonus"] is not None  # noqa: S101  it is legal
    return Phrase("take", f"the bonus: {BONUSES[view['bonus']]}")


def _track_bonus(_view: View) -> Phrase:
    return Phrase("take", f"the bonus: {BONUSES[TRACK_BONUS]}")


def _cell(view: View, row: int, space: int) -> Phrase:
    card = _card(view, view["cities"][view["to_move"]][row][space])
    where = f"on {card}, {ORDINALS[space]} in the {COLOUR_NAMES[row]} row"
    return (
        Phrase("put", f"+2 {where}") if view["bonus"] == PLUS2 else Phrase("lay", f"tracks {where}")
    )


def _waive(_view: View, contracts: int) -> Phrase:
    return Phrase("use", f"the waiver to discard {count_text(contracts, 'contract')}")


def _end_turn(_view: View) -> Phrase:
    return Phrase("end", "the turn, keeping the waiver")


def _list(view: View, cards: Sequence[int]) -> str:
    return ", ".join(str(_card(view, card)) for card in cards)


def _card(view: View, card_id: int) -> Card:
    return view["cards"][card_id]


def _drawn(view: View) -> Card:
    assert view["drawn"] is not None  # noqa: S101  it is legal to put it in a column
    return view["cards"][view["drawn"]]


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


# How a game ended


def ending(view: View) -> str:
    """Return why a game is over."""
    if view["foundation_tokens"] == 0:
        return "the last foundation token is taken"
    return f"{whose(view['names'][view['ender']])} city is full"


def result(view: View) -> str:
    """Return who has won a game that is over, and everybody's points, the most first."""
    points = sorted((score["total"] for score in view["scores"]), reverse=True)
    return f"{_win(view)}, {' to '.join(map(points_text, points))}"


def verdict(view: View) -> str:
    """Return who has won a game that is over, and with how many points."""
    points = view["scores"][view["winners"][0]]["total"]
    return f"{_win(view)} with {score_text(points)}"


def _win(view: View) -> str:
    names = [view["names"][seat] for seat in view["winners"]]
    return f"{together(names)} win together" if len(names) > 1 else does(names[0], "win")
