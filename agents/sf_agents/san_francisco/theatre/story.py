"""What has happened in a game, as players want to hear it: who chose what, and what came of it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import NamedTuple

from sf_agents.playing.session import HUMAN
from sf_env.games.san_francisco.engine.actions import DEFER, DRAW
from sf_env.games.san_francisco.render.telling import ending
from sf_env.render.look import Event
from sf_env.render.story import Moment

Cell = tuple[int, int, int]  # seat, row, space


class Step(NamedTuple):
    """One decision: whose it was, what was done and what came of it, and on which space."""

    seat: int
    name: str
    action: int
    deed: str  # as "draws a card: blue 3"
    chosen: bool  # by a person who had a choice
    cell: Cell | None
    put: int | None  # the card that was put in a column

    @property
    def text(self) -> str:
        """The decision in a sentence."""
        return f"{self.name} {self.deed}"


class News(NamedTuple):
    """A player's last choice and what has happened since: turn by turn, and on which spaces."""

    turns: list[str]
    cells: frozenset[Cell]


def step_of(seats: Sequence[str], before: Moment, action: int, after: Moment) -> Step:
    """Return a decision that led from one moment to the next; ``seats`` tells who sits where."""
    seat = before.view["to_move"]
    name = before.view["names"][seat]
    person, forced = seats[seat] == HUMAN, len(before.view["legal"]) == 1
    deed = _of(name, after.text)
    if person and forced:
        deed += ", the only choice"
    if after.events:
        deed += f" ({', '.join(_gain(name, event, after) for event in after.events)})"
    chosen = person and not forced
    return Step(seat, name, action, deed, chosen, after.view["last"], after.view["put"])


def _gain(name: str, event: Event, after: Moment) -> str:
    """Return what came of a decision; who has won is shown at the end of the game."""
    return f"the game ends: {ending(after.view)}" if event.kind == "end" else _of(name, event.text)


def _of(name: str, text: str) -> str:
    """Return a sentence about somebody without the name."""
    return text.removeprefix(f"{name} ")


def news(steps: Sequence[Step], seat: int) -> News:
    """Return what the player on a seat did last by choice, and what has happened since."""
    mine = [number for number, step in enumerate(steps) if step.seat == seat and step.chosen]
    recent = steps[mine[-1] if mine else 0 :]
    turns = [_turn(list(turn)) for _, turn in groupby(recent, lambda one: one.seat)]
    return News(turns, frozenset(step.cell for step in recent if step.cell is not None))


def _turn(steps: list[Step]) -> str:
    """Return what one player did, the name only once, without what goes without saying."""
    told = [step for step in steps[:-1] if step.action not in (DRAW, DEFER)] + steps[-1:]
    return f"{told[0].name} {'; '.join(step.deed for step in told)}"
