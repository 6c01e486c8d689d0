"""What has happened in a game so far, kept as the game goes on."""

from __future__ import annotations

from sf_agents.playing.session import Session
from sf_agents.san_francisco.theatre.story import Cell, step_of
from sf_env.games.san_francisco.view import View
from sf_env.render.story import after, story


class History:
    """Every decision of a game in words; one more is told by itself, anything else from anew."""

    def __init__(self, session: Session) -> None:
        """Tell the game so far; after every change of it, ``update`` has to be called."""
        self._session = session
        self._tell()

    def _tell(self) -> None:
        record = self._session.record()
        moments = list(story(record, self._session.game.deck, names=self._session.names))
        self._moment = moments[-1]
        self._actions: list[int] = record["actions"]
        decisions = zip(moments, self._actions, moments[1:], strict=False)
        self.steps = [step_of(self._session.seats, *decision) for decision in decisions]

    def update(self) -> None:
        """Take note of what has changed."""
        game = self._session.game
        made = list(game.actions or [])
        if not made or made[:-1] != self._actions:
            self._tell()
            return
        before, self._moment = self._moment, after(self._moment, made[-1], game.state)
        self._actions = made
        self.steps.append(step_of(self._session.seats, before, made[-1], self._moment))

    @property
    def view(self) -> View:
        """The view of the position, with the space built on and the card put in a column last."""
        put = next((step.put for step in reversed(self.steps) if step.put is not None), None)
        view: View = self._moment.view
        return view | {"last": self._last_cell, "put": put}

    @property
    def _last_cell(self) -> Cell | None:
        return next((step.cell for step in reversed(self.steps) if step.cell), None)
