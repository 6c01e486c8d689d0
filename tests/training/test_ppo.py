"""What PPO learns from: likelihoods, entropies, and what decisions led to."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("sb3_contrib")

from sf_agents.training.settings import Settings
from sf_agents.training.train import Training
from tests.training.small import SMALL


def collected(folder: Path, **changes: object) -> Training:
    """Return a run that has played for its first update and learnt nothing yet."""
    run = Training(Settings(**(SMALL | {"precision": "full"} | changes)), folder)
    run.model.train = lambda: None  # type: ignore[method-assign]
    run.update()
    return run


def test_an_update_begins_with_the_likelihoods_that_decisions_were_drawn_with(
    tmp_path: Path,
) -> None:
    run = collected(tmp_path)
    buffer = run.model.rollout_buffer
    (one,) = buffer.get(buffer.buffer_size * buffer.n_envs)
    _, likely, entropy = run.policy.evaluate_actions(
        one.observations, one.actions.long().flatten(), one.action_masks
    )
    assert torch.allclose(likely, one.old_log_prob, atol=1e-5)
    assert one.action_masks.sum(1).min() > 1  # forced decisions are not learnt
    chances = run.policy.get_distribution(one.observations, one.action_masks).distribution
    assert torch.allclose(entropy, chances.entropy(), atol=1e-5)
    assert chances.probs[one.action_masks == 0].max() == 0


@pytest.mark.parametrize("players", [2, 3])
def test_decisions_return_what_their_game_was_worth(tmp_path: Path, players: int) -> None:
    run = collected(tmp_path, players=players, steps=128, gae_lambda=1.0, margin=0.5)
    buffer = run.model.rollout_buffer
    rewards, returns = buffer.rewards, buffer.returns  # (steps, games)
    begins = np.vstack([buffer.episode_starts[1:], run.model._last_episode_starts[None]])
    seen = 0
    for game in range(buffer.n_envs):
        begin = 0
        for end in np.flatnonzero(begins[:, game]):
            assert not rewards[begin:end, game].any()
            assert rewards[end, game] != 0
            assert np.allclose(returns[begin : end + 1, game], rewards[end, game], atol=1e-5)
            begin = end + 1
            seen += 1
    assert seen >= buffer.n_envs // 2
    assert len(np.unique(rewards)) > 4


def test_values_reach_back_by_lambda_alone(tmp_path: Path) -> None:
    run = collected(tmp_path, steps=128, gae_lambda=0.8)
    buffer = run.model.rollout_buffer
    begins = np.vstack([buffer.episode_starts[1:], run.model._last_episode_starts[None]])
    with torch.no_grad():
        last = run.policy.predict_values(torch.as_tensor(run.model._last_obs)).numpy()[:, 0]
    values = np.vstack([buffer.values, last])
    beyond = np.zeros(buffer.n_envs)
    for step in reversed(range(buffer.buffer_size)):
        goes_on = 1 - begins[step]
        surprise = buffer.rewards[step] + goes_on * values[step + 1] - values[step]
        beyond = surprise + 0.8 * goes_on * beyond
        assert np.allclose(buffer.advantages[step], beyond, atol=1e-4)
