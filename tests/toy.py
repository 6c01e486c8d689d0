"""A game of ten lines behind the table of rules: take 1 or 2 matches; who takes the last wins."""

from __future__ import annotations

from typing import Any

import numpy as np

from sf_env.core.rules import Rules

STATE = np.dtype([("players", np.int8), ("to_move", np.int8), ("left", np.int8), ("hidden", "i1")])
NAMES = ("TAKE 1", "TAKE 2", "PASS")  # nobody may pass


def deal(states: Any, rows: Any, seeds: Any, players: int, _deck: Any) -> None:
    for row, seed in zip(rows, seeds, strict=True):
        states[row] = (players, 0, 5 + int(seed) % 5, int(seed) % 7)


def deal_order(states: Any, order: Any, players: int, _deck: Any) -> None:
    states[0] = (players, 0, len(order), 0)


def actions_of(state: Any) -> list[int]:
    return [take - 1 for take in (1, 2) if take <= state["left"]]


def move(state: Any, action: int) -> None:
    state["left"] -= action + 1
    if state["left"] > 0:
        state["to_move"] = (state["to_move"] + 1) % state["players"]


def step(
    states: Any, rows: Any, actions: Any, skip: bool, legal: Any, long: Any, over: Any
) -> None:
    for row, action in zip(rows, actions, strict=True):
        move(states[row], action)
        long[row] += 1
    settle(states, rows, skip, legal, long, over)


def settle(states: Any, rows: Any, skip: bool, legal: Any, long: Any, over: Any) -> None:
    for row in rows:
        while skip and len(actions_of(states[row])) == 1:
            move(states[row], 0)
            long[row] += 1
        legal[row] = [action in actions_of(states[row]) for action in range(len(NAMES))]
        over[row] = states[row]["left"] == 0


def fill_legal(states: Any, rows: Any, out: Any) -> None:
    for number, row in enumerate(rows):
        out[number] = [action in actions_of(states[row]) for action in range(len(NAMES))]


def observe(states: Any, rows: Any, seats: Any, out: Any) -> None:
    for number, (row, seat) in enumerate(zip(rows, seats, strict=True)):
        state = states[row]
        observer = seat if seat >= 0 else state["to_move"]
        out[number] = (state["left"], (state["to_move"] - observer) % state["players"])


def winners(states: Any) -> Any:
    players = int(states["players"][0]) if len(states) else 2
    over = states["left"] == 0
    return over[:, None] & (states["to_move"][:, None] == np.arange(players))


def conceal(states: Any) -> None:
    states["hidden"] = 0


def reshuffle(states: Any, seeds: Any) -> None:
    states["hidden"] = seeds % 7


MATCHES = Rules(
    name="Matches",
    home="tests.toy:MATCHES",
    players=(2, 3),
    state=STATE,
    actions=NAMES,
    load_deck=lambda deck: deck,
    pieces=lambda _: [("left", (), 0, 9), ("to_move", (), 0, 2)],
    deal=deal,
    deal_order=deal_order,
    step=step,
    settle=settle,
    step_one=lambda states, action: move(states[0], action),
    legal_actions=lambda states: actions_of(states[0]),
    legal=fill_legal,
    observe=observe,
    is_over=lambda states: states["left"] == 0,
    points=lambda states: winners(states).astype(float),
    winners=winners,
    conceal=conceal,
    reshuffle=reshuffle,
    text=lambda state: f"{state['left']} matches",
)
