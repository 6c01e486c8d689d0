"""Training on a Ray cluster of two nodes (only where Ray is installed)."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import sf_agents
import sf_env
from sf_agents.san_francisco.network.file import DISTRICTS
from sf_agents.san_francisco.network.opinions import opinions
from sf_env import Error

pytest.importorskip("ray")
pytest.importorskip("torch")

import itertools

import ray
import torch

from sf_agents.commands.export import main as export
from sf_agents.commands.train_rllib import main
from sf_agents.san_francisco.network.kinds import BUILD
from sf_agents.san_francisco.network.model import DistrictNetwork
from sf_agents.training.rllib import algorithm
from sf_agents.training.rllib.environment import SelfPlayEnv
from sf_agents.training.rllib.settings import ClusterSettings
from sf_agents.training.rllib.train import ClusterTraining
from tests.games.san_francisco.agents.stages import stages

pytestmark = pytest.mark.filterwarnings("ignore")  # what Ray warns about is not ours

NODE = {"num_cpus": 1, "object_store_memory": 100 * 2**20}
CORES = 2
SMALL: dict[str, Any] = {
    "games": 16,
    "steps": 16,
    "batch": 64,
    "epochs": 1,
    "snapshot_every": 1,
    "pool": 2,
    "baselines": ("random=0.1",),
    "yardsticks": ("random",),
    "evaluation_games": 4,
    "threads": 1,
}


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    from ray.cluster_utils import Cluster

    cluster = Cluster(initialize_head=True, head_node_args={**NODE, "include_dashboard": False})
    cluster.add_node(**NODE)
    ray.init(address=cluster.address, log_to_driver=False)
    yield cluster
    ray.shutdown()
    cluster.shutdown()


@pytest.fixture
def begin(cluster: Any, tmp_path: Path) -> Iterator[Callable[..., ClusterTraining]]:
    """Return a function that begins a small run, or goes on with it."""
    runs = []

    def new(resume: bool = False, **changes: Any) -> ClusterTraining:
        while runs:
            runs.pop().close()
        settings = ClusterSettings(**SMALL | changes)
        start = ClusterTraining.resume if resume else ClusterTraining
        runs.append(start(settings, tmp_path / "run", CORES))
        return runs[0]

    yield new
    for run in runs:
        run.close()


def weights(run: ClusterTraining) -> list[np.ndarray]:
    """Return the learner's weights."""
    run.look()
    return list(BUILD.to_net(run.network))


def same(one: Any, other: Any) -> bool:
    return all(np.array_equal(*pair) for pair in zip(one, other, strict=True))


def on_runners(run: ClusterTraining, ask: Callable[[Any], Any]) -> list[Any]:
    """Return what the runners that are alive answer."""
    return run.algorithm.env_runner_group.foreach_env_runner(ask, local_env_runner=False)


def opponents(runner: Any) -> dict[str, Any]:
    """Return the weights of all networks that a runner asks for opponents' decisions."""
    mixture = runner.env.unwrapped._opponents._sitting[0]._mixture
    agents = zip(mixture.names, mixture.agents, strict=True)
    return {name: list(agent.net) for name, agent in agents if hasattr(agent, "net")}


def own_weights(runner: Any) -> list[np.ndarray]:
    return list(BUILD.to_net(runner.module.network))


def node(_runner: Any) -> str:
    return str(ray.get_runtime_context().get_node_id())


def optimizer_steps(run: ClusterTraining) -> int:
    state = run.algorithm.get_state()["learner_group"]["learner"]["optimizer"]
    (optimizer,) = state.values()
    return int(optimizer["state"]["state"][0]["step"])


