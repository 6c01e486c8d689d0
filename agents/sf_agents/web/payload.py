"""What a browser receives: a game as plain data that JSON can hold, and an agent's opinion."""

from __future__ import annotations

from typing import Any

from sf_agents.playing.advice import Advice
from sf_agents.playing.session import HUMAN, Session
from sf_agents.web.live_game import LiveGame
from sf_agents.web.requests import to_json
from sf_env.render.words import YOU, begun, point_word, points_text

LATEST = 40  # decisions in the log


def payload_json(live: LiveGame) -> bytes:
    """Return the payload as JSON, made once for each position however many ask."""
    position = f"{live.revision} {live.trouble}"
    if live.cached[0] != position:
        live.cached = (position, to_json(payload(live)))
    return live.cached[1]


def payload(live: LiveGame) -> dict[str, Any]:
    """Return everything that the page shows of a game, from the seat of its viewer.

    In a game with secrets that is the person to move, or the one who decided last.
    """
    session, theatre, view = live.session, live.theatre, live.history.view
    game, names = session.game, session.names
    choices = theatre.choices(view) if session.waits_for_human else []
    return {
        "id": live.name,
        "revision": live.revision,
        "decisions": game.length,
        "players": game.players,
        "seats": session.seats,
        "names": names,
        "setup": game.setup.name,
        "viewer": session.viewer,
        "to_move": game.to_move,
        "waits_for": _waits_for(session),
        "sentence": _sentence(live),
        "trouble": live.trouble,
        "actions": [
            {"action": one.action, "name": one.name, "label": begun(one.text), "spot": one.spot}
            for one in choices
        ],
        "can_undo": any(step.chosen for step in live.history.steps),
        "scores": [
            _score(name, points, won=seat in game.winners())
            for seat, (name, points) in enumerate(zip(names, theatre.points(view), strict=True))
        ],
        "log": _log(live),
        "links": _links(live),
        **theatre.board(view),
    }


def opinion(advice: Advice) -> dict[str, Any]:
    """Return what an agent thinks of the choices, the best first."""
    return {"chance": advice.chance, "choices": [choice._asdict() for choice in advice.choices]}


def _waits_for(session: Session) -> str:
    """Return who has to decide: human, agent, or nobody ("")."""
    if session.game.is_over:
        return ""
    return HUMAN if session.waits_for_human else "agent"


def _sentence(live: LiveGame) -> str:
    """Return whose decision it is and what about, or who has won."""
    session, view = live.session, live.history.view
    if session.game.is_over:
        return begun(live.theatre.verdict(view, session.game.winners()))
    name = session.names[session.game.to_move]
    if not session.waits_for_human:
        return f"{name} is thinking"
    whose = "Your turn" if name == YOU else f"{begun(name)}, your turn"
    return f"{whose}: {live.theatre.task(view)}"


def _score(name: str, points: float, won: bool) -> dict[str, Any]:
    return {"name": name, "points": points_text(points), "unit": point_word(points), "won": won}


def _log(live: LiveGame) -> list[dict[str, Any]]:
    """Return the latest decisions in words, the last one at the end."""
    steps = live.history.steps
    first = max(0, len(steps) - LATEST)
    return [
        {"number": number, "seat": step.seat, "text": begun(step.text)}
        for number, step in enumerate(steps[first:], first + 1)
    ]


def _links(live: LiveGame) -> list[dict[str, Any]]:
    """Return the other pages of a game, and the files to save."""
    if live.session.viewer is not None:
        return []  # it has secrets, see ``LiveGame.check_open``
    replay = ("Watch the replay", "replay", False), ("Save the replay", "replay.html", True)
    offers = *(replay if live.theatre.has_replays else ()), ("Save the game", "record", True)
    return [
        {"label": label, "href": f"api/games/{live.name}/{what}", "file": file}
        for label, what, file in offers
    ]
