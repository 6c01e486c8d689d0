"""The shells know nothing of any game: one with a closed hand and late chance plays in all of them,
and none shows what a seat cannot know.
"""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

import gymnasium as gym
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test

import sf_env
from sf_env.core.batch import Batch
from sf_env.core.functions import Functions
from sf_env.core.game import Game
from sf_env.core.observation import Observations
from sf_env.envs.aec import raw_env
from sf_env.envs.solo import SoloEnv
from sf_env.envs.vector import VectorEnv
from tests.toy import MATCHES, SECRET, Bold

many = Functions(MATCHES)
view = Observations(MATCHES).observation_view


def positions(players: int, count: int = 200) -> np.ndarray:
    """Return states from all stages of games."""
    batch = Batch(count, players, seed=9, game=MATCHES)
    rng = np.random.default_rng(1)
    seen = []
    for _ in range(8):
        seen.append(batch.states.copy())
        batch.step(sf_env.sample_legal(batch.legal, rng))
    return np.concatenate(seen)


def test_one_game() -> None:
    game = Game(MATCHES, players=3, order=[3, 0, 2])
    assert str(game) == "9 matches; taken: 0, 0, 0; hands: 3, 0, 2"
    assert game.to_text(seat=2) == "9 matches; taken: 0, 0, 0; hands: ?, ?, 2"
    game.step(1)
    assert (game.to_move, game.legal_actions()) == (1, [0, 1, 2])
    with pytest.raises(sf_env.IllegalAction, match="TAKE 1"):
        game.step(3)
    twin = game.clone()
    for action in (1, 1, 1, 0):
        game.step(action)
    assert game.is_over
    assert (game.winners(), twin.winners()) == ([0], [])
    assert game.scores()[1] == {"taken": 3, "hand": 0, "last": 2, "total": 5}


def test_a_game_and_its_copy_meet_the_same_chance() -> None:
    game = Game(MATCHES, players=2, seed=2)
    twin = pickle.loads(pickle.dumps(game))
    game.step(2)
    twin.step(2)
    assert game == twin
    drawn = {
        int(one.state["hand"][0])
        for seed in range(40)
        if (one := Game(MATCHES, players=2, seed=seed)).step(2) is None
    }
    assert drawn == {0, 1, 2, 3}


def test_chance_takes_outcomes_from_outside() -> None:
    chance = MATCHES.chance
    assert chance
    game = Game(MATCHES, players=2, seed=2)
    chance.step(game.states, 2)
    assert chance.waits(game.states)
    assert sum(part for _, part in chance.outcomes(game.states)) == 1
    chance.resolve(game.states, 3)
    assert not chance.waits(game.states)
    assert (int(game.state["hand"][0]), game.to_move) == (3, 1)


def test_records_name_the_game_and_are_played_again(tmp_path: Any) -> None:
    game = Game(MATCHES, players=3, seed=5, box="generate:3")
    while not game.is_over:
        game.step(game.legal_actions()[-1])
    record = game.record(agents=["a", "b", "c"])
    assert (record["game"], record["box"], record["box_hash"]) == (
        "matches",
        "generate:3",
        game.setup.hash,
    )
    sf_env.record.save(tmp_path / "games.jsonl", record)
    (kept,) = sf_env.record.load(tmp_path / "games.jsonl")
    *_, last = sf_env.record.replay(kept)
    assert last == game
    arrays = sf_env.record.arrays([kept])
    assert arrays["mask"].shape == (len(record["actions"]), 4)
    with pytest.raises(sf_env.RecordError, match=r"'box' is 'nowhere'.*standard, generate:SEED"):
        list(sf_env.record.replay(kept | {"box": "nowhere"}))
    with pytest.raises(sf_env.RecordError, match="'game' is 'chess'"):
        list(sf_env.record.replay(kept | {"game": "chess"}))
    both = [kept, sf_env.Game(3, seed=1).record()]
    with pytest.raises(sf_env.RecordError, match="record 1: a game of San Francisco"):
        sf_env.record.arrays(both)


@pytest.mark.parametrize("skip_forced", [False, True])
@pytest.mark.parametrize("players", [2, 3])
def test_batch(players: int, skip_forced: bool) -> None:
    batch = Batch(50, players, seed=3, game=MATCHES, skip_forced=skip_forced)
    rng = np.random.default_rng(0)
    ended = 0
    for _ in range(60):
        rewards, done = batch.step(sf_env.sample_legal(batch.legal, rng))
        ended += int(done.sum())
        assert np.allclose(rewards.sum(axis=1), 0)
        assert ((batch.final_winners.sum(axis=1) > 0) == done).all()
        assert (rewards[done].argmax(axis=1) == batch.final_winners[done].argmax(axis=1)).all()
    assert ended > 200
    assert pickle.loads(pickle.dumps(batch)).rules is MATCHES


