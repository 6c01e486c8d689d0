"""One open game of the server: who watches it, and its agents, who answer after a short pause.

Whatever changes the game runs on the event loop without a pause in between, so no two browsers
can act at once; only agents run in threads.
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
from sf_agents.playing.theatre import theatre_of
from sf_agents.web.pool import Pool
from sf_agents.web.requests import RequestError
from sf_env.core.errors import Error
from sf_env.core.files import NotWritten

LOGGER = logging.getLogger("sf_agents.web")
OUTDATED = "the game has moved on; reload and decide again"


class LiveGame:
    """A session that several browsers may look at, and act in."""

    def __init__(
        self, name: str, session: Session, players: Pool, advisers: Pool, delay: float
    ) -> None:
        """Open a game; ``players`` runs the agents that play, ``advisers`` all others."""
        self.name = name
        self.session = session
        self.theatre = theatre_of(session.game.rules)
        self.history = History(session)
        self.trouble = ""  # why an agent does not answer
        self.change = asyncio.Event()  # set when something has changed, then replaced
        self.watchers = 0
        self.cached: tuple[str, bytes] = ("", b"")  # the last payload, and of which position
        self.closed = False
        self._players = players
        self._advisers = advisers
        self._delay = delay
        self._advice: dict[tuple[str, str], asyncio.Task[Advice]] = {}
        self._agents: asyncio.Task[None] | None = None
        self._call_agents()

    @property
    def revision(self) -> str:
        """A name of the position: the number of decisions, and a checksum of them."""
        made = self.session.game.actions or []
        return f"{len(made)}-{crc32(repr(made).encode()):08x}"

    @property
    def is_idle(self) -> bool:
        """Whether nobody looks, and no agent is thinking."""
        return not self.watchers and not self.is_thinking

    @property
    def is_thinking(self) -> bool:
        """Whether an agent is to decide, or is asked for advice."""
        asked = any(not task.done() for task in self._advice.values())
        return asked or (self._agents is not None and not self._agents.done())

    @contextmanager
    def watched(self) -> Iterator[None]:
        """Count a browser that watches for as long as the block lasts."""
        self.watchers += 1
        self._call_agents()  # one that failed is asked once more
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
        self._changed()

    def undo(self, revision: str) -> None:
        """Go back to the last decision in which a person had a choice."""
        self._check(revision)
        if not self.session.undo():
            raise RequestError(409, "there is nothing to undo: no person has had a choice yet")
        self._dismiss_agents()
        self._changed()

    async def advise(self, revision: str, agent: str) -> Advice:
        """Return what an agent thinks of the choices; each is asked once about a position."""
        self._check(revision)
        if self.session.game.is_over:
            raise RequestError(409, "the game is over: there is nothing to think about")
        if self.session.game.rules.secrets and not self.session.waits_for_human:
            raise RequestError(
                409, "advice is only for people: here it would show what an agent knows"
            )
        task = self._ask(revision, agent)
        try:
            return await asyncio.shield(task)
        except asyncio.CancelledError:
            if task.cancelled():
                raise RequestError(409, OUTDATED) from None
            raise
        except Error:  # it says by itself why this agent cannot be asked
            raise
        except Exception as error:
            LOGGER.exception("game %s: %s cannot give advice", self.name, agent)
            raise RequestError(500, f"{agent} cannot give advice: {error}") from error

    def check_open(self) -> None:
        """Refuse what would show everything while somebody may have secrets."""
        if self.session.viewer is not None:
            raise RequestError(
                409, "this game has secrets: its record and replay are available when it is over"
            )

    def _ask(self, revision: str, agent: str) -> asyncio.Task[Advice]:
        """Return the task of an agent's advice; one that failed is started again."""
        task = self._advice.get((revision, agent))
        if task is None or (task.done() and task.exception()):
            game = self.session.game
            task = asyncio.create_task(self._advisers.run(lambda: advise(game, agent)))
            self._advice[revision, agent] = task
        return task

    def close(self) -> None:
        """Stop asking agents, and let the watching browsers go."""
        self.closed = True
        self._forget_advice()
        self._dismiss_agents()
        self._notify()

    def _check(self, revision: str) -> None:
        if revision != self.revision:
            raise RequestError(409, OUTDATED)

    def _changed(self) -> None:
        """Do what has to follow every change of the game."""
        self.trouble = ""
        self.history.update()
        self._forget_advice()
        self._notify()
        self._call_agents()

    def _notify(self) -> None:
        """Wake those who wait for a change."""
        over, self.change = self.change, asyncio.Event()
        over.set()

    def _forget_advice(self) -> None:
        """Drop advice on earlier positions; what has not started is not thought about."""
        for task in self._advice.values():
            task.cancel()
        self._advice.clear()

    def _call_agents(self) -> None:
        at_it = self._agents is not None and not self._agents.done()
        if self.session.waits_for_agent and not at_it and not self.closed:
            self._agents = asyncio.create_task(self._let_agents_play())

    def _dismiss_agents(self) -> None:
        """Do not wait for the agent that is thinking; its answer is ignored."""
        if self._agents is not None:
            self._agents.cancel()
            self._agents = None

    async def _let_agents_play(self) -> None:
        while self.session.waits_for_agent:
            game = self.session.game
            try:
                action, _ = await asyncio.gather(
                    self._players.run(self.session.ask), asyncio.sleep(self._delay)
                )
                if self.session.game is game:  # nobody has taken a decision back meanwhile
                    self.session.act_for_agent(action)
                    self._changed()
            except Exception as error:
                self._report(error, self.session.names[game.to_move])
                return

    def _report(self, error: Exception, name: str) -> None:
        """Say why an agent does not continue; it is asked again when somebody looks."""
        LOGGER.error("game %s: %s cannot continue", self.name, name, exc_info=error)
        whose = "" if isinstance(error, NotWritten) else f"{name} cannot continue: "
        self.trouble = f"{whose}{error}. Reload the page to try again."
        self._notify()
