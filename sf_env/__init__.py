"""sf_env: the board game San Francisco as a reinforcement-learning environment."""

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

__version__ = "0.1.0"
