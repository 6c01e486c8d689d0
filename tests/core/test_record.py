"""Records: what is written is read again, replays exactly, and damage is told."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import sf_env
from sf_env import Batch, Game, RecordError, record

STRIPPED = {"format": 1, "players": 2, "deck": "standard", "seed": 3, "actions": []}


def played(players: int = 2, seed: int = 5, **start: Any) -> Game:
    """Return a random game, finished."""
    game = Game(players, seed=None if "order" in start else seed, **start)
    rng = random.Random(seed)
    while not game.is_over:
        game.step(rng.choice(game.legal_actions()))
    return game


@pytest.mark.parametrize("start", [{}, {"order": list(range(87))}, {"deck": "generate:3"}])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_record_replays(tmp_path: Path, players: int, start: dict[str, Any]) -> None:
    game = played(players, **start)
    path = tmp_path / "games.jsonl"
    record.save(path, game.record(agents=["a", "b"]))
    record.save(path, game.record())
    first, second = record.load(path)
    assert first["agents"] == ["a", "b"]
    assert second["sf_env_version"] == sf_env.__version__
    assert second["scores"] == game.scores()
    assert ("seed" in second) != ("order" in second)
    games = list(record.replay(second))
    assert games[-1] == game
    assert [len(g.actions or []) for g in games] == list(range(len(second["actions"]) + 1))


def test_replayed_games_are_independent() -> None:
    games = list(record.replay(played().record()))
    games[3].step(games[3].legal_actions()[0])
    assert len(games[2].record()["actions"]) == 2
    assert len(games[4].record()["actions"]) == 4


def test_an_unfinished_game_has_no_scores() -> None:
    game = Game(2, seed=1)
    game.step(0)
    assert "scores" not in game.record()
    assert game.record()["actions"] == [0]


def test_a_game_from_a_state_has_no_record() -> None:
    with pytest.raises(RecordError, match="began"):
        Game.from_state(Game(2, seed=1).state).record()


def test_decks_from_files(tmp_path: Path) -> None:
    path = tmp_path / "mine.csv"
    path.write_bytes(
        (Path(sf_env.__file__).parent / "games/san_francisco/deck/standard.csv").read_bytes()[:-2]
        + b"0\n1,blue,4,0,0,0,0,0,0\n"
    )
    game = played(deck=path)
    kept = game.record()
    assert kept["deck"] == "file:mine"
    with pytest.raises(RecordError, match="file:mine"):
        list(record.replay(kept))
    assert list(record.replay(kept, deck=path))[-1] == game
    with pytest.raises(RecordError, match=f"{kept['deck_hash']}.*'standard' has hash"):
        list(record.replay(kept, deck="standard"))


def test_a_wrong_hash_is_an_error_and_none_is_fine() -> None:
    kept = played().record()
    assert list(record.replay({k: v for k, v in kept.items() if k != "deck_hash"}))
    with pytest.raises(RecordError, match="0000"):
        list(record.replay(kept | {"deck_hash": "0000"}))


def test_illegal_actions_are_located() -> None:
    kept = played().record()
    actions = [*kept["actions"][:20], 43, *kept["actions"][20:]]
    with pytest.raises(RecordError, match="action number 20: action 43"):
        list(record.replay(kept | {"actions": actions}))
    too_long = [*kept["actions"], 0]
    with pytest.raises(RecordError, match=f"number {len(too_long) - 1}.*over"):
        list(record.replay(kept | {"actions": too_long}))
    with pytest.raises(RecordError, match="record 1: action number 20"):
        record.arrays([kept, kept | {"actions": actions}])


WRONG: list[tuple[Any, str]] = [
    ([], "JSON object, not list"),
    ({}, "'format' is missing"),
    (STRIPPED | {"format": 2}, "'format' is 2"),
    (STRIPPED | {"players": 5}, "'players' is 5"),
    (STRIPPED | {"players": True}, "'players' is True"),
    (STRIPPED | {"deck": 7}, "'deck' should be a string, not int"),
    (STRIPPED | {"seed": 2**53}, "'seed' is"),
    (STRIPPED | {"deck": "/etc/hosts"}, "'deck' is '/etc/hosts'; it should be standard"),
    (STRIPPED | {"deck": "generate:x"}, "'deck' is 'generate:x'"),
    (STRIPPED | {"order": []}, "either 'seed' or 'order'"),
    (STRIPPED | {"actions": None}, "'actions' should be a list, not null"),
    (STRIPPED | {"actions": [0, 44]}, "action number 1 is 44"),
    (STRIPPED | {"actions": [0, 1.0]}, "action number 1 is 1.0"),
    (STRIPPED | {"actions": [False]}, "action number 0 is False"),
]


@pytest.mark.parametrize(("wrong", "message"), WRONG)
def test_what_is_no_record(tmp_path: Path, wrong: Any, message: str) -> None:
    path = tmp_path / "games.jsonl"
    with pytest.raises(RecordError, match=message):
        record.save(path, wrong)
    assert not path.exists()
    path.write_text(json.dumps(STRIPPED) + "\n" + json.dumps(wrong) + "\n", encoding="utf-8")
    with pytest.raises(RecordError, match=f"games.jsonl, line 2: .*{message}"):
        list(record.load(path))


@pytest.mark.parametrize("order", [[0], [*range(86), 0], [*range(86), 90], ["a"] * 87, [None]])
def test_wrong_orders(order: list[Any]) -> None:
    kept = {k: v for k, v in STRIPPED.items() if k != "seed"} | {"order": order}
    with pytest.raises(RecordError, match=r"order|integer"):
        list(record.replay(kept))


def test_truncated_files(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    record.save(path, STRIPPED)
    record.save(path, STRIPPED)
    whole = path.read_bytes()
    for cut in range(1, len(whole) // 2):
        path.write_bytes(whole[:-cut])
        complete = 2 if cut == 1 else 1
        assert len(list(record.load(path, tolerate_last=True))) == complete
        if cut > 1:
            with pytest.raises(RecordError, match="line 2: damaged"):
                list(record.load(path))
            with pytest.raises(RecordError, match="line 2: damaged"):
                record.save(path, STRIPPED)
            assert path.read_bytes() == whole[:-cut]
        else:
            record.save(path, STRIPPED)
            assert len(list(record.load(path))) == 3


def test_a_damaged_line_in_the_middle_is_never_dropped(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    path.write_bytes(b'{"format": 1,\n' + json.dumps(STRIPPED).encode() + b"\n")
    with pytest.raises(RecordError, match="line 1: damaged"):
        list(record.load(path, tolerate_last=True))
    path.write_bytes(json.dumps(STRIPPED).encode() + b"\n\n\xff\xfe\n")
    with pytest.raises(RecordError, match="line 3: damaged"):
        list(record.load(path))


def test_actions_of_a_batch_make_a_record() -> None:
    game = played(3)
    kept = record.from_actions(3, 5, "standard", game.record()["actions"])
    assert kept == game.record()
    with pytest.raises(RecordError, match="action number 1"):
        record.from_actions(3, 5, "standard", [0, 0])


def test_nothing_of_a_record_is_replaced() -> None:
    with pytest.raises(ValueError, match="actions"):
        Game(2, seed=1).record(actions=[])


def test_deep_nesting_is_damage(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    path.write_text("[" * 100_000 + "\n", encoding="utf-8")
    with pytest.raises(RecordError, match="line 1: damaged"):
        list(record.load(path))


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match="No such file"):
        record.save(tmp_path / "nowhere" / "games.jsonl", STRIPPED)


def test_no_such_file(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match=r"nothing.jsonl: No such file"):
        list(record.load(tmp_path / "nothing.jsonl"))


def test_what_json_cannot_hold_is_not_written(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    for extra in ({"note": object()}, {"note": float("nan")}):
        with pytest.raises(RecordError, match="JSON"):
            record.save(path, STRIPPED | extra)
    assert not path.exists()
    record.save(path, STRIPPED | {"note": np.float32(0.5), "list": np.arange(2)})
    assert next(record.load(path))["list"] == [0, 1]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_forced_decisions_are_put_back(players: int) -> None:
    batch = Batch(1, players, seed=6, skip_forced=True, auto_reset=False)
    rng = np.random.default_rng(0)
    seed = int(batch.seeds[0])
    chosen = []
    while not batch.over[0]:
        chosen.append(int(sf_env.sample_legal(batch.legal, rng)[0]))
        batch.step(chosen[-1:])
    kept = record.from_choices(players, seed, "standard", chosen)
    games = list(record.replay(kept))
    assert games[-1].states.tobytes() == batch.states.tobytes()
    assert len(kept["actions"]) == batch.lengths[0] > len(chosen)
    with pytest.raises(RecordError, match="choice number 0"):
        record.from_choices(players, seed, "standard", [43])


@pytest.mark.parametrize("players", [2, 3])
def test_arrays(players: int) -> None:
    games = [played(players, seed=seed) for seed in range(5)]
    arrays = record.arrays(game.record() for game in games)
    at = 0
    for number, game in enumerate(games):
        for before in list(record.replay(game.record()))[:-1]:
            assert np.array_equal(arrays["observation"][at], before.observe())
            assert np.array_equal(arrays["mask"][at], before.mask())
            assert arrays["mask"][at, arrays["action"][at]]
            assert arrays["seat"][at] == before.to_move
            assert arrays["game"][at] == number
            assert (arrays["return"][at] > 0) == (before.to_move in game.winners())
            at += 1
    assert at == len(arrays["action"])
    assert record.arrays([])["observation"].shape == (0, sf_env.observation_size(2))


def test_arrays_need_finished_games_of_one_size() -> None:
    with pytest.raises(RecordError, match="record 1: the game is not finished"):
        record.arrays([played().record(), STRIPPED])
    with pytest.raises(RecordError, match="record 1: 3 players"):
        record.arrays([played().record(), played(3).record()])


@pytest.mark.parametrize("number", ["NaN", "Infinity", "-Infinity", "1e999"])
def test_what_can_be_read_can_be_written(tmp_path: Path, number: str) -> None:
    """Numbers that JSON does not have are damage."""
    path = tmp_path / "games.jsonl"
    line = record.line_of(Game(2, seed=3).record(time=0.5))
    path.write_bytes(line)
    assert [record.line_of(one) for one in record.load(path)] == [line]
    path.write_bytes(line.replace(b"0.5", number.encode()))
    with pytest.raises(record.RecordError, match=f"line 1: damaged: {number} is not a finite"):
        list(record.load(path))


@pytest.mark.parametrize("order", [[[1], 2], [[1, 2], [3]], {"cards": [[1], 2]}])
def test_an_order_is_a_list_of_integers(order: Any) -> None:
    with pytest.raises(ValueError, match="order should be a list of integers, or such lists by na"):
        sf_env.Game(2, order=order)
