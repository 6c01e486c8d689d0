"""Shares of a batch: together they are the whole, whatever the number of threads."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("sb3_contrib")

from sb3_contrib import MaskablePPO
from torch import Tensor

import sf_env
from sf_agents.san_francisco.network.kinds import BUILD
from sf_agents.san_francisco.network.model import DistrictNetwork
from sf_agents.training.crew import LEAST, Crew
from sf_agents.training.own_networks import NetPlayer
from sf_agents.training.settings import Settings
from sf_agents.training.shared import ASKED, PIECES, Shared, SharedMixture
from sf_agents.training.train import Training
from sf_env.core.errors import Error
from sf_env.envs.seats import Opponents
from sf_env.games.san_francisco.rules import SAN_FRANCISCO
from sf_env.opponents import Mixture, load, row_keys
from tests.games.san_francisco.agents.stages import stages
from tests.training.small import SMALL, weights


@pytest.mark.parametrize("threads", [1, 2, 3])
@pytest.mark.parametrize("count", [1, LEAST, 2 * LEAST, 5 * LEAST + 3])
def test_every_row_belongs_to_one_share(threads: int, count: int) -> None:
    shares = Crew(threads).share(lambda rows: np.arange(count)[rows], count)
    assert np.array_equal(np.concatenate(shares), np.arange(count))
    assert len(shares) <= threads
    assert len(shares) == min(threads, -(-count // LEAST))


def test_shares_know_whether_something_is_to_be_learnt() -> None:
    crew = Crew(2)
    assert crew.share(lambda _: torch.is_grad_enabled(), 2 * LEAST) == [True, True]
    with torch.no_grad():
        assert crew.share(lambda _: torch.is_grad_enabled(), 2 * LEAST) == [False, False]


@pytest.mark.parametrize("threads", [1, 2, 3])
def test_gradients_of_shares_add_up(threads: int) -> None:
    torch.manual_seed(1)
    network = DistrictNetwork(2)
    seen = torch.from_numpy(sf_env.observe(stages(2, each=100)))
    assert len(seen) > 3 * LEAST

    def work(rows: slice) -> tuple[Tensor, Tensor]:
        logits, values = network(seen[rows])
        loss = logits.square().sum() + values.square().sum()
        return loss, torch.stack([loss, torch.tensor(float(len(values)))])

    loss, _ = work(slice(0, len(seen)))
    torch.autograd.backward(loss)
    parameters = list(network.parameters())
    whole = [one.grad.clone() for one in parameters if one.grad is not None]
    told = Crew(threads).descend(parameters, work, len(seen))
    for one, gradient in zip(parameters, whole, strict=True):
        assert one.grad is not None
        assert torch.allclose(one.grad, gradient, rtol=1e-3, atol=1e-3 * gradient.abs().max())
    assert told[0] == pytest.approx(loss.item(), rel=1e-4)
    assert told[1] == len(seen)


LARGE = SMALL | {"games": 64, "steps": 16, "batch": 3 * LEAST, "precision": "full"}


def updated(folder: Path, threads: int, *, plainly: bool = False) -> tuple[Tensor, Tensor]:
    """Return the weights before and after an update, by our algorithm or sb3-contrib's."""
    run = Training(Settings(**(LARGE | {"threads": threads})), folder)
    before = weights(run)
    if plainly:
        run.model.train = lambda: MaskablePPO.train(run.model)  # type: ignore[method-assign]
    run.run(stop=lambda: run.updates == 1)
    return before, weights(run)


def test_an_update_is_that_of_sb3_contrib(tmp_path: Path) -> None:
    before, ours = updated(tmp_path / "a", 3)
    _, theirs = updated(tmp_path / "b", 3, plainly=True)
    assert (ours - before).abs().max() > 1e-3
    assert torch.allclose(ours, theirs, atol=2e-5)


def test_a_batch_of_one_decision_does_no_harm(tmp_path: Path) -> None:
    settings = Settings(**(SMALL | {"games": 3, "steps": 11, "batch": 32}))
    run = Training(settings, tmp_path)
    run.run(stop=lambda: run.updates == 1)
    assert torch.isfinite(weights(run)).all()


def test_the_number_of_threads_makes_no_difference_to_speak_of(tmp_path: Path) -> None:
    (_, one), (_, three) = (updated(tmp_path / str(threads), threads) for threads in (1, 3))
    assert torch.allclose(one, three, atol=2e-5)


@pytest.mark.parametrize("name", ["network", "planner", "random"])
def test_an_agent_does_the_same_whether_one_or_several_ask(name: str) -> None:
    torch.manual_seed(2)
    agent = NetPlayer(BUILD, BUILD.to_net(DistrictNetwork(2))) if name == "network" else load(name)
    states = stages(2, each=30)
    states = states[~sf_env.is_over(states)]
    assert len(states) > 3 * ASKED
    legal, keys = sf_env.legal_mask(states), row_keys(states)
    alone = agent.act(states, legal, keys)
    assert np.array_equal(Shared(agent, Crew(3)).act(states, legal, keys), alone)
    assert np.array_equal(Shared(agent, Crew(3)).act(states[:5], legal[:5], keys[:5]), alone[:5])


class Counts:
    """Plays the first legal action, and keeps how many states it was asked about at a time."""

    def __init__(self) -> None:
        self.asked: list[int] = []

    def act(self, states: Any, legal: Any) -> Any:
        self.asked.append(len(states))
        return legal.argmax(axis=1)


def mixed(mixture: Mixture) -> np.ndarray:
    """Return what the agents of a mixture do at many stages of games."""
    states = stages(2, each=30)
    states = states[~sf_env.is_over(states)].copy()
    seeds = np.arange(len(states)).astype(np.uint64)
    opponents = Opponents(SAN_FRANCISCO, 2, mixture)
    turns = np.zeros(len(states), np.int64)
    return opponents.act(states, sf_env.legal_mask(states), row_keys(states), turns, seeds)


@pytest.mark.parametrize("threads", [1, 3])
def test_a_mixture_does_the_same_whether_its_agents_are_asked_at_the_same_time(
    threads: int,
) -> None:
    torch.manual_seed(3)
    agents = {
        name: NetPlayer(BUILD, BUILD.to_net(DistrictNetwork(2)))
        for name in ("past-1", "past-2", "self")
    }
    weights = {"past-1": 0.1, "past-2": 0.1, "self": 0.5, "planner": 0.2, "random": 0.1}
    together = SharedMixture(weights, agents, Crew(threads))
    assert np.array_equal(mixed(together), mixed(Mixture(weights, agents)))


def test_no_piece_of_work_is_much_larger_than_the_others() -> None:
    rare, often = Counts(), Counts()
    mixed(SharedMixture({"rare": 0.1, "often": 0.9}, {"rare": rare, "often": often}, Crew(2)))
    asked = rare.asked + often.asked
    assert max(asked) <= max(-(-sum(asked) // (2 * PIECES)), ASKED // PIECES)
    assert len(often.asked) >= 2 * PIECES - 1 > len(rare.asked) > 0


def test_what_goes_wrong_in_a_piece_of_work_is_told() -> None:
    class Breaks(Counts):
        def act(self, states: Any, legal: Any) -> Any:
            raise Error("it broke")

    with pytest.raises(Error, match="it broke"):
        mixed(SharedMixture({"a": 1, "b": 1}, {"a": Breaks(), "b": Counts()}, Crew(2)))
