"""sf_env: board games of San Francisco as reinforcement-learning environments.

``Game`` is one game, ``Batch`` many games. ``san_francisco_v0`` is the PettingZoo environment,
``SanFrancisco-v0`` the Gymnasium environment, ``sf_env.sb3.VecEnv`` the one for Stable-Baselines3.
``games()`` lists the games; ``sf_env.san_francisco`` has all names for one game.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

import gymnasium
import pettingzoo

from sf_env.core.batch import Batch
from sf_env.core.check import check_rules
from sf_env.core.errors import DeckError, Error, IllegalAction, MapError, RecordError, UnknownAgent
from sf_env.core.masks import sample_legal
from sf_env.core.rules import Rules
from sf_env.core.rules import rules_of as rules
from sf_env.core.seeds import episode_seed
from sf_env.games import GAMES
from sf_env.opponents.contract import ask
from sf_env.version import __version__

if TYPE_CHECKING:
    from sf_env import record, san_francisco, san_francisco_v0, ticket_to_ride, ticket_to_ride_v0
    from sf_env.core.rules import games
    from sf_env.san_francisco import (
        OBSERVATION_HASH,
        STATE,
        Card,
        Deck,
        Game,
        actions,
        conceal,
        deal,
        imagine,
        is_over,
        legal_mask,
        observation_pieces,
        observation_size,
        observation_view,
        observe,
        planes,
        points,
        random_playouts,
        reshuffle,
        step_states,
        winners,
    )

__all__ = [
    "OBSERVATION_HASH",
    "STATE",
    "Batch",
    "Card",
    "Deck",
    "DeckError",
    "Error",
    "Game",
    "IllegalAction",
    "MapError",
    "RecordError",
    "Rules",
    "UnknownAgent",
    "__version__",
    "actions",
    "ask",
    "check_rules",
    "conceal",
    "deal",
    "episode_seed",
    "games",
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
    "record",
    "reshuffle",
    "rules",
    "sample_legal",
    "san_francisco",
    "san_francisco_v0",
    "step_states",
    "ticket_to_ride",
    "ticket_to_ride_v0",
    "winners",
]


def __getattr__(name: str) -> Any:
    """Load a game when one of its names is first asked for: those of San Francisco are here."""
    if name not in __all__:
        raise AttributeError(f"module 'sf_env' has no attribute {name!r}")
    if name in ("record", *GAMES, *(f"{game}_v0" for game in GAMES)):
        return import_module(f"sf_env.{name}")
    found = getattr(import_module("sf_env.san_francisco"), name)
    globals()[name] = found
    return found


for _name in GAMES:
    gymnasium.register(
        id=f"{_name.title().replace('_', '')}-v0",  # SanFrancisco-v0
        entry_point="sf_env.envs.solo:SoloEnv",
        vector_entry_point="sf_env.envs.vector:VectorEnv",
        kwargs={"game": _name},
    )
    if hasattr(pettingzoo, "register"):  # from PettingZoo 1.27 on
        _id, _module = f"sf_env/{_name}-v0", f"sf_env.{_name}_v0"
        pettingzoo.register("aec", _id, entry_point=f"{_module}:env")
        pettingzoo.register("parallel", _id, entry_point=f"{_module}:parallel_env")
