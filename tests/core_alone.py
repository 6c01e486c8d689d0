"""The core alone: run by the leg that installs the package without any extra.

It is a plain script, since a core installation has no pytest.
"""

from __future__ import annotations

import importlib.metadata
import importlib.util
import sys
from collections.abc import Callable

import gymnasium
import numpy as np

import sf_agents
import sf_env
from sf_agents.commands.play import main as play
from sf_agents.commands.tournament import main as tournament
from sf_env import san_francisco_v0
from sf_env.core.extras import MissingExtra
from sf_env.render.replay import show

EXTRAS = (
    "torch",
    "stable_baselines3",
    "matplotlib",
    "pygame",
    "pandas",
    "rich",
    "choix",
    "ray",
    "PIL",
    "imageio_ffmpeg",
    "pyspiel",
    "torchrl",
    "tianshou",
)
# Modules that need an extra.
ADAPTERS = {
    "sf_env.sb3": "train",
    "sf_env.interop.openspiel": "openspiel",
    "sf_env.interop.torchrl": "torchrl",
    "sf_env.interop.tianshou": "tianshou",
    "sf_env.interop.rllib": "rllib",
}


def check(condition: bool, what: str) -> None:
    """Stop with a message unless the condition holds."""
    if not condition:
        sys.exit(f"core alone: {what}")


def play_a_game() -> None:
    """Play and replay one game."""
    game = sf_env.Game(3, seed=1)
    while not game.is_over:
        game.step(game.legal_actions()[-1])
    check(bool(game.winners()), "a finished game has winners")
    check("SAN FRANCISCO" in str(game), "a game has a board")
    *_, last = sf_env.record.replay(game.record())
    check(last == game, "a record replays")
    check(len(show(game.record()).html()) > 100_000, "a replay is a page with all in it")


def play_environments() -> None:
    """Play a game in each environment."""
    env = san_francisco_v0.env(players=4)
    env.reset(seed=1)
    for agent in env.agent_iter():
        observation, _, terminated, _, _ = env.last()
        mask = observation["action_mask"]
        env.step(None if terminated else env.action_space(agent).sample(mask))
    solo = gymnasium.make("SanFrancisco-v0")
    _, info = solo.reset(seed=1)
    terminated = False
    while not terminated:
        _, _, terminated, _, info = solo.step(int(np.flatnonzero(info["action_mask"])[0]))
    vector = gymnasium.make_vec("SanFrancisco-v0", num_envs=8)
    _, infos = vector.reset(seed=1)
    rng = np.random.default_rng(0)
    ended = 0
    for _ in range(150):
        actions = sf_env.sample_legal(infos["action_mask"], rng)
        _, _, over, _, infos = vector.step(actions)
        ended += int(over.sum())
    check(ended > 0, "games in the vector environment end")


def show_games() -> None:
    """Show games as text and as SVG; pictures and windows say which extra they need."""
    ansi = gymnasium.make("SanFrancisco-v0", render_mode="ansi")
    ansi.reset(seed=1)
    check("SAN FRANCISCO" in str(ansi.render()), "an environment has a text")
    game = sf_env.Game(2, seed=1)
    check(game._repr_html_().startswith("<svg"), "a game shows itself in a notebook")
    makers: list[Callable[[str], object]] = [
        lambda mode: san_francisco_v0.env(render_mode=mode),
        lambda mode: gymnasium.make("SanFrancisco-v0", render_mode=mode),
        lambda mode: gymnasium.make_vec("SanFrancisco-v0", num_envs=2, render_mode=mode),
        lambda _: game.picture(),
    ]
    for make in makers:
        for mode in ("rgb_array", "human"):
            try:
                make(mode)
            except MissingExtra as error:
                check("pip install 'sf-env[render]'" in str(error), f"the message is {error}")
            else:
                sys.exit(f"core alone: {mode} is there without Pillow")
    check(play([]) == 2, "playing in the terminal needs the extra")


def play_a_tournament() -> None:
    """Let agents meet; what needs an extra says which."""
    result = sf_agents.arena.play(["planner", "builder"], games=20)
    check(result.win_share[0] > 0.5, f"the planner beats the builder: {result}")
    check(result.summary["ratings"]["model"] is None, "there are no ratings without choix")
    analysis = sf_agents.load("mcts:simulations=8").analyse(sf_env.deal(2, [1]))
    check(analysis.visits.sum() == 7, "mcts looks at the root, then makes seven simulations more")
    check(tournament(["planner", "builder", "--games", "2"]) == 2, "the command needs the extra")


def say_what_is_missing(module: str, extra: str) -> None:
    """Import what needs an extra."""
    try:
        importlib.import_module(module)
    except ModuleNotFoundError as error:
        check(f"sf-env[{extra}]" in str(error), f"the message is {error}")
    else:
        sys.exit(f"core alone: {module} was imported without its library")


def main() -> None:
    """Look at what is installed, then play."""
    there = [name for name in EXTRAS if importlib.util.find_spec(name)]
    check(there == [], f"extras are installed: {there}")
    check("site-packages" in sf_env.__file__, f"sf_env came from {sf_env.__file__}")
    check(importlib.metadata.version("sf-env") == sf_env.__version__, "versions differ")
    play_a_game()
    play_environments()
    show_games()
    play_a_tournament()
    for module, extra in ADAPTERS.items():
        say_what_is_missing(module, extra)
    print("core alone: 1 passed, 0 failed")


if __name__ == "__main__":
    main()
