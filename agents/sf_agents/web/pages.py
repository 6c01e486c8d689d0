"""The pages that the server sends: the files of its own page, and the replay of a game."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from html import escape
from importlib.resources import files

from sf_agents.playing.theatre import theatre_of
from sf_agents.web.live_game import LiveGame
from sf_agents.web.requests import RequestError
from sf_env.core.errors import shown
from sf_env.core.rules import Rules
from sf_env.render.html import policy
from sf_env.render.look import look_of

KINDS = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
}
TITLE = b"GAME"  # in index.html: replaced by the name of the game


class Page:
    """The files of the page, with the name of the usual game, and the signs of all."""

    def __init__(self, offered: Sequence[Rules]) -> None:
        folder = files("sf_agents.web").joinpath("page")
        self._files = {
            entry.name: (entry.read_bytes(), KINDS[ending])
            for entry in folder.iterdir()
            if (ending := "." + entry.name.rpartition(".")[2]) in KINDS
        }
        index, kind = self._files["index.html"]
        self._files["index.html"] = index.replace(TITLE, escape(offered[0].name).encode()), kind
        for rules in offered:
            theatre = theatre_of(rules)
            self._files[f"signs-{rules.id}.svg"] = theatre.signs().encode(), KINDS[".svg"]
            self._files[f"board-{rules.id}.css"] = theatre.style().encode(), KINDS[".css"]

    def file(self, name: str) -> tuple[bytes, str]:
        """Return a file and its kind, or refuse."""
        if name not in self._files:
            raise RequestError(404, f"the page has no file {shown(name)}")
        return self._files[name]


async def replay_page(live: LiveGame, seat: int | None = None) -> str:
    """Return the page of a game so far, made in a thread since it takes a while.

    It shows what the seat has seen, or everybody at the table. The seed, from which all cards
    follow, is shown once the game is over.
    """
    live.check_open_to(seat)
    session = live.session
    seen_by = seat if session.has_secrets else None
    record, setup, over = session.record(), session.game.setup, session.game.is_over
    page = await asyncio.to_thread(live.theatre.replay, record, setup, over, seen_by)
    if not page:
        raise RequestError(404, f"there are no replays of {live.session.game.rules.name}")
    return page


def replay_headers(rules: Rules) -> dict[str, str]:
    """Return the headers of the page: only its own script and style may run."""
    return {"content-security-policy": f"{policy(look_of(rules))}; frame-ancestors 'none'"}
