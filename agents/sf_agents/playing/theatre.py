"""How people see a game: through a theatre of its own, or through its text and action names."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pkgutil import resolve_name
from typing import Any, NamedTuple

import numpy as np

from sf_env.core.game import Game
from sf_env.core.rules import Rules
from sf_env.render.words import does, score_text, together


class Choice(NamedTuple):
    """A legal action, what it does in words, and its place on the board if it has one."""

    action: int
    name: str
    text: str
    spot: str = ""
    lit: tuple[str, ...] = ()  # other places that it is about


class Preset(NamedTuple):
    """An agent that a page offers, with its parameters, and what the page calls it."""

    name: str
    label: str


class Deed(NamedTuple):
    """A decision in words."""

    text: str  # a sentence that begins with who decided
    mark: Any = None  # the place on the board that changed, for ``Terminal.table``
    minor: bool = False  # not worth a line of its own, as drawing a card that is then played


class Position(NamedTuple):
    """What the plain theatre knows of a position."""

    game: Game
    names: Sequence[str]
    seat: int | None


class Theatre:
    """Shows any game; the theatre of a game derives from this class and shows it better.

    A ``view`` is what a theatre makes of a position for somebody on a seat, or for the referee
    (None), who sees everything: only the theatre that made it looks into it.
    """

    opponents: Sequence[str] = ("random",)  # in turn order if none are named, the last one again
    hint = ""  # the agent that gives hints, "" if none does
    presets: Sequence[Preset] = ()  # agents to play with; others are offered by their names
    advisers: Sequence[Preset] = ()  # agents to ask

    terminal = ""  # "module:class" of what draws views in a terminal, "" for the plain one
    has_replays = False  # whether ``replay`` makes a page

    def __init__(self, rules: Rules) -> None:
        self.rules = rules

    # The course of a game.

    def begin(self, game: Game, names: Sequence[str], seat: int | None) -> Any:
        """Return the view of a game that begins."""
        return Position(game.clone(), names, seat)

    def follow(self, before: Any, action: int, game: Game) -> Any:
        """Return the view of a game after an action."""
        return before._replace(game=game.clone())

    def deed(self, before: Any, action: int, after: Any, only_choice: bool) -> Deed:
        """Return what an action did, in words that the seat of the views may read.

        ``only_choice``: a person made it, who had no other.
        """
        name = before.names[before.game.to_move]
        end = ", the only choice" if only_choice else ""
        shown = self.rules.shows_action(action, before.game.to_move, before.seat)
        what = self.rules.actions[action] if shown else "an action that you do not see"
        return Deed(f"{does(name, 'choose')} {what}{end}")

    # A position.

    def names(self, view: Any) -> Sequence[str]:
        """Return what each seat is called."""
        names: Sequence[str] = view.names
        return names

    def task(self, view: Any) -> str:
        """Return what the player to move has to do, as "draw a card"."""
        return "choose an action"

    def question(self, view: Any) -> str:
        """Return the same as a question."""
        return "which action?"

    def choices(self, view: Any) -> list[Choice]:
        """Return the legal actions."""
        names = self.rules.actions
        return [Choice(one, names[one], names[one]) for one in view.game.legal_actions()]

    def points(self, view: Any) -> list[float]:
        """Return the points of each seat, as far as they are known."""
        states = view.game.states.copy()
        if view.seat is not None:
            self.rules.conceal(states, np.array([view.seat]))
        points: list[float] = self.rules.points(states)[0].tolist()
        return points

    def verdict(self, view: Any, winners: Sequence[int]) -> str:
        """Return who has won a game that is over."""
        names = [self.names(view)[seat] for seat in winners]
        win = f"{together(names)} win together" if len(names) > 1 else does(names[0], "win")
        return f"{win} with {score_text(self.points(view)[winners[0]])}"

    # Where it is shown.

    def board(self, view: Any) -> dict[str, Any]:
        """Return what the page shows of a view: ``text``, or ``panels``, ``hand`` and ``tiles``."""
        return {"text": self.rules.text(view.game.state, view.seat)}

    def signs(self) -> str:
        """Return a drawing (SVG) that explains the signs on the page, "" if there is none."""
        return ""

    def style(self) -> str:
        """Return the style sheet of the board on the page, "" for the usual one."""
        return ""

    def replay(
        self, record: dict[str, Any], setup: Any, show_seed: bool, seat: int | None = None
    ) -> str:
        """Return the page of a record, as a seat knows it, "" if this theatre makes none."""
        return ""


@cache
def theatre_of(rules: Rules) -> Theatre:
    """Return the theatre of a game: its own, one made of its look, or the plain one."""
    if rules.theatre is None and rules.look is None:
        return Theatre(rules)
    found = resolve_name(rules.theatre or "sf_agents.playing.drawn:DrawnTheatre")
    theatre: Theatre = found(rules)
    return theatre