def test_a_batch_deals_given_games() -> None:
    batch = Batch(4, 2, game=MATCHES)
    batch.deal([1, 3], [77, 78])
    for slot, seed in ((1, 77), (3, 78)):
        assert batch.seeds[slot] == seed
        assert batch.states[slot] == Game(MATCHES, 2, seed).state
    batch.reset()
    assert batch.seeds[3] == sf_env.episode_seed(78, 0, 1)


@pytest.mark.parametrize("seat", [None, 0, 1, 2])
def test_an_imagined_world_is_one_that_the_seat_cannot_tell_from_the_real_one(
    seat: int | None,
) -> None:
    states = positions(3)
    worlds = many.imagine(states, 4, seat)
    assert many.conceal(worlds, seat).tobytes() == many.conceal(states, seat).tobytes()
    assert (many.observe(worlds, seat) == many.observe(states, seat)).all()
    again = many.imagine(many.conceal(states, seat), 4, seat)
    assert again.tobytes() == worlds.tobytes()
    assert (worlds["hand"] != states["hand"]).any()


def test_concealed_states_hold_no_secret() -> None:
    hidden = many.conceal(positions(3), 1)
    assert (hidden["hand"][:, [0, 2]] == SECRET).all()
    assert (hidden["hidden"] == 0).all()


def agree(one: dict[str, Any], other: dict[str, Any]) -> bool:
    return all(np.all(one[key] == other[key]) for key in one)


def test_an_aec_agent_sees_nothing_of_other_hands() -> None:
    """Two games that differ in another's hand look the same, except to that seat."""
    envs = [raw_env(players=3, game=MATCHES, render_mode="ansi") for _ in range(2)]
    for env, hand in zip(envs, (0, 3), strict=True):
        env.reset(options={"order": [1, 2, hand]})
    first, second = envs
    assert agree(first.observe("player_0"), second.observe("player_0"))
    assert agree(first.observe("player_1"), second.observe("player_1"))
    assert not agree(first.observe("player_2"), second.observe("player_2"))
    assert (first.state() == second.state()).all()
    assert first.infos == second.infos
    assert first.metadata["name"] == "matches_v0"


class Witness:
    """Keeps what it is given."""

    def __init__(self) -> None:
        self.seen: list[np.ndarray] = []

    def act(self, states: np.ndarray, legal: np.ndarray, keys: np.ndarray) -> np.ndarray:
        self.seen.append(states.copy())
        return legal.argmax(axis=1)


def hands_of_others(states: np.ndarray) -> np.ndarray:
    seats = np.arange(states["hand"].shape[1])
    others = (seats != states["to_move"][:, None]) & (seats < states["players"][:, None])
    return states["hand"][others]


@pytest.mark.parametrize("shell", ["solo", "vector", "ask"])
def test_agents_are_given_concealed_states(shell: str) -> None:
    witness = Witness()
    if shell == "ask":
        sf_env.ask(MATCHES, witness, positions(3), np.arange(1600), np.zeros(1600, int))
    elif shell == "solo":
        solo = SoloEnv(3, opponent=witness, game=MATCHES)
        for seed in range(20):
            solo.reset(seed=seed)
            while not solo.step(int(solo.action_masks().argmax()))[2]:
                pass
    else:
        env = VectorEnv(30, 3, opponent=[witness, witness], game=MATCHES)
        env.reset(seed=1)
        for _ in range(10):
            env.step(env.action_masks().argmax(axis=1))
    states = np.concatenate(witness.seen)
    assert len(states) > 30
    assert (hands_of_others(states) == SECRET).all()
    assert (states["hidden"] == 0).all()


@pytest.mark.parametrize("hand", [1, 3])
def test_what_a_learner_is_given_holds_nothing_of_other_hands(hand: int) -> None:
    env = SoloEnv(3, opponent=Bold(), seat=0, game=MATCHES)
    seen, info = env.reset(seed=0, options={"order": [2, 0, hand]})
    plain, other = env.reset(seed=0, options={"order": [2, 0, 0]})
    assert (seen == plain).all()
    assert agree(info, other)


@pytest.mark.filterwarnings("ignore:Observation")
def test_pettingzoo() -> None:
    api_test(raw_env(players=3, game=MATCHES), num_cycles=100)


@pytest.mark.parametrize("players", [2, 3])
def test_solo(players: int) -> None:
    check_env(SoloEnv(players, opponent=Bold(), game=MATCHES), skip_render_check=True)


