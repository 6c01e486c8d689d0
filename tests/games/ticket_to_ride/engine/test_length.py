"""No game is longer than the bound says, whoever plays it."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from sf_env.games.ticket_to_ride.chance import CHANCE
from sf_env.games.ticket_to_ride.length import most_claims
from sf_env.games.ticket_to_ride.rules import TICKET_TO_RIDE as RULES
from sf_env.ticket_to_ride import Map, actions

Policy = Callable[[list[int], random.Random], int]


def anything(legal: list[int], rng: random.Random) -> int:
    return rng.choice(legal)


def cards_first(legal: list[int], rng: random.Random) -> int:
    """Hoard cards, then claim what there is; keep as few tickets as possible."""
    return legal[0]


def tickets_first(legal: list[int], rng: random.Random) -> int:
    """Keep one ticket at a time, and claim only when nothing else is possible."""
    tickets = actions.number("TICKETS")
    return tickets if tickets in legal else legal[0]


def claims_first(legal: list[int], rng: random.Random) -> int:
    """Claim whenever it is possible, and else do what has the highest number."""
    return legal[-1]


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("policy", [anything, cards_first, tickets_first, claims_first])
def test_no_game_is_longer_than_the_bound(policy: Policy, players: int) -> None:
    for seed in range(8):
        board = Map.load("san_francisco" if seed == 0 else f"generate:{seed}")
        most_decisions, most_outcomes = CHANCE.longest(players, board)
        decisions, outcomes = play(policy, board, players, seed)
        assert decisions <= most_decisions
        assert outcomes <= most_outcomes


def test_the_bounds_of_the_packaged_map_are_those_of_the_rules_page() -> None:
    bounds = [CHANCE.longest(players, Map.load())[0] for players in (2, 3, 4)]
    page = Path(__file__).parents[4] / "docs/games/ticket_to_ride/rules.md"
    assert bounds == [315, 454, 523]
    assert "315, 454 and 523" in " ".join(page.read_text("utf-8").split())


def play(policy: Policy, board: Map, players: int, seed: int) -> tuple[int, int]:
    """Play a game; return the numbers of decisions and of outcomes of chance."""
    states, rng = np.zeros(1, RULES.state), random.Random(seed)
    CHANCE.deal(states, players, board)
    decisions = outcomes = claims = 0
    while not RULES.is_over(states)[0]:
        if CHANCE.waits(states):
            possible = CHANCE.outcomes(states)
            assert sum(chance for _, chance in possible) == pytest.approx(1)
            assert max(outcome for outcome, _ in possible) < CHANCE.count(players, board)
            names = {CHANCE.outcome_name(states, outcome) for outcome, _ in possible}
            assert len(names) == len(possible)
            assert CHANCE.awaits(states).endswith(".")
            assert RULES.legal_actions(states) == []
            CHANCE.resolve(states, rng.choice(possible)[0])
            outcomes += 1
        else:
            action = policy(RULES.legal_actions(states), rng)
            CHANCE.step(states, action)
            decisions += 1
            claims += actions.name(action).startswith("CLAIM")
    assert claims <= most_claims(players, len(board.routes))
    return decisions, outcomes
