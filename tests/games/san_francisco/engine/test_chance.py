"""Chance as a move of its own: the kinds of card left in the deck, and drawing one of them."""

from __future__ import annotations

import random
from collections import Counter

import numpy as np
import pytest

import sf_env
from sf_env import Deck, Game, actions, record
from sf_env.core.arrays import copy_states
from sf_env.games.san_francisco.chance import CHANCE

DRAW = actions.number("DRAW")
DECKS = ("standard", "generate:3")


def drawn_card(game: Game) -> sf_env.Card:
    return game.deck.card(game.snapshot()["drawn"])


def undrawn(game: Game) -> list[int]:
    """Return the ids of the cards left in the deck, the top card last."""
    left: list[int] = game.state["deck"][: game.state["deck_left"]].tolist()
    return left


def draw(game: Game, kind: int) -> None:
    """Let DRAW turn up a card of this kind."""
    CHANCE.step(game.states, DRAW)
    CHANCE.resolve(game.states, kind)


def kinds(deck: Deck) -> list[sf_env.Card]:
    return list(dict.fromkeys(deck))


@pytest.mark.parametrize("name", DECKS)
def test_cards_that_look_alike_are_one_kind(name: str) -> None:
    deck = Deck.load(name)
    game = Game(2, seed=1, deck=name)
    assert CHANCE.count(2, deck) == len(set(deck)) < len(deck)
    names = [CHANCE.outcome_name(game.states, kind) for kind, _ in CHANCE.outcomes(game.states)]
    assert names == [str(card) for card in kinds(deck)]


@pytest.mark.parametrize("name", DECKS)
def test_probabilities_are_the_shares_of_the_cards_not_seen_yet(name: str) -> None:
    game = Game(3, seed=5, deck=name)
    cards = kinds(game.deck)
    unseen = Counter(game.deck)
    rng = random.Random(1)
    while not game.is_over:
        left = sum(unseen.values())
        expected = {card: count / left for card, count in unseen.items() if count}
        outcomes = CHANCE.outcomes(game.states)
        assert [kind for kind, _ in outcomes] == sorted(kind for kind, _ in outcomes)
        assert {cards[kind]: chance for kind, chance in outcomes} == expected
        assert sum(chance for _, chance in outcomes) == pytest.approx(1)
        action = rng.choice(game.legal_actions())
        game.step(action)
        if action == DRAW:
            unseen[drawn_card(game)] -= 1


def test_the_order_of_the_deck_does_not_show() -> None:
    outcomes = [CHANCE.outcomes(Game(2, seed=seed).states) for seed in range(3)]
    assert outcomes[0] == outcomes[1] == outcomes[2]


def test_each_kind_can_be_drawn_and_the_rest_keeps_its_order() -> None:
    start = Game(2, seed=8)
    for kind, _ in CHANCE.outcomes(start.states):
        game = start.clone()
        draw(game, kind)
        assert drawn_card(game) == kinds(start.deck)[kind]
        assert game.phase == "column"
        rest = [card for card in undrawn(start) if card != game.snapshot()["drawn"]]
        assert undrawn(game) == rest


def test_a_game_begins_with_the_deck_in_ascending_order() -> None:
    deck = Deck.load("generate:3")
    states = np.zeros(1, sf_env.STATE)
    CHANCE.deal(states, 3, deck)
    assert Game.from_state(states[0]) == Game(3, deck=deck, order=range(len(deck)))
    assert not CHANCE.waits(states)


def test_drawing_the_top_card_by_its_kind_is_drawing() -> None:
    """In ascending order, where the copy with the smallest id is on top."""
    game = Game(2, order=range(87))
    cards = kinds(game.deck)
    for number in range(60):
        twin = game.clone()
        twin.step(DRAW)
        draw(game, cards.index(drawn_card(twin)))
        assert game == twin
        game.step(actions.number(f"COLUMN {number % 3}"))
        if game.is_over:
            break
    assert np.all(np.diff(undrawn(game)) < 0)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_only_draw_waits_for_chance_and_nothing_is_legal_then(players: int) -> None:
    game = Game(players, seed=players)
    rng = random.Random(players)
    while not game.is_over:
        assert not CHANCE.waits(game.states)
        action = rng.choice(game.legal_actions())
        ahead = copy_states(game.states)
        CHANCE.step(ahead, action)
        assert CHANCE.waits(ahead) == (action == DRAW)
        game.step(action)
        if action == DRAW:
            assert not sf_env.legal_mask(ahead).any()
            assert not sf_env.is_over(ahead)[0]
            CHANCE.resolve(ahead, kinds(game.deck).index(drawn_card(game)))
            card = game.deck.card(int(ahead["drawn"][0]))
            assert card == drawn_card(game)
        else:
            assert ahead.tobytes() == game.states.tobytes()
    assert not CHANCE.waits(game.states)


def test_an_order_fixes_the_deal_and_is_not_asked_again() -> None:
    order = random.Random(2).sample(range(87), 87)
    game = Game(2, order=order)
    drawn = []
    while not game.is_over:
        action = game.legal_actions()[0]
        game.step(action)
        if action == DRAW:
            drawn.append(game.snapshot()["drawn"])
    assert drawn == order[: len(drawn)]
    *_, last = record.replay(game.record())
    assert last == game


def test_no_game_is_longer_than_chance_says() -> None:
    deck = Deck.load()
    decisions, cards = CHANCE.longest(3, deck)
    assert cards == len(deck)
    game = Game(3, seed=1)
    while not game.is_over:
        game.step(game.legal_actions()[-1])
    assert game.length <= decisions
