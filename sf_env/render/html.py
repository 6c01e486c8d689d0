"""One self-contained page: the files of ``page/``, the style of a game, and data put together.

Nothing is fetched, which a content security policy ensures: only our own script and style run,
known by their hashes. No text in the data can end the element that it is in.
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

from sf_env.render.look import Look

SCRIPTS = (
    "dom.js",
    "board.js",
    "choices.js",
    "points.js",
    "chart.js",
    "moment.js",
    "player.js",
    "seats.js",
    "main.js",
)
POLICY = (
    "default-src 'none'; script-src {script}; style-src {style}; "
    "base-uri 'none'; form-action 'none'"
)


def page(data: dict[str, Any], look: Look) -> str:
    """Return a page that shows games with this look."""
    parts = {
        "title": escape(look.name),
        "policy": policy(look),
        "style": _style(look),
        "script": _script(),
        "signs": look.legend(),
        "note": escape(look.note),
        "data": _json(data),
    }
    return re.sub(r"\{\{(\w+)\}\}", lambda found: parts[found[1]], _read("page.html"))


def policy(look: Look) -> str:
    """Return the content security policy of the pages of a game: a server may send it as well."""
    return POLICY.format(script=_hash(_script()), style=_hash(_style(look)))


def framed(html: str, height: int, title: str) -> str:
    """Return a page inside another one, from which it is kept apart."""
    return (
        f'<iframe srcdoc="{escape(html)}" sandbox="allow-scripts" title="{escape(title)}" '
        f'style="width:100%;height:{height}px;border:0"></iframe>'
    )


def _style(look: Look) -> str:
    return f"{_read('page.css')}\n{look.style()}"


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
