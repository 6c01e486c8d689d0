"""One game of San Francisco, friendly: names, snapshots, scores, records."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Self

import numpy as np

from sf_env.core.game import Play
from sf_env.core.record_format import FORMAT
from sf_env.core.rules import Array
from sf_env.games.san_francisco.engine.constants import PHASE_NAMES
from sf_env.games.san_francisco.rules import SAN_FRANCISCO, svg
from sf_env.games.san_francisco.rules import picture as paint
from sf_env.games.san_francisco.view import Score, Snapshot, scores, snapshot
from sf_env.version import __version__


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
        if state is None:
            raise ValueError("state is None; it should be one record of dtype sf_env.STATE")
        game = object.__new__(cls)
        Play.__init__(game, SAN_FRANCISCO, state=state)
        return game

    @property
    def phase(self) -> str:
        """The kind of decision: turn, column, build, bonus, target, end, or over."""
        return PHASE_NAMES[self._states["phase"].item()]

    def snapshot(self) -> Snapshot:
        """Return the position as a dict that JSON can hold."""
        return snapshot(self.state)

    def scores(self) -> list[Score]:
        """Return each seat's points by origin; before the end, as if the game ended now."""
        return scores(self._states)

    def record(self, **extra: Any) -> dict[str, Any]:
        """Return the game so far as a record (see ``sf_env.record``), with ``extra`` in it."""
        facts = super().record()
        record = {
            "format": FORMAT,
            "sf_env_version": __version__,
            "players": facts.pop("players"),
            "deck": self.deck.name,
            "deck_hash": self.deck.hash,
            **facts,
        }
        if self.is_over:
            record["scores"] = self.scores()
        if clash := record.keys() & extra.keys():
            raise ValueError(f"extra may not replace {sorted(clash)} of the record")
        return record | extra

    def to_text(self) -> str:
        """Return a board to read in a terminal."""
        return str(self)

    def picture(self, names: Sequence[str] | None = None, scale: float = 1.0) -> Array:
        """Return the board as pixels (height, width, 3) uint8; needs the extra ``render``."""
        return paint(self.state, names, scale)

    def _repr_html_(self) -> str:
        """Show the board in a notebook."""
        return svg(self.state)

    def __repr__(self) -> str:
        start = f"order={self.order}" if self.seed is None else f"seed={self.seed}"
        return f"<Game players={self.players} {start} phase={self.phase} to_move={self.to_move}>"
