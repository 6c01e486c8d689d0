"""The toy game in pictures: the text that a seat reads, on one panel."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from sf_env.core.rules import register
from sf_env.render.look import HIDDEN, Event, Look
from sf_env.render.shapes import Item, Panel, Scene, Tile, Words
from tests.toy import MATCHES, NAMES, actions_of, parts, text


def look_at(state: Any, names: Any, seat: int | None) -> dict[str, Any]:
    players = int(state["players"])
    return {
        "players": players,
        "to_move": int(state["to_move"]),
        "legal": actions_of(state),
        "names": list(names or map(str, range(players))),
        "text": text(state, seat),
        "points": tuple(map(tuple, parts(np.array([state]))[0].tolist())),
    }


def panels_of(view: dict[str, Any]) -> list[Panel]:
    words = Tile((Words(10, 25, view["text"], 12, "#000000"),))
    return [Panel("table", view["text"], 400, 40, (Item(words, 0, 0),))]


def deed_of(before: dict[str, Any], action: int, _after: dict[str, Any]) -> str:
    named = "something" if action == HIDDEN else NAMES[action]
    return f"{before['names'][before['to_move']]} chooses {named}"


LOOK = Look(
    name="Matches",
    actions=NAMES,
    view=look_at,
    compare=lambda before, after: None,
    panels=panels_of,
    arrange=lambda panels: Scene(((panels[0], 10, 10),), 420, 60),
    offer=lambda view, action: NAMES[action],
    spot=lambda view, action: "",
    deed=deed_of,
    events=lambda before, after: (Event("taken", before["to_move"], after["text"]),),
    result=lambda view: f"{view['points']}",
    points=lambda view: view["points"],
    level=lambda state: tuple(map(tuple, parts(np.array([state]))[0].tolist())),
    parts=MATCHES.parts,
    signs={},
    legend=lambda: "",
    style=lambda: "",
    question="table",
)
DRAWN = replace(
    MATCHES, id="matches_drawn", home="tests.toy_look:DRAWN", look="tests.toy_look:LOOK"
)
register("matches_drawn", "tests.toy_look:DRAWN")
