"""The server's application: what it answers to each request."""

from __future__ import annotations

import json
import logging

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from sf_agents.san_francisco.theatre.payload import thought, told_once
from sf_agents.web.events import events
from sf_agents.web.games import Games
from sf_agents.web.live_game import LiveGame
from sf_agents.web.pages import page_file, replay_headers, replay_page
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
from sf_agents.web.seats import advisers_on_offer, check_agent, seats_on_offer
from sf_env.core.errors import Error, RecordError
from sf_env.core.files import NotWritten

LOGGER = logging.getLogger("sf_agents.web")


def application(games: Games) -> Starlette:
    """Return the application of a games."""
    app = Starlette(
        routes=[
            Route("/", _index),
            Route("/page/{file}", _page),
            Route("/api/lobby", _lobby),
            Route("/api/games", _begin, methods=["POST"]),
            Route("/api/records", _take_in, methods=["POST"]),
            Route("/api/games/{name}", _told),
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
    return app


async def _index(_request: Request) -> Response:
    content, kind = page_file("index.html")
    return Response(content, media_type=kind)


async def _page(request: Request) -> Response:
    content, kind = page_file(request.path_params["file"])
    return Response(content, media_type=kind)


async def _lobby(request: Request) -> Response:
    """Tell what can be played, and what there is to go on with."""
    games = _games(request)
    return json_response(
        {
            "seats": seats_on_offer(games.trusted),
            "advisers": advisers_on_offer(games.hint, games.trusted),
            "decks": sorted({"standard", games.deck.name}),
            "games": games.listed(),
        }
    )


async def _begin(request: Request) -> Response:
    """Begin a game."""
    fields = Fields(await read_json(request))
    seats = fields.items("seats")
    deck = fields.text("deck") if fields.has("deck") else "standard"
    seed = fields.integer("seed") if fields.has("seed") else None
    fields.done()
    return _found(_games(request).begin(seats, deck, seed))


async def _take_in(request: Request) -> Response:
    """Go on with a record that somebody brings: the body is its line."""
    body = await read_body(request)
    records = sum(line.startswith(b'{"') for line in body.splitlines())
    if records > 1:
        raise RequestError(422, f"there are {records} records; one is needed to go on with")
    return _found(_games(request).take_in(parse(body)))


async def _told(request: Request) -> Response:
    """Tell everything of a game."""
    return Response(told_once(_table(request)), media_type=JSON)


async def _act(request: Request) -> Response:
    """Carry out a person's decision."""
    fields = await _said(request)
    revision, action = fields.text("revision"), fields.integer("action")
    fields.done()
    table = _table(request)
    table.act(revision, action)
    return Response(told_once(table), media_type=JSON)


async def _undo(request: Request) -> Response:
    """Take the last decision of a person back."""
    fields = await _said(request)
    revision = fields.text("revision")
    fields.done()
    table = _table(request)
    table.undo(revision)
    return Response(told_once(table), media_type=JSON)


async def _think(request: Request) -> Response:
    """Tell what an agent thinks of the choices."""
    games = _games(request)
    fields = await _said(request)
    revision = fields.text("revision")
    agent = fields.text("agent") if fields.has("agent") else games.hint
    fields.done()
    if agent != games.hint:
        check_agent(agent, games.trusted)
    return json_response(thought(await _table(request).advise(revision, agent)))


async def _events(request: Request) -> Response:
    """Tell, as long as somebody listens, whenever a game has changed."""
    return StreamingResponse(events(_table(request)), media_type="text/event-stream")


async def _record(request: Request) -> Response:
    """Give the record of a game, to be kept as a file."""
    table = _table(request)
    line = json.dumps(table.session.record()) + "\n"
    return Response(line, media_type="application/x-ndjson", headers=_as_file(table, "jsonl"))


async def _replay(request: Request) -> Response:
    """Show a game from its beginning, as far as it has come."""
    session = _table(request).session
    page = await replay_page(session)
    return Response(page, media_type="text/html", headers=replay_headers(session))


async def _replay_file(request: Request) -> Response:
    """Give the same page as a file."""
    table = _table(request)
    page = await replay_page(table.session)
    headers = replay_headers(table.session) | _as_file(table, "html")
    return Response(page, media_type="text/html", headers=headers)


def _as_file(table: LiveGame, ending: str) -> dict[str, str]:
    """Return the header by which a browser keeps an answer as a file."""
    name = f"san-francisco-{table.name}.{ending}"
    return {"content-disposition": f'attachment; filename="{name}"'}


def _found(name: str) -> Response:
    return json_response({"id": name}, 201)


async def _said(request: Request) -> Fields:
    """Return what a request about a game says, unless there is no such game."""
    _table(request)
    return Fields(await read_json(request))


def _games(request: Request) -> Games:
    games: Games = request.app.state.games
    return games


def _table(request: Request) -> LiveGame:
    """Return the table that is asked for; ask last: it may be closed as soon as one waits."""
    return _games(request).table(request.path_params["name"])


async def _on_error(_request: Request, error: Exception) -> Response:
    """Answer a mistake of whoever asked."""
    if isinstance(error, RequestError):
        return error_response(error.status, str(error))
    if isinstance(
        error, RecordError | NotWritten
    ):  # what cannot be written is no fault of the request
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
    return error_response(500, "something went wrong in the server; what it writes says more")