def test_opponents_on_all_runners_have_the_weights_of_the_snapshots(
    begin: Callable[..., ClusterTraining],
) -> None:
    run = begin()
    assert len(set(on_runners(run, node))) == 2
    history = []
    for _ in range(4):
        history.append(weights(run))
        assert run.update() >= 16 * 16
    for before, after in itertools.pairwise(history):
        assert not same(before, after)
    snapshots = {f"past-{number}": before for number, before in enumerate(history[1:])}
    kept = run.pool.players()
    assert len(kept) == 2  # who was beaten most easily has gone
    assert "past-2" in kept
    assert all(same(player.net, snapshots[name]) for name, player in kept.items())
    for seen in on_runners(run, opponents):
        assert list(seen) == [*kept, "self"]
        assert all(same(seen[name], snapshots[name]) for name in kept)
        assert same(seen["self"], history[3])
    for module in on_runners(run, own_weights):
        assert same(module, weights(run))


def keeps_first_weights(runner: Any) -> None:
    """Let a runner keep the weights that it has when it plays its next decision."""
    env = runner.env.unwrapped
    step, runner.first = env.step, None

    def noting(actions: Any) -> Any:
        runner.first = own_weights(runner) if runner.first is None else runner.first
        return step(actions)

    env.step = noting


def test_the_first_decisions_are_made_with_the_learners_weights(
    begin: Callable[..., ClusterTraining],
) -> None:
    run = begin()
    before = weights(run)
    on_runners(run, keeps_first_weights)
    run.update()
    for first in on_runners(run, lambda runner: runner.first):
        assert same(first, before)


def deals(runner: Any) -> list[int]:
    """Return the seeds of the games under way."""
    return [int(seed) for seed in runner.env.unwrapped._batch.seeds]


def test_runs_with_neighbouring_seeds_have_no_deals_in_common(
    begin: Callable[..., ClusterTraining],
) -> None:
    groups = []
    for seed in (0, 1):
        run = begin(seed=seed)
        run.update()
        groups += on_runners(run, deals)
    assert len(groups) == 4
    assert len(set().union(*groups)) == sum(map(len, groups)) == 2 * 16


@pytest.mark.parametrize("learners", [0, 1])
def test_a_run_begins_with_a_network_that_is_there(
    begin: Callable[..., ClusterTraining], tmp_path: Path, learners: int
) -> None:
    net = BUILD.to_net(DistrictNetwork(2))
    DISTRICTS.write(tmp_path / "start.npz", net, {"players": 2})
    run = begin(runners=1, learners=learners, start=str(tmp_path / "start.npz"))
    assert same(weights(run), net)
    on_runners(run, keeps_first_weights)
    run.update()
    (first,) = on_runners(run, lambda runner: runner.first)
    (seen,) = on_runners(run, opponents)
    assert same(first, net)
    assert same(seen["self"], net)


def test_the_export_plays_as_the_module_does(
    begin: Callable[..., ClusterTraining], tmp_path: Path
) -> None:
    run = begin(runners=1, players=3)
    run.update()
    run.measure()
    path = str(tmp_path / "run/best.npz")
    card, net = DISTRICTS.load(3, path)
    assert card["updates"] == 1
    assert card["measured"]["decisions"] == run.decisions
    assert card["settings"]["games"] == 16
    states = stages(3, each=60)
    seen, legal = sf_env.observe(states), sf_env.legal_mask(states)
    logits, values = opinions(seen, net)
    both = torch.from_numpy(np.concatenate([seen, legal.astype(np.int8)], axis=1))
    module = run.algorithm.env_runner_group.local_env_runner.module
    with torch.no_grad():
        masked = module.forward_exploration({"obs": both})["action_dist_inputs"].numpy()
        judged = module.compute_values({"obs": both}).numpy()
    assert np.abs(logits - masked)[legal].max() < 1e-4
    assert (masked[~legal] == np.float32(-1e9)).all()
    assert np.abs(values[:, 0] - judged).max() < 1e-4
    over = sf_env.is_over(states)
    actions = sf_agents.load(f"network:path={path}").act(states[~over], legal[~over])
    assert np.array_equal(actions, masked[~over].argmax(axis=1))


