"""A person plays in the terminal: sees the position and what the others did, and chooses."""

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
from rich.theme import Theme

from sf_agents.playing.advice import advise
from sf_agents.playing.compiling import is_compiling
from sf_agents.playing.history import History, news
from sf_agents.playing.session import HUMAN, Session, blaming
from sf_agents.playing.theatre import Choice, theatre_of
from sf_agents.terminal.answers import find, key_of
from sf_agents.terminal.plain import FAINT, terminal_of
from sf_env.render.words import YOU, begun

KEYS = {
    "u": "undo",
    "h": "hint",
    "s": "scores",
    "c": "whole table",
    "l": "legend",
    "q": "quit",
}
KEYS_AT_END = {"n": "new game", "u": "undo", "q": "quit"}
HELP = (
    "Type the number of a choice, or its first words. Enter alone shows the table again. "
    "Points are counted as if the game ended now, in the turn of the player to move."
)
HELP_AT_END = {"n": "n starts another one", "u": "u takes back your last choice", "q": "q quits"}
BEST = 3  # choices that a hint shows
FORGET = "\x1b[3J"  # the lines that have moved out of sight
ARROWS = re.compile(r"\x1b(\[[0-9;]*[A-Za-z~]|O[A-Z])")  # as a terminal sends them


class Ending(Enum):
    """How somebody leaves a game."""

    LEFT = auto()  # before its end
    OVER = auto()
    AGAIN = auto()  # after its end, to play another one


class _Thought:
    """Says who is thinking, and whether that takes long because of compiling."""

    def __init__(self, who: str) -> None:
        self._who = who

    def __rich__(self) -> Text:
        first = " (first use: compiling, once)" if is_compiling() else ""
        return Text(f"{self._who} is thinking{first}")


