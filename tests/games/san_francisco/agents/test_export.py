"""From a run to a file to play with, and from such a file to a new run."""

from __future__ import annotations

import importlib.util
import json
from dataclasses import asdict
from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("sb3_contrib")

import sf_env
from sf_agents import load
from sf_agents.commands import evaluate, export
from sf_agents.network import file
from sf_agents.san_francisco.network.file import DISTRICTS
from sf_agents.san_francisco.network.kinds import BUILD
from sf_agents.san_francisco.network.model import KINDS, Widths
from sf_agents.training.settings import Settings
from sf_agents.training.train import Training
from tests.games.san_francisco.agents.nets import random_net
from tests.games.san_francisco.agents.torch_nets import WIDTHS, shaken
from tests.training.small import SMALL


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Training:
    training = Training(Settings(**SMALL), tmp_path_factory.mktemp("run"))
    assert not training.run(stop=lambda: training.updates == 4)  # measured after 3
    return training


def test_a_measurement_with_another_deck_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source = tmp_path / "generated.npz"
    deck = sf_env.Deck.load("generate:5")
    DISTRICTS.write(
        source, random_net(2), {"players": 2, "deck": deck.name, "deck_hash": deck.hash}
    )
    told = "note: this network was trained with the deck generate:5; the protocol uses"
    few = ["--deals", "1", "--workers", "1", "--quiet"]
    assert export.main([str(source), str(tmp_path / "net.npz"), "--measure", *few]) == 0
    assert told in capsys.readouterr().err
    assert evaluate.main([f"network:path={source}", *few]) == 0
    assert told in capsys.readouterr().err
    assert evaluate.main(["network", *few]) == 0
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("widths", WIDTHS)
def test_there_and_back_again(players: int, widths: Widths) -> None:
    network = shaken(players, widths)
    state = BUILD.from_net(BUILD.to_net(network), players)
    assert list(state) == list(network.state_dict())
    assert all(torch.equal(state[name], tensor) for name, tensor in network.state_dict().items())


