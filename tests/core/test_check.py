"""``check_rules`` accepts tables that keep the contract, and says what is wrong with others."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import sf_env
from sf_env.core.rules import Layout
from tests import toy
from tests.toy import MATCHES


@pytest.mark.parametrize(("game", "players"), [(MATCHES, None), ("san_francisco", 3)])
def test_tables_that_keep_the_contract(game: Any, players: int | None) -> None:
    sf_env.check_rules(game, players, games=4)


def of(**changes: Any) -> sf_env.Rules:
    """Return the toy game with something wrong."""
    return replace(MATCHES, **{"home": "tests.toy:BROKEN", **changes})


def legal_by_row(states: Any, rows: Any, out: Any) -> None:
    for row in rows:
        out[row] = [action in toy.actions_of(states[row]) for action in range(len(toy.NAMES))]


def settle_by_position(
    states: Any, rows: Any, skip: bool, legal: Any, long: Any, over: Any
) -> None:
    toy.settle(states, rows, skip, legal, long, over)
    legal[: len(rows)] = legal[rows]


def step_without_lengths(
    states: Any, rows: Any, actions: Any, skip: bool, legal: Any, long: Any, over: Any
) -> None:
    toy.step_states(states, rows, actions)
    toy.settle(states, rows, skip, legal, long, over)


def step_all(
    states: Any, rows: Any, actions: Any, skip: bool, legal: Any, long: Any, over: Any
) -> None:
    toy.step(states, rows, actions, skip, legal, long, over)
    states["drawn"][:, 0] |= states["left"] > 0


def settle_that_counts_nothing(
    states: Any, rows: Any, skip: bool, legal: Any, long: Any, over: Any
) -> None:
    toy.settle(states, rows, skip, legal, long.copy(), over)


def first_illegal_row(states: Any, rows: Any, actions: Any) -> int:
    at = toy.first_illegal(states, rows, actions)
    return int(rows[at]) if at >= 0 else -1


def observe_too_little(states: Any, rows: Any, seats: Any, out: Any) -> None:
    toy.observe(states, rows, seats, scratch := np.zeros_like(out))
    out[:, :-1] = scratch[:, :-1]


def observe_by_row(states: Any, rows: Any, seats: Any, out: Any) -> None:
    scratch = np.zeros_like(out)
    toy.observe(states, rows, seats, scratch)
    out[rows] = scratch


def observe_others(states: Any, rows: Any, seats: Any, out: Any) -> None:
    toy.observe(states, rows, seats, out)
    out[:, 2] = states["hand"][rows, 0]


def small_pieces(players: int) -> Any:
    return [(name, shape, low, min(high, 2)) for name, shape, low, high in toy.pieces(players)]


def few_pieces(players: int) -> Any:
    return toy.pieces(players)[:-1]


def conceal_own(states: Any, seats: Any) -> None:
    toy.conceal(states, seats)
    states["hand"] = toy.SECRET


def conceal_twice(states: Any, seats: Any) -> None:
    drawn = states["hidden"] == 0
    toy.conceal(states, seats)
    states["drawn"][drawn] = 1


def imagine_any_table(states: Any, seats: Any, seeds: Any) -> None:
    toy.imagine(states, seats, seeds)
    states["drawn"] = 0


def imagine_the_truth(states: Any, seats: Any, seeds: Any) -> None:
    hands = states["hand"].copy()
    toy.imagine(states, seats, seeds)
    states["hand"] = np.maximum(hands, 0)


def deal_on_top(states: Any, rows: Any, seeds: Any, players: int, box: Any) -> None:
    kept = states["taken"][rows].copy()
    toy.deal(states, rows, seeds, players, box)
    states["taken"][rows] = kept


def text_of_all(state: Any, seat: int | None = None) -> str:
    return toy.text(state)


def load_anything(source: Any) -> Any:
    return source if isinstance(source, toy.Box) else toy.Box(9, str(source))


def load_by_key(source: Any) -> Any:
    return source if isinstance(source, toy.Box) else {"standard": toy.Box(9, "standard")}[source]


def load_again(source: Any) -> Any:
    return toy.Box(9, "standard") if isinstance(source, toy.Box) else toy.load_box(source)


def points_of_some(states: Any) -> Any:
    return toy.parts(states)[..., 3] if states["players"][0] else None


BROKEN: dict[str, tuple[Callable[[], sf_env.Rules], str]] = {
    "home": (lambda: of(home="tests.toy:Nothing"), "home='tests.toy:Nothing'"),
    "copy": (lambda: replace(MATCHES, name="Copies"), "there is another table"),
    "actions": (lambda: of(actions=("A", "B", "C", "A")), "different names"),
    "load_anything": (lambda: of(load_setup=load_anything), "load_setup accepts"),
    "load_by_key": (lambda: of(load_setup=load_by_key), "load_setup raises KeyError"),
    "load_again": (lambda: of(load_setup=load_again), "a loaded setup unchanged"),
    "deal": (lambda: of(deal=deal_on_top), r"deal depends on .* before \(field taken\)"),
    "legal": (lambda: of(legal=legal_by_row), "by position, not by row|legal_actions differ"),
    "order": (
        lambda: of(legal_actions=lambda states: toy.actions_of(states[0])[::-1]),
        "not in ascending order",
    ),
    "settle": (
        lambda: of(settle=settle_by_position),
        "settle should fill legal in its rows, by row",
    ),
    "lengths": (lambda: of(step=step_without_lengths), "add 1 to lengths"),
    "rows": (lambda: of(step=step_all), r"changed another row \(field drawn\)"),
    "skip": (lambda: of(settle=settle_that_counts_nothing), "skipped decisions to lengths"),
    "step_one": (
        lambda: of(step_one=lambda states, action: toy.move(states[0], 0)),
        r"step_states and step_one differ after",
    ),
    "first_illegal": (lambda: of(first_illegal=first_illegal_row), r"at position \d"),
    "illegal": (lambda: of(first_illegal=lambda *_: 0), "for legal actions, not -1"),
    "is_over": (
        lambda: of(is_over=lambda states: states["left"] < 2),
        "is_over and legal_actions differ",
    ),
    "end": (
        lambda: of(is_over=lambda states: states["left"] < 0),
        "is_over and legal_actions differ",
    ),
    "unwritten": (lambda: of(layout=Layout(toy.pieces, observe_too_little)), "unwritten"),
    "by row": (lambda: of(layout=Layout(toy.pieces, observe_by_row)), "by position, not by row"),
    "bounds": (
        lambda: of(layout=Layout(small_pieces, toy.observe)),
        "observe writes 'left' outside of its bounds 0 to 2",
    ),
    "size": (lambda: of(layout=Layout(few_pieces, toy.observe)), "does not fit pieces of"),
    "leak": (
        lambda: of(layout=Layout(toy.pieces, observe_others)),
        "conceal changes what seat 1 itself observes",
    ),
    "points": (lambda: of(points_by_part=None, parts=("a", "total")), "points_by_part has shape"),
    "total": (
        lambda: of(points=lambda states: toy.parts(states)[..., 0]),
        "the last of points_by_part is not the points",
    ),
    "tallies": (lambda: of(tally=None), "tallies and tally need each other"),
    "tally": (
        lambda: of(tally=lambda states: toy.tally(states)[..., :1]),
        r"tally of \d states has shape \(\d, 2, 1\), not \(\d, 2, 2\)",
    ),
    "no states": (
        lambda: of(winners=lambda states: np.zeros((6, 2), bool)),
        "winners of 0 states has shape",
    ),
    "winners": (
        lambda: of(winners=lambda states: toy.places(states) == 1),
        "nobody before the end",
    ),
    "places": (lambda: of(places=lambda states: 4 - toy.places(states)), "a worse place"),
    "secrets": (lambda: of(secrets=False), "needs secrets=True"),
    "conceal": (lambda: of(conceal=conceal_own), "conceal changes the text"),
    "twice": (lambda: of(conceal=conceal_twice), "conceal twice differs from once"),
    "imagine": (lambda: of(imagine=imagine_any_table), "conceal after imagine differs"),
    "truth": (lambda: of(imagine=imagine_the_truth), "imagine draws on what conceal removes"),
    "text": (lambda: of(text=text_of_all), "the text or snapshot for seat 0 itself"),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_table_is_found_out(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    make, message = BROKEN[name]
    table = make()
    monkeypatch.setattr(toy, "BROKEN", table, raising=False)
    with pytest.raises(ValueError, match=message):
        sf_env.check_rules(table, players=2, games=6)


def test_a_message_says_where(monkeypatch: pytest.MonkeyPatch) -> None:
    table = of(first_illegal=lambda *_: 7)
    monkeypatch.setattr(toy, "BROKEN", table, raising=False)
    with pytest.raises(ValueError, match="Matches with 3 players, seed 0, decision 0: "):
        sf_env.check_rules(table, players=3, games=1)
    with pytest.raises(ValueError, match="players=4 is not allowed"):
        sf_env.check_rules(MATCHES, players=4)
    with pytest.raises(ValueError, match="games"):
        sf_env.check_rules(MATCHES, games=0)
