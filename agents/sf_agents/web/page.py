"""The files of the page, as the package brings them, and a picture of the signs."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from sf_agents.web.refusal import Refusal
from sf_env.core.errors import shown
from sf_env.games.san_francisco.render.legend import legend_svg

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
        raise Refusal(404, f"the page has no file {shown(name)}")
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
