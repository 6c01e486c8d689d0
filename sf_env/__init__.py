"""sf_env: the board game San Francisco as a reinforcement-learning environment."""

import gymnasium

from sf_env import actions
from sf_env.batch import Batch
from sf_env.deck import Deck
from sf_env.engine.observation import observation_size
from sf_env.engine.state import STATE
from sf_env.errors import DeckError, Error, IllegalAction, RecordError, UnknownAgent
from sf_env.game import Game
from sf_env.masks import sample_legal
from sf_env.seeds import episode_seed
from sf_env.states import (
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
from sf_env.version import __version__

gymnasium.register(
    id="SanFrancisco-v0",
    entry_point="sf_env.envs.solo:SoloEnv",
    vector_entry_point="sf_env.envs.vector:VectorEnv",
)
