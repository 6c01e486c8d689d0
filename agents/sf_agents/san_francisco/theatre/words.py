"""What there is to decide in San Francisco, in words, and the cards that it is about."""

from __future__ import annotations

from sf_env.games.san_francisco.deck.card import Card
from sf_env.games.san_francisco.deck.deck import DEPOT_CARD, WILD4
from sf_env.games.san_francisco.engine.actions import DEFER
from sf_env.games.san_francisco.engine.constants import BONUS_NAMES
from sf_env.games.san_francisco.engine.constants import DEPOT_CARD as DEPOT_BONUS
from sf_env.games.san_francisco.engine.constants import WILD4 as WILD_BONUS
from sf_env.games.san_francisco.render.telling import to_do
from sf_env.games.san_francisco.view import View

BONUS_CARDS = {WILD_BONUS: WILD4, DEPOT_BONUS: DEPOT_CARD}
QUESTIONS = {
    "turn": "draw a card, or take a column?",
    "column": "which column does {card} go in?",
    "build": "what do you do with {card}?",
    "bonus": "which bonus?",
    "target": "where does {bonus} go? The number of a card:",
    "end": "use the waiver?",
}


def question(view: View) -> str:
    """Return what is to be decided, as a question."""
    cards = view["taken"] if view["drawn"] is None else [view["drawn"]]
    card = str(view["cards"][cards[0]]) if cards else ""
    bonus = "" if view["bonus"] is None else f"the bonus ({BONUS_NAMES[view['bonus']]})"
    return QUESTIONS[view["phase"]].format(card=card, bonus=bonus)


def task(view: View) -> str:
    """Return what is to be decided, as an instruction."""
    phase, legal = view["phase"], view["legal"]
    if phase == "turn" and len(legal) == 1:
        return "draw a card"
    if phase == "build":
        later = ", or keep it for later" if DEFER in legal else ""
        return f"build or discard {view['cards'][view['taken'][0]]}{later}"
    return to_do(view)


def hand(view: View) -> list[Card]:
    """Return what the player to move has in hand, the current card first."""
    if view["phase"] == "target":  # tokens are framed among the bonuses
        return [BONUS_CARDS[view["bonus"]]] if view["bonus"] in BONUS_CARDS else []
    cards = view["taken"] if view["drawn"] is None else [view["drawn"]]
    return [view["cards"][card] for card in cards]
