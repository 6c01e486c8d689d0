"""How people see Ticket to Ride: the map, their cards and tickets, in words and drawings."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.resources import files

from sf_agents.playing.drawn import DrawnTheatre
from sf_agents.playing.theatre import Choice, Preset
from sf_agents.ticket_to_ride.theatre import choices
from sf_env.core.game import Game
from sf_env.games.ticket_to_ride.render.telling import ending, result, to_do
from sf_env.games.ticket_to_ride.render.text import table
from sf_env.render.look import Event
from sf_env.render.shapes import Panel
from sf_env.render.story import Moment, known

PRESETS = (
    Preset("random", "random: any legal action"),
    Preset("builder", "builder: claims a route whenever it can"),
    Preset("greedy", "greedy: looks one decision ahead"),
    Preset("planner", "planner: plans its routes"),
    Preset("ismcts:seconds=1", "ismcts: searches for 1 second"),
    Preset("ismcts:seconds=5", "ismcts: searches for 5 seconds"),
)
ADVISERS = (
    Preset("ismcts:seconds=1", "ismcts, 1 second"),
    Preset("ismcts:seconds=5", "ismcts, 5 seconds"),
)


class TicketToRideTheatre(DrawnTheatre):
    """Shows Ticket to Ride; everybody sees the map, and their own cards and tickets."""

    terminal = "sf_agents.ticket_to_ride.theatre.terminal:Terminal"
    opponents = ("planner", "greedy")
    hint = "ismcts:seconds=1"
    presets = PRESETS
    advisers = ADVISERS

    def begin(self, game: Game, names: Sequence[str], seat: int | None) -> Moment:
        """Return the view of a game that begins."""
        return _with_text(super().begin(game, names, seat), game)

    def follow(self, before: Moment, action: int, game: Game) -> Moment:
        """Return the view of a game after an action."""
        return _with_text(super().follow(before, action, game), game)

    def task(self, view: Moment) -> str:
        """Return what the player to move has to do."""
        return to_do(view.view)

    def question(self, view: Moment) -> str:
        """Return the same as a question."""
        return f"{to_do(view.view)}?"

    def choices(self, view: Moment) -> list[Choice]:
        """Return the legal actions; those that keep a ticket with the way to complete it."""
        lit = choices.lit
        return [one._replace(lit=lit(view.view, one.action)) for one in super().choices(view)]

    def effect(self, event: Event, after: Moment) -> str:
        """Return what followed from an action; who has won is shown at the end of the game."""
        return f"the game ends: {ending(after.view)}" if event.kind == "end" else event.text

    def verdict(self, view: Moment, winners: Sequence[int]) -> str:
        """Return who has won a game that is over."""
        return result(view.view)

    def hand(self, view: Moment) -> list[Panel]:
        """Return what the player to move chooses from, if these are cards or tickets."""
        return choices.hand(view.view)

    def style(self) -> str:
        """Return the style sheet with the places of the panels."""
        return files(__package__).joinpath("board.css").read_text("utf-8")


def _with_text(moment: Moment, game: Game) -> Moment:
    """Return a moment with the board as text, for terminals."""
    text = table(
        known(game, moment.seat), None if moment.over else moment.seat, moment.view["names"]
    )
    return moment._replace(view={**moment.view, "text": text})
