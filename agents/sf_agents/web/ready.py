"""Before the server answers: what it needs itself is compiled, for its answers are not to wait."""

from __future__ import annotations

from functools import cache
from threading import Timer
from typing import TextIO

import sf_env
from sf_agents.playing.chronicle import Chronicle
from sf_agents.playing.sitting import HUMAN, Sitting
from sf_env.games.san_francisco.view import view_of

MOMENT = 1.0  # seconds that pass without a word


def get_ready(told: TextIO) -> None:
    """Compile, or fetch what was compiled before; say so if that takes more than a moment."""
    notice = Timer(MOMENT, told.write, ("getting ready ...\n",))
    notice.daemon = True
    notice.start()
    try:
        _warm_up()
    finally:
        notice.cancel()


@cache
def _warm_up() -> None:
    """Do once all that requests want of the engine."""
    sitting = Sitting(sf_env.Game(2, seed=0), [HUMAN, HUMAN])
    sitting.act(0)
    sitting.undo()
    Chronicle(sitting)
    view_of(sitting.game.state)