class Dialogue:
    """Plays a session with the people at a terminal until they leave."""

    def __init__(
        self,
        session: Session,
        console: Console,
        read: TextIO,
        hint: str = "",
        delay: float = 0.0,
    ) -> None:
        """Prepare; ``hint`` is the agent that gives hints, the game's usual one if not named."""
        self._session = session
        self._history = History(session)
        self._theatre = theatre_of(session.game.rules)
        self._terminal = terminal_of(self._theatre)
        self._console = console
        self._read = read
        self._hint = hint or self._theatre.hint
        self._delay = delay
        self._lively = console.is_terminal and not console.is_dumb_terminal
        self._greeting = f"Every decision is saved in {session.path}." if session.path else ""
        missing = {"h": not self._hint, "u": not session.allows_undo}
        offered = KEYS | {"c": self._terminal.whole}
        self._keys = {key: name for key, name in offered.items() if name and not missing.get(key)}
        self._keys_at_end = {key: name for key, name in KEYS_AT_END.items() if not missing.get(key)}
        console.push_theme(Theme(self._terminal.styles(console.color_system)))
        self._at_keyboard: int | None = None  # the seat that has seen its secrets last

    def play(self) -> Ending:
        """Play to the end, and further if the choice that ended the game is taken back."""
        while self._play_to_end():
            self._show_end()
            if chosen := self._choose_after_end():
                return chosen
        return Ending.LEFT

    def _play_to_end(self) -> bool:
        """Play; return whether the game has ended, False if the person leaves."""
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
        """Ask what next; None if a choice was taken back and the game continues."""
        while True:
            answer = self._ask(self._keys_at_end)
            key = "q" if answer is None else key_of(answer, self._keys_at_end)
            if key == "q":
                return Ending.OVER
            if key == "n":
                return Ending.AGAIN
            if key != "u":
                offered = ", ".join(HELP_AT_END[key] for key in self._keys_at_end)
                self._say(f"the game is over: {offered}")
            elif self._undo():
                return None

    def _let_agent_act(self) -> None:
        """Let an agent decide; on a screen, show at once what it did."""
        with self._thinking(self._session.names[self._session.game.to_move]):
            self._session.act_for_agent()
        self._history.update()
        if self._lively and not self._history.steps[-1].minor:
            self._say(self._history.steps[-1].text, FAINT, "  ")
            time.sleep(self._delay)

    def _act(self, action: int) -> None:
        self._session.act(action)
        self._history.update()

    def _thinking(self, who: str) -> AbstractContextManager[Any]:
        """Return a context in which a screen says who is thinking."""
        if not self._lively:
            return nullcontext()
        return self._console.status(_Thought(who), spinner="line")

    def _decide(self) -> bool:
        """Ask until something is decided or undone; return False if the person leaves."""
        if not self._hand_over():
            return False
        choices = self._theatre.choices(self._history.view)
        self._show(choices)
        while True:
            answer = self._ask(self._keys)
            key = "q" if answer is None else key_of(answer, self._keys)
            if key == "q":
                return False
            if key is None and not answer:
                self._show(choices)  # help may have moved the table out of sight
            elif key is None:
                found = find(answer or "", choices)
                if isinstance(found, Choice):
                    self._act(found.action)
                    return True
                self._say(found)
            elif self._help(key, choices):
                return True

    def _hand_over(self) -> bool:
        """Where people at one terminal have secrets, wait for the next one; False at the end."""
        seat, before = self._session.game.to_move, self._at_keyboard
        self._at_keyboard = seat
        alone = self._session.seats.count(HUMAN) == 1
        if alone or not self._session.game.rules.secrets or before == seat:
            return True
        name = self._session.names[seat]
        self._clear()
        self._say(f"Pass the keyboard to {name}. The table is hidden until then.")
        answer = self._ask({"Enter": f"{name} is at the keyboard", "q": "quit"})
        return answer is not None and key_of(answer, KEYS) != "q"

    def _clear(self) -> None:
        """Remove what is on the screen, also from what a terminal keeps of earlier lines."""
        if self._lively:
            self._console.clear()
            self._console.file.write(FORGET)
        else:
            self._console.print("\n" * self._console.height)

    def _ask(self, keys: Mapping[str, str]) -> str | None:
        """Return a line that is typed, None at the end of the input."""
        offered = "  ".join(f"{key} {name}" for key, name in keys.items())
        self._console.print(Text.assemble((offered, FAINT), " > "), end="")
        self._console.file.flush()
        line = self._read.readline()
        if not self._read.isatty():  # input from a file is not shown by the terminal
            self._say("".join(filter(str.isprintable, line)))
        return ARROWS.sub("", line).strip() if line else None

    def _help(self, key: str, choices: Sequence[Choice]) -> bool:
        """Do what a key means; return whether there is another decision now."""
        if key == "u":
            return self._undo()
        if key == "h":
            self._give_hint(choices)
        elif key == "s":
            self._console.print(self._points())
        elif key == "c":
            self._show_table(news(self._history.steps, self._session.game.to_move).marks)
        else:
            for line in (*self._terminal.legend, HELP):
                self._say(line, FAINT)
        return False

    def _undo(self) -> bool:
        """Take back the last choice of a person; return whether there was one."""
        if self._session.undo():
            self._history.update()
            return True
        self._say("there is nothing to undo")
        return False

    def _give_hint(self, choices: Sequence[Choice]) -> None:
        with self._thinking(self._hint), blaming(self._hint):
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
        seat, view = self._session.game.to_move, self._history.view
        self._show_news(seat)
        if self._greeting:
            self._say(self._greeting, FAINT)
            self._greeting = ""
        name = self._session.names[seat]
        question = self._theatre.question(view)
        text = begun(question) if name == YOU else f"{name}, {question}"
        self._say(text, "bold")
        drawing = self._terminal.choices(view, choices)
        if drawing is not None:
            self._console.print(Text("\n").join(drawing))
            return
        for number, choice in enumerate(choices, start=1):
            self._say(choice.text, first=f"{number:3}  ")

    def _show_news(self, seat: int, whole: bool = False) -> None:
        """Show the table, and what has happened since the player on a seat chose."""
        if self._lively:
            self._console.clear()
        else:
            self._say("")
        recent = news(self._history.steps, seat)
        self._show_table(recent.marks, seat if self._lively and not whole else None)
        self._say("")
        for turn in recent.turns:
            self._say(turn, first="• ")

    def _show_table(self, marks: Collection[Any], seat: int | None = None) -> None:
        """Show the table; given a seat, that of its player, and the others if there is room."""
        width, height = self._console.size
        lines = self._terminal.table(self._history.view, marks, width, height, seat)
        self._console.print(Text("\n").join(lines))

    def _show_end(self) -> None:
        """Show the table at the end, the points and who has won."""
        people = [seat for seat, name in enumerate(self._session.names) if name == YOU]
        self._show_news(people[0] if people else self._session.game.to_move, whole=True)
        self._console.print("", self._points(), "", sep="\n")
        self._say(
            f"{begun(self._theatre.verdict(self._history.view, self._session.game.winners()))}.",
            "bold",
        )
        if self._session.path:
            self._say(f"The game is saved in {self._session.path}.", FAINT)

    def _points(self) -> Any:
        return self._terminal.points(self._history.view, self._console.width)

    def _say(self, text: str, style: str = "", first: str = "") -> None:
        """Write a line, or several below each other behind ``first``."""
        lines = textwrap.wrap(
            text,
            self._console.width,
            initial_indent=first,
            subsequent_indent=" " * len(first),
            break_long_words=False,
            break_on_hyphens=False,
        )
        self._console.print(Text("\n".join(lines), style), soft_wrap=True)
