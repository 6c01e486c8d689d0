"""Networks without torch: files, what is wrong with them, and playing them."""

from __future__ import annotations

import json
import pickle
from pathlib import Path

import numpy as np
import pytest

import sf_agents
import sf_env
from sf_agents.san_francisco.network.file import DISTRICTS
from sf_agents.san_francisco.network.network import Network
from tests.games.san_francisco.agents.nets import random_net
from tests.games.san_francisco.agents.stages import DECKS, stages


@pytest.fixture
def path(tmp_path: Path) -> str:
    file = tmp_path / "net.npz"
    DISTRICTS.write(file, random_net(2), {"players": 2, "note": "random weights"})
    return str(file)


def test_a_file_keeps_the_network_and_its_card(path: str) -> None:
    trained = DISTRICTS.read(path)
    assert trained.card["note"] == "random weights"
    assert trained.card["observation_hash"] == sf_env.OBSERVATION_HASH
    for kept, array in zip(trained.net, random_net(2), strict=True):
        assert np.array_equal(kept, array)


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("deck", list(DECKS))
def test_it_takes_the_likeliest_legal_action(tmp_path: Path, players: int, deck: str) -> None:
    file = tmp_path / "net.npz"
    DISTRICTS.write(file, random_net(players), {"players": players})
    states = stages(players, deck)
    legal = sf_env.legal_mask(states)
    agent = Network(str(file))
    actions = agent.act(states, legal)
    live = legal.any(axis=1)
    assert legal[np.flatnonzero(live), actions[live]].all()
    assert (actions[~live] == 0).all()
    opinion = agent.analyse(states, legal)
    assert np.allclose(opinion.policy.sum(axis=1), live)
    assert (opinion.policy[~legal] == 0).all()
    assert np.array_equal(opinion.policy.argmax(axis=1)[live], actions[live])


def test_rows_do_not_depend_on_each_other(path: str) -> None:
    states = stages(2)
    agent = sf_agents.load(f"network:path={path}")
    together = agent.analyse(states)
    for row in range(0, len(states), 7):
        alone = agent.analyse(states[row : row + 1])
        assert np.array_equal(together.policy[row], alone.policy[0])
        assert together.value[row] == alone.value[0]


def test_with_a_temperature_actions_are_drawn_as_the_policy_says(path: str) -> None:
    states = stages(2)
    row = int(np.flatnonzero(sf_env.legal_mask(states).sum(axis=1) > 5)[0])
    many = np.repeat(states[row : row + 1], 4000)
    agent = Network(path, temperature=1.0)
    drawn = agent.act(many, keys=np.arange(4000, dtype=np.uint64))
    shares = np.bincount(drawn, minlength=44) / len(drawn)
    assert np.abs(shares - agent.analyse(many[:1]).policy[0]).max() < 0.04
    assert np.array_equal(drawn, agent.act(many, keys=np.arange(4000, dtype=np.uint64)))


def test_a_file_for_other_players_is_refused(path: str) -> None:
    with pytest.raises(sf_env.Error, match="plays with 2 players, not 3"):
        Network(path).act(stages(3))


def test_a_missing_file_is_named_when_the_agent_is_made() -> None:
    with pytest.raises(sf_env.UnknownAgent, match=r"nowhere\.npz"):
        sf_agents.load("network:path=nowhere.npz")


@pytest.mark.parametrize("cut", [0, 10, 3000])
def test_a_damaged_file_is_named(path: str, cut: int) -> None:
    Path(path).write_bytes(Path(path).read_bytes()[:cut])
    with pytest.raises(sf_env.Error, match=r"net\.npz: not a network"):
        Network(path)


def test_whatever_bit_is_wrong_it_is_an_error_of_ours_or_none(path: str) -> None:
    whole = Path(path).read_bytes()
    rng = np.random.default_rng(0)
    refused = 0
    for _ in range(300):
        broken = bytearray(whole)
        broken[rng.integers(len(broken))] ^= 1 << int(rng.integers(8))
        Path(path).write_bytes(broken)
        try:
            DISTRICTS.read(path)
        except sf_env.Error:
            refused += 1
    assert refused > 200
    np.save(path + ".npy", np.zeros(3))
    Path(path + ".npy").rename(path)
    with pytest.raises(sf_env.Error, match=r"net\.npz: not a network.*\(it is not an \.npz"):
        DISTRICTS.read(path)
    Path(path).write_bytes(pickle.dumps({"weights": [1, 2, 3]}))
    with pytest.raises(sf_env.Error, match=r"net\.npz: not a network.*\(it is not an \.npz"):
        DISTRICTS.read(path)


def change_card(path: str, **changes: object) -> None:
    with np.load(path) as arrays:
        fields = dict(arrays)
    card = json.loads(bytes(fields.pop("about")).decode()) | changes
    text = np.frombuffer(json.dumps(card).encode(), np.uint8)
    np.savez(path, about=text, **fields)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"observation_hash": "0123456789abcdef"}, "hash 0123456789abcdef.*train a new one"),
        ({"format": 99}, "not of format 1"),
        ({"players": 7}, "says 7 players"),
        ({"players": 3}, r"scale should be finite float32 \("),
    ],
)
def test_a_card_that_does_not_fit_is_refused(
    path: str, changes: dict[str, object], words: str
) -> None:
    change_card(path, **changes)
    with pytest.raises(sf_env.Error, match=words):
        Network(path)


def test_weights_that_are_no_numbers_are_refused(tmp_path: Path) -> None:
    net = random_net(2)
    net.head[0, 0] = np.nan
    DISTRICTS.write(tmp_path / "net.npz", net, {"players": 2})
    with pytest.raises(sf_env.Error, match="head should be finite"):
        DISTRICTS.load(2, str(tmp_path / "net.npz"))


def test_a_new_file_at_the_same_place_is_read_anew(path: str) -> None:
    before = DISTRICTS.load(2, path)
    DISTRICTS.write(path, random_net(2, seed=1), {"players": 2})
    assert not np.array_equal(before.net.head, DISTRICTS.load(2, path).net.head)
