"""A game that is drawn, with hands and a choice that the others do not see."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from sf_env.core.rules import Rules, register
from tests.toy import DRAW
from tests.toy_look import DRAWN

HIDING = replace(
    DRAWN,
    id="matches_hiding",
    home="tests.render.hiding:HIDING",
    private_actions=frozenset({DRAW}),
)
register(HIDING.id, HIDING.home)
THOUGHT = {"agent": "wise", "chance": 0.5, "choices": [[0, 1.0, None]]}


def dealt(
    hands: tuple[int, ...], actions: tuple[int, ...] = (0, 1, 1, 0), rules: Rules = DRAWN
) -> dict[str, Any]:
    """Return the record of a game with these hands; a hand that is drawn later is a 2."""
    game = rules.new_game(players=len(hands), order={"hands": list(hands), "draws": [2]})
    for action in actions:
        game.step(action)
    return game.record(analysis=[THOUGHT] * len(actions))
