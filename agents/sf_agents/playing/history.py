"""What has happened in a game, in words, kept up to date while it is played."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Any, NamedTuple
from zlib import crc32

from sf_agents.playing.session import HUMAN, Session
from sf_agents.playing.theatre import theatre_of
from sf_env.core.game import Game
from sf_env.render.look import HIDDEN


class Step(NamedTuple):
    """One decision: who made it, and what it did."""

    seat: int
    name: str
    action: int  # HIDDEN if the viewer does not see it
    deed: str  # without the name, as "draws a card: blue 3"
    chosen: bool  # by a person who had a choice
    mark: Any  # the place on the board that changed
    minor: bool  # not worth a line of its own, as drawing a card that is then played

    @property
    def text(self) -> str:
        """The decision in a sentence."""
        return f"{self.name} {self.deed}"


class News(NamedTuple):
    """A player's last choice and what has happened since: turn by turn, and where."""

    turns: list[str]
    marks: frozenset[Any]


class History:
    """Every decision of a session in words, as its viewer may read them."""

    def __init__(self, session: Session, seat: int | None = None) -> None:
        """Collect the decisions so far; call ``update`` after every change of the session.

        They are for the person on ``seat``, or for the people at one screen.
        """
        self._session = session
        self._seat = seat
        self._theatre = theatre_of(session.game.rules)
        self._collect()

    def _collect(self) -> None:
        """Begin again: a decision was taken back, or somebody else looks."""
        self._viewer = self._viewer_now()
        self._game = self._session.beginning()
        self.names = self._names()
        self.view = self._theatre.begin(self._game, self.names, self._viewer)
        self.steps: list[Step] = []
        for action in self._session.game.actions or []:
            after = self._game.clone()
            after.step(action)
            self._add(action, after)

    def _viewer_now(self) -> int | None:
        """Return the seat whose knowledge counts; None sees everything."""
        if self._seat is None or not self._session.has_secrets:
            return self._session.viewer
        return self._seat

    def _names(self) -> list[str]:
        session = self._session
        return session.names if self._seat is None else session.names_for(self._seat)

    @property
    def revision(self) -> str:
        """A name of the position: the number of decisions, and a checksum of those it shows."""
        made = [step.action for step in self.steps]
        return f"{len(made)}-{crc32(repr(made).encode()):08x}"

    def update(self) -> None:
        """Add the last decision, or collect all of them again if more has changed."""
        game = self._session.game
        made = game.actions or []
        if made[:-1] != self._game.actions or not made or self._viewer_now() != self._viewer:
            self._collect()
        else:
            self._add(made[-1], game)

    def _add(self, action: int, game: Game) -> None:
        """Add a decision and the game after it."""
        seat, forced = self._game.to_move, len(self._game.legal_actions()) == 1
        name, person = self.names[seat], self._session.seats[seat] == HUMAN
        before, self.view = self.view, self._theatre.follow(self.view, action, game)
        known = self._viewer in (None, seat)  # what others could choose shows what they hold
        deed = self._theatre.deed(before, action, self.view, person and forced and known)
        text = deed.text.removeprefix(f"{name} ")
        chosen = person and not forced
        shown = self._game.rules.shows_action(action, seat, self._viewer)
        seen = action if shown else HIDDEN
        self.steps.append(Step(seat, name, seen, text, chosen, deed.mark, deed.minor))
        self._game = game


def news(steps: Sequence[Step], seat: int) -> News:
    """Return what the player on a seat did last by choice, and what has happened since."""
    mine = [number for number, step in enumerate(steps) if step.seat == seat and step.chosen]
    recent = steps[mine[-1] if mine else 0 :]
    turns = [_turn(list(turn)) for _, turn in groupby(recent, lambda one: one.seat)]
    return News(turns, frozenset(step.mark for step in recent if step.mark is not None))


def _turn(steps: list[Step]) -> str:
    """Return what one player did, the name only once; without minor steps before the last."""
    shown = [step for step in steps[:-1] if not step.minor] + steps[-1:]
    return f"{shown[0].name} {'; '.join(step.deed for step in shown)}"
