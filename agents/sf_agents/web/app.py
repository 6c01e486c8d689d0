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
from sf_agents.web.keys import Holder, Keys
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
from sf_env.core.errors import Error, RecordError, shown
from sf_env.core.files import NotWritten

LOGGER = logging.getLogger("sf_agents.web")
FOR_ONE_SEAT = "this address is for one seat of one game"


def application(games: Games, keys: Keys) -> Starlette:
    """Return the application that serves a folder of games."""
    app = Starlette(
        routes=[
            Route("/", _index),
            Route("/page/{file}", _page),
            Route("/api/lobby", _lobby),
            Route("/api/lobby/{game}", _kind),
            Route("/api/games", _start, methods=["POST"]),
            Route("/api/records", _take_in, methods=["POST"]),
            Route("/api/games/{name}", _show),
            Route("/api/games/{name}/act", _act, methods=["POST"]),
            Route("/api/games/{name}/undo", _undo, methods=["POST"]),
            Route("/api/games/{name}/again", _again, methods=["POST"]),
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
    app.state.keys = keys
    app.state.page = Page([one.rules for one in games.offered.values()])
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
    """Return what can be played, and the games that can be resumed; for a seat, its game alone."""
    holder, games = _holder(request), _games(request)
    if holder.game:
        return json_response({"only": holder.game})
    kinds = [{"id": one.rules.id, "name": one.rules.name} for one in games.offered.values()]
    return json_response({**games.usual.facts(), "kinds": kinds, "games": games.listed()})


async def _kind(request: Request) -> Response:
    """Return how one of the games can be played."""
    return json_response(_games(request).kind(request.path_params["game"]).facts())


async def _start(request: Request) -> Response:
    """Start a game; the setup may be given by the game's own word."""
    games = _host(request)
    fields = Fields(await read_json(request))
    kind = games.kind(fields.text("game")) if fields.has("game") else games.usual
    seats = fields.items("seats")
    words = dict.fromkeys(("setup", kind.rules.setup_word))
    setups = [fields.text(word) for word in words if fields.has(word)]
    seed = fields.integer("seed") if fields.has("seed") else None
    fields.done()
    return _created(games.start(seats, setups[0] if setups else None, seed, kind=kind))


async def _take_in(request: Request) -> Response:
    """Resume a record from outside: the body is its line."""
    games = _host(request)
    body = await read_body(request)
    records = sum(line.startswith(b'{"') for line in body.splitlines())
    if records > 1:
        raise RequestError(422, f"the file holds {records} records; it should hold one")
    return _created(games.take_in(parse(body)))


async def _show(request: Request) -> Response:
    """Return everything that the page shows of a game."""
    return _shown(request, _game(request))


async def _act(request: Request) -> Response:
    """Carry out a person's decision."""
    fields = await _fields(request)
    revision, action = fields.text("revision"), fields.integer("action")
    fields.done()
    live = _game(request)
    live.act(revision, action, _holder(request).seat)
    return _shown(request, live)


async def _undo(request: Request) -> Response:
    """Take back the last decision of a person."""
    fields = await _fields(request)
    revision = fields.text("revision")
    fields.done()
    live = _game(request)
    live.undo(revision, _holder(request).seat)
    return _shown(request, live)


async def _again(request: Request) -> Response:
    """Start a game with the same players when one is over; all who ask get the same one."""
    fields = await _fields(request)
    fields.done()
    name, seat = _games(request).again(_game(request)), _holder(request).seat
    keys: Keys = request.app.state.keys
    return json_response({"id": name, "key": None if seat is None else keys.of_seat(name, seat)})


async def _think(request: Request) -> Response:
    """Return what an agent thinks of the choices."""
    kind = _games(request).kind_of(_game(request))
    fields = await _fields(request)
    revision = fields.text("revision")
    agent = fields.text("agent") if fields.has("agent") else kind.hint
    fields.done()
    if agent != kind.hint or not agent:
        kind.seats.check_agent(agent)
    seat = _holder(request).seat
    return json_response(opinion(await _game(request).advise(revision, agent, seat)))


async def _events(request: Request) -> Response:
    """Send an event whenever a game has changed, until the browser leaves."""
    sent = events(_game(request), _holder(request).seat)
    return StreamingResponse(sent, media_type="text/event-stream")


async def _record(request: Request) -> Response:
    """Return the record of a game as a file."""
    live = _game(request)
    live.check_has_no_secrets()
    line = json.dumps(live.session.record()) + "\n"
    return Response(line, media_type="application/x-ndjson", headers=_as_file(live, "jsonl"))


async def _replay(request: Request) -> Response:
    """Return the page of a game so far, as the seat knows it."""
    live = _game(request)
    page = await replay_page(live, _holder(request).seat)
    headers = replay_headers(live.session.game.rules)
    return Response(page, media_type="text/html", headers=headers)


async def _replay_file(request: Request) -> Response:
    """Return the same page as a file."""
    live = _game(request)
    page = await replay_page(live, _holder(request).seat)
    headers = replay_headers(live.session.game.rules) | _as_file(live, "html")
    return Response(page, media_type="text/html", headers=headers)


def _as_file(live: LiveGame, ending: str) -> dict[str, str]:
    """Return the header by which a browser saves an answer as a file."""
    game = live.session.game.rules.id.replace("_", "-")
    return {"content-disposition": f'attachment; filename="{game}-{live.name}.{ending}"'}


def _shown(request: Request, live: LiveGame) -> Response:
    """Return the game as the page shows it."""
    content = payload_json(live, request.app.state.keys, _holder(request).seat)
    return Response(content, media_type=JSON)


def _created(name: str) -> Response:
    return json_response({"id": name}, 201)


async def _fields(request: Request) -> Fields:
    """Return the fields of a request about a game, or refuse if there is no such game."""
    _game(request)
    return Fields(await read_json(request))


def _games(request: Request) -> Games:
    games: Games = request.app.state.games
    return games


def _holder(request: Request) -> Holder:
    """Return who asks."""
    holder: Holder = request.scope["holder"]
    return holder


def _host(request: Request) -> Games:
    """Return the games if the host asks, or refuse."""
    if _holder(request).game:
        raise RequestError(403, FOR_ONE_SEAT)
    return _games(request)


def _game(request: Request) -> LiveGame:
    """Return the game of a request; call it after every wait, during which it may be closed.

    A seat sees its own game alone, and only a person's: other seats have no key.
    """
    name, holder = request.path_params["name"], _holder(request)
    if holder.game not in ("", name):
        raise RequestError(404, f"there is no game {shown(name)} here: {FOR_ONE_SEAT}")
    live = _games(request).game(name)
    live.check_seat(holder.seat)
    return live


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
