"""Training asks the table: any game is trained, and networks name the layout that they read."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("sb3_contrib")
pytest.importorskip("tensorboard")

import numpy as np

import sf_agents
from sf_agents.commands import export, train
from sf_agents.network import file
from sf_agents.playing.advice import advise
from sf_agents.san_francisco.network.places import LAYOUT_HASH
from sf_agents.training import checkpoint
from sf_agents.training.networks import Networks
from sf_agents.training.settings import Settings
from sf_agents.training.train import Training
from sf_env import Error
from sf_env.core.functions import Functions
from sf_env.core.rules import Layout, rules_of
from sf_env.opponents.contract import check_suits
from tests.docs.snippets import run as run_python
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


OTHER = replace(MATCHES, id="boxed", name="Matches with a box")


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


def test_the_help_lists_the_networks_of_a_game(capsys: pytest.CaptureFixture[str]) -> None:
    for game, words in (
        ("san_francisco", "San Francisco: districts, built from rows"),
        (GAME, "Matches: plain, a perceptron"),
    ):
        with pytest.raises(SystemExit):
            train.main(["--game", game, "--help"])
        assert words in " ".join(capsys.readouterr().out.split())


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


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Training:
    training = Training(Settings(**SMALL, players=3), tmp_path_factory.mktemp("run"))
    assert training.run()
    return training


def asked(number: int, seed: int = 0) -> tuple[Any, Any]:
    """Return concealed states in which the next action is to be chosen, and their masks."""
    many = Functions(MATCHES)
    states = many.deal(3, range(seed, seed + number))
    many.step_states(states, np.arange(number) % 2)
    states = many.conceal(states)
    return states, many.legal_mask(states)


def test_a_perceptron_plays_from_its_file_without_torch_as_with_it(run: Training) -> None:
    agent = sf_agents.load(f"network:path={run.folder / 'latest.npz'}", GAME)
    states, legal = asked(50)
    player = run.player(0.0)
    assert np.array_equal(agent.act(states, legal), player.act(states, legal))
    with torch.no_grad():
        seen = MATCHES.observations(states, np.full(50, -1), 3)
        logits, values = run.network(torch.from_numpy(seen))
    ours, worth = agent.look(states)
    assert np.allclose(ours, logits, atol=1e-5)
    assert np.allclose(worth[:, 0], values, atol=1e-5)


def test_it_plays_in_the_arena_and_gives_advice(run: Training) -> None:
    name = f"network:path={run.folder / 'best.npz'}"
    result = sf_agents.arena.play([name, "greedy"], games=12, players=3, game=GAME)
    assert result.summary["games"] >= 12
    advice = advise(MATCHES.new_game(players=3, seed=1), sf_agents.load(name, GAME))
    assert sum(one.share for one in advice.choices) == pytest.approx(1)


def test_a_network_of_another_game_is_refused_by_name(run: Training) -> None:
    with pytest.raises(Error, match=r"this network plays matches, not san_francisco.*--game"):
        sf_agents.load(f"network:path={run.folder / 'best.npz'}")


def test_rows_of_a_perceptron_do_not_depend_on_each_other(run: Training) -> None:
    agent = sf_agents.load(f"network:path={run.folder / 'best.npz'}", GAME)
    states, _ = asked(40)
    together = agent.analyse(states)
    for row in range(0, 40, 7):
        alone = agent.analyse(states[row : row + 1])
        assert np.array_equal(together.policy[row], alone.policy[0])
        assert together.value[row] == alone.value[0]


def test_it_is_given_nothing_that_it_may_not_know(run: Training) -> None:
    agent = sf_agents.load(f"network:path={run.folder / 'best.npz'},temperature=1", GAME)
    many = Functions(MATCHES)
    states = many.deal(3, range(30))
    keys = np.arange(30, dtype=np.uint64)
    for seed in range(3):
        guess = many.imagine(states, seed)
        assert np.array_equal(agent.act(guess, None, keys), agent.act(states, None, keys))


def test_a_network_of_a_game_of_the_package_is_loaded_in_another_process(tmp_path: Path) -> None:
    settings = Settings(**SMALL | {"game": "ticket_to_ride", "decisions": 64})
    assert Training(settings, tmp_path).run()
    code = (
        f"import sf_agents; agent = sf_agents.load({f'network:path={tmp_path}/latest.npz'!r}, "
        "game='ticket_to_ride'); print(agent.games)"
    )
    result = run_python("-c", code)
    assert result.stdout == "('ticket_to_ride',)\n", result.stderr


def test_a_perceptron_is_exported_and_measured(
    run: Training, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    target = str(tmp_path / "net.npz")
    few = ["--deals", "2", "--workers", "1", "--quiet"]
    source = str(run.folder / "checkpoint.pt")
    assert export.main([source, target, "--game", GAME, "--measure", *few]) == 0
    card = json.loads(capsys.readouterr().out)
    assert (card["game"], card["players"]) == ("matches", 3)
    assert card["strength"]["command"].endswith(f" --deals 2 --game {GAME}")
    states, legal = asked(20)
    latest = sf_agents.load(f"network:path={run.folder / 'latest.npz'}", GAME)
    exported = sf_agents.load(f"network:path={target}", GAME)
    assert np.array_equal(latest.act(states, legal), exported.act(states, legal))
    assert export.main([target, target, "--game", "san_francisco"]) == 2
    assert "it is a network for Matches: --game matches" in capsys.readouterr().err


def test_a_file_that_does_not_fit_is_refused(run: Training, tmp_path: Path) -> None:
    card, arrays = file.read(run.folder / "best.npz")
    path = tmp_path / "net.npz"
    few = {name: array for name, array in arrays.items() if name != "action"}
    for changed, kept, words in (
        ({"observation_hash": "0123"}, arrays, "hash 0123.*train a new one"),
        ({"players": 4}, arrays, "card says 4 players"),
        ({"players": 2}, arrays, r"scale should be finite float32 \("),
        ({}, few, "the network lacks action"),
        ({"game_home": "no_such_module:GAME"}, arrays, "which is not loaded"),
    ):
        file.write(path, kept, card | changed)
        with pytest.raises(Error, match=words):
            sf_agents.load(f"network:path={path}", GAME)
    name = f"network:path={run.folder / 'best.npz'}"
    with pytest.raises(Error, match="plays with 3 players, not 2"):
        sf_agents.arena.play([name, "greedy"], games=2, players=2, game=GAME)
    with pytest.raises(Error, match="does not play Matches with a box"):
        check_suits(sf_agents.load(name, GAME), OTHER, 3)


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
