"""The server of the games of a folder: for one's own machine, as long as one plays."""

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
from typing import TYPE_CHECKING, TextIO

import sf_env
from sf_agents.playing.advice import HINT
from sf_agents.playing.history import History
from sf_agents.playing.session import HUMAN, TAKEN, Session
from sf_env.core.errors import Error
from sf_env.core.extras import require
from sf_env.core.locks import alone_in
from sf_env.games.san_francisco.view import view_of

if TYPE_CHECKING:
    from sf_agents.web.server import Server

LAST_PORT = 65535
WARNING = (
    "warning: whoever can reach {host} over the network and knows the address with its token can "
    "play, and nothing is encrypted on the way\n"
)
MOMENT = 1.0  # seconds of compiling before the user is told


@dataclass(frozen=True)
class Options:
    """What to serve, and where."""

    folder: str | os.PathLike[str] = "runs/games"
    host: str = "127.0.0.1"
    port: int = 8000  # 0 takes any that is free
    seats: Sequence[str] = ()  # of a game to begin with, "human" or agents; none: the page asks
    seed: int | None = None  # of that game
    game: str = ""  # to open at: the name of its file without the ending; with seats, a new one
    deck: str | os.PathLike[str] = "standard"
    agents: Sequence[str] = ()  # that the page offers as well: with files or code of one's own
    hint: str = HINT  # the agent that is asked for hints
    delay: float = 0.4  # seconds that agents take at least
    open_browser: bool = False
    token: str = field(default_factory=lambda: secrets.token_urlsafe(16), repr=False)


def serve(options: Options) -> int:
    """Serve until Ctrl-C, and return the exit code; the address is told on standard output."""
    try:
        server = make_server(options)  # what is wrong is told before anybody has to wait
        warm_up(sys.stderr)
        with server.capture_signals():  # who knows the address may stop it before it answers
            _tell(server, options)
            server.run()
    except KeyboardInterrupt:
        sys.stderr.write(f"stopped; games can go on, they are in {options.folder}\n")
    return 0


def _tell(server: Server, options: Options) -> None:
    """Say where the server is."""
    if not server.is_private:
        sys.stderr.write(WARNING.format(host=options.host))
    sys.stderr.write(f"games are kept in {options.folder}; Ctrl-C stops the server\n")
    sys.stdout.write(f"{server.url}\n")
    sys.stdout.flush()
    if options.open_browser:
        webbrowser.open(server.url)


def make_server(options: Options) -> Server:
    """Return a server that listens already, and answers once it runs."""
    require("starlette", "web", "playing in the browser")
    require("uvicorn", "web", "playing in the browser")
    from sf_agents.web.server import Server  # noqa: PLC0415  extras

    deck = sf_env.Deck.load(options.deck)
    folder = Path(options.folder)
    folder.mkdir(parents=True, exist_ok=True)
    with ExitStack() as held:
        held.enter_context(alone_in(folder, TAKEN))
        listening = held.enter_context(listen(options.host, options.port))
        server = Server(options, deck, listening)
        server.held = held.pop_all()
    return server


def listen(host: str, port: int) -> socket.socket:
    """Return a socket that listens, or say why there is none."""
    if not 0 <= port <= LAST_PORT:
        raise Error(f"port {port} does not exist; ports are 1 to {LAST_PORT}, 0 for any free one")
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
        listening.listen()  # so that a browser that comes at once has to wait, but is not refused
    except OSError as error:
        listening.close()
        raise Error(
            f"cannot listen on {host} port {port}: {error.strerror}; port 0 takes any that is free"
        ) from error
    return listening


def warm_up(told: TextIO) -> None:
    """Compile, or fetch what was compiled before; say so if that takes more than a moment."""
    notice = Timer(MOMENT, told.write, ("getting ready ...\n",))
    notice.daemon = True
    notice.start()
    try:
        _compile()
    finally:
        notice.cancel()


@cache
def _compile() -> None:
    """Do once all that requests want of the engine."""
    session = Session(sf_env.Game(2, seed=0), [HUMAN, HUMAN])
    session.act(0)
    session.undo()
    History(session)
    view_of(session.game.state)
