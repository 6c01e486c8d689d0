"""Endings that only the right choice wins: seat 0 is to move and has to see it.

In all of them seat 1 leads four districts, and seat 0 has most of the rest: the trams, completion
tokens, and sometimes the fifth district, the green one, which decides. All undrawn cards are
foundations, so nothing depends on luck.
"""

from __future__ import annotations

from collections.abc import Callable

from sf_env import Game
from tests.games.san_francisco.positions import BLUE, GREEN, act, position

OURS = dict.fromkeys(range(4), "0, 0, 0, 0, 0")
THEIRS = dict.fromkeys(range(4), "1, 1, 1, 1, 1")
Cities = list[dict[int, str]]


def cities(players: int, ours: str, theirs: str) -> Cities:
    """Return cities with these green rows; a third seat is second wherever it can be."""
    third = dict.fromkeys(range(4), "1") | {GREEN: "0 tracks"}
    return [OURS | {GREEN: ours}, THEIRS | {GREEN: theirs}, third, {}][:players]


def fill(players: int) -> Game:
    """Filling the last space wins; or else the next player fills his own, and wins."""
    rows = cities(players, "1 tracks, 1 tracks, 1, 1", "1, 1, 1, 0")
    return position(players, cities=rows, columns=["green 0", "green 3"], tokens=2)


def deny(players: int) -> Game:
    """The card with which the next player would fill his city has to be taken away."""
    rows = cities(players, "1 tracks, 1 tracks, 1", "1, 1, 0, 0")
    return position(players, cities=rows, columns=["green 3"], point_tokens=[1], tokens=2)


def finish(players: int) -> Game:
    """Drawing ends the game; the next player could fill his city with a card out of our reach."""
    rows = cities(players, "1 tracks, 1 tracks, 1, 1", "1, 1, 1, 0")
    table = ["green 3", "grey 0, grey 0"]
    return position(players, cities=rows, columns=table, contracts=[1], point_tokens=[1], tokens=1)


def overtake(players: int) -> Game:
    """Drawing ends the game too early: we are behind, and a card on the table changes that."""
    rows = cities(players, "1 tracks, 1 tracks", "1, 1, 1")
    return position(players, cities=rows, columns=["grey 0", "green 3"], point_tokens=[1], tokens=1)


def hide(players: int) -> Game:
    """The next player, who has a contract, may take two cards but not one."""
    rows = cities(players, "1 tracks, 1 tracks, 1, 1", "1, 1, 1, 0")
    table = ["blue 0", "", "grey 0"]
    return position(
        players,
        cities=rows,
        columns=table,
        drawn="green 3",
        contracts=[0, 1],
        point_tokens=[1],
        tokens=1,
    )


def waive(players: int) -> Game:
    """Only without a contract may the last card be taken."""
    rows = cities(players, "1 tracks, 1 tracks, 1, 1", "1, 1, 1, 0")
    return position(players, cities=rows, columns=["green 3"], contracts=[1], waivers=[1], tokens=2)


def choose(players: int) -> Game:
    """The second of the taken cards has to be built, in the only space."""
    rows = cities(players, "1 tracks, 1 tracks, 1, 0", "1, 1, 1, 1")
    return position(players, cities=rows, taken="green 0, green 3", tokens=1)


def raise_value(players: int) -> Game:
    """The +2 has to be put on a green card."""
    rows = cities(players, "1 tracks, 1 tracks, 1, 0, 0", "1, 1, 1, 1, 0")
    rows[0][BLUE] = "0 bonus, 0, 0, 0"
    rows[1][BLUE] = "1, 1, 1, 1"
    game = position(players, cities=rows, taken="blue 0 bonus")
    act(game, "ROW 0", "DISTRICT_BONUS")
    return game


# Each with the choices that win.
ENDINGS: dict[Callable[[int], Game], set[str]] = {
    fill: {"FINALIZE 0", "FINALIZE 1"},
    deny: {"FINALIZE 0"},
    finish: {"DRAW"},
    overtake: {"FINALIZE 1"},
    hide: {"COLUMN 1"},
    waive: {"WAIVE 1"},
    choose: {"DISCARD", "DEFER"},
    raise_value: {f"CELL 4 {space}" for space in range(5)},
}
