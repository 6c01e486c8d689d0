"""Updates in bfloat16: nearly the same numbers, and only where they are asked for."""

from __future__ import annotations

from pathlib import Path

import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("sb3_contrib")

import sf_env
from sf_agents.training import crew
from sf_agents.training.settings import Settings
from sf_agents.training.train import Training
from tests.games.san_francisco.agents.stages import stages
from tests.training.small import SMALL


def test_auto_asks_the_processor(monkeypatch: pytest.MonkeyPatch) -> None:
    can: dict[str, bool] = {}
    monkeypatch.setattr(torch.cpu, "get_capabilities", lambda: can, raising=False)
    assert not crew.uses_bfloat16("auto")
    can["avx512_bf16"] = True
    assert crew.uses_bfloat16("auto")
    assert not crew.uses_bfloat16("full")
    can.clear()
    assert crew.uses_bfloat16("bfloat16")
    monkeypatch.delattr(torch.cpu, "get_capabilities")
    assert not crew.uses_bfloat16("auto")


def test_what_an_update_computes_is_nearly_the_same(tmp_path: Path) -> None:
    states = stages(2)
    states = states[~sf_env.is_over(states)]
    legal = sf_env.legal_mask(states)
    actions = torch.from_numpy(legal.argmax(axis=1))
    seen = torch.from_numpy(sf_env.observe(states))
    policy = Training(Settings(**SMALL, precision="full"), tmp_path).policy
    assert not policy.in_bfloat16
    exact = policy.evaluate_actions(seen, actions, legal)
    policy.in_bfloat16 = True
    rough = policy.evaluate_actions(seen, actions, legal)
    for one, other in zip(exact, rough, strict=True):
        assert one is not None
        assert other is not None
        assert other.dtype == torch.float32
        assert not torch.equal(one, other)
        assert (one - other).abs().max() < 0.05
    assert torch.equal(exact[0], policy.predict_values(seen))
    loss = rough[0].sum() + rough[1].sum()
    loss.backward()
    assert all(weights.grad is not None for weights in policy.parameters())


def test_a_run_obeys(tmp_path: Path) -> None:
    for name in ("full", "bfloat16"):
        run = Training(Settings(**SMALL, precision=name), tmp_path / name)  # type: ignore[arg-type]
        assert run.policy.in_bfloat16 == (name == "bfloat16")
