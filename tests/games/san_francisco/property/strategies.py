"""Hypothesis strategies: decks of all kinds, and games played by all kinds of taste."""

from __future__ import annotations

import copy
import pickle
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st

from sf_env import Card, Deck, Game, actions
from tests.games.san_francisco.property.reference import Snapshot
from tests.games.san_francisco.property.reference_moves import count_defers

COLOURS = ("blue", "grey", "orange", "yellow", "green", "black")
PLAZA_COLOURS = ("grey", "orange", "yellow")
MIN_FOUNDATIONS = 10  # of a valid deck (RULES 2)
MAX_CARDS = 120
PLAYERS = (2, 3, 4)
FOREVER = 1 << 30  # longer than any game
LENGTHS = (400, 250, 150, 100, 60, 20, 0)  # of beginnings; most games end before 400

# How often an action is chosen compared to others, by its name or the name's first word; 1 if
# neither is listed. Each taste leads where plain chance seldom comes.
TASTES: dict[str, Mapping[str, int]] = {
    "any": {},
    "builder": {"ROW": 12, "FINALIZE": 4, "DISTRICT_BONUS": 3},
    "taker": {"ROW": 20, "FINALIZE": 20, "DEFER": 0, "END_TURN": 4},
    "fast": {"ROW": 60, "FINALIZE": 30, "DEFER": 0, "DISCARD": 0, "DISTRICT_BONUS": 3},
    "collector": {"DRAW": 20, "COLUMN 0": 30, "ROW": 20, "DISTRICT_BONUS": 3},
    "ditherer": {"DEFER": 20, "DRAW": 4},
    "waiver": {"ROW": 12, "FINALIZE": 9, "DISTRICT_BONUS": 20, "DRAW": 4, "END_TURN": 2},
}

Copier = Callable[[Any], Any]
COPIERS: dict[str, Copier] = {
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
    "pickle": lambda thing: pickle.loads(pickle.dumps(thing)),
}

few = settings(max_examples=30, deadline=None, derandomize=True)
some = settings(max_examples=100, deadline=None, derandomize=True)
seeds = st.integers(0, 2**53 - 1)
copiers = st.sampled_from(sorted(COPIERS))

# Chooses one of some options: Hypothesis does, or a plain random generator.
Pick = Callable[[Sequence[Any]], Any]


@dataclass(frozen=True)
class Plan:
    """A game to be played: how it begins, and how its decisions are made."""

    deck: Deck
    players: int
    order: tuple[int, ...]
    taste: str
    choices: tuple[int, ...]  # the first decisions, modulo what there is to choose from
    seed: int  # of all later decisions
    length: int  # stop after that many decisions

    def start(self) -> Game:
        return Game(self.players, order=self.order, deck=self.deck)


@dataclass(frozen=True)
class Move:
    """One decision, with the position before and after it."""

    game: Game  # after it, live
    before: Snapshot
    action: int
    after: Snapshot
    defers_before: int  # deferrals since a card was last built, discarded or taken
    defers: int
    top: int | None  # the card on top of the deck before


# Decks.


def odd_card(rng: random.Random, density: float, **given: bool) -> Card:
    """Return a card that has each symbol with the same chance, as far as that is allowed."""
    names = ("tracks", "depot", "plaza", "foundation", "coast", "bonus")
    symbols = {name: rng.random() < density for name in names} | given
    colour = rng.choice(COLOURS)
    symbols["plaza"] &= colour in PLAZA_COLOURS
    if symbols["tracks"] and symbols["depot"]:
        symbols[rng.choice(("tracks", "depot"))] = False
    return Card(colour, 0 if symbols["plaza"] else rng.randrange(5), **symbols)


@cache  # decks compare by their cards; equal ones need not be laid out twice
def odd_deck(seed: int, others: int, density: float) -> Deck:
    """Return ten foundation cards and some others, in any order."""
    rng = random.Random(seed)
    cards = [odd_card(rng, density, foundation=True) for _ in range(MIN_FOUNDATIONS)]
    cards += [odd_card(rng, density) for _ in range(others)]
    rng.shuffle(cards)
    return Deck(cards, "file:odd")


@cache
def generated_deck(seed: int) -> Deck:
    return Deck.generate(seed)


