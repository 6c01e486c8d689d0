"""Records with what an agent thinks of each decision in them: for the replay page.

``record["analysis"]`` gets an entry for each action: null where nothing was to be chosen, or
``{"agent": name, "chance": p, "choices": [[action, share, chance or null], ...]}``, the best first.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import sf_env
from sf_agents.playing.advice import advise, adviser
from sf_env.core import records
from sf_env.core.record_format import check_record
from sf_env.opponents import load
from sf_env.render.story import deck_of

PLACES = 4  # decimals that are kept

Progress = Callable[[int, int], None]  # is told how many decisions are done, and of how many


def analyse_record(
    record: dict[str, Any],
    agent: str,
    progress: Progress | None = None,
    deck: Any = None,
    where: str = "record",
) -> dict[str, Any]:
    """Return a copy of a record with what an agent thinks of every choice in it.

    The agent sees each position as a player does, without the order of the deck; ``deck`` is
    needed if the record's deck was a file. Errors of the record begin with ``where``.
    """
    adviser(agent)  # who does not tell what it thinks is named as it was called
    loaded = load(agent)
    check_record(record, where)
    total = len(record["actions"])
    found = []
    games = records.replay(record, deck_of(record, deck), where)
    for done, game in zip(range(total), games, strict=False):
        found.append(_thought(game, loaded, agent) if len(game.legal_actions()) > 1 else None)
        if progress is not None:
            progress(done + 1, total)
    return {**record, "analysis": found}


def _thought(game: sf_env.Game, loaded: Any, agent: str) -> dict[str, Any]:
    advice = advise(game, loaded)
    choices = [
        [one.action, round(one.share, PLACES), _rounded(one.chance)] for one in advice.choices
    ]
    return {"agent": agent, "chance": round(advice.chance, PLACES), "choices": choices}


def _rounded(chance: float | None) -> float | None:
    return None if chance is None else round(chance, PLACES)