def test_a_checkpoint_holds_the_network_as_it_was(
    run: Training, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    target = tmp_path / "net.npz"
    code = export.main([str(run.folder / "checkpoint.pt"), str(target), "--note", "for a test"])
    assert code == 0
    trained = DISTRICTS.read(target)
    run.look()
    for kept, array in zip(trained.net, BUILD.to_net(run.network), strict=True):  # type: ignore[arg-type]
        assert np.array_equal(kept, array)
    card = json.loads(capsys.readouterr().out)
    assert card["note"] == trained.card["note"] == "for a test"
    assert card["decisions"] == 4 * 16 * 8
    assert card["settings"]["games"] == 16
    assert card["measured"]["decisions"] == 3 * 16 * 8
    assert card["deck_hash"] == sf_env.Deck.load("standard").hash
    assert card["observation_hash"] == sf_env.OBSERVATION_HASH


def test_a_folder_gives_its_best_network_and_how_strong_it_is(
    run: Training, tmp_path: Path
) -> None:
    target = tmp_path / "net.npz"
    options = ["--measure", "--deals", "2", "--workers", "1", "--quiet"]
    assert export.main([str(run.folder), str(target), *options]) == 0
    trained, best = DISTRICTS.read(target), DISTRICTS.read(run.folder / "best.npz")
    assert all(np.array_equal(*pair) for pair in zip(trained.net, best.net, strict=True))
    strength = trained.card["strength"]
    assert strength["agent"] == f"network:path={target}"
    assert f"network:path={target} " in strength["command"]
    assert strength["games"] == 12
    assert set(strength["against"]) == {"random", "greedy", "planner"}
    assert "note" not in trained.card


def test_a_measurement_that_fails_leaves_the_file_that_is_there(
    run: Training, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    target = tmp_path / "net.npz"
    target.write_bytes(b"mine")
    too_many = ["--measure", "--deals", "2000000"]
    assert export.main([str(run.folder), str(target), "--force", *too_many]) == 2
    assert "deals=2000000 is not allowed" in capsys.readouterr().err
    assert target.read_bytes() == b"mine"
    assert [path.name for path in tmp_path.iterdir()] == ["net.npz"]


def test_the_game_of_a_network_may_be_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source, target = str(tmp_path / "a.npz"), str(tmp_path / "b.npz")
    DISTRICTS.write(source, random_net(2), {"players": 2})
    assert export.main([source, target, "--game", "san_francisco"]) == 0
    assert export.main([source, target, "--game", "tests.toy:MATCHES"]) == 2
    assert "it is a network for San Francisco: --game san_francisco" in capsys.readouterr().err


def test_a_network_without_a_run_can_be_measured_too(tmp_path: Path) -> None:
    source, target = tmp_path / "a.npz", tmp_path / "b.npz"
    DISTRICTS.write(source, random_net(2), {"players": 2})
    assert export.main([str(source), str(target), "--note", "hello", "--quiet"]) == 0
    assert DISTRICTS.read(target).card["note"] == "hello"


@pytest.mark.parametrize(
    ("source", "target", "message"),
    [
        ("run/best.npz", "net.pt", "net.pt: a network's file should end with .npz"),
        ("nowhere", "net.npz", "nowhere: No such file or directory"),
        ("nowhere.pt", "net.npz", "nowhere.pt: there is no checkpoint"),
        (".", "net.npz", ".: there is no best.npz; it is written when"),
        ("broken.pt", "net.npz", "broken.pt: the checkpoint is damaged"),
        ("broken.npz", "net.npz", "broken.npz: not a network as sf-export writes it"),
        ("cut.npz", "net.npz", "cut.npz: the network lacks scale, row, "),
    ],
)
def test_what_cannot_be_exported_is_told_in_a_line(
    source: str,
    target: str,
    message: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("broken.pt").write_bytes(b"no checkpoint")
    Path("broken.npz").write_bytes(b"no network")
    file.write("cut.npz", {}, {"players": 2, "observation_hash": sf_env.OBSERVATION_HASH})
    assert export.main([source, target, "--quiet"]) == 2
    error = capsys.readouterr().err
    assert message in error
    assert error.count("\n") == 1
    assert not Path(target).exists()


def test_a_perceptron_is_no_network_to_export(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    training = Training(Settings(**SMALL, network="plain"), tmp_path / "run")
    training.run(stop=lambda: training.updates == 1)
    code = export.main([str(tmp_path / "run" / "checkpoint.pt"), str(tmp_path / "net.npz")])
    assert code == 2
    assert "networks of the kind plain cannot be exported" in capsys.readouterr().err


def test_reading_a_checkpoint_needs_torch(
    run: Training,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    usual = importlib.util.find_spec
    monkeypatch.setattr(
        importlib.util, "find_spec", lambda name: None if name == "torch" else usual(name)
    )
    assert export.main([str(run.folder / "checkpoint.pt"), str(tmp_path / "net.npz")]) == 2
    assert "sf-env[train]" in capsys.readouterr().err


# A network as the beginning of a run ---------------------------------------------------------


def test_a_run_can_begin_with_a_network(run: Training, tmp_path: Path) -> None:
    start = str(run.folder / "latest.npz")
    new = Training(Settings(**SMALL, start=start), tmp_path / "new")
    kept = DISTRICTS.read(start).net
    new.look()
    for begun, array in zip(BUILD.to_net(new.network), kept, strict=True):  # type: ignore[arg-type]
        assert np.array_equal(begun, array)
    new.run(stop=lambda: new.updates == 1)
    new.look()
    assert not np.array_equal(BUILD.to_net(new.network).whole, kept.whole)  # type: ignore[arg-type]
    on = Training.resume(new.settings, new.folder)
    for card in (new.card(), on.card()):
        assert card["start"]["command"] == run.card()["command"]
        assert card["start"]["decisions"] == 4 * 16 * 8


@pytest.mark.parametrize("players", [3, 4])
def test_a_run_can_begin_with_a_network_for_other_numbers_of_players(
    run: Training, tmp_path: Path, players: int
) -> None:
    start = str(run.folder / "latest.npz")
    settings = Settings(**{**SMALL, "players": players}, start=start)
    new = Training(settings, tmp_path / "new")
    new.run(stop=lambda: new.updates == 1)
    trained = DISTRICTS.read(tmp_path / "new" / "latest.npz")
    assert trained.card["players"] == players
    assert trained.card["start"]["players"] == 2
    assert load(f"network:path={tmp_path / 'new' / 'latest.npz'}")


def test_a_wide_network_is_trained_and_exported(tmp_path: Path) -> None:
    training = Training(Settings(**SMALL, network="wide"), tmp_path / "run")
    training.run(stop=lambda: training.updates == 1)
    export.main([str(tmp_path / "run" / "checkpoint.pt"), str(tmp_path / "net.npz"), "--quiet"])
    assert DISTRICTS.widths_of(DISTRICTS.read(tmp_path / "net.npz").net) == asdict(KINDS["wide"])
    new = Training(
        Settings(**SMALL, network="wide", start=str(tmp_path / "net.npz")), tmp_path / "new"
    )
    assert new.card()["settings"]["network"] == "wide"


@pytest.mark.parametrize("agent", ["network", "netmcts:simulations=1"])
def test_a_card_tells_of_the_network_whose_games_were_learnt(
    agent: str, run: Training, tmp_path: Path
) -> None:
    path = run.folder / "latest.npz"
    word = "," if ":" in agent else ":"
    settings = Settings(**SMALL, imitate=f"{agent}{word}path={path}", imitation_games=2)
    new = Training(settings, tmp_path / "new")
    new.run(stop=lambda: True)
    on = Training.resume(new.settings, new.folder)
    for card in (new.card(), on.card()):
        assert card["teacher"]["command"] == run.card()["command"]
        assert "start" not in card


def test_a_run_begins_with_networks_of_its_own_kind_only(tmp_path: Path) -> None:
    DISTRICTS.write(tmp_path / "small.npz", random_net(2), {"players": 2})
    DISTRICTS.write(tmp_path / "wide.npz", BUILD.to_net(shaken(2, KINDS["wide"])), {"players": 2})
    with pytest.raises(sf_env.Error, match=r"small.npz: its widths are its own; it cannot start"):
        Training(Settings(**SMALL, start=str(tmp_path / "small.npz")), tmp_path / "run")
    with pytest.raises(sf_env.Error, match=r"of the kind wide; it cannot .* --network districts"):
        Training(Settings(**SMALL, start=str(tmp_path / "wide.npz")), tmp_path / "run")
    with pytest.raises(sf_env.Error, match=r"no.npz: No such file or directory"):
        Training(Settings(**SMALL, start=str(tmp_path / "no.npz")), tmp_path / "run")
    with pytest.raises(sf_env.Error, match="start cannot be used with the plain network"):
        Training(Settings(**SMALL, start="any", network="plain"), tmp_path / "run")
    assert not (tmp_path / "run").exists()


def test_a_file_is_replaced_by_force_only(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source, target = str(tmp_path / "a.npz"), str(tmp_path / "b.npz")
    DISTRICTS.write(source, random_net(2), {"players": 2})
    assert export.main([source, target, "--note", "first"]) == 0
    said = capsys.readouterr()
    assert said.err == f"{target}: written\n"
    assert json.loads(said.out)["note"] == "first"
    assert export.main([source, target, "--note", "second"]) == 2
    assert f"{target} already exists; --force replaces it" in capsys.readouterr().err
    assert DISTRICTS.read(target).card["note"] == "first"
    assert export.main([source, target, "--note", "second", "--force"]) == 0
    assert DISTRICTS.read(target).card["note"] == "second"
