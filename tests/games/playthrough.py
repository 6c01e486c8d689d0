"""Golden games as readable text: every decision with a hash of state and observation.

``scripts/golden.py`` writes the files, the tests of each game compare them; a change of the rules,
the deal or the observation shows as a difference in review.
"""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

import sf_env
from sf_env.core.game import Game

FOLDER = Path(__file__).parent
# By game and name of the file: players, seed, deck or map.
GAMES = {
    "san_francisco": {
        "two_players": (2, 1, "standard"),
        "three_players": (3, 2, "standard"),
        "four_players": (4, 3, "standard"),
        "generated_deck": (2, 4, "generate:1"),
        "generated_deck_four_players": (4, 5, "generate:2"),
    },
    "ticket_to_ride": {
        "two_players": (2, 1, "san_francisco"),
        "three_players": (3, 2, "san_francisco"),
        "four_players": (4, 3, "san_francisco"),
        "generated_map": (2, 4, "generate:1"),
    },
}
# Actions that are chosen less often, so that games get somewhere.
DULL = {
    "san_francisco": ("DRAW", "DISCARD", "DEFER"),
    "ticket_to_ride": ("DRAW", "TAKE", "TICKETS"),
}


def path_of(game: str, name: str) -> Path:
    """Return the file of a golden game."""
    return FOLDER / game / "golden" / f"{name}.txt"


def playthrough(game_id: str, name: str) -> str:
    """Return the text of a golden game."""
    players, seed, setup = GAMES[game_id][name]
    rules = sf_env.rules(game_id)
    game: Any = rules.new_game(players=players, seed=seed, setup=setup)
    named = f"{rules.setup_word} {setup} {game.setup.hash}"
    lines = [f"{players} players, seed {seed}, {named}", "", str(game), ""]
    while not game.is_over:
        legal = game.legal_actions()
        action = choose(game, legal)
        lines.append(
            f"{game.length:3} {fingerprint(game)} player {game.to_move} {game.phase:6} "
            f"{rules.actions[action]:14} of {' '.join(map(str, legal))}"
        )
        game.step(action)
        if game.phase == "turn" and game.length % 10 == 0:
            lines += ["", str(game), ""]
    lines += [f"{game.length:3} {fingerprint(game)}", "", str(game), "", f"{game.scores()}", ""]
    return "\n".join(lines)


def golden_game(game_id: str, name: str, decisions: int) -> Any:
    """Return a golden game after this many decisions, or at its end."""
    players, seed, setup = GAMES[game_id][name]
    game = sf_env.rules(game_id).new_game(players=players, seed=seed, setup=setup)
    while not game.is_over and game.length < decisions:
        game.step(choose(game, game.legal_actions()))
    return game


def choose(game: Game, legal: list[int]) -> int:
    """Return an action that a hash of the game's length decides, a lively one if it can."""
    names = game.rules.actions
    lively = [a for a in legal if not names[a].startswith(DULL[game.rules.id])]
    digest = hashlib.sha256(f"{game.seed}:{game.length}".encode()).digest()
    some = lively if lively and digest[0] % 4 else legal
    return some[digest[1] % len(some)]


def fingerprint(game: Game) -> str:
    """Return eight digits of the state's hash and eight of the mover's observation's."""
    state = hashlib.sha256(game.states.tobytes()).hexdigest()[:8]
    observation = hashlib.sha256(game.observe().tobytes()).hexdigest()[:8]
    return f"{state} {observation}"
