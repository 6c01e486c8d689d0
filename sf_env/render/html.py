"""One self-contained page: the files of ``page/`` and data put together.

Nothing is fetched, and a content security policy sees to it: only our own script and style run,
known by their hashes. Whatever text is in the data, it cannot end the element that it stands in.
"""

from __future__ import annotations

import json
import re
from base64 import b64encode
from functools import cache
from hashlib import sha256
from html import escape
from importlib.resources import files
from typing import Any

from sf_env.games.san_francisco.render.legend import legend_svg

SCRIPTS = (
    "dom.js",
    "board.js",
    "choices.js",
    "points.js",
    "chart.js",
    "moment.js",
    "player.js",
    "main.js",
)
POLICY = (
    "default-src 'none'; script-src {script}; style-src {style}; "
    "base-uri 'none'; form-action 'none'"
)
STYLE = "page.css"


def page(data: dict[str, Any]) -> str:
    """Return a page that shows this."""
    parts = {
        "policy": policy(),
        "style": _read(STYLE),
        "script": _script(),
        "signs": legend_svg(),
        "data": _json(data),
    }
    return re.sub(r"\{\{(\w+)\}\}", lambda found: parts[found[1]], _read("page.html"))


def policy() -> str:
    """Return the content security policy of every page: a server may send it along."""
    return POLICY.format(script=_hash(_script()), style=_hash(_read(STYLE)))


def framed(html: str, height: int) -> str:
    """Return a page inside another one, from which it is kept apart."""
    return (
        f'<iframe srcdoc="{escape(html)}" sandbox="allow-scripts" title="San Francisco replay" '
        f'style="width:100%;height:{height}px;border:0"></iframe>'
    )


@cache
def _script() -> str:
    return "\n".join(_read(name) for name in SCRIPTS)


@cache
def _read(name: str) -> str:
    return (files("sf_env.render") / "page" / name).read_text("utf-8")


def _hash(text: str) -> str:
    digest = sha256(text.encode("utf-8")).digest()
    return f"'sha256-{b64encode(digest).decode()}'"


def _json(data: dict[str, Any]) -> str:
    text = json.dumps(data, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    return text.replace("<", "\\u003c")