def test_a_stopped_run_goes_on_where_it_was(begin: Callable[..., ClusterTraining]) -> None:
    run = begin(learning_rate=1e-3)
    assert not run.run(stop=lambda: run.updates == 3)
    before = weights(run), run.decisions, optimizer_steps(run), run.algorithm.iteration
    past = {name: list(player.net) for name, player in run.pool.players().items()}
    rest = begin(resume=True, runners=1, learning_rate=1e-3)  # the cluster may have shrunk
    assert same(weights(rest), before[0])
    assert (rest.decisions, optimizer_steps(rest), rest.algorithm.iteration) == before[1:]
    assert (rest.updates, list(rest.pool.players())) == (3, list(past))
    new = rest.update()
    assert rest.decisions == before[1] + new
    assert rest.updates == 4
    (seen,) = on_runners(rest, opponents)
    assert same(seen["self"], before[0])
    (known,) = set(seen) & set(past)  # one of two made room for the newest
    assert same(seen[known], past[known])
    assert optimizer_steps(rest) > before[2]
    with pytest.raises(Error, match=r"entropy=0\.02, not 0\.5"):
        begin(resume=True, entropy=0.5, learning_rate=1e-3)


def dies_while_playing(runner: Any) -> None:
    """Let the process of a runner end in the middle of its next fragment."""
    env = runner.env.unwrapped
    steps, step = iter(range(5)), env.step
    env.step = lambda actions: os._exit(1) if next(steps, None) is None else step(actions)


def check_all_are_there(run: ClusterTraining) -> None:
    """Update until both runners take part again, and look whether they know what they need."""
    group = run.algorithm.env_runner_group
    for _ in range(60):
        before = weights(run)
        run.update()
        if group.num_healthy_remote_env_runners() == 2:
            break
    for seen in on_runners(run, opponents):
        assert same(seen["self"], before)
        for name, player in run.pool.players().items():
            assert same(seen[name], player.net)
    modules = on_runners(run, own_weights)
    assert len(modules) == 2
    assert all(same(module, weights(run)) for module in modules)


@pytest.mark.parametrize("killed", [[1], [1, 2]])
def test_a_killed_runner_loses_nothing_but_its_fragment(
    begin: Callable[..., ClusterTraining], killed: list[int]
) -> None:
    run = begin(snapshot_every=2)
    for _ in range(2):
        run.update()
    decisions, steps, before = run.decisions, optimizer_steps(run), weights(run)
    group = run.algorithm.env_runner_group
    group.foreach_env_runner(dies_while_playing, remote_worker_ids=killed, local_env_runner=False)
    new = run.update()
    assert run.decisions == decisions + new
    if len(killed) == 1:
        assert new >= 16 * 16  # the other one played the rest
        assert optimizer_steps(run) > steps
        assert run.updates == 3
    else:
        assert new == 0
        assert optimizer_steps(run) == steps
        assert same(weights(run), before)
        assert run.updates == 2
    assert group.num_healthy_remote_env_runners() == 2 - len(killed)
    check_all_are_there(run)
    assert run.decisions > decisions


class Noting(SelfPlayEnv):
    """Keeps its first position, and what was done there."""

    first: Any = None

    def reset(self, **keywords: Any) -> Any:
        self.seen, infos = super().reset(**keywords)
        return self.seen, infos

    def step(self, actions: Any) -> Any:
        self.first = (self.seen, np.array(actions)) if self.first is None else self.first
        return super().step(actions)


def noting_env(context: Any) -> Noting:
    return Noting(
        context["num_envs"],
        network=context["network"],
        players=context["players"],
        setup=context["setup"],
        game=context["game"],
    )


