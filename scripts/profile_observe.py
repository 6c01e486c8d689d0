"""Show where the time of an observation goes: each writer alone, in games half-way through."""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from typing import Any

import numba
import numpy as np

import _checkout  # noqa: F401  finds the packages
import sf_env
from sf_env.games.san_francisco.engine import observe
from sf_env.games.san_francisco.engine.layout import TABLE_SIZE

DECISIONS = 80
FOR_A_SEAT = ("write_cities", "write_numbers", "write_districts")
FOR_THE_TABLE = ("write_supplies", "write_columns", "write_taken", "write_undrawn")


def games_in_the_middle(count: int) -> Any:
    """Return states of random games after some decisions."""
    states = sf_env.deal(2, range(count))
    rng = np.random.default_rng(0)
    for _ in range(DECISIONS):
        sf_env.step_states(states, sf_env.sample_legal(sf_env.legal_mask(states), rng))
    return states


def over_all(writer: Any, *, for_a_seat: bool) -> Callable[[Any, Any, Any], None]:
    """Return a compiled loop that calls one writer for every state."""
    if for_a_seat:

        @numba.njit
        def loop(states: Any, seats: Any, out: Any) -> None:
            for row in range(states.shape[0]):
                writer(states[row], seats[row], out[row])

    else:

        @numba.njit
        def loop(states: Any, seats: Any, out: Any) -> None:  # noqa: ARG001
            for row in range(states.shape[0]):
                writer(states[row], out[row])

    return loop  # type: ignore[no-any-return]


def nanoseconds(loop: Callable[[Any, Any, Any], None], *arguments: Any) -> float:
    """Return the best time of a loop for one state."""
    loop(*arguments)
    times = []
    for _ in range(15):
        begin = time.perf_counter()
        loop(*arguments)
        times.append(time.perf_counter() - begin)
    return min(times) / len(arguments[0]) * 1e9


def main() -> None:
    """Print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=4096)
    states = games_in_the_middle(parser.parse_args().games)
    seats = states["to_move"].astype(np.int64)
    out = np.zeros((len(states), sf_env.observation_size(2)), np.int8)
    print("| writer | ns |\n|---|---|")
    whole = over_all(observe.observe, for_a_seat=True)
    print(f"| all of `observe` | {nanoseconds(whole, states, seats, out):.0f} |")
    for names, for_a_seat in ((FOR_A_SEAT, True), (FOR_THE_TABLE, False)):
        for name in names:
            loop = over_all(getattr(observe, name), for_a_seat=for_a_seat)
            table = out if for_a_seat else np.ascontiguousarray(out[:, -TABLE_SIZE:])
            print(f"| `{name}` | {nanoseconds(loop, states, seats, table):.0f} |")


if __name__ == "__main__":
    main()
