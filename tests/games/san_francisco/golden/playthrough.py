"""Golden games as readable text: every decision with a hash of state and observation.

``scripts/golden.py`` writes the files, test_golden.py compares them; a change of the rules, the
deal or the observation shows as a difference in review.
"""

from __future__ import annotations

import hashlib
from pathlib import Path

from sf_env import Game, actions

FOLDER = Path(__file__).parent
GAMES = {
    "two_players": (2, 1, "standard"),
    "three_players": (3, 2, "standard"),
    "four_players": (4, 3, "standard"),
    "generated_deck": (2, 4, "generate:1"),
    "generated_deck_four_players": (4, 5, "generate:2"),
}


def path_of(name: str) -> Path:
    """Return the file of a golden game."""
    return FOLDER / f"{name}.txt"


def playthrough(name: str) -> str:
    """Return the text of a golden game."""
    players, seed, deck = GAMES[name]
    game = Game(players, seed=seed, deck=deck)
    lines = [f"{players} players, seed {seed}, deck {deck} {game.deck.hash}", "", str(game), ""]
    while not game.is_over:
        legal = game.legal_actions()
        action = choose(game, legal)
        lines.append(
            f"{game.length:3} {fingerprint(game)} player {game.to_move} {game.phase:6} "
            f"{actions.name(action):14} of {' '.join(map(str, legal))}"
        )
        game.step(action)
        if game.phase == "turn" and game.length % 10 == 0:
            lines += ["", str(game), ""]
    lines += [f"{game.length:3} {fingerprint(game)}", "", str(game), "", f"{game.scores()}", ""]
    return "\n".join(lines)


def choose(game: Game, legal: list[int]) -> int:
    """Return an action that a hash of the game's length decides, taking and building if it can."""
    lively = [a for a in legal if not actions.name(a).startswith(("DRAW", "DISCARD", "DEFER"))]
    digest = hashlib.sha256(f"{game.seed}:{game.length}".encode()).digest()
    some = lively if lively and digest[0] % 4 else legal
    return some[digest[1] % len(some)]


def fingerprint(game: Game) -> str:
    """Return eight digits of the state's hash and eight of the mover's observation's."""
    state = hashlib.sha256(game.states.tobytes()).hexdigest()[:8]
    observation = hashlib.sha256(game.observe().tobytes()).hexdigest()[:8]
    return f"{state} {observation}"
