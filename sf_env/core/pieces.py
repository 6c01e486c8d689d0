"""The pieces of an observation: each is declared once, and offsets, spaces and views follow."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from math import prod

from sf_env.core.rules import Piece as Entry


@dataclass(frozen=True)
class Piece:
    """A named part of an observation; ``shape`` is that for one seat, or for the table."""

    name: str
    shape: tuple[int, ...]
    low: int
    high: int
    meaning: str

    @property
    def size(self) -> int:
        """Its number of entries, for one seat or for the table."""
        return prod(self.shape)


def number(name: str, low: int, high: int, meaning: str) -> Piece:
    """Return a piece of one entry."""
    return Piece(name, (), low, high, meaning)


def offsets(pieces: Sequence[Piece]) -> dict[str, int]:
    """Return where each piece begins: for one seat, or in the table."""
    ends = accumulate(piece.size for piece in pieces)
    return {piece.name: end - piece.size for piece, end in zip(pieces, ends, strict=True)}


def listed(seats: Sequence[Piece], table: Sequence[Piece], players: int) -> list[Entry]:
    """Return the pieces as the table of a game lists them; those of seats hold all seats."""
    of_seats = [(p.name, (players, *p.shape), p.low, p.high) for p in seats]
    return of_seats + [(p.name, p.shape, p.low, p.high) for p in table]
