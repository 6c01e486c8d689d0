"""Positions from all stages of games, of every phase and kind of deck, to ask agents about."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

import sf_agents
import sf_env
from sf_agents.san_francisco.search.playouts import POLICIES
from sf_env import Card, Deck
from sf_env.games.san_francisco.engine.constants import PHASE_NAMES
from sf_env.opponents import load
from sf_env.opponents.registry import describe

GAMES = 60
SIMULATIONS = 20
PEOPLE = ("human",)


def quick(name: str) -> str:
    """Return the name of an agent with settings by which it decides quickly."""
    _, known = describe(name)
    return f"{name}:simulations={SIMULATIONS}" if "simulations" in known else name


REGISTERED = tuple(quick(name) for name in sf_agents.names() if name not in PEOPLE)
THINKERS = (quick("flat"), quick("mcts"))
VARIANTS = (
    "planner:width=1",
    *(f"{name},playout={policy}" for name in THINKERS for policy in POLICIES),
    "mcts:simulations=1",
    "mcts:simulations=20,playout_share=0,exploration=100,temperature=10,trust=1000,width=1,draws=1",
)
AGENTS = (*REGISTERED, *VARIANTS)


def _odd_deck() -> Deck:
    """Return few cards of low value, with symbols everywhere and equal cards far apart."""
    kinds = [
        Card("green", 0, bonus=True),
        Card("black", 0, foundation=True),
        Card("yellow", 0, plaza=True, bonus=True),
        Card("grey", 1, tracks=True, bonus=True),
        Card("blue", 0, depot=True, foundation=True, coast=True),
        Card("green", 1, tracks=True, bonus=True),
    ]
    return Deck(kinds * 7, "file:odd")


DECKS: dict[str, Any] = {"standard": "standard", "generate:5": "generate:5", "odd": _odd_deck()}


@cache
def stages(players: int, deck: str = "standard", each: int = 20) -> np.ndarray:
    """Return concealed, read-only states: up to ``each`` of every phase, from all over the games.

    Half of the games are played at random, the other half by an agent that fills its city.
    """
    states = sf_env.deal(players, range(GAMES), DECKS[deck])
    random, builder = load("random"), load("builder")
    rows = np.arange(GAMES)
    seen: list[np.ndarray] = []
    while not sf_env.is_over(states).all():
        keys = (rows + 1000 * len(seen)).astype(np.uint64)
        legal = sf_env.legal_mask(states)
        actions = [agent.act(states, legal, keys) for agent in (random, builder)]
        seen.append(states[~sf_env.is_over(states)])
        sf_env.step_states(states, np.where(rows % 2, *actions))
    positions = np.concatenate(seen)
    order = np.random.default_rng(players).permutation(len(positions))
    chosen = [order[positions["phase"][order] == phase][:each] for phase in range(len(PHASE_NAMES))]
    picked = sf_env.conceal(positions[np.concatenate(chosen)])
    picked.flags.writeable = False
    return picked
