"""The replay of a game as it stands: the page that ``sf-watch`` writes, for a browser."""

from __future__ import annotations

import asyncio

from sf_agents.playing.sitting import Sitting
from sf_env.render.html import policy
from sf_env.render.replay import Replay

REPLAY_HEADERS = {"content-security-policy": f"{policy()}; frame-ancestors 'none'"}


async def replay_page(sitting: Sitting) -> str:
    """Return the page, made in a thread since it takes a while.

    It shows what all have seen. The seed, from which the order of the deck follows, is told only
    once the game is over.
    """
    record, deck, over = sitting.record(), sitting.game.deck, sitting.game.is_over
    return await asyncio.to_thread(lambda: Replay(deck).add(record, tell_seed=over).html())
