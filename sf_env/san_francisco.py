"""San Francisco: one game, many games, and functions on arrays of its states."""

from __future__ import annotations

from typing import Any

from sf_env.core import batch
from sf_env.games.san_francisco import actions
from sf_env.games.san_francisco.deck.card import Card
from sf_env.games.san_francisco.deck.deck import Deck
from sf_env.games.san_francisco.engine.state import STATE
from sf_env.games.san_francisco.functions import (
    conceal,
    deal,
    imagine,
    is_over,
    legal_mask,
    observe,
    points,
    random_playouts,
    reshuffle,
    step_states,
    winners,
)
from sf_env.games.san_francisco.game import Game
from sf_env.games.san_francisco.observation import (
    OBSERVATION_HASH,
    observation_pieces,
    observation_size,
    observation_view,
    planes,
)
from sf_env.games.san_francisco.rules import SAN_FRANCISCO

__all__ = [
    "OBSERVATION_HASH",
    "RULES",
    "SAN_FRANCISCO",
    "STATE",
    "Batch",
    "Card",
    "Deck",
    "Game",
    "actions",
    "conceal",
    "deal",
    "imagine",
    "is_over",
    "legal_mask",
    "observation_pieces",
    "observation_size",
    "observation_view",
    "observe",
    "planes",
    "points",
    "random_playouts",
    "reshuffle",
    "step_states",
    "winners",
]

RULES = SAN_FRANCISCO


class Batch(batch.Batch):
    """``num_games`` games that step together; a finished game is replaced by the next one."""

    def __init__(
        self,
        num_games: int,
        players: int = 2,
        seed: int | None = 0,
        deck: Any = "standard",
        **keywords: Any,
    ) -> None:
        super().__init__(num_games, players, seed, deck, game=RULES, **keywords)
