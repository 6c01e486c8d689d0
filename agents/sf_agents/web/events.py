"""Server-sent events: what has changed in a game, as soon as it changes."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Any

from sf_agents.playing.compiling import is_compiling
from sf_agents.web.live_game import LiveGame

LOOK = 1.0  # seconds between looks whether agents are being compiled
KEEP_ALIVE = 15.0  # seconds between comments that show the connection to be alive


async def events(live: LiveGame, seat: int | None = None) -> AsyncIterator[str]:
    """Yield the changes of a game, as a seat sees them, until it is closed."""
    with live.watched():
        sent, silence = None, 0.0
        while not live.closed:
            change = live.change
            status = _status(live, seat)
            if status != sent:
                yield f"data: {json.dumps(status)}\n\n"
                sent, silence = status, 0.0
            elif silence >= KEEP_ALIVE:
                yield ": keep-alive\n\n"
                silence = 0.0
            if not await _changes(change):
                silence += LOOK


def _status(live: LiveGame, seat: int | None) -> dict[str, Any]:
    return {
        "revision": live.revision(seat),
        "trouble": live.trouble,
        "getting_ready": live.is_thinking and is_compiling(),
    }


async def _changes(change: asyncio.Event) -> bool:
    """Return whether something changes within a moment."""
    try:
        await asyncio.wait_for(change.wait(), LOOK)
    except TimeoutError:
        return False
    return True
