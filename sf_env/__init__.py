"""sf_env: the board game San Francisco as a reinforcement-learning environment.

One game is a ``Game``, many are a ``Batch``; ``san_francisco_v0`` is the PettingZoo environment,
``SanFrancisco-v0`` the one of Gymnasium, ``sf_env.sb3.VecEnv`` that of Stable-Baselines3.
"""

import gymnasium
import pettingzoo

from sf_env import record, san_francisco_v0
from sf_env.core.batch import Batch
from sf_env.core.errors import DeckError, Error, IllegalAction, RecordError, UnknownAgent
from sf_env.core.masks import sample_legal
from sf_env.core.observation import (
    OBSERVATION_HASH,
    observation_pieces,
    observation_size,
    observation_view,
    planes,
)
from sf_env.core.seeds import episode_seed
from sf_env.games.san_francisco import actions
from sf_env.games.san_francisco.deck.card import Card
from sf_env.games.san_francisco.deck.deck import Deck
from sf_env.games.san_francisco.engine.state import STATE
from sf_env.games.san_francisco.functions import (
    conceal,
    deal,
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
from sf_env.version import __version__

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
    "RecordError",
    "UnknownAgent",
    "__version__",
    "actions",
    "conceal",
    "deal",
    "episode_seed",
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
    "sample_legal",
    "san_francisco_v0",
    "step_states",
    "winners",
]

gymnasium.register(
    id="SanFrancisco-v0",
    entry_point="sf_env.envs.solo:SoloEnv",
    vector_entry_point="sf_env.envs.vector:VectorEnv",
)

if hasattr(pettingzoo, "register"):  # from PettingZoo 1.27 on
    _ID = "sf_env/san_francisco-v0"
    pettingzoo.register("aec", _ID, entry_point="sf_env.san_francisco_v0:env")
    pettingzoo.register("parallel", _ID, entry_point="sf_env.san_francisco_v0:parallel_env")
