"""What is counted of finished games besides points, against snapshots of the whole game."""

from __future__ import annotations

from typing import Any

import pytest

from sf_env.opponents import load
from sf_env.opponents.contract import ask
from sf_env.ticket_to_ride import RULES, Game
from tests.games.ticket_to_ride.late import emptied, with_two_trams_to_come
from tests.games.ticket_to_ride.positions import act, claim

NAMES = [tally.name for tally in RULES.tallies]
POINTS = (1, 2, 4, 7, 10, 15)


def counted(game: Game) -> list[dict[str, float]]:
    """Return the tallies of each seat by name."""
    assert RULES.tally is not None
    return [dict(zip(NAMES, seat, strict=True)) for seat in RULES.tally(game.states)[0].tolist()]


def play(game: Game, agent: Any) -> int:
    """Play a game to its end and return who had few trams first, -1 for nobody."""
    first = -1
    while not game.is_over:
        mover, near = game.to_move, game.snapshot()["turns_left"] is not None
        game.step(int(ask(RULES, agent, game.states, [game.seed], [game.length])[0]))
        if not near and game.snapshot()["turns_left"] is not None:
            first = mover
    return first


@pytest.mark.parametrize("agent", ["random", "greedy"])
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("chart", ["san_francisco", "generate:4"])
def test_tallies_are_those_of_the_snapshot(agent: str, players: int, chart: str) -> None:
    for seed in range(4):
        game = Game(players, seed=seed, map=chart)
        first = play(game, load(agent, RULES))
        for seat, found in enumerate(counted(game)):
            assert found == expected(game, seat) | {"ended": float(seat == first)}


def expected(game: Game, seat: int) -> dict[str, float]:
    table, score = game.snapshot(), game.scores()[seat]
    routes = [game.map.routes[at] for at, owner in enumerate(table["owner"]) if owner == seat]
    lengths = [route.length for route in routes]
    tickets = [game.map.tickets[at].points for at in table["tickets"][seat]]
    won = (sum(tickets) + score["tickets"]) / 2
    return {
        **{f"routes_{n}": lengths.count(n) * POINTS[n - 1] for n in range(1, 7)},
        "tickets_kept": len(tickets),
        "tickets_completed": score["completed"],
        "tickets_won": won,
        "tickets_lost": sum(tickets) - won,
        "routes": len(routes),
        "trams": table["trams"][seat],
        "cards": sum(table["hands"][seat]),
    }


@pytest.mark.parametrize("players", [2, 3, 4])
def test_who_had_few_trams_first_brought_the_end(players: int) -> None:
    game = with_two_trams_to_come(players=players)
    claim(game, 2, "black")
    act(game, *["DRAW"] * (2 * players))
    assert game.is_over
    assert [seat["ended"] for seat in counted(game)] == [1.0] + [0.0] * (players - 1)


def test_nobody_brought_the_end_of_a_game_in_which_all_passed() -> None:
    game = emptied()
    act(game, "PASS", "PASS")
    assert [seat["ended"] for seat in counted(game)] == [0.0, 0.0]


def test_who_brought_the_end_did_so_if_all_passed_in_the_last_turns() -> None:
    game = emptied()
    game.state["turns_left"] = 2  # seat 1 had the turn before
    act(game, "PASS", "PASS")
    assert [seat["ended"] for seat in counted(game)] == [0.0, 1.0]
