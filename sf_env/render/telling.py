"""A decision in one sentence: who did what, with which cards."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sf_env.actions import NAMES, ORDINALS
from sf_env.card import Card
from sf_env.engine.constants import BONUS_NAMES, COLOUR_NAMES, TRACK_BONUS
from sf_env.render.numbers import count_text

View = dict[str, Any]


def tell(before: View, action: int, after: View) -> str:
    """Return what a player has done in the position ``before``."""
    kind, *numbers = NAMES[action].split()
    text = _WAYS[kind](before, after, *map(int, numbers))
    return f"{before['names'][before['to_move']]} {text}"


def card_words(card: Card) -> str:
    """Return a card as people say it, as "orange 2 (tracks, bonus)"."""
    symbols = f" ({', '.join(card.symbols)})" if card.symbols else ""
    return f"{card.colour} {card.value}{symbols}"


def _draw(_before: View, after: View) -> str:
    return f"draws {_named(after, after['drawn'])}"


def _column(before: View, _after: View, column: int) -> str:
    return f"puts {_named(before, before['drawn'])} in the {ORDINALS[column]} column"


def _finalize(before: View, _after: View, column: int) -> str:
    cards = ", ".join(_named(before, card) for card in before["columns"][column])
    return f"takes the {ORDINALS[column]} column and a contract: {cards}"


def _row(before: View, _after: View, row: int) -> str:
    district = f"in the {COLOUR_NAMES[row]} district"
    if before["phase"] == "target":
        return f"builds the {BONUS_NAMES[before['bonus']]} bonus {district}"
    return f"builds {_named(before, before['taken'][0])} {district}"


def _discard(before: View, _after: View) -> str:
    return f"discards {_named(before, before['taken'][0])}"


def _defer(before: View, _after: View) -> str:
    return f"puts {_named(before, before['taken'][0])} behind the other cards"


def _own_bonus(before: View, _after: View) -> str:
    return f"takes the district's bonus: {BONUS_NAMES[before['bonus']]}"


def _track_bonus(_before: View, _after: View) -> str:
    return f"takes the {BONUS_NAMES[TRACK_BONUS]} bonus"


def _cell(before: View, _after: View, row: int, space: int) -> str:
    card = _named(before, before["cities"][before["to_move"]][row][space])
    token = f"{BONUS_NAMES[before['bonus']]} token"
    return f"puts the {token} on {card} in the {COLOUR_NAMES[row]} district"


def _waive(_before: View, _after: View, contracts: int) -> str:
    return f"uses the waiver to discard {count_text(contracts, 'contract')}"


def _end_turn(_before: View, _after: View) -> str:
    return "keeps the waiver and ends the turn"


def _named(told: View, card_id: int) -> str:
    return card_words(told["cards"][card_id])


_WAYS: dict[str, Callable[..., str]] = {
    "DRAW": _draw,
    "COLUMN": _column,
    "FINALIZE": _finalize,
    "ROW": _row,
    "DISCARD": _discard,
    "DEFER": _defer,
    "DISTRICT_BONUS": _own_bonus,
    "TRACK_BONUS": _track_bonus,
    "CELL": _cell,
    "WAIVE": _waive,
    "END_TURN": _end_turn,
}
