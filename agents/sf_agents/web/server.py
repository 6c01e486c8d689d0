"""The server itself: uvicorn with the application for a folder of games behind its guard."""

from __future__ import annotations

import socket
from contextlib import ExitStack
from ipaddress import ip_address
from pathlib import Path
from typing import Any

import uvicorn

from sf_agents.playing.advice import adviser
from sf_agents.playing.session import HUMAN
from sf_agents.web.app import application
from sf_agents.web.games import Games
from sf_agents.web.guard import Guard, is_loopback
from sf_agents.web.keys import Keys
from sf_agents.web.offered import Offered
from sf_agents.web.pool import Pool
from sf_agents.web.serve import Options
from sf_env.core.rules import Rules, rules_of
from sf_env.core.threads import cores
from sf_env.opponents import load

LEAST = 2  # threads of a pool: a long search should not keep all others waiting
PATIENCE = 3  # seconds that a server which is stopped waits for its last answers


class Server(uvicorn.Server):
    """Listens on a socket; when it is stopped, it ends the event streams first."""

    def __init__(
        self, options: Options, rules: Rules, setup: Any, listening: socket.socket
    ) -> None:
        self.games = Games(
            Path(options.folder),
            [_offered(options, rules, setup), *map(Offered, map(rules_of, options.others))],
            Pool(max(LEAST, cores())),
            Pool(LEAST),
            options.delay,
        )
        self.is_private = is_loopback(options.host)
        self._token = options.token
        self._keys = Keys(options.token)
        self._listening = listening
        self.held = ExitStack()  # the folder and the socket
        self._first = self._game_to_open(options)
        guard = Guard(application(self.games, self._keys), self._keys, options.host)
        super().__init__(
            uvicorn.Config(
                guard,
                log_level="warning",
                access_log=False,  # its lines would hold the keys
                server_header=False,
                ws="none",
                timeout_graceful_shutdown=PATIENCE,
            )
        )

    def _game_to_open(self, options: Options) -> str:
        """Return the name of the game to open, which is started if the options name players."""
        if options.seats:
            setup = self.games.usual.setup.name
            return self.games.start(options.seats, setup, options.seed, options.name)
        return options.name and self.games.file(options.name).stem

    @property
    def url(self) -> str:
        """The address to open, with the token, and the game to open if there is one."""
        return self._address(self._token, self._first)

    def seats(self) -> list[tuple[int, str]]:
        """Return the seat and the address of each person with secrets in the game to open."""
        name = self._first
        session = self.games.session(name) if name else None
        people = session.people if session and session.has_secrets else []
        return [(seat, self._address(self._keys.of_seat(name, seat))) for seat in people]

    def _address(self, key: str, game: str = "") -> str:
        host, port = self._listening.getsockname()[:2]
        if ip_address(host).is_unspecified:
            host = socket.gethostname()
        name = f"[{host}]" if ":" in host else host
        return f"http://{name}:{port}/{key}/" + (f"#{game}" if game else "")

    def run(self, sockets: list[socket.socket] | None = None) -> None:
        """Answer requests until the server is stopped."""
        super().run(sockets or [self._listening])

    def close(self) -> None:
        """Release the address without ever having answered."""
        self.games.close()
        self.held.close()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End the event streams, then the server."""
        self.games.close()
        await super().shutdown(sockets)
        self.held.close()


def _offered(options: Options, rules: Rules, setup: Any) -> Offered:
    """Return the game of the options, or raise an error if one of its agents cannot be used."""
    for name in options.agents:
        load(name, rules)  # a wrong name is an error now, not when the agent is to play
    trusted = [name for name in (*options.agents, *options.seats) if name != HUMAN]
    offered = Offered(rules, setup, trusted, options.hint)
    if offered.hint:
        adviser(offered.hint, rules)
    return offered
