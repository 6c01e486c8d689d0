"""The ways in for a game of one's own, and what is said to those who take another."""

from __future__ import annotations

from typing import Any

import gymnasium as gym
import pytest

from sf_env import san_francisco_v0
from sf_env.envs.aec import Door
from tests.toy import MATCHES

MAKERS = ("raw_env", "env", "parallel_env")


@pytest.mark.parametrize("maker", MAKERS)
def test_the_module_of_one_game_names_the_door_for_others(maker: str) -> None:
    make: Any = getattr(san_francisco_v0, maker)
    with pytest.raises(TypeError, match=rf"Door\(rules\)\.{maker}\(\.\.\.\)"):
        make(game=MATCHES)
    make(game="san_francisco", players=3)
    Door(MATCHES).env(game="tests.toy:MATCHES")


@pytest.mark.parametrize("maker", MAKERS)
def test_keywords_have_to_be_named(maker: str) -> None:
    make: Any = getattr(san_francisco_v0, maker)
    with pytest.raises(TypeError, match=rf"{maker}\(3\): name it, such as players=3"):
        make(3)


def test_an_id_of_ones_own() -> None:
    vector = "sf_env.envs.vector:VectorEnv"
    own = {"game": "tests.toy:MATCHES"}
    gym.register("Own-v0", "sf_env.envs.solo:SoloEnv", vector_entry_point=vector, kwargs=own)
    try:
        assert gym.make("Own-v0", players=3).action_space.n == len(MATCHES.actions)
        assert gym.make_vec("Own-v0", num_envs=2).num_envs == 2
    finally:
        del gym.registry["Own-v0"]
