"""How a run on Ray is spread over a cluster; this needs neither Ray nor torch."""

from __future__ import annotations

import pytest

from sf_agents.commands.train_rllib import main
from sf_agents.training.rllib.settings import ClusterSettings
from sf_env import Error
from sf_env.core.extras import installed


@pytest.mark.parametrize(
    ("cores", "chosen", "runners", "games"),
    [
        (1, {}, 1, 512),
        (8, {}, 8, 64),
        (8, {"learners": 2}, 6, 86),
        (8, {"runners": 3}, 3, 171),
        (8, {"runners": 0}, 0, 512),
    ],
)
def test_runners_share_the_games(
    cores: int, chosen: dict[str, int], runners: int, games: int
) -> None:
    settings = ClusterSettings(**chosen)
    assert settings.runners_of(cores) == runners
    assert settings.games_of_runner(runners) == games


def test_a_cluster_may_be_too_small() -> None:
    with pytest.raises(Error, match="runners=4 and learners=1 need a core each; the cluster has 4"):
        ClusterSettings(runners=4, learners=1).runners_of(4)
    with pytest.raises(Error, match="runners=-1 is not allowed"):
        ClusterSettings(runners=-1)


@pytest.mark.skipif(installed("ray"), reason="Ray is installed")
def test_the_extra_is_named_where_it_is_missing(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 2
    assert "which is not installed: pip install 'sf-env[rllib]'" in capsys.readouterr().err
