"""The pages that the server sends: the files of its own page, and the replay of a game."""

from __future__ import annotations

import asyncio
from functools import cache
from importlib.resources import files

from sf_agents.playing.session import Session
from sf_agents.web.requests import RequestError
from sf_env.core.errors import shown
from sf_env.games.san_francisco.render.legend import legend_svg
from sf_env.render.html import policy
from sf_env.render.look import look_of
from sf_env.render.replay import Replay

KINDS = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
}


def page_file(name: str) -> tuple[bytes, str]:
    """Return a file of the page and its kind, or refuse."""
    known = _files()
    if name not in known:
        raise RequestError(404, f"the page has no file {shown(name)}")
    return known[name]


@cache
def _files() -> dict[str, tuple[bytes, str]]:
    folder = files("sf_agents.web").joinpath("page")
    signs = {"signs.svg": (legend_svg().encode(), KINDS[".svg"])}
    return signs | {
        entry.name: (entry.read_bytes(), KINDS[ending])
        for entry in folder.iterdir()
        if (ending := "." + entry.name.rpartition(".")[2]) in KINDS
    }


async def replay_page(session: Session) -> str:
    """Return the page, made in a thread since it takes a while.

    It shows what all have seen. The seed, from which the order of the deck follows, is told only
    once the game is over.
    """
    record, deck, over = session.record(), session.game.deck, session.game.is_over
    return await asyncio.to_thread(lambda: Replay(deck).add(record, tell_seed=over).html())


def replay_headers(session: Session) -> dict[str, str]:
    """Return the headers that go with the page: only its own script and style may run."""
    own = policy(look_of(session.game.rules))
    return {"content-security-policy": f"{own}; frame-ancestors 'none'"}