def any_deck(pick: Pick) -> Deck:
    """Return any valid deck: the packaged one, generated, tiny, huge, bare and crowded ones."""
    kind = pick(("standard", "generated", "odd", "odd", "odd"))
    if kind == "standard":
        return Deck.load("standard")
    seed = pick(range(200))
    if kind == "generated":
        return generated_deck(seed)
    others = pick((MAX_CARDS - MIN_FOUNDATIONS, 75, 40, 10, 2, 0))
    return odd_deck(seed, others, pick((0.4, 0.15, 0.8, 0.0, 1.0)))


# Games.


def any_order(pick: Pick, deck: Deck) -> tuple[int, ...]:
    """Return the deck in any order, or with the foundations last: these games are the longest."""
    ids = list(range(len(deck)))
    random.Random(pick(range(1 << 16))).shuffle(ids)
    if pick((False, True)):
        ids.sort(key=lambda number: deck[number].foundation)
    return tuple(ids)


def any_plan(
    pick: Pick, lengths: Sequence[int] = LENGTHS, players: Sequence[int] = PLAYERS
) -> Plan:
    """Return a game that is played so many decisions long, or to its end."""
    deck = any_deck(pick)
    return Plan(
        deck=deck,
        players=pick(players),
        order=any_order(pick, deck),
        taste=pick(tuple(TASTES)),
        choices=tuple(pick(range(1000)) for _ in range(pick(range(20)))),
        seed=pick(range(1 << 16)),
        length=pick(lengths) + pick(range(10)),
    )


def choose(legal: list[int], taste: str, number: int) -> int:
    """Return the legal action that a number stands for, by taste."""
    wheel = [action for action in legal for _ in range(_weight(action, taste))]
    return wheel[number % len(wheel)] if wheel else legal[number % len(legal)]


@cache
def _weight(action: int, taste: str) -> int:
    name = actions.name(action)
    weights = TASTES[taste]
    return weights.get(name, weights.get(name.split()[0], 1))


def decisions(plan: Plan) -> Iterator[int]:
    """Yield the numbers that decide, without end."""
    yield from plan.choices
    rng = random.Random(plan.seed)
    while True:
        yield rng.randrange(1 << 16)


def played(plan: Plan) -> Game:
    """Return the game after the plan's decisions."""
    game = plan.start()
    for number in decisions(plan):
        if game.length == plan.length or game.is_over:
            break
        game.step(choose(game.legal_actions(), plan.taste, number))
    return game


def moves(plan: Plan) -> Iterator[Move]:
    """Yield each decision with the positions around it."""
    game = plan.start()
    before, defers = game.snapshot(), 0
    for number in decisions(plan):
        if game.length == plan.length or game.is_over:
            break
        action = choose(game.legal_actions(), plan.taste, number)
        game.step(action)
        move = Move(
            game,
            before,
            action,
            game.snapshot(),
            defers,
            count_defers(before, action, defers),
            top=undrawn(plan, before)[0] if before["deck_left"] else None,
        )
        yield move
        before, defers = move.after, move.defers


def undrawn(plan: Plan, snapshot: Snapshot) -> list[int]:
    """Return the undrawn cards, the top one first."""
    return list(plan.order[len(plan.deck) - snapshot["deck_left"] :])


# What tests ask Hypothesis for.


def _picker(draw: st.DrawFn) -> Pick:
    return lambda options: draw(st.sampled_from(options))


@st.composite
def decks(draw: st.DrawFn) -> Deck:
    return any_deck(_picker(draw))


@st.composite
def plans(draw: st.DrawFn, lengths: Sequence[int] = LENGTHS) -> Plan:
    return any_plan(_picker(draw), lengths)


@st.composite
def tables(draw: st.DrawFn) -> list[Game]:
    """Some games with the same number of players, of any decks, in the middle or over."""
    pick = _picker(draw)
    players = pick(PLAYERS)
    count = pick(range(1, 5))
    return [played(any_plan(pick, players=(players,))) for _ in range(count)]


def fixed_plans(count: int, lengths: Sequence[int] = LENGTHS) -> Iterator[Plan]:
    """Yield games that no version of Hypothesis changes."""
    for seed in range(count):
        yield any_plan(random.Random(seed).choice, lengths)
