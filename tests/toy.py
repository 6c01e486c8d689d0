"""A small game behind the table of rules, with a hidden hand and chance after the deal.

Matches lie on the table, and each player holds some in a closed hand: 0 to 3, which nobody else
knows. A turn takes 1 or 2 from the table, or, once in a game, draws a hand again by chance. Who
takes the last match gets 2 points; every match taken or held is one. Most points win; of equal
ones, those of whoever took the last match.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np

from sf_env.core.errors import Error
from sf_env.core.rules import Chance, Layout, Rules, register
from sf_env.core.tallies import Tally

SEATS = 3
NOBODY, SECRET = -1, -1
DRAWS, DEALS = 1, 2  # what the state waits for: the hand drawn by the player, or dealt to seat 0, 1
STATE = np.dtype(
    [
        ("players", "i1"),
        ("to_move", "i1"),
        ("left", "i1"),
        ("taken", "i1", SEATS),
        ("hand", "i1", SEATS),
        ("drawn", "i1", SEATS),
        ("last", "i1"),
        ("waits", "i1"),
        ("hidden", "u8"),
    ]
)
NAMES = ("TAKE 1", "TAKE 2", "DRAW", "PASS")  # nobody may pass
DRAW = 2


@dataclass(frozen=True)
class Box:
    """How many matches there are: what the game is played with."""

    matches: int
    name: str

    @property
    def hash(self) -> str:
        return hashlib.sha256(str(self.matches).encode()).hexdigest()[:16]


def load_box(source: Any) -> Box:
    if isinstance(source, Box):
        return source
    if source == "standard":
        return Box(9, "standard")
    if str(source).startswith("generate:") and source[9:].isdigit():
        return Box(5 + int(source[9:]) % 8, source)
    raise Error(f"box {source!r} is not allowed; allowed: standard, generate:SEED")


def chance(word: int) -> tuple[int, int]:
    """Return what comes of a hidden word, 0 to 3, and the next word."""
    following = (word * 6364136223846793005 + 1442695040888963407) % 2**64
    return following >> 62, following


def draw_hand(state: Any, seat: int) -> None:
    state["hand"][seat], state["hidden"] = chance(int(state["hidden"]))


def deal(states: Any, rows: Any, seeds: Any, players: int, box: Box) -> None:
    for row, seed in zip(rows, seeds, strict=True):
        deal_hands(states[row], players, box)
        states[row]["hidden"] = int(seed) * 2 + 1
        for seat in range(players):
            draw_hand(states[row], seat)


def deal_hands(state: Any, players: int, box: Box, hands: Iterable[int] = ()) -> None:
    state["players"], state["to_move"], state["left"] = players, 0, box.matches
    state["taken"], state["drawn"], state["waits"] = 0, 0, 0
    state["last"], state["hand"] = NOBODY, 0
    for seat, hand in enumerate(hands):
        state["hand"][seat] = hand


def lay(states: Any, players: int, box: Box) -> None:
    """Wait for the hands, one after the other."""
    deal_hands(states[0], players, box)
    states[0]["waits"], states[0]["hidden"] = DEALS, 0


def deal_order(states: Any, order: Any, players: int, box: Box) -> None:
    """``order`` has the hands that are dealt; or these and those that are drawn later, by name."""
    hands = order["hands"] if isinstance(order, dict) else order
    if len(hands) != players:
        raise ValueError(f"order should hold {players} hands")
    deal_hands(states[0], players, box, hands)


def given(state: Any, order: Any) -> int:
    """Return the hand that the order has for the draw for which the state waits."""
    draws = order.get("draws", []) if isinstance(order, dict) else []
    number = int(state["drawn"].sum()) - 1
    if number >= len(draws):
        raise ValueError(f"there is no draw number {number}")
    if draws[number] not in range(4):
        raise ValueError(f"draw number {number} is {draws[number]}, not 0 to 3")
    return int(draws[number])


def actions_of(state: Any) -> list[int]:
    if state["left"] == 0 or state["waits"]:
        return []
    takes = [take - 1 for take in (1, 2) if take <= state["left"]]
    return takes if state["drawn"][state["to_move"]] else [*takes, DRAW]


def begin(state: Any, action: int) -> None:
    """Carry out an action; after DRAW the state waits for chance."""
    seat = state["to_move"]
    if action == DRAW:
        state["drawn"][seat], state["waits"] = 1, DRAWS
        return
    state["taken"][seat] += action + 1
    state["left"] -= action + 1
    if state["left"] == 0:
        state["last"] = seat
    else:
        end_turn(state)


def end_turn(state: Any) -> None:
    state["to_move"] = (state["to_move"] + 1) % state["players"]


def resolve(state: Any, hand: int) -> None:
    if state["waits"] >= DEALS:
        seat = state["waits"] - DEALS
        state["hand"][seat] = hand
        state["waits"] = 0 if seat + 1 == state["players"] else state["waits"] + 1
        return
    state["hand"][state["to_move"]], state["waits"] = hand, 0
    end_turn(state)


def move(state: Any, action: int) -> None:
    begin(state, action)
    if state["waits"]:
        hand, state["hidden"] = chance(int(state["hidden"]))
        resolve(state, hand)


def step(
    states: Any, rows: Any, actions: Any, skip: bool, legal: Any, long: Any, over: Any
) -> None:
    step_states(states, rows, actions)
    long[rows] += 1
    settle(states, rows, skip, legal, long, over)


def settle(states: Any, rows: Any, skip: bool, legal: Any, long: Any, over: Any) -> None:
    for row in rows:
        while skip and len(actions_of(states[row])) == 1:
            move(states[row], actions_of(states[row])[0])
            long[row] += 1
        over[row] = states[row]["left"] == 0
    for row in rows:
        legal[row] = [action in actions_of(states[row]) for action in range(len(NAMES))]


def step_states(states: Any, rows: Any, actions: Any) -> None:
    for row, action in zip(rows, actions, strict=True):
        move(states[row], action)


def first_illegal(states: Any, rows: Any, actions: Any) -> int:
    wrong = (
        number
        for number, (row, action) in enumerate(zip(rows, actions, strict=True))
        if action not in actions_of(states[row])
    )
    return next(wrong, -1)


def fill_legal(states: Any, rows: Any, out: Any) -> None:
    for number, row in enumerate(rows):
        out[number] = [action in actions_of(states[row]) for action in range(len(NAMES))]


def seat_of(state: Any, seat: int) -> int:
    return int(seat if seat >= 0 else state["to_move"])


def observe(states: Any, rows: Any, seats: Any, out: Any) -> None:
    for number, (row, seat) in enumerate(zip(rows, seats, strict=True)):
        state = states[row]
        players, observer = int(state["players"]), seat_of(state, seat)
        turns = [(observer + turn) % players for turn in range(players)]
        out[number, :3] = (
            state["left"],
            (state["to_move"] - observer) % players,
            state["hand"][observer],
        )
        out[number, 3 : 3 + players] = state["taken"][turns]
        out[number, 3 + players :] = state["drawn"][turns]


def observe_little(states: Any, rows: Any, seats: Any, out: Any) -> None:
    for number, (row, seat) in enumerate(zip(rows, seats, strict=True)):
        out[number] = (states[row]["left"], states[row]["hand"][seat_of(states[row], seat)])


def pieces(players: int) -> list[Any]:
    return [
        ("left", (), 0, 12),
        ("to_move", (), 0, 2),
        ("hand", (), SECRET, 3),
        ("taken", (players,), 0, 12),
        ("drawn", (players,), 0, 1),
    ]


def conceal(states: Any, seats: Any) -> None:
    for state, seat in zip(states, seats, strict=True):
        own = seat_of(state, seat)
        for other in range(int(state["players"])):
            if other != own:
                state["hand"][other] = SECRET
        state["hidden"] = 0


def imagine(states: Any, seats: Any, seeds: Any) -> None:
    conceal(states, seats)
    for state, seat, seed in zip(states, seats, seeds, strict=True):
        state["hidden"] = int(seed) % 2**63 * 2 + 1
        for other in range(int(state["players"])):
            if other != seat_of(state, seat):
                draw_hand(state, other)


def parts(states: Any) -> Any:
    """Return the points of each seat by origin; a hand that is not known counts nothing."""
    players = int(states["players"][0]) if len(states) else 2
    seats = np.arange(players)
    by_part = np.zeros((len(states), players, 4))
    by_part[..., 0] = states["taken"][:, :players]
    by_part[..., 1] = np.maximum(states["hand"][:, :players], 0)
    by_part[..., 2] = 2 * (states["last"][:, None] == seats)
    by_part[..., 3] = by_part[..., :3].sum(axis=2)
    return by_part


def tally(states: Any) -> Any:
    """Return of each seat whether it drew a hand again, and whether it took the last match."""
    seats = np.arange(int(states["players"][0]))
    last = states["last"][:, None] == seats
    return np.stack([states["drawn"][:, seats], last], axis=-1).astype(np.float64)


def places(states: Any) -> Any:
    by_part = parts(states)
    worth = by_part[..., 3] * 10 + by_part[..., 2]
    return 1 + (worth[:, None, :] > worth[:, :, None]).sum(axis=2)


def text(state: Any, seat: int | None = None) -> str:
    hands = [
        str(state["hand"][one]) if seat in (None, one) else "?" for one in range(state["players"])
    ]
    taken = ", ".join(map(str, state["taken"][: state["players"]]))
    return f"{state['left']} matches; taken: {taken}; hands: {', '.join(hands)}"


def snapshot(state: Any, seat: int | None = None) -> dict[str, Any]:
    players = int(state["players"])
    hands = [int(state["hand"][one]) if seat in (None, one) else None for one in range(players)]
    return {
        "left": int(state["left"]),
        "to_move": int(state["to_move"]),
        "taken": state["taken"][:players].tolist(),
        "hands": hands,
    }


class Bold:
    """Takes two matches where it may; it was given no hand but its own."""

    games = ("matches",)

    def act(self, states: Any, legal: Any) -> Any:
        for state in states:
            hands = np.delete(state["hand"][: state["players"]], state["to_move"])
            assert (hands == SECRET).all()
            assert state["hidden"] == 0
        return legal[:, 1].astype(np.int64)


MATCHES = Rules(
    id="matches",
    name="Matches",
    home="tests.toy:MATCHES",
    players=(2, 3),
    state=STATE,
    actions=NAMES,
    setup_word="box",
    load_setup=load_box,
    secrets=True,
    whole=lambda states: (states["hand"] >= 0).all(axis=1),
    layout=Layout(pieces, observe),
    earlier_layouts=(Layout(lambda _: pieces(2)[:1] + pieces(2)[2:3], observe_little),),
    deal=deal,
    deal_order=deal_order,
    step=step,
    settle=settle,
    step_states=step_states,
    first_illegal=first_illegal,
    step_one=lambda states, action: move(states[0], action),
    legal_actions=lambda states: actions_of(states[0]),
    legal=fill_legal,
    is_over=lambda states: states["left"] == 0,
    points=lambda states: parts(states)[..., 3],
    places=places,
    winners=lambda states: (places(states) == 1) & (states["left"] == 0)[:, None],
    conceal=conceal,
    imagine=imagine,
    score_scale=2.0,
    parts=("taken", "hand", "last", "total"),
    points_by_part=parts,
    tallies=(
        Tally("draws", "Hands", "draws"),
        Tally("ended", "How the games ended", "took the last", share=True),
    ),
    tally=tally,
    agents={"greedy": "tests.toy:Bold"},
    text=text,
    snapshot=snapshot,
    chance=Chance(
        deal=lay,
        count=lambda players, box: 4,
        longest=lambda players, box: (box.matches + players, 2 * players),
        awaits=lambda states: "A hand is drawn.",
        outcome_name=lambda states, hand: f"hand of {hand}",
        step=lambda states, action: begin(states[0], action),
        waits=lambda states: bool(states[0]["waits"]),
        outcomes=lambda _: [(hand, 0.25) for hand in range(4)],
        resolve=lambda states, hand: resolve(states[0], hand),
        given=lambda states, order: given(states[0], order),
    ),
)
register("matches", "tests.toy:MATCHES")
