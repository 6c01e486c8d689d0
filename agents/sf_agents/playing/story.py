"""What has happened in a game, in words: told again from its record, so that undo unsays it."""

from __future__ import annotations

from itertools import groupby, pairwise
from typing import Any, NamedTuple

from sf_agents.playing.sitting import HUMAN, Sitting
from sf_agents.playing.words import card_in, tell_action
from sf_env import record as records
from sf_env.engine.actions import DEFER, DRAW
from sf_env.engine.constants import COLOUR_NAMES, ROWS, SPACES
from sf_env.game import Game

Cell = tuple[int, int, int]  # seat, row, space


class Step(NamedTuple):
    """One decision: whose it was, what was done and what came of it, and where cards were built."""

    seat: int
    action: int
    text: str
    chosen: bool  # by a person who had a choice
    cells: frozenset[Cell]


class News(NamedTuple):
    """A player's last choice and what has happened since: turn by turn, and where cards stand."""

    turns: list[str]
    cells: frozenset[Cell]


def story(sitting: Sitting) -> list[Step]:
    """Return every decision of a game so far."""
    record = sitting.record()
    games = pairwise(records.replay(record, sitting.game.deck))
    return [
        step_of(sitting, *games_, action)
        for games_, action in zip(games, record["actions"], strict=True)
    ]


def news(sitting: Sitting, seat: int) -> News:
    """Return what the player on a seat did last by choice, and what has happened since."""
    steps = story(sitting)
    mine = [number for number, step in enumerate(steps) if step.seat == seat and step.chosen]
    recent = steps[mine[-1] if mine else 0 :]
    names = sitting.names
    turns = [_turn(names[who], list(turn)) for who, turn in groupby(recent, lambda one: one.seat)]
    return News(turns, frozenset().union(*(step.cells for step in recent)))


def _turn(name: str, steps: list[Step]) -> str:
    """Return what one player did, the name only once, without what goes without saying."""
    told = [step for step in steps[:-1] if step.action not in (DRAW, DEFER)] + steps[-1:]
    first, *others = (step.text for step in told)
    return "; ".join([first, *(text.removeprefix(f"{name} ") for text in others)])


def step_of(sitting: Sitting, before: Game, after: Game, action: int) -> Step:
    """Return a decision that was made in one position and led to the other."""
    seat = before.to_move
    person, forced = sitting.seats[seat] == HUMAN, len(before.legal_actions()) == 1
    old, new = before.snapshot(), after.snapshot()
    text = tell_action(sitting.names, before, action)
    if action == DRAW:
        text += f": {card_in(after, new['drawn'])}"
    if person and forced:
        text += ", the only choice"
    gains = _gains(old, new, seat)
    if gains:
        text += f" ({', '.join(gains)})"
    return Step(seat, action, text, person and not forced, _built(old, new, seat))


def _built(old: dict[str, Any], new: dict[str, Any], seat: int) -> frozenset[Cell]:
    before, after = old["cities"][seat], new["cities"][seat]
    return frozenset(
        (seat, row, space)
        for row in range(ROWS)
        for space in range(SPACES)
        if before[row][space] != after[row][space]
    )


def _gains(old: dict[str, Any], new: dict[str, Any], seat: int) -> list[str]:
    """Return what a decision brought beside what it says."""
    gains = []
    for grid, noun in (("trams", "tram"), ("skyscrapers", "skyscraper")):
        more = sum(map(sum, new[grid][seat])) - sum(map(sum, old[grid][seat]))
        if more:
            gains.append(f"{more} {noun}{'s' * (more > 1)}")
    if new["medal"] == seat != old["medal"]:
        gains.append("the medal")
    gains += [
        f"first to fill the {COLOUR_NAMES[row]} row"
        for row in range(ROWS)
        if new["completion"][row] == seat != old["completion"][row]
    ]
    if new["phase"] == "over":
        gains.append("which ends the game")
    return gains
