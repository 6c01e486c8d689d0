"""Training asks the table: any game is trained, and networks name the layout that they read."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("sb3_contrib")
pytest.importorskip("tensorboard")

import numpy as np

from sf_agents.commands import train
from sf_agents.san_francisco.network.places import LAYOUT_HASH
from sf_agents.training import checkpoint
from sf_agents.training.networks import Networks
from sf_agents.training.settings import Settings
from sf_agents.training.train import Training
from sf_env import Error
from sf_env.core.rules import Layout, rules_of
from tests.toy import MATCHES

GAME = "tests.toy:MATCHES"
SMALL: dict[str, Any] = {
    "game": GAME,
    "games": 8,
    "steps": 8,
    "batch": 32,
    "decisions": 8 * 8 * 6,
    "snapshot_every": 2,
    "evaluate_every": 3,
    "evaluation_games": 4,
    "baselines": ("greedy=0.2",),
    "yardsticks": ("random", "greedy"),
    "threads": 1,
}


def pieces(players: int) -> list[Any]:
    return [*rules_of("san_francisco").pieces(players), ("nothing", (), 0, 1)]


def observe(states: Any, rows: Any, seats: Any, out: Any) -> None:
    seen = np.zeros((len(rows), out.shape[1] - 1), np.int8)
    rules_of("san_francisco").observe(states, rows, seats, seen)
    out[:, :-1], out[:, -1] = seen, 0


# San Francisco at a time when its observations have a piece more.
LATER = replace(
    rules_of("san_francisco"),
    layout=Layout(pieces, observe),
    earlier_layouts=(rules_of("san_francisco").layout,),
)


def weights(run: Training) -> torch.Tensor:
    return torch.cat([tensor.flatten() for tensor in run.policy.state().values()])


@pytest.mark.parametrize("players", [2, 3])
def test_a_run_of_another_game_stops_and_resumes(tmp_path: Path, players: int) -> None:
    settings = Settings(**SMALL, players=players, imitate="greedy", imitation_games=4)
    whole = Training(settings, tmp_path / "whole")
    assert whole.run()
    part = Training(settings, tmp_path / "part")
    assert not part.run(stop=lambda: part.updates == 3)
    rest = Training.resume(settings, tmp_path / "part")
    assert rest.run()
    assert torch.equal(weights(whole), weights(rest))
    first, last = rest.curve.lines[-2:]
    assert {"random", "greedy", "past selves"} <= set(last)
    assert first["decisions"] < last["decisions"] == 8 * 8 * 6
    assert list(rest.pool.players()) == ["past-0", "past-1"]
    assert whole.pool.win_rates == rest.pool.win_rates


def test_the_command_trains_another_game(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    numbers = ["--games", "8", "--steps", "8", "--batch", "32", "--evaluation-games", "4"]
    words = ["3p", "--game", GAME, "--box", "generate:3", *numbers, "--decisions", "64"]
    assert train.main([*words, "--out", str(tmp_path), "--quiet"]) == 0
    assert "against random:" in capsys.readouterr().out
    card = checkpoint.load(tmp_path / "checkpoint.pt")["card"]
    assert (card["game"], card["players"], card["box"]) == ("matches", 3, "generate:3")
    assert card["command"].startswith(f"sf-train 3p --game {GAME} --box generate:3 ")
    again = ["--resume", "--out", str(tmp_path), "--quiet", "--decisions", "128"]
    assert train.main(again) == 0
    assert "128 decisions" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"players": 4}, "players=4 is not allowed; allowed: 2, 3"),
        ({"network": "districts"}, "network=districts is not allowed; allowed: plain"),
        ({"game": "chess"}, "'chess' is not allowed"),
    ],
)
def test_what_the_game_does_not_have_is_refused(changes: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        Settings(**(SMALL | changes))


def test_an_agent_of_another_game_is_refused(tmp_path: Path) -> None:
    with pytest.raises(Error, match="does not play Matches"):
        Training(Settings(**(SMALL | {"yardsticks": ("planner",)})), tmp_path)


@pytest.mark.parametrize("network", ["districts", "plain"])
def test_a_network_is_trained_on_the_layout_it_reads(tmp_path: Path, network: str) -> None:
    home = f"{__name__}:LATER"
    settings = Settings(**(SMALL | {"game": home, "network": network, "decisions": 64}))
    run = Training(settings, tmp_path)
    run.update()
    digest = LAYOUT_HASH if network == "districts" else LATER.observation_hash
    assert run.card()["observation_hash"] == digest
    assert run.env.observation_space.shape == (LATER.layout_of(digest).size(2),)
    assert LATER.observation_hash != LAYOUT_HASH


def test_a_run_keeps_its_layout_when_the_game_has_a_later_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    later, earlier = MATCHES.layouts
    settings = Settings(**SMALL)
    with monkeypatch.context() as patch:
        patch.setattr(Networks, "reads", staticmethod(lambda *_: earlier))
        run = Training(settings, tmp_path)
        run.run(stop=lambda: run.updates == 1)
    rest = Training.resume(settings, tmp_path)
    assert rest.card()["observation_hash"] == earlier != later
    assert rest.env.observation_space.shape == (2,)
    rest.update()