def check_first_decisions(run: ClusterTraining) -> None:
    """See that each runner began with what the learner, who is sure of itself, would do."""
    for seen, actions in on_runners(run, lambda runner: runner.env.unwrapped.first):
        observations, legal = seen[:, :-44].copy(), seen[:, -44:] != 0
        logits, _ = opinions(observations, BUILD.to_net(run.network))
        likeliest = np.where(legal, logits, -np.inf).argmax(axis=1)
        assert (actions == likeliest).mean() > 0.8
        assert len(actions) == 32


def test_a_runner_that_is_born_again_does_not_begin_with_random_weights(
    begin: Callable[..., ClusterTraining], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(algorithm, "make_env", noting_env)
    run = begin(games=64, learning_rate=1e-12)
    with torch.no_grad():
        for name, parameter in run.network.actions.named_parameters():
            if name in run.network.actions.last_layers:
                parameter.mul_(1e4)
    run.teach()
    run.update()
    check_first_decisions(run)
    group = run.algorithm.env_runner_group
    group.foreach_env_runner(dies_while_playing, remote_worker_ids=[1], local_env_runner=False)
    run.update()
    assert group.num_healthy_remote_env_runners() == 1
    check_all_are_there(run)
    check_first_decisions(run)


def test_a_lost_node_loses_nothing_but_fragments(
    cluster: Any, begin: Callable[..., ClusterTraining]
) -> None:
    run = begin(snapshot_every=2, steps=128)
    for _ in range(2):
        run.update()
    decisions, steps = run.decisions, optimizer_steps(run)
    lost = next(iter(cluster.worker_nodes))
    threading.Timer(0.3, lambda: cluster.remove_node(lost, allow_graceful=False)).start()
    for _ in range(3):
        assert run.update() >= 16 * 128
    assert run.algorithm.env_runner_group.num_healthy_remote_env_runners() == 1
    assert run.decisions >= decisions + 3 * 16 * 128
    assert optimizer_steps(run) > steps
    cluster.add_node(**NODE)
    check_all_are_there(run)


def test_learners_of_their_own(begin: Callable[..., ClusterTraining]) -> None:
    run = begin(runners=1, learners=1)
    assert not run.algorithm.learner_group.is_local
    before = weights(run)
    assert run.update() >= 16 * 16
    assert not same(weights(run), before)
    (module,) = on_runners(run, own_weights)
    assert same(module, weights(run))


def test_an_agent_may_be_imitated_first(begin: Callable[..., ClusterTraining]) -> None:
    stages_seen = []
    run = begin(runners=1, imitate="greedy", imitation_games=20, decisions=1)
    fresh = weights(run)
    assert run.run(lambda moment: stages_seen.append(moment.stage))
    assert stages_seen[0] == "imitating greedy"
    (seen,) = on_runners(run, opponents)
    assert not same(seen["self"], fresh)


COMMAND = ["2p", "--games", "16", "--steps", "16", "--batch", "64", "--epochs", "1", "--quiet"]
COMMAND += ["--baselines", "greedy=0.1", "--evaluation-games", "4"]


def test_ctrl_c_saves_and_the_run_goes_on(
    cluster: Any,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    update = ClusterTraining.update

    def interrupted(run: ClusterTraining) -> int:
        os.kill(os.getpid(), signal.SIGINT)
        return update(run)

    command = [*COMMAND, "--out", str(tmp_path / "run"), "--yardsticks", "random"]
    with monkeypatch.context() as patched:
        patched.setattr(ClusterTraining, "update", interrupted)
        assert main(command) == 130
    assert "to resume: sf-train-rllib --out" in capsys.readouterr().out
    out = ["--out", str(tmp_path / "run")]
    assert main([*out, "--resume", "--decisions", "500", "--quiet"]) == 0
    assert "against random" in capsys.readouterr().out
    card, _ = DISTRICTS.load(2, str(tmp_path / "run/latest.npz"))
    assert card["updates"] == 2
    assert main(command) == 2
    assert capsys.readouterr().err.count("\n") == 1


PROGRAM = "import sys; from sf_agents.commands.train_rllib import main; sys.exit(main())"


def in_a_process_of_its_own(command: list[str]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", PROGRAM, *command],
        capture_output=True, text=True, timeout=300, check=False,
    )  # fmt: skip


def test_a_process_of_its_own_trains_on_the_cluster_at_an_address(
    cluster: Any, tmp_path: Path
) -> None:
    command = [*COMMAND, "--yardsticks", "random", "--decisions", "300"]
    place = ["--address", cluster.address, "--out", str(tmp_path / "run")]
    done = in_a_process_of_its_own([*command, *place])
    assert done.returncode == 0, done.stderr
    assert "against random" in done.stdout
    jobs = [job["Entrypoint"] for job in ray._private.state.jobs()]
    assert any(str(tmp_path / "run") in entry for entry in jobs)  # of this cluster


def test_no_cluster_at_an_address_is_one_line(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        free = server.getsockname()[1]
    command = [*COMMAND, "--address", f"127.0.0.1:{free}", "--out", str(tmp_path / "run")]
    done = in_a_process_of_its_own(command)
    assert done.returncode == 2
    assert f"there is no Ray cluster at '127.0.0.1:{free}'" in done.stderr
    assert done.stderr.count("\n") == 1
    assert not (tmp_path / "run").exists()


def test_a_checkpoint_is_exported_with_its_card(
    begin: Callable[..., ClusterTraining], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run = begin(runners=1)
    run.update()
    run.save()
    target = tmp_path / "mine.npz"
    assert export([str(tmp_path / "run/checkpoint.pt"), str(target), "--note", "by Ray"]) == 0
    card, net = DISTRICTS.load(2, str(target))
    assert (card["updates"], card["decisions"], card["note"]) == (1, run.decisions, "by Ray")
    assert same(net, weights(run))
    assert '"note": "by Ray"' in capsys.readouterr().out


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--runners", "9"], "runners=9 and learners=0 need a core each; the cluster has 2"),
        (["--deck", "missing.csv"], "missing.csv"),
        (["--yardsticks", "nobody"], "nobody"),
    ],
)
def test_errors_of_the_user_are_one_line(
    cluster: Any,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    options: list[str],
    message: str,
) -> None:
    assert main([*COMMAND, "--out", str(tmp_path / "run"), *options]) == 2
    error = capsys.readouterr().err
    assert message in error
    assert error.count("\n") == 1


def test_the_benchmark_measures_every_kind_of_runner() -> None:
    command = [sys.executable, "scripts/benchmark_rllib.py", "--repeat", "1"]
    root = Path(__file__).parents[2]
    done = subprocess.run(
        [*command, "--games", "8", "--steps", "16"],
        capture_output=True, text=True, timeout=600, check=False, cwd=root,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    lines = [line for line in done.stdout.splitlines() if line.startswith(("coll", "train"))]
    assert len(lines) >= 4
    assert all(float(line.split()[-1].replace(",", "")) > 0 for line in lines)


def test_observations_end_with_their_masks_and_nobody_plays_without_opponents() -> None:
    env = SelfPlayEnv(64, network="districts", players=2)
    with pytest.raises(Error, match="no opponents have been seated"):
        env.reset(seed=1)
    env.set_opponent("random")
    seen, _ = env.reset(seed=1)
    for _ in range(100):
        assert np.array_equal(seen[:, -44:].astype(bool), env.action_masks())
        assert env.observation_space.contains(seen)
        seen, *_ = env.step(sf_env.sample_legal(env.action_masks(), np.random.default_rng(0)))


def test_a_runner_that_is_born_again_deals_other_games() -> None:
    env = SelfPlayEnv(8, network="districts", players=2)
    env.set_opponent("random")
    first, _ = env.reset(seed=1)
    again, _ = env.reset(seed=1)
    env.update = 5
    later, _ = env.reset(seed=1)
    assert np.array_equal(first, again)
    assert not np.array_equal(first, later)
