"""The server's application: what it answers to each request."""

from __future__ import annotations

import json
import logging

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from sf_agents.web.events import events
from sf_agents.web.games import Games
from sf_agents.web.live_game import LiveGame
from sf_agents.web.pages import Page, replay_headers, replay_page
from sf_agents.web.payload import opinion, payload_json
from sf_agents.web.requests import (
    JSON,
    Fields,
    RequestError,
    error_response,
    json_response,
    parse,
    read_body,
    read_json,
)
from sf_env.core.errors import Error, RecordError
from sf_env.core.files import NotWritten

LOGGER = logging.getLogger("sf_agents.web")


def application(games: Games) -> Starlette:
    """Return the application that serves a folder of games."""
    app = Starlette(
        routes=[
            Route("/", _index),
            Route("/page/{file}", _page),
            Route("/api/lobby", _lobby),
            Route("/api/games", _start, methods=["POST"]),
            Route("/api/records", _take_in, methods=["POST"]),
            Route("/api/games/{name}", _show),
            Route("/api/games/{name}/act", _act, methods=["POST"]),
            Route("/api/games/{name}/undo", _undo, methods=["POST"]),
            Route("/api/games/{name}/think", _think, methods=["POST"]),
            Route("/api/games/{name}/events", _events),
            Route("/api/games/{name}/record", _record),
            Route("/api/games/{name}/replay", _replay),
            Route("/api/games/{name}/replay.html", _replay_file),
        ],
        exception_handlers={Error: _on_error, HTTPException: _on_http, Exception: _on_fault},
    )
    app.router.redirect_slashes = False
    app.state.games = games
    app.state.page = Page(games.rules)
    return app


async def _index(request: Request) -> Response:
    content, kind = _file(request, "index.html")
    return Response(content, media_type=kind)


async def _page(request: Request) -> Response:
    content, kind = _file(request, request.path_params["file"])
    return Response(content, media_type=kind)


def _file(request: Request, name: str) -> tuple[bytes, str]:
    page: Page = request.app.state.page
    return page.file(name)


async def _lobby(request: Request) -> Response:
    """Return what can be played, and the games that can be resumed."""
    games = _games(request)
    theatre, rules = games.theatre, games.rules
    return json_response(
        {
            "players": rules.players,
            "seats": games.seats.players(),
            "opponents": theatre.opponents,
            "advisers": games.seats.advisers(games.hint),
            "hint": games.hint,
            "setup_word": rules.setup_word,
            "setups": sorted({str(rules.usual_setup), games.setup.name}),
            "signs": bool(theatre.signs()),
            "games": games.listed(),
        }
    )


async def _start(request: Request) -> Response:
    """Start a game; the setup may be given by the game's own word."""
    games = _games(request)
    fields = Fields(await read_json(request))
    seats = fields.items("seats")
    words = dict.fromkeys(("setup", games.rules.setup_word))
    setups = [fields.text(word) for word in words if fields.has(word)]
    seed = fields.integer("seed") if fields.has("seed") else None
    fields.done()
    return _created(games.start(seats, setups[0] if setups else None, seed))


async def _take_in(request: Request) -> Response:
    """Resume a record from outside: the body is its line."""
    body = await read_body(request)
    records = sum(line.startswith(b'{"') for line in body.splitlines())
    if records > 1:
        raise RequestError(422, f"the file holds {records} records; it should hold one")
    return _created(_games(request).take_in(parse(body)))


async def _show(request: Request) -> Response:
    """Return everything that the page shows of a game."""
    return Response(payload_json(_game(request)), media_type=JSON)


async def _act(request: Request) -> Response:
    """Carry out a person's decision."""
    fields = await _fields(request)
    revision, action = fields.text("revision"), fields.integer("action")
    fields.done()
    live = _game(request)
    live.act(revision, action)
    return Response(payload_json(live), media_type=JSON)


async def _undo(request: Request) -> Response:
    """Take back the last decision of a person."""
    fields = await _fields(request)
    revision = fields.text("revision")
    fields.done()
    live = _game(request)
    live.undo(revision)
    return Response(payload_json(live), media_type=JSON)


async def _think(request: Request) -> Response:
    """Return what an agent thinks of the choices."""
    games = _games(request)
    fields = await _fields(request)
    revision = fields.text("revision")
    agent = fields.text("agent") if fields.has("agent") else games.hint
    fields.done()
    if agent != games.hint or not agent:
        games.seats.check_agent(agent)
    return json_response(opinion(await _game(request).advise(revision, agent)))


async def _events(request: Request) -> Response:
    """Send an event whenever a game has changed, until the browser leaves."""
    return StreamingResponse(events(_game(request)), media_type="text/event-stream")


async def _record(request: Request) -> Response:
    """Return the record of a game as a file."""
    live = _game(request)
    live.check_open()
    line = json.dumps(live.session.record()) + "\n"
    return Response(line, media_type="application/x-ndjson", headers=_as_file(live, "jsonl"))


async def _replay(request: Request) -> Response:
    """Return the page of a game so far."""
    live = _game(request)
    page = await replay_page(live)
    headers = replay_headers(live.session.game.rules)
    return Response(page, media_type="text/html", headers=headers)


async def _replay_file(request: Request) -> Response:
    """Return the same page as a file."""
    live = _game(request)
    page = await replay_page(live)
    headers = replay_headers(live.session.game.rules) | _as_file(live, "html")
    return Response(page, media_type="text/html", headers=headers)


def _as_file(live: LiveGame, ending: str) -> dict[str, str]:
    """Return the header by which a browser saves an answer as a file."""
    game = live.session.game.rules.id.replace("_", "-")
    return {"content-disposition": f'attachment; filename="{game}-{live.name}.{ending}"'}


def _created(name: str) -> Response:
    return json_response({"id": name}, 201)


async def _fields(request: Request) -> Fields:
    """Return the fields of a request about a game, or refuse if there is no such game."""
    _game(request)
    return Fields(await read_json(request))


def _games(request: Request) -> Games:
    games: Games = request.app.state.games
    return games


def _game(request: Request) -> LiveGame:
    """Return the game of a request; call it after every wait, during which it may be closed."""
    return _games(request).game(request.path_params["name"])


async def _on_error(_request: Request, error: Exception) -> Response:
    """Answer a mistake of the request, or a failure to save."""
    if isinstance(error, RequestError):
        return error_response(error.status, str(error))
    if isinstance(error, RecordError | NotWritten):  # not the request's fault
        LOGGER.error("%s", error)
        return error_response(500, str(error))
    return error_response(422, str(error))


async def _on_http(_request: Request, error: Exception) -> Response:
    """Answer what the framework refuses: unknown paths, methods that a path does not have."""
    assert isinstance(error, HTTPException)  # noqa: S101  what it was registered for
    return error_response(error.status_code, error.detail)


async def _on_fault(request: Request, _error: Exception) -> Response:
    """Answer a mistake of ours; the framework hands it to the log."""
    LOGGER.error("%s %s failed", request.method, request.url.path)
    return error_response(500, "something went wrong in the server; see its output")
