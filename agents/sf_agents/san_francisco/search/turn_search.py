"""The best way to finish a turn once a column is taken: every order, row, discard and bonus.

Nothing is random until the turn ends, so this is a plain search, one decision after the other.
Positions that are the same but for the way they came about are kept once. As long as no more than
``width`` different positions are side by side the search is exact; beyond that the best-looking
ones are kept (a beam).

Deferring is not searched as a decision of its own: any of the taken cards may be built or
discarded next, since that many deferrals would bring it to the front.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from sf_agents.san_francisco.evaluation.evaluation import evaluate
from sf_agents.san_francisco.evaluation.outlook import OUTLOOK
from sf_env.core.compiled.bits import lowest_bit
from sf_env.core.compiled.jit import jit
from sf_env.core.compiled.rng import MASK, Word, mix
from sf_env.core.compiled.wide import wide
from sf_env.core.rules import Array
from sf_env.games.san_francisco.engine.actions import DEFER
from sf_env.games.san_francisco.engine.constants import BUILD, OVER, ROWS, TURN
from sf_env.games.san_francisco.engine.legal import legal_actions
from sf_env.games.san_francisco.engine.state import STATE
from sf_env.games.san_francisco.engine.step import step
from sf_env.games.san_francisco.engine.turn import defer

UNKNOWN = -1.0


class Desk(NamedTuple):
    """Room for a search, so that it allocates nothing; nothing in it outlives a call."""

    nodes: Array  # (width,) positions that stand side by side
    following: Array  # (width + 1,) those after the next decision, and one more to try
    firsts: Array  # (width,) the first decision that led to each node
    following_firsts: Array  # (width,)
    keys: Array  # (width,) what tells the following positions apart
    promise: Array  # (width,) how they look, once there are too many of them
    spare: Array  # (1,) a position to try things on
    outlook: Array  # (1,) room for the evaluation
    first: Array  # (1,) the first decision of the best way
    result: Array  # (1,) the position at its end


def new_desk(width: int) -> Desk:
    """Return room for searches of this width."""
    return Desk(
        nodes=np.zeros(width, STATE),
        following=np.zeros(width + 1, STATE),
        firsts=np.zeros(width, np.int64),
        following_firsts=np.zeros(width, np.int64),
        keys=np.zeros(width, np.uint64),
        promise=np.zeros(width),
        spare=np.zeros(1, STATE),
        outlook=np.zeros(1, OUTLOOK),
        first=np.zeros(1, np.int64),
        result=np.zeros(1, STATE),
    )


@jit
def finish_turn(state: np.void, weights: Array, desk: Desk) -> float:
    """Return the worth of the best way to finish a turn; note its first decision and its result.

    The state is one in which the player to move decides and nothing is drawn: the phases build,
    bonus, target and end.
    """
    seat = wide(state["to_move"])
    desk.nodes[0] = state
    desk.firsts[0] = -1
    count = 1
    best = -1.0
    while count > 0:
        following = 0
        desk.promise[0] = UNKNOWN
        for number in range(count):
            best, following = expand(number, seat, best, following, weights, desk)
        for number in range(following):
            desk.nodes[number] = desk.following[number]
            desk.firsts[number] = desk.following_firsts[number]
        count = following
    return best


@jit
def expand(
    number: int, seat: int, best: float, following: int, weights: Array, desk: Desk
) -> tuple[float, int]:
    """Make every decision in a node; return the best worth so far, and how many nodes follow."""
    trial = desk.nodes.shape[0]  # the last entry is there to try things on
    places = 1
    if desk.nodes[number]["phase"] == BUILD:
        places = wide(desk.nodes[number]["taken_count"]) - wide(desk.nodes[number]["defers"])
    for place in range(places):
        if place > 0 and seen_before(desk.nodes[number], place):
            continue
        desk.spare[0] = desk.nodes[number]
        bring_forward(desk.spare[0], place)
        bits = wide(desk.spare[0]["legal"]) & ~(1 << DEFER)
        while bits:
            action = lowest_bit(bits)
            bits &= bits - 1
            first = desk.firsts[number]
            if first < 0:
                first = DEFER if place > 0 else action
            desk.following[trial] = desk.spare[0]
            new = desk.following[trial]
            step(new, action)
            if new["phase"] == OVER or new["phase"] == TURN:
                worth = evaluate(new, seat, weights[0], desk.outlook[0])
                if worth > best:
                    best = worth
                    desk.first[0] = first
                    desk.result[0] = new
            else:
                following = keep(new, seat, first, following, weights, desk)
    return best, following


@jit
def seen_before(state: np.void, place: int) -> bool:
    """Whether a taken card of the same kind is further to the front."""
    earlier = 0
    while kind_of(state, earlier) != kind_of(state, place):
        earlier += 1
    return earlier < place


@jit
def kind_of(state: np.void, place: int) -> int:
    """Return what there is to know of a taken card."""
    return wide(state["attributes"][state["taken"][place]])


@jit
def bring_forward(state: np.void, place: int) -> None:
    """Make the taken card at a place the current one, as that many deferrals would."""
    if place == 0:
        return
    for _ in range(place):
        defer(state)
    state["legal"] = legal_actions(state)


@jit
def keep(new: np.void, seat: int, first: int, following: int, weights: Array, desk: Desk) -> int:
    """Put a position among the following nodes, unless it is there; return how many there are.

    Once there are as many as the search is wide, it has to look better than the worst of them.
    """
    width = desk.nodes.shape[0]
    key = identity(new, seat)
    for number in range(following):
        if desk.keys[number] == key:
            return following
    at = following
    if following == width:
        at = least_promising(seat, weights, desk)
        promise = evaluate(new, seat, weights[0], desk.outlook[0])
        if promise <= desk.promise[at]:
            return following
        desk.promise[at] = promise
    desk.following[at] = new
    desk.following_firsts[at] = first
    desk.keys[at] = key
    return int(min(following + 1, width))


@jit
def least_promising(seat: int, weights: Array, desk: Desk) -> int:
    """Return which of the following nodes, all places being taken, looks worst."""
    if desk.promise[0] == UNKNOWN:
        for number in range(desk.nodes.shape[0]):
            node = desk.following[number]
            desk.promise[number] = evaluate(node, seat, weights[0], desk.outlook[0])
    return int(np.argmin(desk.promise))


@jit
def identity(state: np.void, seat: int) -> Word:
    """Return a hash of all that may differ in one turn, but for the order of the taken cards."""
    word = mix(
        int(
            np.uint64(
                wide(state["phase"])
                | (wide(state["bonus"]) + 1) << 8
                | wide(state["waivers"][seat]) << 16
                | wide(state["contracts"][seat]) << 24
            )
        )
    )
    for row in range(ROWS):
        word = mix(word ^ int(np.uint64(row)))
        for space in range(wide(state["filled"][seat, row])):
            card = wide(state["cards"][seat, row, space]) + 1
            symbols = wide(state["symbols"][seat, row, space])
            word = mix(word ^ int(np.uint64(card << 8 | symbols)))
    cards = int(np.uint64(0))
    for place in range(wide(state["taken_count"])):
        cards = (cards + mix(int(np.uint64(kind_of(state, place))))) & MASK
    return mix(word ^ cards)
