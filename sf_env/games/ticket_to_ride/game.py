"""One game of *Ticket to Ride: San Francisco*, friendly: names, snapshots, scores, records."""

from __future__ import annotations

from typing import Any, Self

import numpy as np

from sf_env.core.game import Game as OneGame
from sf_env.games.ticket_to_ride.engine.constants import PHASE_NAMES
from sf_env.games.ticket_to_ride.rules import TICKET_TO_RIDE


class Game(OneGame):
    """A game in progress; ``step`` one of ``legal_actions()`` until ``is_over``."""

    def __init__(
        self,
        players: int = 2,
        seed: int | None = None,
        map: Any = "san_francisco",  # noqa: A002  the public name
        order: Any = None,
    ) -> None:
        """Deal a game from a seed (drawn if None), or with all chance fixed by an order.

        ``order`` is ``{"tickets": [ids, the top one first], "cards": [kinds in the order in which
        they leave the deck]}``.
        """
        super().__init__(TICKET_TO_RIDE, players, seed, map, order)

    @property
    def map(self) -> Any:
        """The map; None if the game was made from a state."""
        return self.setup

    @classmethod
    def from_state(cls, state: np.void) -> Self:
        """Return a game that continues from a copy of this state."""
        if state is None:
            raise ValueError("state is None; it should be one record of dtype ticket_to_ride.STATE")
        game = object.__new__(cls)
        OneGame.__init__(game, TICKET_TO_RIDE, state=state)
        return game

    @property
    def phase(self) -> str:
        """The kind of decision: keep_first, place, turn, second, keep, colour, pay, token, over."""
        return PHASE_NAMES[self._states["phase"].item()]

    def __repr__(self) -> str:
        begun = "order=..." if self.order is not None else "state=..."
        start = begun if self.seed is None else f"seed={self.seed}"
        return f"<Game players={self.players} {start} phase={self.phase} to_move={self.to_move}>"
