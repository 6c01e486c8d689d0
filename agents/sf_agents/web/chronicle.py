"""What has happened in a game so far, kept as the game goes on."""

from __future__ import annotations

from sf_agents.playing.sitting import Sitting
from sf_agents.playing.story import Cell, Step, step_of, story


class Chronicle:
    """Every decision of a game in words; one more is told by itself, anything else from anew."""

    def __init__(self, sitting: Sitting) -> None:
        self.steps: list[Step] = story(sitting)
        self._game = sitting.game

    def go_on(self, sitting: Sitting) -> None:
        """Take note of what has changed."""
        before, after = self._game, sitting.game
        made = after.actions or []
        if made and made[:-1] == before.actions:
            self.steps.append(step_of(sitting, before, after, made[-1]))
        else:
            self.steps = story(sitting)
        self._game = after

    @property
    def last_cell(self) -> Cell | None:
        """The space that was last built on."""
        return next((min(step.cells) for step in reversed(self.steps) if step.cells), None)
