"""What a browser receives: a game as plain data that JSON can hold, and an agent's opinion."""

from __future__ import annotations

from typing import Any

from sf_agents.playing.advice import Advice
from sf_agents.playing.session import HUMAN
from sf_agents.web.keys import Keys
from sf_agents.web.live_game import CLOSED, LiveGame
from sf_agents.web.requests import to_json
from sf_env.render.words import YOU, begun, point_word, points_text

LATEST = 40  # decisions in the log
OTHER = "person"  # somebody whose page this is not


def payload_json(live: LiveGame, keys: Keys, seat: int | None = None) -> bytes:
    """Return the payload as JSON, made once for each seat and position however many ask."""
    position = f"{live.revision(seat)} {live.trouble} {live.is_closed_to(seat)}"
    if live.cached.get(seat, ("",))[0] != position:
        content = doors(live, keys) if live.is_closed_to(seat) else payload(live, seat)
        live.cached[seat] = position, to_json(content)
    return live.cached[seat][1]


def payload(live: LiveGame, seat: int | None = None) -> dict[str, Any]:
    """Return everything that the page of a seat shows of a game; None if nobody has secrets."""
    theatre, history, view = live.theatre, live.history(seat), live.history(seat).view
    game, names = live.session.game, history.names
    choices = theatre.choices(view) if live.may_decide(seat) else []
    return {
        **_outside(live, names, seat),
        "sentence": _sentence(live, seat),
        "actions": [one._asdict() | {"label": begun(one.text)} for one in choices],
        "can_undo": live.session.allows_undo and any(step.chosen for step in history.steps),
        "scores": [
            _score(name, points, won=seat in game.winners())
            for seat, (name, points) in enumerate(zip(names, theatre.points(view), strict=True))
        ],
        "log": _log(live, seat),
        "links": _links(live),
        **theatre.board(view),
    }


def doors(live: LiveGame, keys: Keys) -> dict[str, Any]:
    """Return what is known outside of a game in which people have secrets, and a way to each seat.

    Only the host receives it, who gives the address of a seat to the person who plays there.
    """
    names = live.session.names
    return {
        **_outside(live, names, None),
        "sentence": f"{begun(CLOSED)}.",
        "doors": [
            {"seat": seat, "name": names[seat], "key": keys.of_seat(live.name, seat)}
            for seat in live.session.people
        ],
    }


def opinion(advice: Advice) -> dict[str, Any]:
    """Return what an agent thinks of the choices, the best first."""
    return {"chance": advice.chance, "choices": [choice._asdict() for choice in advice.choices]}


def _outside(live: LiveGame, names: list[str], seat: int | None) -> dict[str, Any]:
    """Return what everybody may know of a game, for the page of a seat."""
    game = live.session.game
    return {
        "id": live.name,
        "game": game.rules.id,
        "title": game.rules.name,
        "revision": live.revision(seat),
        "decisions": game.length,
        "players": game.players,
        "seats": live.session.seats,
        "names": names,
        "setup": game.setup.name,
        "seat": seat,
        "to_move": game.to_move,
        "waits_for": _waits_for(live, seat),
        "trouble": live.trouble,
    }


def _waits_for(live: LiveGame, seat: int | None) -> str:
    """Return who has to decide: human (on this page), person (elsewhere), agent, or nobody ("")."""
    if live.session.game.is_over:
        return ""
    if not live.session.waits_for_human:
        return "agent"
    return HUMAN if live.may_decide(seat) else OTHER


def _sentence(live: LiveGame, seat: int | None) -> str:
    """Return whose decision it is and what about, or who has won."""
    session, history = live.session, live.history(seat)
    if session.game.is_over:
        return begun(live.theatre.verdict(history.view, session.game.winners()))
    name = history.names[session.game.to_move]
    if not session.waits_for_human:
        return f"{name} is thinking"
    if not live.may_decide(seat):
        return f"Waiting for {name}"
    whose = "Your turn" if name == YOU else f"{begun(name)}, your turn"
    return f"{whose}: {live.theatre.task(history.view)}"


def _score(name: str, points: float, won: bool) -> dict[str, Any]:
    return {"name": name, "points": points_text(points), "unit": point_word(points), "won": won}


def _log(live: LiveGame, seat: int | None) -> list[dict[str, Any]]:
    """Return the latest decisions in words, the last one at the end."""
    steps = live.history(seat).steps
    first = max(0, len(steps) - LATEST)
    return [
        {"number": number, "seat": step.seat, "text": begun(step.text)}
        for number, step in enumerate(steps[first:], first + 1)
    ]


def _links(live: LiveGame) -> list[dict[str, Any]]:
    """Return the other pages of a game, and the files to save."""
    replay = ("Watch the replay", "replay", False), ("Save the replay", "replay.html", True)
    record = ("Save the game", "record", True)
    offers = *(replay if live.theatre.has_replays else ()), record
    return [
        {"label": label, "href": f"api/games/{live.name}/{what}", "file": file}
        for label, what, file in offers
        if what != "record" or not live.session.has_secrets  # see ``check_has_no_secrets``
    ]
