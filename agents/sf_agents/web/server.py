"""The server itself: uvicorn with the application of a games behind its guard."""

from __future__ import annotations

import socket
from contextlib import ExitStack
from ipaddress import ip_address
from pathlib import Path

import uvicorn

import sf_env
from sf_agents.playing.advice import adviser
from sf_agents.playing.session import HUMAN
from sf_agents.web.app import application
from sf_agents.web.games import Games
from sf_agents.web.guard import Guard, is_loopback
from sf_agents.web.pool import Pool
from sf_agents.web.serve import Options
from sf_env.core.threads import cores
from sf_env.opponents import load

LEAST = 2  # threads that think: a long thought should not keep all others waiting
PATIENCE = 3  # seconds for answers that are under way when the server is stopped


class Server(uvicorn.Server):
    """Listens on a socket; when it is stopped, those who watch games are let go first."""

    def __init__(self, options: Options, deck: sf_env.Deck, listening: socket.socket) -> None:
        for name in options.agents:
            load(name)  # a wrong name should be told now, not when somebody is to be seated
        adviser(options.hint)
        self.games = Games(
            Path(options.folder),
            Pool(max(LEAST, cores())),
            Pool(LEAST),
            options.delay,
            deck,
            [name for name in (*options.agents, *options.seats) if name != HUMAN],
            options.hint,
        )
        self.is_private = is_loopback(options.host)
        self._token = options.token
        self._listening = listening
        self.held = ExitStack()  # the folder and the socket
        self._first = self._game_to_open(options, deck)
        guard = Guard(application(self.games), options.token, options.host)
        super().__init__(
            uvicorn.Config(
                guard,
                log_level="warning",
                access_log=False,  # its lines would hold the token
                server_header=False,
                ws="none",
                timeout_graceful_shutdown=PATIENCE,
            )
        )

    def _game_to_open(self, options: Options, deck: sf_env.Deck) -> str:
        """Return the name of the game to open at, which is begun if somebody is to be seated."""
        if options.seats:
            return self.games.begin(options.seats, deck.name, options.seed, options.game)
        return options.game and self.games.file(options.game).stem

    @property
    def url(self) -> str:
        """The address to open, with the token, and the game to begin with if there is one."""
        host, port = self._listening.getsockname()[:2]
        if ip_address(host).is_unspecified:
            host = socket.gethostname()
        name = f"[{host}]" if ":" in host else host
        fragment = f"#{self._first}" if self._first else ""
        return f"http://{name}:{port}/{self._token}/{fragment}"

    def run(self, sockets: list[socket.socket] | None = None) -> None:
        """Answer requests until the server is stopped."""
        super().run(sockets or [self._listening])

    def close(self) -> None:
        """Give the address back without ever having answered."""
        self.games.close()
        self.held.close()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Let those who watch games go, then end."""
        self.games.close()
        await super().shutdown(sockets)
        self.held.close()
