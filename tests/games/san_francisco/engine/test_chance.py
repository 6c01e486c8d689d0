"""Chance as a move of its own: the kinds of card left in the deck, and drawing one of them."""

from __future__ import annotations

import random
from collections import Counter

import numpy as np
import pytest

import sf_env
from sf_env import Deck, Game, IllegalAction, RecordError, actions
from sf_env.games.san_francisco.chance import Kinds, undrawn

DRAW = actions.number("DRAW")
DECKS = ("standard", "generate:3")


def drawn_card(game: Game) -> sf_env.Card:
    return game.deck.card(game.snapshot()["drawn"])


@pytest.mark.parametrize("name", DECKS)
def test_cards_that_look_alike_are_one_kind(name: str) -> None:
    deck = Deck.load(name)
    kinds = Kinds(deck)
    assert len(kinds) == len(set(deck)) < len(deck)
    assert [deck.index(card) for card in kinds.cards] == sorted(map(deck.index, kinds.cards))


@pytest.mark.parametrize("name", DECKS)
def test_probabilities_are_the_shares_of_the_cards_not_seen_yet(name: str) -> None:
    game = Game(3, seed=5, deck=name)
    kinds = Kinds(game.deck)
    unseen = Counter(game.deck)
    rng = random.Random(1)
    while not game.is_over:
        left = sum(unseen.values())
        expected = {card: count / left for card, count in unseen.items() if count}
        outcomes = kinds.probabilities(game)
        assert [kind for kind, _ in outcomes] == sorted(kind for kind, _ in outcomes)
        assert {kinds.cards[kind]: chance for kind, chance in outcomes} == expected
        assert sum(chance for _, chance in outcomes) == pytest.approx(1)
        action = rng.choice(game.legal_actions())
        game.step(action)
        if action == DRAW:
            unseen[drawn_card(game)] -= 1


def test_the_order_of_the_deck_does_not_show() -> None:
    kinds = Kinds(Deck.load())
    outcomes = [kinds.probabilities(Game(2, seed=seed)) for seed in range(3)]
    assert outcomes[0] == outcomes[1] == outcomes[2]


def test_each_kind_can_be_drawn_and_the_rest_keeps_its_order() -> None:
    start = Game(2, seed=8)
    kinds = Kinds(start.deck)
    for kind, _ in kinds.probabilities(start):
        game = start.clone()
        kinds.draw(game, kind)
        assert drawn_card(game) == kinds.cards[kind]
        assert game.phase == "column"
        rest = [card for card in undrawn(start).tolist() if card != game.snapshot()["drawn"]]
        assert undrawn(game).tolist() == rest


def test_drawing_the_top_card_by_its_kind_is_drawing() -> None:
    """In ascending order, where the copy with the smallest id is on top."""
    game = Game(2, order=range(87))
    kinds = Kinds(game.deck)
    for number in range(60):
        twin = game.clone()
        twin.step(DRAW)
        kinds.draw(game, kinds.cards.index(drawn_card(twin)))
        assert game == twin
        game.step(actions.number(f"COLUMN {number % 3}"))
        if game.is_over:
            break
    assert np.all(np.diff(undrawn(game)) < 0)


def test_a_kind_that_is_not_left_is_refused_and_nothing_changes() -> None:
    game = Game(2, seed=1)
    kinds = Kinds(game.deck)
    single = next(kind for kind, card in enumerate(kinds.cards) if game.deck.count(card) == 1)
    kinds.draw(game, single)
    game.step(actions.number("COLUMN 0"))
    before = game.clone()
    for kind in (single, -1, len(kinds)):
        with pytest.raises(IllegalAction, match=f"card of kind {kind}: the deck holds none"):
            kinds.draw(game, kind)
    assert game == before


def test_drawing_out_of_turn_is_refused_and_nothing_changes() -> None:
    game = Game(2, seed=1)
    kinds = Kinds(game.deck)
    kinds.draw(game, 0)
    before = game.clone()
    with pytest.raises(IllegalAction, match="DRAW"):
        kinds.draw(game, 1)
    assert game == before


def test_a_game_with_a_chosen_card_has_no_record() -> None:
    game = Game(2, seed=1)
    Kinds(game.deck).draw(game, 0)
    with pytest.raises(RecordError, match="how it began"):
        game.record()
