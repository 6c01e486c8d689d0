"""Positions to test the rules from, described in the words of the rulebook.

A card is written as ``str(card)`` prints it: colour, value, symbols, as in "green 2 tracks bonus".
Several cards are separated by commas. In a city the colour may be left out: a card has the colour
of its row then. Two more words stand for what bonuses add to a city: a card followed by "+2" or
"+tracks" has that token on it, and "wild" and "depot-card" are the two bonus cards.

>>> game = position(cities=[{GREY: "0 plaza, 2 +tracks"}], taken="black 1, green 2 tracks")
>>> act(game, "DISCARD", "ROW 4")
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from sf_env import actions
from sf_env.games.san_francisco.deck.card import Card
from sf_env.games.san_francisco.deck.deck import Deck
from sf_env.games.san_francisco.engine.bonuses import place_token
from sf_env.games.san_francisco.engine.building import build
from sf_env.games.san_francisco.engine.constants import BUILD, COLUMN, TURN
from sf_env.games.san_francisco.engine.legal import legal_actions
from sf_env.games.san_francisco.engine.turn import draw
from sf_env.games.san_francisco.game import Game

# Rows from the top; a row's number is also that of its district and of its bonus (RULES 1).
BLUE, GREY, ORANGE, YELLOW, GREEN = ROWS = range(5)
COLOURS = ("blue", "grey", "orange", "yellow", "green")
PLUS2, WILD, DEPOT_CARD, POINTS, WAIVER, TRACKS = range(6)
FOUNDATION = "black 0 foundation"
FULL_ROW = "0, 0, 0, 0, 0"
FOUNDATION_TOKENS = {2: 6, 3: 8, 4: 10}

City = Mapping[int, str]  # the cards of each row
Cell = tuple[int, int]  # row and space

_TOKENS = {"+2": PLUS2, "+tracks": TRACKS}
_BONUS_CARDS = {"wild": WILD, "depot-card": DEPOT_CARD}

# Boards in which everything happens around the middle space, (2, 2).
MIDDLE: Cell = (ORANGE, 2)
SIDES: list[Cell] = [(GREY, 2), (ORANGE, 1), (ORANGE, 3), (YELLOW, 2)]
CORNERS: list[Cell] = [(GREY, 1), (GREY, 3), (YELLOW, 1), (YELLOW, 3)]
COASTS = dict(enumerate(["0 coast", "0 coast", "0 coast", "0 coast", "0 coast, 0 coast"]))
TOWER = "4, 0 foundation, 3"


def around(cards: Mapping[Cell, str], rows: range = range(1, 4)) -> dict[int, str]:
    """Return a city with these cards, and value 0 wherever else a space in the middle is."""
    return {row: ", ".join(cards.get((row, space), "0") for space in range(4)) for row in rows}


def card(text: str) -> Card:
    """Return the card with this description."""
    colour, value, *symbols = text.split()
    return Card(colour, int(value), **dict.fromkeys(symbols, True))


def of(count: int, text: str) -> str:
    """Return the description of several equal cards."""
    return ", ".join([text] * count)


def position(
    players: int = 2,
    *,
    cities: Sequence[City] = (),
    columns: Sequence[str] = (),
    deck: str = "",
    drawn: str = "",
    taken: str = "",
    to_move: int = 0,
    contracts: Sequence[int] = (),
    waivers: Sequence[int] = (),
    point_tokens: Sequence[int] = (),
    tokens: int | None = None,
) -> Game:
    """Return a game in the middle of things; seats and columns left out have nothing.

    The phase is COLUMN with a ``drawn`` card, BUILD with ``taken`` ones, else TURN. ``deck`` is
    what will be drawn next; ten more foundation cards follow. Foundation cards in play have used
    up their tokens; ``tokens`` leaves that many by discarding more such cards.

    Cities are built card by card in the order of the seats, so that medal and completion tokens
    are where they belong; the bonuses of these cards are not taken. Whatever is given as a bonus
    (cards, tokens, waivers) is missing in the supply. Card ids ascend in the order of drawing.
    """
    built = [
        (seat, row, words)
        for seat, city in enumerate(cities)
        for row in sorted(city)
        for words in _words(city[row], COLOURS[row])
    ]
    piles = [_cards(column) for column in columns]
    hand = _cards(taken)
    in_cities = [_card(words) for *_, words in built if words[0] not in _BONUS_CARDS]
    used = [*in_cities, *(each for pile in (*piles, hand) for each in pile)]
    gone = _foundations_gone(players, tokens, used)
    cards = [*gone, *used, *_cards(drawn), *_cards(deck), *_cards(of(10, FOUNDATION))]
    game = Game(players, order=range(len(cards)), deck=Deck(cards, "file:test"))
    _take(game, len(gone))
    for seat, row, words in built:
        _build(game, seat, row, words)
    _lay_out(game, piles, hand)
    _hand_out(game, "contracts", contracts)
    _hand_out(game, "waivers", waivers, WAIVER)
    _hand_out(game, "point_tokens", point_tokens, POINTS)
    _begin(game, to_move, drawn=bool(drawn), taken=bool(hand))
    return game


def ended(players: int = 2, *, ender: int = 0, **rest: Any) -> Game:
    """Return a game that a seat has just ended by placing the last foundation token."""
    game = position(players, drawn=FOUNDATION, tokens=1, to_move=ender, **rest)
    act(game, "COLUMN 0")
    assert game.is_over
    return game


def act(game: Game, *names: str) -> None:
    """Carry out actions by their names, as "FINALIZE 2" or "CELL 3 1"."""
    for name in names:
        game.step(actions.number(name))


def legal(game: Game) -> list[str]:
    """Return the names of the legal actions."""
    return [actions.name(action) for action in game.legal_actions()]


def row_names(rows: Iterable[int]) -> list[str]:
    """Return the names of the actions that choose these rows."""
    return [f"ROW {row}" for row in rows]


def cell_names(*cells: Cell) -> list[str]:
    """Return the names of the actions that choose these cards of a city."""
    return [f"CELL {row} {space}" for row, space in cells]


def cards_in(game: Game, row: int, seat: int = 0) -> list[str]:
    """Return the cards of a row from the left."""
    ids = game.snapshot()["cities"][seat][row]
    return [str(game.deck.card(number)) for number in ids if number >= 0]


def where(game: Game, grid: str, seat: int = 0) -> set[Cell]:
    """Return the cells of a city that have something: "trams", "skyscrapers", "plus2", ..."""
    rows = game.snapshot()[grid][seat]
    return {(row, space) for row in ROWS for space in range(5) if rows[row][space]}


def value(game: Game, row: int, space: int, seat: int = 0) -> int:
    """Return the present value of a card."""
    present: int = game.snapshot()["values"][seat][row][space]
    return present


def _words(text: str, colour: str = "") -> list[list[str]]:
    """Return the words of each card, the colour first."""
    parts = [part.split() for part in text.split(",") if part.strip()]
    return [[colour, *words] if words[0].isdigit() else words for words in parts]


def _card(words: Iterable[str]) -> Card:
    return card(" ".join(word for word in words if word not in _TOKENS))


def _cards(text: str) -> list[Card]:
    return [_card(words) for words in _words(text)]


def _foundations_gone(players: int, tokens: int | None, used: Sequence[Card]) -> list[Card]:
    """Return the foundation cards that were discarded earlier, so that ``tokens`` are left."""
    left = FOUNDATION_TOKENS[players] - sum(card.foundation for card in used)
    missing = 0 if tokens is None else left - tokens
    assert left - missing > 0, "the game would have ended before this position"
    assert missing >= 0, "there are not that many foundation tokens"
    return [card(FOUNDATION)] * missing


def _take(game: Game, count: int) -> list[int]:
    """Take cards from the deck, and the tokens for foundations among them; return their ids."""
    return [_take_one(game) for _ in range(count)]


def _take_one(game: Game) -> int:
    draw(game.state)
    number = int(game.state["drawn"])
    game.state["drawn"] = -1
    if game.deck[number].foundation:
        game.state["foundation_tokens"] -= 1
    return number


def _lay_out(game: Game, piles: Sequence[Sequence[Card]], hand: Sequence[Card]) -> None:
    """Fill the columns and the hand of the player to move."""
    for column, pile in enumerate(piles):
        game.state["columns"][column, : len(pile)] = _take(game, len(pile))
        game.state["column_count"][column] = len(pile)
    game.state["taken"][: len(hand)] = _take(game, len(hand))
    game.state["taken_count"] = len(hand)


def _hand_out(game: Game, field: str, counts: Sequence[int], bonus: int | None = None) -> None:
    """Give the seats what they hold, from the supply if it is limited."""
    game.state[field][: len(counts)] = counts
    if bonus is not None:
        game.state["bonuses_left"][bonus] -= sum(counts)
        assert game.state["bonuses_left"][bonus] >= 0, "there are 3 copies of each bonus"


def _begin(game: Game, to_move: int, drawn: bool, taken: bool) -> None:
    """Begin the phase, and note what is legal in it."""
    game.state["to_move"] = to_move
    game.state["phase"] = BUILD if taken else TURN
    if drawn:
        draw(game.state)
        assert game.state["phase"] == COLUMN
    game.state["legal"] = legal_actions(game.state)


def _build(game: Game, seat: int, row: int, words: Sequence[str]) -> None:
    """Build a card in a city with the tokens on it."""
    space = int(game.state["filled"][seat, row])
    if words[0] in _BONUS_CARDS:
        bonus = _BONUS_CARDS[words[0]]
        game.state["bonuses_left"][bonus] -= 1
        number = len(game.deck) + (0 if bonus == WILD else 1)
    else:
        number = _take_one(game)
    build(game.state, seat, row, number)
    for word in words:
        if word in _TOKENS:
            game.state["bonuses_left"][_TOKENS[word]] -= 1
            place_token(game.state, seat, _TOKENS[word], 5 * row + space)
