"""One game of San Francisco, with names, snapshots, scores and records."""

from __future__ import annotations

from typing import Any, Self

import numpy as np

from sf_env.core.game import Game as OneGame
from sf_env.games.san_francisco.engine.constants import PHASE_NAMES
from sf_env.games.san_francisco.rules import SAN_FRANCISCO


class Game(OneGame):
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

    @property
    def deck(self) -> Any:
        """The deck; None if the game was made from a state."""
        return self.setup

    @classmethod
    def from_state(cls, state: np.void) -> Self:
        """Return a game that continues from a copy of this state."""
        if state is None:
            raise ValueError("state is None; it should be one record of dtype sf_env.STATE")
        game = object.__new__(cls)
        OneGame.__init__(game, SAN_FRANCISCO, state=state)
        return game

    @property
    def phase(self) -> str:
        """The kind of decision: turn, column, build, bonus, target, end, or over."""
        return PHASE_NAMES[self._states["phase"].item()]

    def __repr__(self) -> str:
        start = f"order={self.order}" if self.seed is None else f"seed={self.seed}"
        return f"<Game players={self.players} {start} phase={self.phase} to_move={self.to_move}>"
