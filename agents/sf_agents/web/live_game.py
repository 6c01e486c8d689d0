"""One open game of the server: who watches it, and its agents, who answer after a short pause.

What somebody asks or sees depends on the seat: that of a person who may have secrets, or None for
everybody else. While people have secrets, nothing but the way to the seats is open to None.

Whatever changes the game runs on the event loop without a pause in between, so no two browsers
can act at once; only agents run in threads.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator
from contextlib import contextmanager

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
CLOSED = "people have secrets in this game: open the address of a seat"


class LiveGame:
    """A session that several browsers may look at, and act in."""

    def __init__(
        self, name: str, session: Session, players: Pool, advisers: Pool, delay: float
    ) -> None:
        """Open a game; ``players`` runs the agents that play, ``advisers`` all others."""
        self.name = name
        self.session = session
        self.theatre = theatre_of(session.game.rules)
        self.trouble = ""  # why an agent does not answer
        self.following = ""  # the name of the next game of the same players
        self.change = asyncio.Event()  # set when something has changed, then replaced
        self.watchers = 0
        self.cached: dict[int | None, tuple[str, bytes]] = {}  # the last payload and its position
        self.closed = False
        self._players = players
        self._advisers = advisers
        self._delay = delay
        self._histories: dict[int | None, History] = {}
        self._advice: dict[tuple[str, str], asyncio.Task[Advice]] = {}
        self._agents: asyncio.Task[None] | None = None
        self._call_agents()

    def history(self, seat: int | None = None) -> History:
        """Return what has happened, as a seat knows it."""
        if seat not in self._histories:
            self.check_open_to(seat)
            self._histories[seat] = History(self.session, seat)
        return self._histories[seat]

    def revision(self, seat: int | None = None) -> str:
        """Return the name of the position for a seat: the same if the seat knows the same."""
        if self.is_closed_to(seat):
            return str(self.session.game.length)
        return self.history(seat).revision

    def is_closed_to(self, seat: int | None) -> bool:
        """Return whether somebody without a seat would see people's secrets."""
        return seat is None and self.session.has_secrets

    def check_open_to(self, seat: int | None) -> None:
        """Refuse what only people on their seats may see or do."""
        if self.is_closed_to(seat):
            raise RequestError(403, CLOSED)

    def check_seat(self, seat: int | None) -> None:
        """Refuse a key that opens nothing here: only people who may have secrets have one."""
        session = self.session
        if seat is not None and not (session.game.rules.secrets and seat in session.people):
            raise RequestError(404, f"no person with secrets plays on seat {seat} of this game")

    def may_decide(self, seat: int | None) -> bool:
        """Return whether it is the turn of the person on a seat, or of any person for None."""
        if not self.session.waits_for_human or self.is_closed_to(seat):
            return False
        return seat in (None, self.session.game.to_move)

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

    def act(self, revision: str, action: int, seat: int | None = None) -> None:
        """Carry out a person's decision in the position that the person saw."""
        self._check(revision, seat)
        if not self.may_decide(seat):
            whose = "a person's" if seat is None else "your"
            raise RequestError(409, f"it is not {whose} turn to decide")
        self.session.act(action)
        self._changed()

    def undo(self, revision: str, seat: int | None = None) -> None:
        """Go back to the last decision in which a person had a choice."""
        self._check(revision, seat)
        if not self.session.allows_undo:
            raise RequestError(409, "several people know what happened: it cannot be undone")
        if not self.session.undo():
            raise RequestError(409, "there is nothing to undo: no person has had a choice yet")
        self._dismiss_agents()
        self._changed()

    async def advise(self, revision: str, agent: str, seat: int | None = None) -> Advice:
        """Return what an agent thinks of the choices; each is asked once about a position."""
        self._check(revision, seat)
        if self.session.game.is_over:
            raise RequestError(409, "the game is over: there is nothing to think about")
        if self.session.game.rules.secrets and not self.may_decide(seat):
            raise RequestError(
                409, "advice is only for your own decisions: here it would show a secret"
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

    def check_has_no_secrets(self) -> None:
        """Refuse what would show everything while somebody may have secrets."""
        if self.session.has_secrets:
            raise RequestError(
                409, "people have secrets in this game: its record is available when it is over"
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

    def _check(self, revision: str, seat: int | None) -> None:
        self.check_open_to(seat)
        if revision != self.revision(seat):
            raise RequestError(409, OUTDATED)

    def _changed(self) -> None:
        """Do what has to follow every change of the game."""
        self.trouble = ""
        for history in self._histories.values():
            history.update()
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
        why = "see the server's output" if self.session.has_secrets else error
        self.trouble = f"{whose}{why}. Reload the page to try again."
        self._notify()
