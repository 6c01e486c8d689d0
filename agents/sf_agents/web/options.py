"""What a server of games is told."""

from __future__ import annotations

import os
import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field

from sf_agents.playing.advice import HINT


@dataclass(frozen=True)
class Options:
    """What to serve, and where."""

    folder: str | os.PathLike[str] = "runs/games"
    host: str = "127.0.0.1"
    port: int = 8000  # 0 takes any that is free
    seats: Sequence[str] = ()  # of a game to begin with, "human" or agents; none: the page asks
    seed: int | None = None  # of that game
    game: str = ""  # to open at: the name of its file without the ending; with seats, a new one
    deck: str | os.PathLike[str] = "standard"
    agents: Sequence[str] = ()  # that the page offers as well: with files or code of one's own
    hint: str = HINT  # the agent that is asked for hints
    delay: float = 0.4  # seconds that agents take at least
    open_browser: bool = False
    token: str = field(default_factory=lambda: secrets.token_urlsafe(16), repr=False)
