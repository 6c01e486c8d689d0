"""How people see San Francisco: cities, columns and cards, in words and drawings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sf_agents.playing.drawn import DrawnTheatre
from sf_agents.playing.theatre import Deed, Preset
from sf_agents.san_francisco.theatre.words import hand, question, task
from sf_env.core.game import Game
from sf_env.games.san_francisco.engine.actions import DEFER, DRAW
from sf_env.games.san_francisco.render.cards import SIDE, face, ground
from sf_env.games.san_francisco.render.telling import ending, verdict
from sf_env.render.look import Event
from sf_env.render.shapes import Item, Panel
from sf_env.render.story import Moment

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sf_env.games.san_francisco.deck.card import Card

PRESETS = (
    Preset("random", "random: any legal action"),
    Preset("builder", "builder: builds whenever it can"),
    Preset("greedy", "greedy: looks one decision ahead"),
    Preset("flat", "flat: plays every choice to the end"),
    Preset("planner", "planner: plans whole turns"),
    Preset("mcts:seconds=1", "mcts: searches for 1 second"),
    Preset("mcts:seconds=5", "mcts: searches for 5 seconds"),
    Preset("network", "network: trained, does not search"),
    Preset("netmcts:seconds=1", "netmcts: network and 1 second of search"),
)
ADVISERS = (
    Preset("mcts:seconds=1", "mcts, 1 second"),
    Preset("mcts:seconds=5", "mcts, 5 seconds"),
    Preset("network", "network, no search"),
    Preset("netmcts:seconds=1", "netmcts, 1 second"),
)


class SanFranciscoTheatre(DrawnTheatre):
    """Shows San Francisco; everybody sees the same, since only the deck's order is secret."""

    terminal = "sf_agents.san_francisco.theatre.terminal:Terminal"
    opponents = ("planner", "greedy")
    hint = "mcts:seconds=1"
    presets = PRESETS
    advisers = ADVISERS

    def follow(self, before: Moment, action: int, game: Game) -> Moment:
        """Return the view after an action; what changed last stays marked."""
        moment = super().follow(before, action, game)
        kept = {key: before.view[key] for key in ("last", "put") if moment.view[key] is None}
        fresh = moment.view["last"]
        return moment._replace(view=moment.view | kept | {"fresh": fresh})

    def deed(self, before: Moment, action: int, after: Moment, only_choice: bool) -> Deed:
        """Return what an action did, on which space, and what followed from it."""
        text = super().deed(before, action, after, only_choice).text
        return Deed(text, after.view["fresh"], minor=action in (DRAW, DEFER))

    def effect(self, event: Event, after: Moment) -> str:
        """Return what followed from an action; who has won is shown at the end of the game."""
        return f"the game ends: {ending(after.view)}" if event.kind == "end" else event.text

    def task(self, view: Moment) -> str:
        """Return what the player to move has to do."""
        return task(view.view)

    def question(self, view: Moment) -> str:
        """Return the same as a question."""
        return question(view.view)

    def verdict(self, view: Moment, winners: Sequence[int]) -> str:
        """Return who has won a game that is over."""
        return verdict(view.view)

    def hand(self, view: Moment) -> list[Panel]:
        """Return the cards of the player to move, the current card first."""
        return [_card(card) for card in hand(view.view)]


def _card(card: Card) -> Panel:
    items = (Item(ground(card.colour, card.tracks), 0, 0), Item(face(card), 0, 0))
    return Panel("card", str(card), SIDE, SIDE, items)
