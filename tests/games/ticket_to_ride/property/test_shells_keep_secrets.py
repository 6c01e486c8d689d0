"""What environments give to a player is the same, wherever unseen cards and tickets are."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import gymnasium

from sf_env import ticket_to_ride_v0
from sf_env.ticket_to_ride import imagine, legal_mask
from tests.games.ticket_to_ride.property.games import BOARDS, every_count, positions


def twins(players: int, seat: int | None = None) -> Iterator[tuple[Any, Any]]:
    """Yield positions, and others that the seat (None: the one to move) cannot tell from them."""
    for number, states in enumerate(positions(players, BOARDS["san_francisco"])):
        worlds = imagine(states, number, seats=seat)
        # In a world in which another seat cannot pay for its claim there is no decision.
        playing = legal_mask(states).any(axis=1) & legal_mask(worlds).any(axis=1)
        yield from zip(states[playing][:2], worlds[playing][:2], strict=True)


def begun(players: int, state: Any) -> Any:
    """Return PettingZoo's environment in a position."""
    env = ticket_to_ride_v0.raw_env(players=players)
    env.reset(seed=1, options={"state": state})
    return env


@every_count
def test_an_aec_environment_gives_a_player_nothing_hidden(players: int) -> None:
    different = 0
    for seat in range(players):
        for state, world in twins(players, seat):
            different += int(state != world)
            assert seen(begun(players, state), seat) == seen(begun(players, world), seat)
    assert different > 30


def seen(env: Any, seat: int) -> list[Any]:
    """Return all that an environment gives to a player."""
    agent = f"player_{seat}"
    observation = env.observe(agent)
    return [
        observation["observation"].tobytes(),
        observation["action_mask"].tobytes(),
        env.state().tobytes(),
        env.infos[agent],
        env.rewards[agent],
    ]


def test_a_learner_is_given_nothing_hidden() -> None:
    for state, world in twins(2):
        results = []
        for start in (state, world):
            env = gymnasium.make(
                "TicketToRide-v0", opponent="random", seat=int(state["to_move"])
            ).unwrapped
            vector, info = env.reset(seed=1, options={"state": start})
            results.append((vector.tobytes(), info["action_mask"].tobytes(), sorted(info)))
        assert results[0] == results[1]
        assert "seed" not in results[0][2]
