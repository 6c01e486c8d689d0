"""A person plays in the terminal: sees the table, what the others did, and chooses by name."""

from __future__ import annotations

import re
import textwrap
import time
from collections.abc import Collection, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from enum import Enum, auto
from typing import Any, TextIO

from rich.console import Console
from rich.text import Text

from sf_agents.playing.advice import HINT, advise
from sf_agents.playing.compiling import is_compiling
from sf_agents.playing.history import History
from sf_agents.playing.session import Session
from sf_agents.san_francisco.theatre import cell, city
from sf_agents.san_francisco.theatre.board import board, room_of
from sf_agents.san_francisco.theatre.cell import FAINT, Cell
from sf_agents.san_francisco.theatre.choices import Choice, choices_of, find
from sf_agents.san_francisco.theatre.city import numbered_city
from sf_agents.san_francisco.theatre.scores import score_table
from sf_agents.san_francisco.theatre.story import news
from sf_env.games.san_francisco.engine.actions import DEFER, DRAW
from sf_env.games.san_francisco.engine.constants import BONUS_NAMES
from sf_env.games.san_francisco.render.telling import verdict
from sf_env.games.san_francisco.view import View
from sf_env.render.words import YOU, begun

KEYS = {
    "u": "undo",
    "h": "hint",
    "s": "scores",
    "c": "cities",
    "l": "legend",
    "q": "quit",
}
KEYS_AT_END = {"n": "new game", "u": "undo", "q": "quit"}
QUESTIONS = {
    "turn": "draw a card, or take a column?",
    "column": "in which column does {card} go?",
    "build": "what becomes of {card}?",
    "bonus": "which bonus?",
    "target": "where does {bonus} go? The number of a card:",
    "end": "use the waiver?",
}
HELP = (
    "Choose by a number, or by the first words of a choice. Enter alone shows the table again. "
    "Points are those if the game ended now; ties go to whoever's turn it is."
)
HELP_AT_END = "the game is over: n plays another one, u takes your last choice back, q leaves"
BEST = 3  # choices that a hint shows
ARROWS = re.compile(r"\x1b(\[[0-9;]*[A-Za-z~]|O[A-Z])")  # as a terminal sends them


class Ending(Enum):
    """How somebody leaves a game."""

    LEFT = auto()  # before its end
    OVER = auto()
    AGAIN = auto()  # after its end, to play another one


class _Thought:
    """Says who thinks, and whether that takes long for being compiled first."""

    def __init__(self, who: str) -> None:
        self._who = who

    def __rich__(self) -> Text:
        first = " (for the first time: it is compiled, once)" if is_compiling() else ""
        return Text(f"{self._who} thinks{first}")


