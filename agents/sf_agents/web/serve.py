"""The server of the games of a folder: for one's own machine, as long as one plays."""

from __future__ import annotations

import socket
import sys
import webbrowser
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

import sf_env
from sf_agents.playing.sitting import TAKEN
from sf_agents.web.options import Options
from sf_agents.web.ready import get_ready
from sf_env.core.errors import Error
from sf_env.core.extras import require
from sf_env.core.locks import alone_in

if TYPE_CHECKING:
    from sf_agents.web.server import Server

LAST_PORT = 65535
WARNING = (
    "warning: whoever can reach {host} over the network and knows the address with its token can "
    "play, and nothing is encrypted on the way\n"
)


def serve(options: Options) -> int:
    """Serve until Ctrl-C, and return the exit code; the address is told on standard output."""
    try:
        server = make_server(options)  # what is wrong is told before anybody has to wait
        get_ready(sys.stderr)
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
