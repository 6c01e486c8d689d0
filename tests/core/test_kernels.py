"""The compiled functions: one signature each, and the same bytes as the uncompiled source."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from numba import config, njit, types

import sf_agents
import sf_env
from sf_env import Batch, Game, record
from sf_env.core.compiled.jit import KERNELS
from sf_env.core.compiled.prefetch import prefetch
from sf_env.core.compiled.words import read_word, write_word
from sf_env.envs.solo import SoloEnv
from sf_env.envs.vector import VectorEnv
from tests.games.san_francisco.agents.stages import REGISTERED

ROOT = Path(__file__).parents[2]


def run(code: str, **environment: str) -> str:
    """Return what a fresh interpreter prints that treats warnings as errors."""
    settings = {**os.environ, "PYTHONPATH": f"{ROOT}{os.pathsep}{ROOT / 'agents'}", **environment}
    command = [sys.executable, "-W", "error", "-c", code]
    return subprocess.run(
        command, env=settings, text=True, capture_output=True, check=True, cwd="/"
    ).stdout


def use_everything() -> None:
    """Call the package in all the ways that might compile a second variant of a kernel."""
    for players in (2, 3):
        batch = Batch(16, players, threads=2, skip_forced=players == 3)
        rng = np.random.default_rng(0)
        for _ in range(30):
            batch.step(sf_env.sample_legal(batch.legal, rng).astype(np.int32))
        batch.observe(seats=1)
        pickled = pickle.loads(pickle.dumps(batch))
        pickled.step(list(pickled.legal.argmax(axis=1)))
        states = batch.states
        for function in (sf_env.legal_mask, sf_env.points, sf_env.winners, sf_env.conceal):
            function(states)
            function(states[::2])
        copy = pickle.loads(pickle.dumps(states.copy()))
        sf_env.reshuffle(copy, 3)
        sf_env.reshuffle(copy, np.arange(16, dtype=np.int32))
        sf_env.random_playouts(copy, 1)
        game = pickle.loads(pickle.dumps(Game(players, order=range(87))))
        game.step(np.int8(0))
        game.scores()
        record.arrays([])
        VectorEnv(3, players).reset(seed=1)
        env = SoloEnv(players)
        env.reset(seed=1, options={"state": game.state})
        env.step(4)
        ask_agents(sf_env.conceal(states))


def ask_agents(states: np.ndarray) -> None:
    """Let all compiled agents act and analyse, on fresh, read-only and strided states."""
    states.flags.writeable = False
    for name in (*REGISTERED, *VARIANTS):
        agent = sf_agents.load(name)
        for some in (states[:3], states[::5]):
            agent.act(some, sf_env.legal_mask(some))
    sf_agents.load("mcts:simulations=9").analyse(states[:2])


VARIANTS = (
    "planner:width=2",
    "mcts:simulations=5,playout=random",
    "mcts:seconds=0.01",
    "network:temperature=1",
    "netmcts:simulations=9,value_share=0.5",
)


def several_signatures() -> None:
    """Print the kernels that were compiled more than once, and how many were compiled at all."""
    use_everything()
    for name, kernel in KERNELS.items():
        variants = {tuple(map(types.unliteral, signature)) for signature in kernel.signatures}
        if len(variants) > 1 and name != "sf_env.core.compiled.wide.wide":  # whose work that is
            print(name, variants)
    print(sum(bool(kernel.signatures) for kernel in KERNELS.values()))


@pytest.mark.long
@pytest.mark.timeout(1200)  # everything is compiled anew: minutes, on a busy machine
@pytest.mark.skipif(bool(config.DISABLE_JIT), reason="nothing is compiled here")
def test_every_kernel_has_one_signature(tmp_path: Path) -> None:
    """In a process that compiles everything: what comes from the cache hides what it calls."""
    code = "from tests.core.test_kernels import several_signatures as s\ns()"
    *several, count = run(code, NUMBA_CACHE_DIR=str(tmp_path)).splitlines()
    assert several == []
    assert int(count) > 150


PLAY = """
import hashlib, numpy as np, sf_env
from sf_env.opponents import load
for players in (2, 3, 4):
    for deck in ("standard", "generate:4"):
        states = sf_env.deal(players, range(3), deck)
        agents = [load("random"), load("greedy")]
        digest = hashlib.sha256()
        number = 0
        while not sf_env.is_over(states).all():
            hidden = sf_env.conceal(states)
            legal = sf_env.legal_mask(hidden)
            actions = agents[number % 2].act(hidden, legal)
            sf_env.step_states(states, actions)
            number += 1
            digest.update(states.tobytes() + legal.tobytes())
            if number % 5 == 0:
                digest.update(sf_env.observe(states, seats=number % players).tobytes())
            if number == 40:
                sf_env.reshuffle(states, 7)
        digest.update(sf_env.points(states).tobytes() + sf_env.winners(states).tobytes())
        print(players, deck, number, digest.hexdigest())
batch = sf_env.Batch(3, skip_forced=True)
rng = np.random.default_rng(0)
for _ in range(150):
    rewards, done = batch.step(sf_env.sample_legal(batch.legal, rng))
print(hashlib.sha256(batch.states.tobytes() + batch.lengths.tobytes()).hexdigest())
states = sf_env.deal(3, range(2))
print(sf_env.random_playouts(states, 3), hashlib.sha256(states.tobytes()).hexdigest())
"""


def test_compiled_and_uncompiled_play_the_same_bytes() -> None:
    compiled_games = run(PLAY, NUMBA_DISABLE_JIT="0")
    assert len(compiled_games.splitlines()) == 8
    assert run(PLAY, NUMBA_DISABLE_JIT="1") == compiled_games


@pytest.mark.parametrize("at", [0, 3, 17])
def test_words(at: int) -> None:
    plane = np.arange(25, dtype=np.int8)
    plane[at] = -1
    word = int(read_word(plane, at))
    assert word.to_bytes(8, "little") == plane[at : at + 8].tobytes()
    out = np.zeros(25, np.int8)
    write_word(out, at, word)
    assert np.array_equal(out[at : at + 8], plane[at : at + 8])
    assert not out[:at].any()
    assert not out[at + 8 :].any()


@pytest.mark.parametrize("row", [0, 2])
def test_fetching_a_row_changes_nothing(row: int) -> None:
    states = sf_env.deal(2, [1, 2, 3])
    before = states.tobytes()
    assert prefetch(states, row) is None
    assert states.tobytes() == before


@pytest.mark.skipif(bool(config.DISABLE_JIT), reason="nothing is compiled here")
def test_all_of_a_row_is_fetched_when_its_address_is_not_that_of_a_line() -> None:
    """A record of 130 bytes may lie in four lines of 64."""
    states = np.zeros(2, [("bytes", np.int8, 130)])

    @njit
    def fetch(states: np.ndarray, row: int) -> None:
        prefetch(states, row)

    fetch(states, 1)
    (code,) = fetch.inspect_llvm().values()
    assert code.count("call void @llvm.prefetch") == 4
