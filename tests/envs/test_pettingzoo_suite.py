"""PettingZoo's own conformance suite.

Not run, and why: max_cycles_test (needs a max_cycles argument and plays without masks; PettingZoo
does not run it on its classic games), bombardment_test (takes what step() returns for an
observation), test_save_obs (image observations only), manual_control_test (a keyboard and a
screen).
"""

from __future__ import annotations

import itertools
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pettingzoo
import pytest
from pettingzoo.test import (
    api_test,
    parallel_api_test,
    parallel_seed_test,
    performance_benchmark,
    render_test,
    seed_test,
    state_test,
)

from sf_env import san_francisco_v0, ticket_to_ride_v0

PLAYERS = (2, 3, 4)
DOORS = {"san_francisco": san_francisco_v0, "ticket_to_ride": ticket_to_ride_v0}
# Every game with masks in its observations gets these two; PettingZoo keeps its own on a list.
TOLERATED = (
    "Observation is not a NumPy array",
    "Observation space for each agent probably should be",
)
KEYWORDS: dict[str, list[dict[str, Any]]] = {
    "san_francisco": [{}, {"skip_forced": True, "reward": "score"}, {"deck": "generate:1"}],
    "ticket_to_ride": [{}, {"skip_forced": True, "reward": "score"}, {"map": "generate:1"}],
}
VARIANTS = [
    (game, {"players": players, **keywords})
    for game, players in itertools.product(DOORS, PLAYERS)
    for keywords in KEYWORDS[game]
]
every_variant = pytest.mark.parametrize(("game", "keywords"), VARIANTS, ids=str)
every_game = pytest.mark.parametrize("game", DOORS)


@contextmanager
def no_other_warnings() -> Iterator[None]:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        yield
    strange = [str(w.message) for w in caught if not str(w.message).startswith(TOLERATED)]
    assert strange == []


@pytest.mark.parametrize("maker", ["env", "raw_env"])
@every_variant
def test_api(game: str, keywords: dict[str, Any], maker: str) -> None:
    with no_other_warnings():
        api_test(getattr(DOORS[game], maker)(**keywords), num_cycles=1000)


@pytest.mark.parametrize("maker", ["env", "raw_env"])
@every_variant
def test_seed(game: str, keywords: dict[str, Any], maker: str) -> None:
    seed_test(lambda: getattr(DOORS[game], maker)(**keywords), num_cycles=500)


@pytest.mark.parametrize("players", PLAYERS)
@every_game
def test_parallel_api(game: str, players: int) -> None:
    with no_other_warnings():
        parallel_api_test(DOORS[game].parallel_env(players=players), num_cycles=1000)


@pytest.mark.parametrize("players", PLAYERS)
@every_game
def test_parallel_seed(game: str, players: int) -> None:
    parallel_seed_test(lambda: DOORS[game].parallel_env(players=players))


@pytest.mark.parametrize("players", PLAYERS)
def test_render(players: int) -> None:
    render_test(lambda **keywords: san_francisco_v0.env(players=players, **keywords))


@pytest.mark.parametrize("players", PLAYERS)
@every_game
def test_state(game: str, players: int) -> None:
    keywords = {"players": players}
    state_test(DOORS[game].env(**keywords), DOORS[game].parallel_env(**keywords))


def test_performance_benchmark_runs(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    clock = itertools.count()
    monkeypatch.setattr("time.time", lambda: next(clock) / 1000)
    performance_benchmark(san_francisco_v0.env())
    assert "turns per second" in capsys.readouterr().out


@pytest.mark.skipif(not hasattr(pettingzoo, "make"), reason="no registry before 1.27")
@pytest.mark.parametrize("kind", ["aec", "parallel"])
@every_game
def test_registry(game: str, kind: str) -> None:
    env = pettingzoo.make(kind, f"sf_env/{game}-v0", players=3)
    env.reset(seed=1)
    assert env.possible_agents == ["player_0", "player_1", "player_2"]
