"""An agent that writes into what it was given plays nothing but legal actions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import sf_env
from sf_agents.arena import play
from sf_agents.playing.session import Session
from sf_env.envs.solo import SoloEnv
from sf_env.envs.vector import VectorEnv

LAST = 43


class Forger:
    """Makes its mask allow everything, then takes an action that is not legal."""

    def act(self, states: Any, legal: Any) -> Any:
        wrong = np.where(legal[:, LAST], 0, LAST)
        legal[:] = True
        return wrong


def forger() -> Forger:
    return Forger()


def play_solo() -> None:
    SoloEnv(opponent=Forger(), seat=1).reset(seed=1)


def play_vector() -> None:
    VectorEnv(3, opponent=Forger(), seat=1).reset(seed=1)


def play_mixture() -> None:
    mixture = sf_env.opponents.Mixture({"forger": 1}, {"forger": Forger()})
    VectorEnv(3, opponent=mixture, seat=1).reset(seed=1)


def play_sb3() -> None:
    from sf_env.sb3 import VecEnv  # noqa: PLC0415  an extra

    VecEnv(3, opponent=Forger(), seat=1).reset()


def ask() -> None:
    sf_env.ask("san_francisco", Forger(), sf_env.deal(2, [1, 2]), [1, 2], [0, 0])


def play_session() -> None:
    session = Session(sf_env.Game(2, seed=1), [f"{__name__}:forger", "human"])
    session.act_for_agent()  # it has no choice
    session.act_for_agent()


@pytest.mark.parametrize(
    "shell", [play_solo, play_vector, play_mixture, play_sb3, ask, play_session]
)
def test_a_changed_mask_makes_nothing_legal(shell: Callable[[], None]) -> None:
    with pytest.raises(sf_env.IllegalAction, match=r"Forger.* chose 43: not legal there"):
        shell()


def test_a_changed_mask_loses_a_game_of_the_arena() -> None:
    result = play([Forger(), "random"], 4)
    for record in result.records:
        assert "chose action" in record["forfeit"]["reason"]
        assert record["forfeit"]["agent"] == "Forger"
