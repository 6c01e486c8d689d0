"""Recorded games in which everything occurs: all kinds of actions, trams, skyscrapers, tokens."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

import sf_env

RICH = {2: 17, 3: 18, 4: 17}  # by the number of players, a seed
EVIL = '</script><script>document.title="evil"</script><img src=x onerror=alert(1)>'


@cache
def _game(players: int) -> sf_env.Game:
    game = sf_env.Game(players, RICH[players])
    dice = random.Random(RICH[players])
    while not game.is_over:
        game.step(dice.choice(game.legal_actions()))
    return game


def played(players: int = 2, **extra: Any) -> dict[str, Any]:
    """Return the record of a finished game."""
    return _game(players).record(**extra)


def thought_about(**extra: Any) -> dict[str, Any]:
    """Return a record with an analysis in which the first legal action is the best."""
    record = played(2, **extra)
    entries: list[Any] = []
    for game in sf_env.record.replay(record):
        legal = game.legal_actions()
        rest = [[action, 0.25 / max(len(legal) - 1, 1), None] for action in legal[1:]]
        choices = [[legal[0], 0.75, 0.6], *rest] if legal else []
        entry = {"agent": "oracle", "chance": 0.6, "choices": choices}
        entries.append(entry if len(legal) > 1 else None)
    return record | {"analysis": entries[:-1]}