@pytest.mark.parametrize("mode", ["NextStep", "SameStep"])
def test_vector(mode: str) -> None:
    env = VectorEnv(20, 2, opponent="greedy", game=MATCHES, autoreset_mode=mode)
    assert isinstance(env, gym.vector.VectorEnv)
    env.reset(seed=1)
    rng = np.random.default_rng(0)
    results = []
    for _ in range(60):
        _, rewards, terminated, _, _ = env.step(sf_env.sample_legal(env.action_masks(), rng))
        results += rewards[terminated].tolist()
    assert {-1.0, 1.0} <= set(results)
    assert copy.deepcopy(env).rules is MATCHES


def test_the_score_as_reward_has_the_scale_of_the_game() -> None:
    env = SoloEnv(2, opponent=Bold(), seat=0, reward="score", game=MATCHES)
    env.reset(options={"order": [3, 0]})
    over = False
    while not over:
        _, reward, over, _, info = env.step(int(env.action_masks().argmax()))
    assert reward == (info["scores"][0] - info["scores"][1]) / 2


def test_a_game_has_layouts_of_observations_by_their_hash() -> None:
    now, before = MATCHES.layouts
    assert now == MATCHES.observation_hash
    states = positions(2)
    seen = np.zeros((len(states), MATCHES.layout_of(before).size(2)), np.int8)
    rows = np.arange(len(states))
    MATCHES.layout_of(before).observe(states, rows, np.full(len(states), -1), seen)
    named = view(many.observe(states), 2)
    assert (seen == np.stack([named["left"], named["hand"]], axis=1)).all()
    with pytest.raises(ValueError, match="no layout of observations of Matches has the hash 'x'"):
        MATCHES.layout_of("x")


def test_agents_are_those_of_the_game() -> None:
    assert "greedy" in sf_env.opponents.names("matches")
    assert "planner" not in sf_env.opponents.names("matches")
    assert isinstance(sf_env.opponents.load("greedy", "matches"), Bold)
    with pytest.raises(sf_env.UnknownAgent, match="does not play San Francisco; it plays: matches"):
        SoloEnv(2, opponent=Bold(), game="san_francisco")


def test_a_setup_has_the_word_of_its_game() -> None:
    assert (
        Batch(1, game=MATCHES, box="generate:1").setup
        == Batch(1, game=MATCHES, setup="generate:1").setup
    )
    with pytest.raises(TypeError, match="unexpected keyword 'deck'"):
        Batch(1, game=MATCHES, deck="standard")
    with pytest.raises(TypeError, match="give setup= or box=, not both"):
        Batch(1, game=MATCHES, setup="standard", box="standard")


def test_states_of_another_game_are_refused() -> None:
    for function in (sf_env.observe, sf_env.conceal, sf_env.points, sf_env.legal_mask):
        with pytest.raises(ValueError, match="the dtype STATE of San Francisco"):
            function(positions(2))
    with pytest.raises(ValueError, match="the dtype STATE of Matches"):
        sf_env.ask(MATCHES, "random", sf_env.deal(2, [1]), [0], [0])


@pytest.mark.parametrize("mode", ["rgb_array", "human"])
@pytest.mark.parametrize(
    "maker", [raw_env, partial(SoloEnv, opponent=Bold()), partial(VectorEnv, 2)]
)
def test_a_game_without_pictures_says_so(maker: Callable[..., Any], mode: str) -> None:
    with pytest.raises(
        ValueError, match=f"render_mode='{mode}' is not allowed; allowed: None, 'ansi'"
    ):
        maker(game=MATCHES, render_mode=mode)


def test_a_game_without_pictures_has_its_text() -> None:
    env = raw_env(game=MATCHES, render_mode="ansi")
    env.reset(seed=2)
    assert "matches" in str(env.render())


def test_a_game_imagines_from_what_the_seat_knows() -> None:
    """Whatever it does with the states that it is given, it is not given the true ones."""
    given = []

    def look(states: Any, seats: Any, seeds: Any) -> None:
        given.append(states.copy())
        MATCHES.imagine(states, seats, seeds)

    states = positions(3)
    worlds = Functions(replace(MATCHES, imagine=look)).imagine(states, 4, 1)
    assert given[0].tobytes() == many.conceal(states, 1).tobytes()
    assert worlds.tobytes() == many.imagine(states, 4, 1).tobytes()


def test_an_id_makes_its_game_in_whatever_order_games_are_known(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table = sf_env.rules("san_francisco")
    homes = {"matches": MATCHES.home, "san_francisco": table.home}
    monkeypatch.setattr("sf_env.core.rules._homes", homes)
    assert sf_env.games()[0] == "matches"
    solo: Any = gym.make("SanFrancisco-v0").unwrapped
    many_at_once: Any = gym.make_vec("SanFrancisco-v0", num_envs=2).unwrapped
    assert solo.rules is many_at_once.rules is table
