"""The server for the games in a folder, for you and the people you share its address with."""

from __future__ import annotations

import os
import secrets
import socket
import sys
import webbrowser
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from threading import Timer
from typing import TYPE_CHECKING, Any, TextIO

from sf_agents.playing.history import History
from sf_agents.playing.session import HUMAN, TAKEN, Session
from sf_agents.playing.theatre import theatre_of
from sf_env.core.errors import Error
from sf_env.core.extras import require
from sf_env.core.locks import alone_in
from sf_env.core.rules import Rules, rules_of

if TYPE_CHECKING:
    from sf_agents.web.server import Server

LAST_PORT = 65535
WARNING = (
    "warning: anyone who can reach {host} over the network and knows the address with its token "
    "can play, and nothing is encrypted\n"
)
MOMENT = 1.0  # seconds of compiling before a message says so


@dataclass(frozen=True)
class Options:
    """What to serve, and where."""

    folder: str | os.PathLike[str] = "runs/games"
    host: str = "127.0.0.1"
    port: int = 8000  # 0 takes any free one
    game: str | Rules | None = None  # None is the default game
    others: Sequence[str | Rules] = ()  # that the start page offers as well
    setup: Any = None  # what it is played with, offered besides the usual one
    seats: Sequence[str] = ()  # of a game to start with, "human" or agents; none: the page asks
    seed: int | None = None  # of that game
    name: str = ""  # of the game to open: its file without the ending; with seats, a new one
    agents: Sequence[str] = ()  # that the page offers as well: with files or code of your own
    hint: str = ""  # the agent that gives hints, the game's usual one if not named
    delay: float = 0.4  # seconds that agents take at least
    open_browser: bool = False
    token: str = field(default_factory=lambda: secrets.token_urlsafe(16), repr=False)


def serve(options: Options) -> int:
    """Serve until Ctrl-C, and return the exit code; print the address on standard output."""
    try:
        server = make_server(options)  # errors come first, before anybody has to wait
        for rules in map(rules_of, (options.game, *options.others)):
            warm_up(rules, sys.stderr)
        with server.capture_signals():  # Ctrl-C may come before the server answers
            _announce(server, options)
            server.run()
    except KeyboardInterrupt:
        sys.stderr.write(f"stopped; the games are saved in {options.folder}\n")
    return 0


def _announce(server: Server, options: Options) -> None:
    """Print where the server is."""
    if not server.is_private:
        sys.stderr.write(WARNING.format(host=options.host))
    sys.stderr.write(f"games are saved in {options.folder}; Ctrl-C stops the server\n")
    sys.stdout.write(f"{server.url}\n")
    for seat, address in server.seats():
        sys.stdout.write(f"seat {seat}: {address}\n")
    sys.stdout.flush()
    if options.open_browser:
        webbrowser.open(server.url)


def make_server(options: Options) -> Server:
    """Return a server that is listening, and answers once it runs."""
    require("starlette", "web", "playing in the browser")
    require("uvicorn", "web", "playing in the browser")
    from sf_agents.web.server import Server  # noqa: PLC0415  extras

    rules = rules_of(options.game)
    setup = rules.load_setup(rules.usual_setup if options.setup is None else options.setup)
    folder = Path(options.folder)
    folder.mkdir(parents=True, exist_ok=True)
    with ExitStack() as held:
        held.enter_context(alone_in(folder, TAKEN))
        listening = held.enter_context(listen(options.host, options.port))
        server = Server(options, rules, setup, listening)
        server.held = held.pop_all()
    return server


def listen(host: str, port: int) -> socket.socket:
    """Return a socket that listens, or raise an error that says why not."""
    if not 0 <= port <= LAST_PORT:
        raise Error(
            f"port {port} does not exist; ports are 1 to {LAST_PORT}, or 0 for any free one"
        )
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        listening = socket.socket(family, kind, protocol)
    except OSError as error:
        raise Error(f"host {host}: {error.strerror}") from error
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(address)
        listening.listen()  # so that a browser that is early has to wait, but is not refused
    except OSError as error:
        listening.close()
        raise Error(
            f"cannot listen on {host} port {port}: {error.strerror}; port 0 takes any free one"
        ) from error
    return listening


def warm_up(rules: Rules, output: TextIO) -> None:
    """Compile what answers need, or load it from the cache; say so if that takes a while."""
    notice = Timer(MOMENT, output.write, ("getting ready ...\n",))
    notice.daemon = True
    notice.start()
    try:
        _compile(rules)
    finally:
        notice.cancel()


@cache
def _compile(rules: Rules) -> None:
    """Do once everything that requests want of the engine."""
    players = rules.players[0]
    session = Session(rules.new_game(players=players, seed=0), [HUMAN] * players)
    session.act(session.game.legal_actions()[0])
    session.undo()
    theatre, view = theatre_of(rules), History(session).view
    rules.winners(session.game.states)
    theatre.points(view)
    theatre.choices(view)
    theatre.board(view)
