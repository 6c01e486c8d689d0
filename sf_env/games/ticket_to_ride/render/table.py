"""The panels that belong to no player: what is to be decided, and the cards on the table."""

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
from sf_env.render.palette import INK, RULE, WASH
from sf_env.render.shapes import BETWEEN, Box, Item, Panel, Tile, Words
from sf_env.render.tiles import faint, sheet, words
from sf_env.render.words import count_text, cut, together

DECISION_HEIGHT, TABLE_HEIGHT = 44, 100
NAME_LENGTH = 20  # letters
MOST_LETTERS = 78  # of the sentence
CARDS_Y = 10
BELOW = CARDS_Y + cards.HEIGHT + 18
DECK_X, ROW_X, DISCARDS_X, TICKETS_X = 18, 96, 378, 596
STEP = cards.WIDTH + 6
CHIP_WIDTH, CHIP_HEIGHT = 74, 26


def decision(view: View) -> Panel:
    """Return the panel of what is to be decided; its label says that alone."""
    text = sentence(view)
    items = (
        Item(sheet(WIDTH, DECISION_HEIGHT), 0, 0),
        Item(words(cut(text, MOST_LETTERS), 15, bold=True), 16, 28),
        *_prices(view),
    )
    return Panel("decision", text, WIDTH, DECISION_HEIGHT, items)


def table(view: View) -> Panel:
    """Return the panel of the deck, the face-up cards, the discards and the tickets."""
    items = (
        Item(sheet(WIDTH, TABLE_HEIGHT), 0, 0),
        Item(cards.deck(view["deck"]), DECK_X, CARDS_Y, 1.0, "deck"),
        Item(faint("deck", 12, "middle"), DECK_X + cards.WIDTH / 2, BELOW),
        *_face_up(view),
        *_discards(view),
        Item(cards.ticket_deck(len(view["ticket_deck"])), TICKETS_X, CARDS_Y + 9, 1.0, "tickets"),
        Item(faint("tickets", 12, "middle"), TICKETS_X + cards.HEIGHT / 2, BELOW),
    )
    return Panel("table", _in_words(view), WIDTH, TABLE_HEIGHT, items)


def sentence(view: View) -> str:
    """Return whose decision it is, or who has won, and how many turns are left near the end."""
    if view["phase"] == OVER:
        winners = together([cut(view["names"][seat], NAME_LENGTH) for seat in view["winners"]])
        return f"The game is over: {winners} won"
    turns = turns_text(view)
    text = f"{cut(view['names'][view['to_move']], NAME_LENGTH)}: {to_do(view)}"
    return f"{text} ({turns})" if turns else text


def _in_words(view: View) -> str:
    """Return the table in words for screen readers."""
    parts = [
        f"face up: {_kinds(view['face_up'])}",
        f"{count_text(view['deck'], 'card')} in the deck",
        f"discards: {_kinds(view['discards'])}",
        f"{count_text(len(view['ticket_deck']), 'ticket')} left",
    ]
    return BETWEEN.join(parts)


def _kinds(counts: list[int]) -> str:
    named = zip(counts, KIND_NAMES, strict=True)
    return ", ".join(f"{count} {name}" for count, name in named if count) or "none"


def _prices(view: View) -> Iterator[Item]:
    """Place the prices to choose from."""
    paying = [action for action in view["legal"] or [] if NAMES[action].startswith("PAY")]
    if view["claiming"] is None or view["colour"] is None:
        return
    length = view["board"].routes[view["claiming"]].length
    for number, action in enumerate(reversed(paying)):
        ferries = action - PAY_FERRIES
        x = WIDTH - 10 - (number + 1) * (CHIP_WIDTH + 6)
        yield Item(_chip(view["colour"], length - ferries, ferries), x, 9, 1.0, pay_spot(ferries))


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
