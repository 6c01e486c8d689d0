"""What a player sees of a game with hidden hands is the same, whatever is in the other hands."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import sf_env
from sf_env.core.game import Game
from sf_env.envs.aec import raw_env
from sf_env.envs.common import known_to_all
from sf_env.envs.solo import SoloEnv
from sf_env.envs.vector import VectorEnv
from tests.toy import MATCHES, SECRET, Bold


def hands(seed: int) -> list[int]:
    """Return what an environment deals from a seed."""
    dealt = Game(MATCHES, 3, seed=sf_env.episode_seed(seed, 0, 0))
    return dealt.state["hand"].tolist()  # type: ignore[no-any-return]


def twins() -> tuple[int, int]:
    """Return two seeds that deal player 0 the same hand, and others to everybody else."""
    first, *others = range(200)
    for seed in others:
        same = [one == other for one, other in zip(hands(first), hands(seed), strict=True)]
        if same == [True, False, False]:
            return first, seed
    raise AssertionError("there are no such seeds")


def alike(one: Any, other: Any) -> bool:
    """Return whether two dicts have the same keys and values, arrays and dicts among them."""
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(alike(one[key], other[key]) for key in one)
    return bool(np.array_equal(one, other))


def aec_of(seed: int) -> raw_env:
    env = raw_env(players=3, game=MATCHES)
    env.reset(seed=seed)
    return env


def seen_by_first(env: raw_env) -> dict[str, Any]:
    """Return all that player 0 is given by the environment or may be shown."""
    game = env.game
    assert game
    return {
        "observation": env.observe("player_0"),
        "infos": env.infos,
        "state": env.state(),
        "text": game.to_text(seat=0),
        "snapshot": game.snapshot(seat=0),
    }


def test_an_aec_environment_shows_a_player_nothing_of_other_hands() -> None:
    first, second = map(aec_of, twins())
    for _ in range(8):
        assert alike(seen_by_first(first), seen_by_first(second))
        assert first.state_space.contains(first.state())
        for env in (first, second):
            env.step(0)
    for env in (first, second):
        env.step(0)
        assert env.infos["player_0"] == {"seed": env.game.seed} if env.game else False
    assert first.infos != second.infos


def test_a_state_shows_the_hand_of_nobody() -> None:
    env = aec_of(1)
    for _ in range(3):
        seen = env.state()
        assert seen[2] == SECRET
        assert env.observe(env.agent_selection)["observation"][2] != SECRET
        rest = np.delete(seen, 2)
        assert (rest == np.delete(env.observe(env.agent_selection)["observation"], 2)).all()
        env.step(0)


def test_a_parallel_environment_has_the_same_state() -> None:
    from pettingzoo.utils.conversions import turn_based_aec_to_parallel  # noqa: PLC0415

    bare = raw_env(players=3, game=MATCHES)
    parallel = turn_based_aec_to_parallel(bare)
    parallel.reset(seed=4)
    assert (parallel.state() == bare.state()).all()
    assert parallel.state()[2] == SECRET


def test_what_all_know_is_seen_from_the_seat_to_move() -> None:
    """Without secrets it is what the player to move sees, byte for byte."""
    game = sf_env.Game(3, seed=2)
    for _ in range(20):
        assert known_to_all(game).tobytes() == game.observe().tobytes()
        game.step(game.legal_actions()[-1])
    hidden = Game(MATCHES, 3, seed=2)
    before = hidden.clone()
    known_to_all(hidden)
    assert hidden == before


def test_a_solo_learner_is_given_nothing_of_other_hands() -> None:
    first, second = (SoloEnv(3, opponent=Bold(), seat=0, game=MATCHES) for _ in range(2))
    seen = [env.reset(seed=seed) for env, seed in zip((first, second), twins(), strict=True)]
    over = False
    while not over:
        (one, info), (other, other_info) = seen
        assert (one == other).all()
        assert alike(info, other_info)
        assert "seed" not in info
        results = [env.step(0) for env in (first, second)]
        over = results[0][2]
        seen = [(result[0], result[4]) for result in results]
    for env, (_, info) in zip((first, second), seen, strict=True):
        assert env.game
        assert info["seed"] == env.game.seed


@pytest.mark.parametrize("mode", ["NextStep", "SameStep"])
def test_the_learners_of_a_vector_environment_are_given_nothing_of_other_hands(mode: str) -> None:
    """Rows 0 and 1 look alike until they end, and row 2 shows its seed only when it ends."""
    env = VectorEnv(3, 3, opponent=Bold(), seat=0, game=MATCHES, autoreset_mode=mode)
    seen, infos = env.reset(seed=[*twins(), 9])
    over = np.zeros(3, np.bool_)
    while not over.any():
        assert (seen[0] == seen[1]).all()
        assert "seed" not in infos
        for key in infos:
            assert np.array_equal(infos[key][0], infos[key][1])
        seen, _, over, _, infos = env.step([0, 0, 1])
    ended = infos["final_info"] if mode == "SameStep" else infos
    assert (ended["_seed"] == over).all()
    if mode == "SameStep":
        assert "seed" not in infos


def test_the_learners_of_stable_baselines_are_given_nothing_of_other_hands() -> None:
    pytest.importorskip("stable_baselines3")
    from sf_env.sb3 import VecEnv  # noqa: PLC0415  an extra

    env = VecEnv(3, players=3, opponent=Bold(), seat=0, game=MATCHES)
    env.seed(5)
    env.reset()
    infos = env.reset_infos
    dones = np.zeros(3, np.bool_)
    for _ in range(12):
        for done, info in zip(dones, infos, strict=True):
            assert ("seed" in info) == done
        _, _, dones, infos = env.step(np.zeros(3, np.int64))
        if dones.any():
            assert infos[int(dones.argmax())]["seed"] is not None


def test_an_illegal_action_ends_the_game_and_shows_its_seed() -> None:
    env = SoloEnv(3, opponent=Bold(), seat=0, game=MATCHES)
    env.reset(seed=1)
    info = env.step(3)[4]
    assert info["seed"] == sf_env.episode_seed(1, 0, 0)
