"""One game of San Francisco, friendly: names, snapshots, scores, records."""

from __future__ import annotations

from typing import Any, Self

import numpy as np

from sf_env.engine.constants import MAX_PLAYERS, MIN_PLAYERS, PHASE_NAMES
from sf_env.engine.state import STATE
from sf_env.play import Play
from sf_env.san_francisco import SAN_FRANCISCO
from sf_env.scores import scores
from sf_env.snapshot import snapshot


class Game(Play):
    """A game in progress; ``step`` one of ``legal_actions()`` until ``is_over``."""

    def __init__(
        self,
        players: int = 2,
        seed: int | None = None,
        deck: Any = "standard",
        order: Any = None,
    ) -> None:
        """Deal a game from a seed (drawn if None), or with ``order[0]`` as the top card."""
        super().__init__(SAN_FRANCISCO, players, seed, deck, order)

    @classmethod
    def from_state(cls, state: np.void) -> Self:
        """Return a game that goes on from a copy of this state."""
        given = np.asarray(state)
        if given.dtype != STATE or given.size != 1:
            raise ValueError("state should be one record of dtype sf_env.STATE")
        players = int(given["players"].item())
        if not MIN_PLAYERS <= players <= MAX_PLAYERS:
            raise ValueError(f"state has {players} players; it should come from a game")
        game = object.__new__(cls)
        game.rules = SAN_FRANCISCO
        game.deck = game.seed = game.order = game.actions = None
        game._states = given.reshape(1).copy()
        return game

    @property
    def phase(self) -> str:
        """The kind of decision: turn, column, build, bonus, target, end, or over."""
        return PHASE_NAMES[self._states["phase"].item()]

    def snapshot(self) -> dict[str, Any]:
        """Return the position as a dict that JSON can hold."""
        return snapshot(self.state)

    def scores(self) -> list[dict[str, Any]]:
        """Return each seat's points by origin; before the end, as if the game ended now."""
        return scores(self._states)

    def record(self, **extra: Any) -> dict[str, Any]:
        """Return the game so far as a record (see ``sf_env.record``), with ``extra`` in it."""
        from sf_env.record import record_of  # records replay games, so they import this module

        return record_of(self, **extra)

    def to_text(self) -> str:
        """Return a board to read in a terminal."""
        return str(self)

    def __repr__(self) -> str:
        start = f"order={self.order}" if self.seed is None else f"seed={self.seed}"
        return f"<Game players={self.players} {start} phase={self.phase} to_move={self.to_move}>"
