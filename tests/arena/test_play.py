"""Games of the arena: the same however they are played, and what their records say."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import sf_agents
import sf_env
from sf_agents.arena import ArenaError, chunks, play
from sf_agents.arena.plan import plan_tournament
from sf_agents.arena.referee import Job, Referee
from sf_env.games.san_francisco.greedy import Greedy
from sf_env.opponents import decision_keys, load
from tests.arena.bots import Peeks, Vandal

FIELD = ["greedy", "builder", "random"]


def lines(result: Any) -> list[str]:
    return [json.dumps(record) for record in result.records]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_chunks_workers_and_order_change_nothing(
    players: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    expected = play(FIELD, 24, players, seed=5)
    plan = plan_tournament(FIELD, 24, players, 5)
    numbers = plan.schedule.numbers
    rng = np.random.default_rng(0)
    referee = Referee(plan.tournament)
    found = {}
    for part in np.array_split(rng.permutation(numbers), 5):
        for finished in referee.play(Job(part, alone=len(part) % 2 == 0)):
            found |= dict(zip(finished.rows["number"].tolist(), finished.lines, strict=True))
    assert [json.loads(found[number]) for number in numbers.tolist()] == expected.records
    monkeypatch.setattr(chunks, "GROWTH", 1)
    assert lines(play(FIELD, 24, players, seed=5)) == lines(expected)
    assert lines(play(FIELD, 24, players, seed=6)) != lines(expected)


def test_several_processes_play_the_same() -> None:
    alone = play(FIELD, 40, seed=5)
    together = play(["greedy", "builder", "random"], 40, seed=5, workers=2)
    assert lines(alone) == lines(together)
    assert np.array_equal(alone.rows, together.rows)


@pytest.mark.parametrize("game_name", ["san_francisco", "ticket_to_ride"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_records_replay_with_their_scores(players: int, game_name: str) -> None:
    result = play(FIELD, 12, players, game=game_name)
    for row, record in zip(result.rows, result.records, strict=True):
        *_, game = sf_env.record.replay(record)
        assert game.is_over
        assert game.scores() == record["scores"]
        assert [seat for seat in range(players) if record["places"][seat] == 1] == game.winners()
        assert record["agents"] == [
            FIELD[agent] for agent in result.plan.schedule.seating_of(np.array([row["number"]]))[0]
        ]
        assert row["parts"][:, -1].tolist() == game.points().tolist()
        assert np.array_equal(list(record["tallies"].values()), row["tallies"].T)
        assert np.array_equal(row["tallies"], game.rules.tally(game.states)[0])
        assert row["length"] == len(record["actions"])


def test_a_game_is_what_agents_decide_by_seed_seat_and_number() -> None:
    record = play(["greedy", "builder"], 2, seed=9).records[1]
    assert record["agents"] == ["builder", "greedy"]
    agents = [load(name) for name in record["agents"]]
    game = sf_env.Game(2, seed=record["seed"])
    while not game.is_over:
        seat = game.to_move
        keys = decision_keys([game.seed], [seat], [game.length])
        hidden = sf_env.conceal(game.states)
        game.step(agents[seat].act(hidden, sf_env.legal_mask(hidden), keys)[0])
    assert game.actions == record["actions"]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_points_by_part_are_the_scores(players: int) -> None:
    rules = sf_env.rules("san_francisco")
    states = sf_env.deal(players, range(40), "generate:3")
    rng = np.random.default_rng(0)
    for _ in range(150):
        parts = rules.parts_of_points(states)
        assert parts.shape == (40, players, len(rules.parts))
        assert np.array_equal(parts[:, :, -1], sf_env.points(states))
        for row in range(0, 40, 13):
            scores = [rules.breakdown(seat) for seat in parts[row].tolist()]
            assert scores == sf_env.Game.from_state(states[row]).scores()
            assert [rules.points_in(seat) for seat in scores] == parts[row].tolist()
        sf_env.step_states(states, sf_env.sample_legal(sf_env.legal_mask(states), rng))


def test_places_are_by_points_then_trams() -> None:
    for record in play(FIELD, 300, 3).records:
        *_, game = sf_env.record.replay(record)
        trams = game.state["trams"][:3].sum(axis=(1, 2)).tolist()
        worth = list(zip(game.points().tolist(), trams, strict=True))
        assert record["places"] == [1 + sum(other > mine for other in worth) for mine in worth]


def test_agents_get_copies_without_the_order_of_the_deck() -> None:
    peeks = Peeks()
    play([peeks, "random"], 4)
    assert peeks.sorted
    result = play([Vandal(), "random"], 20)
    assert not (result.rows["forfeit"] >= 0).any()
    for record in result.records:
        *_, game = sf_env.record.replay(record)
        assert game.is_over


def test_objects_and_decks() -> None:
    result = play([Greedy(), Greedy(), "random"], 4, deck="generate:2")
    assert result.agents == ["Greedy", "Greedy (2)", "random"]
    assert result.records[0]["deck"] == "generate:2"
    alone = play(["greedy"], 6, players=3)
    assert alone.win_share.tolist() == [pytest.approx(1 / 3)]
    assert len(alone.records) == 6
    assert "greedy" in repr(alone)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"agents": []}, "at least one agent"),
        ({"agents": "greedy"}, "list of at least one agent"),
        ({"agents": ["greedy", "greedy"]}, "'greedy' is named twice"),
        ({"agents": ["gredy"]}, "no agent is called 'gredy'"),
        ({"games": 0}, "games=0 is not allowed"),
        ({"players": 5}, "players=5 is not allowed"),
        ({"seed": -1}, "seed -1 is out of range"),
        ({"workers": 0}, "workers=0 is not allowed"),
        ({"move_seconds": 0}, "move_seconds=0 is not allowed"),
        ({"deck": "nothing.csv"}, "nothing.csv"),
    ],
)
def test_what_cannot_be_played(arguments: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        play(**{"agents": ["greedy", "random"], **arguments})
    with pytest.raises(TypeError, match="no method act"):
        play([3])


class Local:
    def __init__(self) -> None:
        self.act = lambda states, legal: legal.argmax(axis=1)


def test_agents_that_cannot_travel_say_so() -> None:
    with pytest.raises(ArenaError, match=r"'Local' cannot be sent .* play with workers=1"):
        play([Local(), "random"], 4, workers=2)
    assert len(play([Local(), "random"], 4).records) == 4


def test_a_script_without_a_main_guard_is_told(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text("from sf_agents.arena import play\nplay(['random'], 4, workers=2)\n")
    done = subprocess.run([sys.executable, script], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "needs `if __name__ == '__main__':`" in done.stderr


def test_importing_loads_no_extra() -> None:
    code = (
        "import sys, sf_env; before = set(sys.modules); import sf_agents; sf_agents.arena.play; "
        "extras = {'choix', 'matplotlib', 'rich', 'ray', 'torch', 'scipy'}; "
        "print((set(sys.modules) - before) & extras)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"
    assert sf_agents.arena.play is play
