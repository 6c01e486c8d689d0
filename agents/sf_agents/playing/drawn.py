"""How people see a game with a look: by the words and drawings of its pictures."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sf_agents.playing.theatre import Choice, Deed, Theatre
from sf_env.core.game import Game
from sf_env.core.rules import Rules
from sf_env.render.bounds import corners, spots
from sf_env.render.look import Event, look_of
from sf_env.render.replay import Replay
from sf_env.render.shapes import Panel
from sf_env.render.story import Moment, after, beginning
from sf_env.render.svg import Tiles, panel_svg

PREFIX = "tile-"  # of the names of tiles; the page holds one board at a time


class DrawnTheatre(Theatre):
    """Shows a game that has a look; its views are moments."""

    has_replays = True

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.look = look_of(rules)

    def begin(self, game: Game, names: Sequence[str], seat: int | None) -> Moment:
        """Return the view of a game that begins."""
        return beginning(game, names, seat=seat)

    def follow(self, before: Moment, action: int, game: Game) -> Moment:
        """Return the view of a game after an action."""
        return after(before, action, game)

    def deed(self, before: Moment, action: int, after: Moment, only_choice: bool) -> Deed:
        """Return what an action did, and what followed from it in brackets."""
        text = f"{after.text}, the only choice" if only_choice else after.text
        if after.events:
            name = before.view["names"][before.view["to_move"]]
            effects = (self.effect(event, after).removeprefix(f"{name} ") for event in after.events)
            text += f" ({', '.join(effects)})"
        return Deed(text)

    def effect(self, event: Event, after: Moment) -> str:
        """Return what followed from an action, in words."""
        return event.text

    def names(self, view: Moment) -> Sequence[str]:
        """Return what each seat is called."""
        names: Sequence[str] = view.view["names"]
        return names

    def choices(self, view: Moment) -> list[Choice]:
        """Return the legal actions, with what helps to choose."""
        names, look, shown = self.rules.actions, self.look, view.view
        return [
            Choice(action, names[action], look.offer(shown, action), look.spot(shown, action))
            for action in shown["legal"]
        ]

    def points(self, view: Moment) -> list[float]:
        """Return the points of each seat, as far as they are known."""
        return [parts[-1] for parts in self.look.points(view.view)]

    def board(self, view: Moment) -> dict[str, Any]:
        """Return the panels of the page, what is in hand, and the tiles that both refer to."""
        tiles = Tiles(PREFIX)
        panels = [_drawn(panel, tiles) for panel in self.look.panels(view.view)]
        hand = [_drawn(panel, tiles) for panel in self.hand(view)]
        return {"panels": panels, "hand": hand, "tiles": tiles.definitions()}

    def hand(self, view: Moment) -> list[Panel]:
        """Return what the player to move has in hand, the current card first."""
        return []

    def signs(self) -> str:
        """Return a drawing (SVG) that explains the signs on the page."""
        return self.look.legend()

    def replay(
        self, record: dict[str, Any], setup: Any, show_seed: bool, seat: int | None = None
    ) -> str:
        """Return the page of a record, as a seat knows it."""
        return Replay(setup, seat).add(record, tell_seed=show_seed).html()


def _drawn(panel: Panel, tiles: Tiles) -> dict[str, Any]:
    return {
        "name": panel.name,
        "seat": panel.seat,
        "label": panel.label,
        "width": panel.width,
        "height": panel.height,
        "svg": panel_svg(panel, tiles),
        "spots": spots(panel),
        "outlines": {
            item.spot: outline for item in panel.items if item.spot and (outline := corners(item))
        },
    }