class Dialogue:
    """Plays a session to its end and back, until the person at the terminal has enough."""

    def __init__(
        self,
        session: Session,
        console: Console,
        read: TextIO,
        hint: str = HINT,
        delay: float = 0.0,
    ) -> None:
        self._session = session
        self._history = History(session)
        self._console = console
        self._read = read
        self._hint = hint
        self._delay = delay
        self._lively = console.is_terminal and not console.is_dumb_terminal
        self._greeting = f"Every decision is saved in {session.path}." if session.path else ""

    def play(self) -> Ending:
        """Play on; who takes back what ended the game plays on as well."""
        while self._play_to_end():
            self._show_end()
            if chosen := self._choose_after_end():
                return chosen
        return Ending.LEFT

    def _play_to_end(self) -> bool:
        """Play on; return whether the game has come to its end."""
        session = self._session
        while not session.game.is_over:
            if not session.waits_for_human:
                self._let_agent_act()
            elif len(legal := session.game.legal_actions()) == 1:
                self._act(legal[0])  # the news will say so
            elif not self._decide():
                return False
        return True

    def _choose_after_end(self) -> Ending | None:
        """Ask what next; None if the game goes on, since a choice was taken back."""
        while True:
            answer = self._ask(KEYS_AT_END)
            key = "q" if answer is None else _key(answer, KEYS_AT_END)
            if key == "q":
                return Ending.OVER
            if key == "n":
                return Ending.AGAIN
            if key != "u":
                self._say(HELP_AT_END)
            elif self._undo():
                return None

    def _let_agent_act(self) -> None:
        """Let an agent decide; on a screen, tell it at once."""
        with self._thinking(self._session.names[self._session.game.to_move]):
            action = self._session.act_for_agent()
        self._history.update()
        if self._lively and action not in (DRAW, DEFER):
            self._say(self._history.steps[-1].text, FAINT, "  ")
            time.sleep(self._delay)

    def _act(self, action: int) -> None:
        self._session.act(action)
        self._history.update()

    def _thinking(self, who: str) -> AbstractContextManager[Any]:
        """Return what says on a screen, as long as it lasts, that somebody thinks."""
        if not self._lively:
            return nullcontext()
        return self._console.status(_Thought(who), spinner="line")

    def _decide(self) -> bool:
        """Ask until something is decided or undone; return False if the person leaves."""
        choices = choices_of(self._history.view)
        self._show(choices)
        while True:
            answer = self._ask(KEYS)
            key = "q" if answer is None else _key(answer, KEYS)
            if key == "q":
                return False
            if key is None and not answer:
                self._show(choices)  # a help may have moved the table out of sight
            elif key is None:
                found = find(answer or "", choices)
                if isinstance(found, Choice):
                    self._act(found.action)
                    return True
                self._say(found)
            elif self._help(key, choices):
                return True

    def _ask(self, keys: Mapping[str, str]) -> str | None:
        """Return a line that is typed, None at the end of the input."""
        told = "  ".join(f"{key} {name}" for key, name in keys.items())
        self._console.print(Text.assemble((told, FAINT), " > "), end="")
        self._console.file.flush()
        line = self._read.readline()
        if not self._read.isatty():  # nobody sees what comes from a file
            self._say("".join(filter(str.isprintable, line)))
        return ARROWS.sub("", line).strip() if line else None

    def _help(self, key: str, choices: Sequence[Choice]) -> bool:
        """Do what a key stands for; return whether there is another decision now."""
        if key == "u":
            return self._undo()
        if key == "h":
            self._give_hint(choices)
        elif key == "s":
            self._console.print(score_table(self._history.view, self._console.width))
        elif key == "c":
            self._show_cities(news(self._history.steps, self._session.game.to_move).cells)
        else:
            for line in (*cell.LEGEND, *city.LEGEND):
                self._say(line, FAINT)
            self._say(HELP, FAINT)
        return False

    def _undo(self) -> bool:
        """Take the last choice of a person back; return whether there was one."""
        if self._session.undo():
            self._history.update()
            return True
        self._say("there is nothing to undo")
        return False

    def _give_hint(self, choices: Sequence[Choice]) -> None:
        with self._thinking(self._hint):
            advice = advise(self._session.game, self._hint)
        self._say(f"{self._hint}: chance to win {advice.chance:.0%}, the best first", "cyan")
        actions = [choice.action for choice in choices]
        for one in advice.choices[:BEST]:
            at = actions.index(one.action)
            wins = "" if one.chance is None else f", wins {one.chance:.0%}"
            text = f"{choices[at].text} (weight {one.share:.0%}{wins})"
            self._say(text, "cyan", f"{at + 1:3}  ")

    def _show(self, choices: Sequence[Choice]) -> None:
        """Show the table, what has happened, and what there is to choose."""
        seat = self._session.game.to_move
        self._show_table(seat)
        if self._greeting:
            self._say(self._greeting, FAINT)
            self._greeting = ""
        name = self._session.names[seat]
        question = _question(self._history.view)
        text = begun(question) if name == YOU else f"{name}, {question}"
        self._say(text, "bold")
        if choices[0].cell is not None:
            self._show_map(choices)
            return
        for number, choice in enumerate(choices, start=1):
            self._say(choice.text, first=f"{number:3}  ")

    def _show_map(self, choices: Sequence[Choice]) -> None:
        """Show the city of whoever decides, with the numbers of the cards to choose from."""
        view = self._history.view
        numbers = {one.cell: at for at, one in enumerate(choices, start=1) if one.cell is not None}
        self._console.print(Text("\n").join(numbered_city(view, numbers, room_of(view))))

    def _show_table(self, seat: int, whole: bool = False) -> None:
        """Show the table, and what has happened since the player on a seat chose."""
        if self._lively:
            self._console.clear()
        else:
            self._say("")
        recent = news(self._history.steps, seat)
        self._show_cities(recent.cells, seat if self._lively and not whole else None)
        self._say("")
        for turn in recent.turns:
            self._say(turn, first="• ")

    def _show_cities(self, fresh: Collection[Cell], seat: int | None = None) -> None:
        """Show the table; if a seat is given, its city, and the others as far as there is room."""
        view, (width, height) = self._history.view, self._console.size
        self._console.print(Text("\n").join(board(view, fresh, width, height, seat)))

    def _show_end(self) -> None:
        """Show the table at the end, the points and who has won."""
        people = [seat for seat, name in enumerate(self._session.names) if name == YOU]
        self._show_table(people[0] if people else self._session.game.to_move, whole=True)
        view = self._history.view
        self._console.print("", score_table(view, self._console.width), "", sep="\n")
        self._say(f"{begun(verdict(view))}.", "bold")
        if self._session.path:
            self._say(f"The game is saved in {self._session.path}.", FAINT)

    def _say(self, text: str, style: str = "", first: str = "") -> None:
        """Write a line, or several under each other behind ``first``."""
        lines = textwrap.wrap(
            text,
            self._console.width,
            initial_indent=first,
            subsequent_indent=" " * len(first),
            break_long_words=False,
            break_on_hyphens=False,
        )
        self._console.print(Text("\n".join(lines), style), soft_wrap=True)


def _key(answer: str, keys: Mapping[str, str]) -> str | None:
    """Return the key that an answer is, by itself or by what it stands for."""
    word = answer.lower()
    if word in ("?", "help"):
        return "l"
    return next((key for key, name in keys.items() if word in (key, name, *name.split()[:1])), None)


def _question(view: View) -> str:
    """Return what is to be decided."""
    hand = view["taken"] if view["drawn"] is None else [view["drawn"]]
    card = str(view["cards"][hand[0]]) if hand else ""
    bonus = "" if view["bonus"] is None else f"the bonus ({BONUS_NAMES[view['bonus']]})"
    return QUESTIONS[view["phase"]].format(card=card, bonus=bonus)
