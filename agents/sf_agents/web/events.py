"""What those who watch a game are told, as server-sent events, as soon as it changes."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Any

from sf_agents.playing.compiling import is_compiling
from sf_agents.web.live_game import LiveGame

LOOK = 1.0  # seconds until one looks whether agents are being compiled
STILL_HERE = 15.0  # seconds between signs of life, so that a dead connection is noticed


async def events(table: LiveGame) -> AsyncIterator[str]:
    """Yield what is new of a game, until its table is closed."""
    with table.watched():
        told, silence = None, 0.0
        while not table.closed:
            change = table.change
            news = _news(table)
            if news != told:
                yield f"data: {json.dumps(news)}\n\n"
                told, silence = news, 0.0
            elif silence >= STILL_HERE:
                yield ": still here\n\n"
                silence = 0.0
            if not await _happens(change):
                silence += LOOK


def _news(table: LiveGame) -> dict[str, Any]:
    return {
        "revision": table.revision,
        "trouble": table.trouble,
        "getting_ready": table.is_thinking and is_compiling(),
    }


async def _happens(change: asyncio.Event) -> bool:
    """Return whether something happens within a moment."""
    try:
        await asyncio.wait_for(change.wait(), LOOK)
    except TimeoutError:
        return False
    return True
