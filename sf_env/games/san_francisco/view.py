"""A position as plain data: what JSON can hold, and the words that every renderer needs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypedDict

import numpy as np

from sf_env.core.masks import members
from sf_env.games.san_francisco.actions import NAMES
from sf_env.games.san_francisco.deck.card import Card, card_of
from sf_env.games.san_francisco.engine.constants import (
    BONUS_CHOICE,
    COLUMNS,
    PHASE_NAMES,
    PLUS2_TOKEN,
    SKYSCRAPER_COST,
    TARGET,
    TRACK_TOKEN,
)
from sf_env.games.san_francisco.engine.scoring import DISTRICT, TRAMS
from sf_env.games.san_francisco.rules import SAN_FRANCISCO
from sf_env.render.words import seat_names

Grid = list[list[int]]  # of a city: rows of spaces


class Score(TypedDict):
    """The points of one seat by their origin, and all together."""

    skyscrapers: float
    medal: float
    completion: float
    tokens: float
    districts: list[float]
    trams: float
    total: float


class Snapshot(TypedDict):
    """A position in numbers; what belongs to the players is listed by seat."""

    players: int
    to_move: int
    phase: str
    columns: list[list[int]]  # card ids
    drawn: int | None  # a card id
    taken: list[int]  # card ids, the current one first
    bonus: int | None  # the one being placed, or that of the row in the phase "bonus"
    foundation_tokens: int
    bonuses_left: list[int]
    contracts: list[int]
    waivers: list[int]
    point_tokens: list[int]
    cities: list[Grid]  # card ids, -1 where a space is empty
    trams: list[Grid]
    skyscrapers: list[Grid]
    plus2: list[Grid]
    track_tokens: list[Grid]
    values: list[Grid]
    medal: int  # a seat, or -1
    completion: list[int]  # for each district a seat, or -1
    deck_left: int
    ender: int  # a seat, or -1
    legal: list[int]


class View(Snapshot):
    """A snapshot and what its ids and numbers mean."""

    cards: dict[int, Card]  # every card in sight by its id
    scores: list[Score]
    winners: list[int]  # seats
    costs: list[int]  # what a skyscraper needs around it
    adjacent: list[Grid]  # what each space has around it
    actions: list[str]  # the legal ones by name
    names: list[str]  # of the players
    last: tuple[int, int, int] | None  # the space built on last (seat, row, space), if known
    put: int | None  # the card put in a column last, if known


def snapshot(state: np.void) -> Snapshot:
    """Return a position as JSON-compatible data."""
    players = int(state["players"])
    phase = int(state["phase"])
    drawn = int(state["drawn"])
    symbols = state["symbols"][:players]
    return {
        "players": players,
        "to_move": int(state["to_move"]),
        "phase": PHASE_NAMES[phase],
        "columns": [_cards(state, column) for column in range(COLUMNS)],
        "drawn": drawn if drawn >= 0 else None,
        "taken": state["taken"][: int(state["taken_count"])].tolist(),
        "bonus": int(state["bonus"]) if phase in (BONUS_CHOICE, TARGET) else None,
        "foundation_tokens": int(state["foundation_tokens"]),
        "bonuses_left": state["bonuses_left"].tolist(),
        "contracts": state["contracts"][:players].tolist(),
        "waivers": state["waivers"][:players].tolist(),
        "point_tokens": state["point_tokens"][:players].tolist(),
        "cities": state["cards"][:players].tolist(),
        "trams": state["trams"][:players].tolist(),
        "skyscrapers": state["skyscrapers"][:players].tolist(),
        "plus2": _flags(symbols & PLUS2_TOKEN),
        "track_tokens": _flags(symbols & TRACK_TOKEN),
        "values": state["values"][:players].tolist(),
        "medal": int(state["medal"]),
        "completion": state["completion"].tolist(),
        "deck_left": int(state["deck_left"]),
        "ender": int(state["ender"]),
        "legal": list(members(int(state["legal"]))),
    }


def view_of(state: np.void, names: Sequence[str] | None = None) -> View:
    """Return what there is to see of a position; players have numbers if they have no names."""
    shot = snapshot(state)
    players = shot["players"]
    states = np.array([state], state.dtype)
    return {
        **shot,
        "cards": {card: card_of(int(state["attributes"][card])) for card in _in_sight(shot)},
        "scores": scores(states),
        "winners": [int(seat) for seat in np.flatnonzero(SAN_FRANCISCO.winners(states)[0])],
        "costs": [SKYSCRAPER_COST - int(coasts) for coasts in state["coasts"][:players]],
        "adjacent": state["adjacent"][:players].tolist(),
        "actions": [NAMES[action] for action in shot["legal"]],
        "names": seat_names(names, players),
        "last": None,
        "put": None,
    }


def scores(states: np.ndarray) -> list[Score]:
    """Return the points of each seat of the first state by their origin."""
    return [breakdown(seat) for seat in SAN_FRANCISCO.parts_of_points(states[:1])[0].tolist()]


def breakdown(points: list[float]) -> Score:
    """Return the points of one seat, in the order of the engine, by the names of their origins."""
    skyscrapers, medal, completion, tokens = points[:DISTRICT]
    return {
        "skyscrapers": skyscrapers,
        "medal": medal,
        "completion": completion,
        "tokens": tokens,
        "districts": points[DISTRICT:TRAMS],
        "trams": points[TRAMS],
        "total": points[-1],
    }


def flat(score: Score) -> tuple[float, ...]:
    """Return the points of one seat in the order of the engine, as ``breakdown`` takes them."""
    city = score["skyscrapers"], score["medal"], score["completion"], score["tokens"]
    return (*city, *score["districts"], score["trams"], score["total"])


def _cards(state: np.void, column: int) -> list[int]:
    cards: list[int] = state["columns"][column, : int(state["column_count"][column])].tolist()
    return cards


def _flags(bits: np.ndarray) -> list[Grid]:
    flags: list[Grid] = (bits != 0).astype(np.int8).tolist()
    return flags


def _in_sight(shot: Snapshot) -> set[int]:
    """Return the ids of all cards that lie open."""
    built = {card for city in shot["cities"] for row in city for card in row if card >= 0}
    drawn = set() if shot["drawn"] is None else {shot["drawn"]}
    return built | drawn | set(shot["taken"]) | {c for column in shot["columns"] for c in column}
