"""What has happened in a game so far, kept as the game goes on."""

from __future__ import annotations

from sf_agents.playing.sitting import Sitting
from sf_agents.san_francisco.theatre.story import Cell, step_of
from sf_env.games.san_francisco.render.story import after, story
from sf_env.games.san_francisco.view import View


class Chronicle:
    """Every decision of a game in words; one more is told by itself, anything else from anew."""

    def __init__(self, sitting: Sitting) -> None:
        """Tell the game so far; after every change of it, ``go_on`` has to be called."""
        self._sitting = sitting
        self._tell()

    def _tell(self) -> None:
        record = self._sitting.record()
        moments = list(story(record, self._sitting.game.deck, names=self._sitting.names))
        self._moment = moments[-1]
        self._actions: list[int] = record["actions"]
        decisions = zip(moments, self._actions, moments[1:], strict=False)
        self.steps = [step_of(self._sitting.seats, *decision) for decision in decisions]

    def go_on(self) -> None:
        """Take note of what has changed."""
        game = self._sitting.game
        made = list(game.actions or [])
        if not made or made[:-1] != self._actions:
            self._tell()
            return
        before, self._moment = self._moment, after(self._moment, made[-1], game.state)
        self._actions = made
        self.steps.append(step_of(self._sitting.seats, before, made[-1], self._moment))

    @property
    def view(self) -> View:
        """The view of the position, with the space built on and the card put in a column last."""
        put = next((step.put for step in reversed(self.steps) if step.put is not None), None)
        return self._moment.view | {"last": self._last_cell, "put": put}

    @property
    def _last_cell(self) -> Cell | None:
        return next((step.cell for step in reversed(self.steps) if step.cell), None)
