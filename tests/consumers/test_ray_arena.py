"""The arena on a Ray cluster of two nodes (only where Ray is installed)."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from sf_agents.arena import ArenaError, play

pytest.importorskip("ray")

ROOT = Path(__file__).parents[2]
SMALL = {"num_cpus": 1, "object_store_memory": 100 * 2**20}

pytestmark = pytest.mark.filterwarnings("ignore")  # what Ray warns about is not ours


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    from ray.cluster_utils import Cluster

    if str(ROOT) not in sys.path:  # Ray hands it on to the nodes, for tests.arena.bots
        sys.path.insert(0, str(ROOT))
    cluster = Cluster(initialize_head=True, head_node_args={**SMALL, "include_dashboard": False})
    cluster.add_node(**SMALL)
    yield cluster
    cluster.shutdown()


@pytest.mark.parametrize(
    ("game", "players"), [("san_francisco", 2), ("san_francisco", 3), ("ticket_to_ride", 2)]
)
def test_a_cluster_plays_the_same_games(
    cluster: Any, game: str, players: int, tmp_path: Path
) -> None:
    field = ["greedy", "builder", "random"]
    there = play(field, 60, players, game=game, ray=cluster.address, out=tmp_path)
    here = play(field, 60, players, game=game)
    assert there.records == here.records
    assert there.win_share.tolist() == here.win_share.tolist()


def test_both_nodes_play(cluster: Any) -> None:
    result = play(["tests.consumers.test_ray_arena:Where", "random"], 60, ray=cluster.address)
    assert len({record["forfeit"]["reason"] for record in result.records}) == 2


class Where:
    """Tell where it runs, by failing; not at once, so that the slower node to start has some."""

    def act(self, states: Any, legal: Any) -> Any:
        import ray

        time.sleep(0.1)
        raise RuntimeError(ray.get_runtime_context().get_node_id())


def test_dying_workers_lose_one_game_each(cluster: Any) -> None:
    agents = ["tests.arena.bots:{}:once_in=900", "random"]
    dying, raising = ([agents[0].format(bot), agents[1]] for bot in ("Dies", "Raises"))
    there = play(dying, 12, seed=1, ray=cluster.address)
    here = play(raising, 12, seed=1)
    assert (there.rows["forfeit"] >= 0).any()
    assert (there.rows == here.rows).all()


def test_time_limits(cluster: Any) -> None:
    agents = ["tests.arena.bots:Hangs:once_in=900", "random"]
    there = play(agents, 12, seed=1, ray=cluster.address, move_seconds=0.3)
    reasons = {r["forfeit"]["reason"] for r in there.records if "forfeit" in r}
    assert reasons == {"took longer than 0.3 s for a decision"}


def test_a_lost_node_loses_no_game(cluster: Any) -> None:
    node = cluster.add_node(**SMALL)
    removed = []

    def remove(progress: Any) -> None:
        if progress.done and not removed:
            cluster.remove_node(node)
            removed.append(progress.done)

    agents = ["tests.arena.bots:Slow", "random"]
    there = play(agents, 40, seed=1, ray=cluster.address, progress=remove)
    assert removed
    assert there.records == play(agents, 40, seed=1).records


def test_no_cluster() -> None:
    with pytest.raises(ArenaError, match=r"no Ray cluster at '127\.0\.0\.1:1'"):
        play(["greedy", "random"], 4, ray="127.0.0.1:1")
