"""The panel that belongs to no player: what is to be decided, the face-up cards and the decks."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from sf_env.games.ticket_to_ride.actions import NAMES
from sf_env.games.ticket_to_ride.engine.actions import PAY_FERRIES
from sf_env.games.ticket_to_ride.engine.constants import FERRY, KIND_NAMES, KINDS
from sf_env.games.ticket_to_ride.render import cards, icons
from sf_env.games.ticket_to_ride.render.places import face_up_spot, pay_spot
from sf_env.games.ticket_to_ride.render.seen import OVER, View
from sf_env.games.ticket_to_ride.render.telling import to_do, turns_text
from sf_env.games.ticket_to_ride.render.ways import WIDTH
from sf_env.render.forms import Shapes, moved
from sf_env.render.palette import ACCENT, INK, RULE, WASH
from sf_env.render.shapes import BETWEEN, Box, Item, Panel, Tile, Words
from sf_env.render.tiles import faint, sheet, words
from sf_env.render.words import begun, count_text, cut, together

HEIGHT = 156
NAME_LENGTH = 20  # letters
MOST_LETTERS = 74  # of the sentence
CARDS_Y = 54
BELOW = CARDS_Y + cards.HEIGHT + 19
DECK_X, ROW_X, DISCARDS_X, TICKETS_X = 18, 96, 378, 596
STEP = cards.WIDTH + 6
CHIP_WIDTH, CHIP_HEIGHT = 74, 26


def table(view: View) -> Panel:
    """Return the panel of the table."""
    items = (
        Item(sheet(WIDTH, HEIGHT), 0, 0),
        Item(words(cut(sentence(view), MOST_LETTERS), 15, bold=True), 16, 26),
        *_headline(view),
        Item(cards.deck(view["deck"]), DECK_X, CARDS_Y, 1.0, "deck"),
        Item(faint("deck", 12, "middle"), DECK_X + cards.WIDTH / 2, BELOW),
        *_face_up(view),
        *_discards(view),
        Item(cards.ticket_deck(len(view["ticket_deck"])), TICKETS_X, CARDS_Y + 9, 1.0, "tickets"),
        Item(faint("tickets", 12, "middle"), TICKETS_X + cards.HEIGHT / 2, BELOW),
    )
    return Panel("table", _in_words(view), WIDTH, HEIGHT, items)


def sentence(view: View) -> str:
    """Return whose decision it is, or who has won."""
    if view["phase"] == OVER:
        winners = together([cut(view["names"][seat], NAME_LENGTH) for seat in view["winners"]])
        return f"The game is over: {winners} won"
    return f"{cut(view['names'][view['to_move']], NAME_LENGTH)}: {to_do(view)}"


def _in_words(view: View) -> str:
    """Return the table in words for screen readers."""
    parts = [
        sentence(view),
        f"face up: {_kinds(view['face_up'])}",
        f"{count_text(view['deck'], 'card')} in the deck",
        f"discards: {_kinds(view['discards'])}",
        f"{count_text(len(view['ticket_deck']), 'ticket')} left",
    ]
    turns = turns_text(view)
    return BETWEEN.join([*parts, turns] if turns else parts)


def _kinds(counts: list[int]) -> str:
    named = zip(counts, KIND_NAMES, strict=True)
    return ", ".join(f"{count} {name}" for count, name in named if count) or "none"


def _headline(view: View) -> Iterator[Item]:
    """Place the prices to choose from, or how many turns are left."""
    prices = [
        action - PAY_FERRIES for action in view["legal"] or [] if NAMES[action].startswith("PAY")
    ]
    if prices and view["claiming"] is not None and view["colour"] is not None:
        length = view["board"].routes[view["claiming"]].length
        for number, ferries in enumerate(prices):
            x = WIDTH - 14 - (len(prices) - number) * (CHIP_WIDTH + 6) + 6
            yield Item(
                _chip(view["colour"], length - ferries, ferries), x, 9, 1.0, pay_spot(ferries)
            )
        return
    turns = turns_text(view)
    if turns:
        yield Item(words(begun(turns), 14, ink=ACCENT, anchor="end", bold=True), WIDTH - 16, 26)


@cache
def _chip(kind: int, count: int, ferries: int) -> Tile:
    """Return a price: cards of a colour, and ferries."""
    shapes: Shapes = (Box(0, 0, CHIP_WIDTH, CHIP_HEIGHT, WASH, RULE, 1.2, 8),)
    parts = [(kind, count), *([(FERRY, ferries)] if ferries else [])]
    for number, (one, cards_of_it) in enumerate(parts):
        x = CHIP_WIDTH / 2 - 3 + 32 * number - 16 * (len(parts) - 1)
        shapes += (Words(x - 2, 18.5, str(cards_of_it), 14, INK, "end", bold=True),)
        shapes += moved(icons.badge(one), x + 9, CHIP_HEIGHT / 2)
    return Tile(shapes)


def _face_up(view: View) -> Iterator[Item]:
    """Place the face-up cards, those of a kind next to each other."""
    yield Item(faint("face up"), ROW_X, BELOW)
    x = ROW_X
    for kind in range(KINDS):
        count = view["face_up"][kind]
        for number in range(count):
            yield Item(cards.card(kind), x + number * STEP, CARDS_Y)
        if count:
            width = count * STEP - 6
            yield Item(cards.area(width, cards.HEIGHT), x, CARDS_Y, 1.0, face_up_spot(kind))
        x += count * STEP


def _discards(view: View) -> Iterator[Item]:
    """Place how many cards of each kind are discarded."""
    yield Item(faint(f"{sum(view['discards'])} discarded"), DISCARDS_X, BELOW)
    for kind in range(KINDS):
        x = DISCARDS_X + 50 * (kind % 4)
        y = CARDS_Y + 6 + 32 * (kind // 4)
        count = view["discards"][kind]
        yield Item(_badge(kind), x + 10, y + 10)
        yield Item(
            words(str(count), 14, bold=count > 0) if count else faint("0", 14), x + 24, y + 15
        )


@cache
def _badge(kind: int) -> Tile:
    return Tile(icons.badge(kind), KIND_NAMES[kind])
