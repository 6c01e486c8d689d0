"""The environments in RLlib (only where Ray is installed)."""

from __future__ import annotations

import numpy as np
import pytest

import sf_env

pytest.importorskip("ray")

pytestmark = pytest.mark.filterwarnings("ignore")  # what Ray warns about is not ours


games = pytest.mark.parametrize("game", sf_env.games())


@games
@pytest.mark.parametrize("players", [2, 3, 4])
def test_wrapper(players: int, game: str) -> None:
    from sf_env.interop import rllib

    env = rllib.env(game, players=players)
    observations, _ = env.reset(seed=1)
    total = dict.fromkeys(env.env.possible_agents, 0.0)
    rng = np.random.default_rng(0)
    over = False
    while not over:
        ((agent, observation),) = observations.items()
        action = int(rng.choice(np.flatnonzero(observation["action_mask"])))
        observations, rewards, terminated, _, _ = env.step({agent: action})
        for each, gain in rewards.items():
            total[each] += gain
        over = terminated["__all__"]
    assert sum(total.values()) == pytest.approx(0)
    assert max(total.values()) > 0


@games
def test_an_iteration_of_ppo(game: str) -> None:
    import ray
    from ray.rllib.algorithms.ppo import PPOConfig
    from ray.rllib.core.rl_module.multi_rl_module import MultiRLModuleSpec
    from ray.rllib.core.rl_module.rl_module import RLModuleSpec
    from ray.tune import register_env

    from sf_env.interop import rllib

    ray.init(
        num_cpus=2, include_dashboard=False, object_store_memory=300 * 2**20, log_to_driver=False
    )
    register_env(game, lambda _: rllib.env(game))
    config = (
        PPOConfig()
        .environment(game)
        .env_runners(num_env_runners=0, rollout_fragment_length=200)
        .training(train_batch_size_per_learner=400, minibatch_size=100, num_epochs=1)
        .multi_agent(policies={"shared"}, policy_mapping_fn=lambda *_, **__: "shared")
        .rl_module(
            rl_module_spec=MultiRLModuleSpec(
                rl_module_specs={"shared": RLModuleSpec(module_class=rllib.MaskedModule)}
            )
        )
    )
    algorithm = config.build_algo()
    result = algorithm.train()
    algorithm.stop()
    ray.shutdown()
    assert result["env_runners"]["num_env_steps_sampled"] >= 400


def test_the_module_never_chooses_what_is_illegal() -> None:
    """Not even if the network likes nothing else; a row without any legal action stays finite."""
    import torch
    from ray.rllib.algorithms.ppo.ppo_catalog import PPOCatalog
    from ray.rllib.core.columns import Columns

    from sf_env.interop import rllib

    env = rllib.env()
    space = env.env.observation_space("player_0")
    module = rllib.MaskedModule(
        observation_space=space,
        action_space=env.env.action_space("player_0"),
        model_config={"fcnet_hiddens": [8]},
        catalog_class=PPOCatalog,
    )
    states = sf_env.deal(2, range(50))
    sf_env.step_states(states, [0] * 50)
    masks = torch.tensor(sf_env.legal_mask(states))
    masks[-1] = False
    observations = torch.tensor(sf_env.observe(states))
    batch = {Columns.OBS: {"observation": observations, "action_mask": masks.to(torch.int8)}}
    for forward in (module.forward_inference, module.forward_exploration, module.forward_train):
        chances = forward(batch)[Columns.ACTION_DIST_INPUTS].softmax(dim=-1)
        assert (chances[:-1][~masks[:-1]] == 0).all()
        assert (chances[-1] > 0).all()
    assert module.compute_values(batch).shape == (50,)


def test_wrong_keywords() -> None:
    from sf_env.interop import rllib

    with pytest.raises(ValueError, match="players=5 is not allowed"):
        rllib.env(players=5)
    with pytest.raises(sf_env.DeckError, match="no deck 'nonsense'"):
        rllib.env(deck="nonsense")
    with pytest.raises(sf_env.MapError, match="nonsense"):
        rllib.env("ticket_to_ride", map="nonsense")
