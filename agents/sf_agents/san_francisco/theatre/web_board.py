"""The board for the page: panels as SVG, tiles once for all, and the places that can be clicked."""

from __future__ import annotations

from typing import Any

from sf_env.games.san_francisco.deck.card import Card
from sf_env.games.san_francisco.deck.deck import DEPOT_CARD, WILD4
from sf_env.games.san_francisco.engine.constants import DEPOT_CARD as DEPOT_BONUS
from sf_env.games.san_francisco.engine.constants import WILD4 as WILD_BONUS
from sf_env.games.san_francisco.render.cards import SIDE, face, ground
from sf_env.games.san_francisco.render.scene import panels
from sf_env.games.san_francisco.view import View
from sf_env.render.bounds import spots
from sf_env.render.shapes import Item, Panel
from sf_env.render.svg import Tiles, panel_svg

BONUS_CARDS = {WILD_BONUS: WILD4, DEPOT_BONUS: DEPOT_CARD}
PREFIX = "tile-"  # of the names of tiles; the page holds one board at a time


def board(view: View) -> dict[str, Any]:
    """Return the panels, the cards in hand, and the tiles that both refer to."""
    tiles = Tiles(PREFIX)
    return {
        "panels": [_panel(panel, tiles) for panel in panels(view)],
        "hand": [_card(card, tiles) for card in _hand(view)],
        "tiles": tiles.definitions(),
    }


def _panel(panel: Panel, tiles: Tiles) -> dict[str, Any]:
    return {
        "name": panel.name,
        "label": panel.label,
        "width": panel.width,
        "height": panel.height,
        "svg": panel_svg(panel, tiles),
        "spots": spots(panel),
    }


def _hand(view: View) -> list[Card]:
    """Return what the player to move has in hand, the current card first."""
    if view["phase"] == "target":  # tokens are framed among the bonuses
        return [BONUS_CARDS[view["bonus"]]] if view["bonus"] in BONUS_CARDS else []
    cards = view["taken"] if view["drawn"] is None else [view["drawn"]]
    return [view["cards"][card] for card in cards]


def _card(card: Card, tiles: Tiles) -> dict[str, str]:
    items = (Item(ground(card.colour, card.tracks), 0, 0), Item(face(card), 0, 0))
    panel = Panel("card", str(card), SIDE, SIDE, items)
    return {"label": str(card), "svg": panel_svg(panel, tiles)}
