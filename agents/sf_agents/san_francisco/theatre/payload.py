"""What a browser is told: a game as plain data that JSON can hold, and what an agent thinks."""

from __future__ import annotations

from typing import Any

from sf_agents.playing.advice import Advice
from sf_agents.playing.session import HUMAN, Session
from sf_agents.san_francisco.theatre.web_board import board
from sf_agents.web.live_game import LiveGame
from sf_agents.web.requests import to_json
from sf_env.games.san_francisco.actions import NAMES
from sf_env.games.san_francisco.engine.actions import DEFER
from sf_env.games.san_francisco.render.places import spot_of
from sf_env.games.san_francisco.render.telling import offer, to_do, verdict
from sf_env.games.san_francisco.view import View
from sf_env.render.words import YOU, begun, point_word, points_text

LATEST = 40  # decisions that are told


def told_once(table: LiveGame) -> bytes:
    """Return the same as JSON; many may ask about the same position."""
    position = f"{table.revision} {table.trouble}"
    if table.sheet[0] != position:
        table.sheet = (position, to_json(told(table)))
    return table.sheet[1]


def told(table: LiveGame) -> dict[str, Any]:
    """Return everything that the page shows of a game."""
    session = table.session
    game = session.game
    shown = table.history.view
    return {
        "id": table.name,
        "revision": table.revision,
        "decisions": game.length,
        "players": game.players,
        "seats": session.seats,
        "names": shown["names"],
        "deck": game.deck.name,
        "phase": game.phase,
        "to_move": game.to_move,
        "waits_for": _waits_for(session),
        "sentence": _sentence(session, shown),
        "trouble": table.trouble,
        "actions": _actions(shown) if session.waits_for_human else [],
        "can_undo": any(step.chosen for step in table.history.steps),
        "scores": [_score(shown, seat) for seat in range(game.players)],
        "log": _log(table),
        "links": _links(table),
        **board(shown),
    }


def thought(advice: Advice) -> dict[str, Any]:
    """Return what an agent thinks of the choices, the best first."""
    return {"chance": advice.chance, "choices": [choice._asdict() for choice in advice.choices]}


def _waits_for(session: Session) -> str:
    """Return who has to decide: human, agent, or nobody."""
    if session.game.is_over:
        return ""
    return HUMAN if session.waits_for_human else "agent"


def _sentence(session: Session, shown: View) -> str:
    """Return whose decision it is and what about, or who has won."""
    if session.game.is_over:
        return begun(verdict(shown))
    name = shown["names"][session.game.to_move]
    if not session.waits_for_human:
        return f"{name} is thinking"
    whose = "Your turn" if name == YOU else f"{begun(name)}, your turn"
    return f"{whose}: {_to_do(shown)}"


def _to_do(shown: View) -> str:
    """Return what there is to decide."""
    phase, legal = shown["phase"], shown["legal"]
    if phase == "turn" and len(legal) == 1:
        return "draw a card"
    if phase == "build":
        later = ", or keep it for later" if DEFER in legal else ""
        return f"build or discard {shown['cards'][shown['taken'][0]]}{later}"
    return to_do(shown)


def _actions(shown: View) -> list[dict[str, Any]]:
    """Return the legal actions, with the place on the board that stands for each."""
    return [
        {
            "action": action,
            "name": NAMES[action],
            "label": begun(offer(shown, action)),
            "spot": spot_of(shown, action),
        }
        for action in shown["legal"]
    ]


def _score(shown: View, seat: int) -> dict[str, Any]:
    score = shown["scores"][seat]
    return {
        "name": shown["names"][seat],
        "points": points_text(score["total"]),
        "unit": point_word(score["total"]),
        "won": seat in shown["winners"],
    }


def _log(table: LiveGame) -> list[dict[str, Any]]:
    """Return the latest decisions in words, the last one at the end."""
    steps = table.history.steps
    first = max(0, len(steps) - LATEST)
    return [
        {"number": number, "seat": step.seat, "text": begun(step.text)}
        for number, step in enumerate(steps[first:], first + 1)
    ]


def _links(table: LiveGame) -> list[dict[str, Any]]:
    """Return what else there is of a game, as the page offers it: pages, and files to keep."""
    offers = (
        ("Watch the replay", "replay", False),
        ("Save the replay", "replay.html", True),
        ("Save the game", "record", True),
    )
    return [
        {"label": label, "href": f"api/games/{table.name}/{what}", "file": file}
        for label, what, file in offers
    ]
