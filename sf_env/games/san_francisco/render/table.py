"""The panels that belong to no player: the columns, and the supply with the card in hand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

from sf_env.games.san_francisco.render import icons
from sf_env.games.san_francisco.render.cards import SIDE, face, frame, ground
from sf_env.games.san_francisco.render.telling import SHORT_BONUSES, to_do
from sf_env.games.san_francisco.view import View
from sf_env.render.palette import ACCENT, RULE, WASH, WHITE
from sf_env.render.shapes import BETWEEN, Box, Item, Panel, Tile
from sf_env.render.tiles import faint, sheet, words
from sf_env.render.words import count_text, cut, together

WIDTH, HEIGHT = 450, 228
SMALL = 0.86  # of a card on the table
CARD = SIDE * SMALL
LANE = CARD + 5
LANE_X = 28
LANE_Y = 30
HAND_Y = 52
HAND_X = 84
ROOM = WIDTH - 10
NAME_LENGTH = 20  # letters
NARROWER = {"tram": 0.8}  # among the bonuses, to leave room for the number left

BONUS_ICONS = ("plus_two", "wild_card", "depot", "points_token", "waiver", "tram")


def columns(view: View) -> Panel:
    """Return the panel of the three columns."""
    items = [Item(sheet(WIDTH, HEIGHT), 0, 0), Item(words("Columns", 13, bold=True), 10, 20)]
    for number, cards in enumerate(view["columns"]):
        y = LANE_Y + number * LANE
        items.append(Item(words(str(number), 15, anchor="middle", bold=True), 15, y + CARD / 2 + 5))
        items.append(Item(_lane(), LANE_X, y, 1.0, f"column-{number}"))
        items += _lay(view, cards, LANE_X + 2, y, view["put"])
    told_cards = BETWEEN.join(
        f"column {number}: {', '.join(str(view['cards'][card]) for card in cards) or 'empty'}"
        for number, cards in enumerate(view["columns"])
    )
    return Panel("columns", told_cards, WIDTH, HEIGHT, tuple(items))


@cache
def _lane() -> Tile:
    return Tile((Box(0, 0, ROOM - LANE_X, CARD, WASH, RULE, 1, 7),))


def _lay(
    view: View, cards: Sequence[int], x: float, y: float, framed: int | None = None
) -> Iterator[Item]:
    """Lay cards from left to right, closer together where there are many; one may be framed."""
    step = CARD + 2
    if len(cards) > 1:
        step = min(step, (ROOM - x - CARD - 2) / (len(cards) - 1))
    for number, card_id in enumerate(cards):
        card = view["cards"][card_id]
        at = round(x + number * step, 2)
        yield Item(ground(card.colour, card.tracks), at, y, SMALL)
        yield Item(face(card), at, y, SMALL)
        if card_id == framed:
            yield Item(frame(ACCENT), at, y, SMALL)


def supply(view: View) -> Panel:
    """Return the panel of whose decision it is, the card in hand, the deck and the tokens."""
    items = (
        Item(sheet(WIDTH, HEIGHT), 0, 0),
        *_headline(view),
        Item(_icon("pile"), 42, HAND_Y + 32, 0.95, "deck"),
        Item(
            words(str(view["deck_left"]), 17, ink=WHITE, anchor="middle", bold=True),
            41,
            HAND_Y + 37,
        ),
        *_hand(view),
        *_bonuses(view),
    )
    return Panel("supply", _sentence(view), WIDTH, HEIGHT, items)


def _sentence(view: View) -> str:
    if view["phase"] == "over":
        return (
            "The game is over: "
            f"{together([cut(view['names'][seat], NAME_LENGTH) for seat in view['winners']])} won"
        )
    return f"{cut(view['names'][view['to_move']], NAME_LENGTH)}: {to_do(view)}"


def _headline(view: View) -> Iterator[Item]:
    yield Item(words(cut(_sentence(view), 56), 14, bold=True), 10, 22)
    text = (
        f"{count_text(view['foundation_tokens'], 'foundation token')} left, "
        f"{count_text(view['deck_left'], 'card')} in the deck"
    )
    yield Item(faint(text), 10, 41)


def _hand(view: View) -> Iterator[Item]:
    """Place the card that was drawn, or those that were taken, the current one framed."""
    cards = view["taken"] if view["drawn"] is None else [view["drawn"]]
    yield from _lay(view, cards, HAND_X, HAND_Y)
    if cards and view["phase"] != "target":  # then it is a bonus that is in hand
        yield Item(frame(ACCENT), HAND_X, HAND_Y, SMALL)
    if cards:
        text = "drawn" if view["drawn"] is not None else f"taken, {len(cards)} to build or discard"
        yield Item(faint(text), HAND_X, HAND_Y + CARD + 17)


def _bonuses(view: View) -> Iterator[Item]:
    """Place the bonuses with how many are left; the one that is being placed is framed."""
    yield Item(faint("bonuses left"), 10, HEIGHT - 66)
    for number, (icon, left) in enumerate(zip(BONUS_ICONS, view["bonuses_left"], strict=True)):
        x = 32 + 73 * number
        if view["bonus"] == number:
            yield Item(_choice(), x - 24, HEIGHT - 60)
        yield Item(_around(), x - 24, HEIGHT - 60, 1.0, f"bonus-{number}")
        yield Item(_icon(icon), x, HEIGHT - 40, NARROWER.get(icon, 1.0))
        yield Item(words(f"×{left}", 13, bold=left > 0), x + 16, HEIGHT - 35)
        yield Item(faint(SHORT_BONUSES[number], 12, "middle"), x + 5, HEIGHT - 10)


@cache
def _around() -> Tile:
    """Return an invisible box: where a bonus can be pointed at."""
    return Tile((Box(0, 0, 68, 58),))


@cache
def _choice() -> Tile:
    return Tile((Box(0, 0, 68, 58, None, ACCENT, 2.5, 8),))


@cache
def _icon(name: str) -> Tile:
    return Tile(getattr(icons, name)(), name.replace("_", " "))
