"""One game of the server: who watches it, and its agents, who answer after a short pause.

Whatever changes the game runs on the event loop without a pause in between, so no two browsers
can act at once; only thinking is done in threads.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from zlib import crc32

from sf_agents.playing.advice import Advice, advise
from sf_agents.playing.history import History
from sf_agents.playing.session import Session
from sf_agents.web.pool import Pool
from sf_agents.web.requests import RequestError
from sf_env.core.errors import Error
from sf_env.core.files import NotWritten

LOGGER = logging.getLogger("sf_agents.web")
GONE_ON = "the game has gone on since: look at it anew, then decide"


class LiveGame:
    """A session that several browsers may look at, and act in."""

    def __init__(
        self, name: str, session: Session, thinkers: Pool, advisers: Pool, delay: float
    ) -> None:
        """Sit down; ``thinkers`` think for the agents that play, ``advisers`` for all others."""
        self.name = name
        self.session = session
        self.history = History(session)
        self.trouble = ""  # why an agent does not answer
        self.change = asyncio.Event()  # set when there is something new, then replaced
        self.watchers = 0
        self.sheet: tuple[str, bytes] = ("", b"")  # what was last told, and of which position
        self.closed = False
        self._thinkers = thinkers
        self._advisers = advisers
        self._delay = delay
        self._advice: dict[tuple[str, str], asyncio.Task[Advice]] = {}
        self._agents: asyncio.Task[None] | None = None
        self._call_agents()

    @property
    def revision(self) -> str:
        """What stands for the game so far: the number of decisions, and a mark of which."""
        made = self.session.game.actions or []
        return f"{len(made)}-{crc32(bytes(made)):08x}"

    @property
    def is_idle(self) -> bool:
        """Whether nobody looks, and no agent thinks."""
        return not self.watchers and not self.is_thinking

    @property
    def is_thinking(self) -> bool:
        """Whether an agent is to decide, or is asked for advice."""
        asked = any(not task.done() for task in self._advice.values())
        return asked or (self._agents is not None and not self._agents.done())

    @contextmanager
    def watched(self) -> Iterator[None]:
        """Count somebody who looks, as long as that lasts."""
        self.watchers += 1
        self._call_agents()  # one that could not go on is asked once more
        try:
            yield
        finally:
            self.watchers -= 1

    def act(self, revision: str, action: int) -> None:
        """Carry out a person's decision in the position that the person saw."""
        self._check(revision)
        if not self.session.waits_for_human:
            raise RequestError(409, "it is not a person's turn to decide")
        self.session.act(action)
        self._told()

    def undo(self, revision: str) -> None:
        """Go back to the last decision in which a person had a choice."""
        self._check(revision)
        if not self.session.undo():
            raise RequestError(409, "there is nothing to take back: no person has had a choice yet")
        self._send_agents_away()
        self._told()

    async def advise(self, revision: str, agent: str) -> Advice:
        """Return what an agent thinks of the choices; each is asked once about a position."""
        self._check(revision)
        if self.session.game.is_over:
            raise RequestError(409, "the game is over: there is nothing to think about")
        task = self._ask(revision, agent)
        try:
            return await asyncio.shield(task)
        except asyncio.CancelledError:
            if task.cancelled():
                raise RequestError(409, GONE_ON) from None
            raise
        except Error:  # that says by itself why this agent cannot be asked
            raise
        except Exception as error:
            LOGGER.exception("game %s: %s cannot give advice", self.name, agent)
            raise RequestError(500, f"{agent} cannot tell what it thinks: {error}") from error

    def _ask(self, revision: str, agent: str) -> asyncio.Task[Advice]:
        """Return the thought of an agent about the position; one that failed is begun anew."""
        task = self._advice.get((revision, agent))
        if task is None or (task.done() and task.exception()):
            game = self.session.game
            task = asyncio.create_task(self._advisers.ask(lambda: advise(game, agent)))
            self._advice[revision, agent] = task
        return task

    def close(self) -> None:
        """Let the agents rest and those who watch go."""
        self.closed = True
        self._forget_advice()
        self._send_agents_away()
        self._tell_watchers()

    def _check(self, revision: str) -> None:
        if revision != self.revision:
            raise RequestError(409, GONE_ON)

    def _told(self) -> None:
        """Take note of a change."""
        self.trouble = ""
        self.history.update()
        self._forget_advice()
        self._tell_watchers()
        self._call_agents()

    def _tell_watchers(self) -> None:
        told, self.change = self.change, asyncio.Event()
        told.set()

    def _forget_advice(self) -> None:
        """Drop advice on earlier positions; what has not been begun is not thought about."""
        for task in self._advice.values():
            task.cancel()
        self._advice.clear()

    def _call_agents(self) -> None:
        at_it = self._agents is not None and not self._agents.done()
        if self.session.waits_for_agent and not at_it and not self.closed:
            self._agents = asyncio.create_task(self._let_agents_play())

    def _send_agents_away(self) -> None:
        """Do not wait for the agent that thinks; what it would have said is not heard."""
        if self._agents is not None:
            self._agents.cancel()
            self._agents = None

    async def _let_agents_play(self) -> None:
        while self.session.waits_for_agent:
            game = self.session.game
            try:
                action, _ = await asyncio.gather(
                    self._thinkers.ask(self.session.ask), asyncio.sleep(self._delay)
                )
                if self.session.game is game:  # nobody has taken a decision back meanwhile
                    self.session.act_for_agent(action)
                    self._told()
            except Exception as error:
                self._rest(error, self.session.names[game.to_move])
                return

    def _rest(self, error: Exception, name: str) -> None:
        """Say why an agent does not go on; who comes to look has it asked once more."""
        LOGGER.error("game %s: %s cannot go on", self.name, name, exc_info=error)
        whose = "" if isinstance(error, NotWritten) else f"{name} cannot go on: "
        self.trouble = f"{whose}{error}. Load the page again to have it tried once more."
        self._tell_watchers()
