"""A state as a person would want it told: plain data that every renderer draws from."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from sf_env.games.san_francisco.actions import NAMES
from sf_env.games.san_francisco.deck.card import card_of
from sf_env.games.san_francisco.engine.constants import SKYSCRAPER_COST
from sf_env.games.san_francisco.rules import winners
from sf_env.games.san_francisco.scores import scores
from sf_env.games.san_francisco.snapshot import snapshot

UNPRINTABLE = "\N{REPLACEMENT CHARACTER}"


def view(
    state: np.void,
    names: Sequence[str] | None = None,
    last: tuple[int, int, int] | None = None,
) -> dict[str, Any]:
    """Return the snapshot, and beside it what the ids and numbers in it stand for.

    ``cards`` tells each card id that is in sight, ``scores`` each seat's points, ``winners`` the
    seats that have won, ``costs`` what a skyscraper needs around it, ``adjacent`` what each space
    has, ``actions`` the legal ones by name, ``names`` who sits where, ``last`` the space that was
    last built on (seat, row, space), if that is known, and ``put`` the card put in a column last.
    """
    told = snapshot(state)
    players = told["players"]
    if names is not None and len(names) != players:
        raise ValueError(f"{len(names)} names for {players} players; give one for each seat")
    states = np.array([state], state.dtype)
    return told | {
        "cards": {card: card_of(int(state["attributes"][card])) for card in _in_sight(told)},
        "scores": scores(states),
        "winners": [int(seat) for seat in np.flatnonzero(winners(states)[0])],
        "costs": [SKYSCRAPER_COST - int(coasts) for coasts in state["coasts"][:players]],
        "adjacent": state["adjacent"][:players].tolist(),
        "actions": [NAMES[action] for action in told["legal"]],
        "names": [f"player {seat}" for seat in range(players)]
        if names is None
        else [printable(name) for name in names],
        "last": last,
        "put": None,
    }


def printable(name: str) -> str:
    """Return a name without what cannot be shown; names come from anywhere."""
    return "".join(letter if letter.isprintable() else UNPRINTABLE for letter in name)


def _in_sight(told: dict[str, Any]) -> set[int]:
    """Return the ids of all cards that lie open."""
    built = {card for city in told["cities"] for row in city for card in row if card >= 0}
    drawn = set() if told["drawn"] is None else {told["drawn"]}
    return built | drawn | set(told["taken"]) | {c for column in told["columns"] for c in column}
