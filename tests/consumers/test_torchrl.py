"""The environments in TorchRL (only where it is installed)."""

from __future__ import annotations

from typing import Any

import pytest

import sf_env
from sf_env.core.rules import rules_of
from sf_env.envs.aec import Door

pytest.importorskip("torchrl")

pytestmark = pytest.mark.filterwarnings("ignore")  # what TorchRL warns about is not ours


def make(players: int, **keywords: Any) -> Any:
    from sf_env.interop import torchrl

    return torchrl.env(players=players, **keywords)


games = pytest.mark.parametrize("game", sf_env.games())


@games
@pytest.mark.parametrize("players", [2, 3, 4])
def test_its_checker(players: int, game: str) -> None:
    from torchrl.envs import check_env_specs

    check_env_specs(make(players, game=game))


@games
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_game(players: int, game: str) -> None:
    env = make(players, game=game)
    env.set_seed(3)
    steps = env.rollout(2000)
    assert steps["next", "done"][-1].all()
    assert not steps["next", "done"][:-1].any()
    assert (steps["agents", "mask"].sum(dim=1) == 1).all()
    rewards = steps["next", "agents", "reward"].squeeze(-1)
    assert (rewards[:-1] == 0).all()
    assert rewards[-1].sum().item() == pytest.approx(0, abs=1e-6)
    assert rewards[-1].max() >= 0  # 0 if all share the win


@games
@pytest.mark.parametrize("players", [2, 3, 4])
def test_it_is_the_environment_move_by_move(players: int, game: str) -> None:
    """TorchRL's random actions, played again in PettingZoo's environment."""
    rules = rules_of(game)
    setup = {rules.setup_word: "generate:5"}
    env = make(players, game=game, **setup)
    env.set_seed(3)
    rollout = env.rollout(2000)
    twin = Door(rules).raw_env(players=players, **setup)
    twin.reset(seed=3)
    twin.reset()  # TorchRL deals a game to set the seed, and the next one to play it
    for step in rollout:
        seat = int(step["agents", "mask"].nonzero())
        agent = f"player_{seat}"
        assert twin.agent_selection == agent
        seen = twin.observe(agent)
        assert step["agents", "observation", "observation"][seat].tolist() == [*seen["observation"]]
        assert step["agents", "action_mask"][seat].int().tolist() == [*seen["action_mask"]]
        twin.step(int(step["agents", "action"][seat]))
    assert all(twin.terminations.values())
    rewards = rollout["next", "agents", "reward"][-1].flatten().tolist()
    assert rewards == pytest.approx([*twin.rewards.values()])


def test_wrong_keywords() -> None:
    with pytest.raises(ValueError, match="players=5 is not allowed"):
        make(5)
    with pytest.raises(sf_env.DeckError, match="no deck 'nonsense'"):
        make(2, deck="nonsense")
    with pytest.raises(sf_env.MapError, match="nonsense"):
        make(2, game="ticket_to_ride", map="nonsense")
