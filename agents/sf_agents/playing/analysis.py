"""Records with an agent's view of each decision, for the replay page.

``record["analysis"]`` gets an entry for each action: null where there was only one choice, or
``{"agent": name, "chance": p, "choices": [[action, share, chance or null], ...]}``, the best first.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sf_agents.playing.advice import advise, adviser
from sf_env.core import records
from sf_env.core.game import Game
from sf_env.core.record_format import check_record, rules_of_record
from sf_env.opponents import load
from sf_env.render.story import setup_for

PLACES = 4  # decimals

Progress = Callable[[int, int], None]  # takes how many decisions are done, and of how many


def analyse_record(
    record: dict[str, Any],
    agent: str,
    progress: Progress | None = None,
    setup: Any = None,
    where: str = "record",
) -> dict[str, Any]:
    """Return a copy of a record with an agent's view of every choice.

    The agent sees each position as the player to move does; ``setup`` is needed if the record's
    own was a file. Errors of the record begin with ``where``.
    """
    check_record(record, where)
    rules = rules_of_record(record, where)
    adviser(agent, rules)  # an agent that gives no advice is named as the caller named it
    loaded = load(agent, rules)
    total = len(record["actions"])
    found = []
    games = records.replay(record, setup_for(record, setup), where)
    for done, game in zip(range(total), games, strict=False):
        found.append(_thought(game, loaded, agent) if len(game.legal_actions()) > 1 else None)
        if progress is not None:
            progress(done + 1, total)
    return {**record, "analysis": found}


def _thought(game: Game, loaded: Any, agent: str) -> dict[str, Any]:
    advice = advise(game, loaded)
    choices = [
        [one.action, round(one.share, PLACES), _rounded(one.chance)] for one in advice.choices
    ]
    return {"agent": agent, "chance": round(advice.chance, PLACES), "choices": choices}


def _rounded(chance: float | None) -> float | None:
    return None if chance is None else round(chance, PLACES)
