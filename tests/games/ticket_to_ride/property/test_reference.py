"""The second account of the rules: games of an independent implementation, and its errors."""

from __future__ import annotations

import pytest

from tests.games.ticket_to_ride.property.maps import PlainMap
from tests.games.ticket_to_ride.property.reference import Reference
from tests.games.ticket_to_ride.property.reference_table import CARDS, KINDS
from tests.games.ticket_to_ride.property.traces import MAPS, TRACES, load_map, reproduce, traces
from tests.games.ticket_to_ride.property.walks import CHOICES, FIRST_CARDS, SMALL, walk

every_player_count = pytest.mark.parametrize("players", [2, 3, 4])
every_choice = pytest.mark.parametrize("choices", CHOICES)


@pytest.mark.skipif(not TRACES.is_dir(), reason="the games are not at hand")
@pytest.mark.parametrize("name", MAPS)
def test_games_of_another_implementation(name: str) -> None:
    chart = load_map(name)
    games = [reproduce(trace, chart) for trace in traces(name)]
    assert len(games) >= 36
    for game in games:
        assert_places_go_by_score(game)


def assert_places_go_by_score(game: Reference) -> None:
    keys = [(score["total"], score["completed"]) for score in game.scores()]
    by_place = sorted(range(game.players), key=game.places().__getitem__)
    assert [keys[seat] for seat in by_place] == sorted(keys, reverse=True)
    assert [game.places()[seat] == 1 for seat in by_place] == [
        keys[seat] == max(keys) for seat in by_place
    ]


# Walks: what is true in every position.


@every_player_count
@every_choice
def test_every_piece_is_somewhere(players: int, choices: str) -> None:
    chart = PlainMap(SMALL.locations, SMALL.routes, SMALL.tickets * 2)
    for game, _ in walk(chart, players, seed=players, choices=choices):
        table = game.table
        piles = [table.deck, table.face_up, table.discards, *(p.hand for p in table.players)]
        assert tuple(map(sum, zip(*piles, strict=True))) == CARDS
        held = [ticket for player in table.players for ticket in player.tickets]
        offered = [ticket for player in table.players for ticket in player.offer]
        in_deck = [ticket.number for ticket in table.ticket_deck]
        assert sorted(held + offered + in_deck) == list(range(12))
        for player in table.players:
            assert all(0 <= player.known[kind] <= player.hand[kind] for kind in KINDS)


@every_choice
def test_a_game_is_its_order_and_its_actions(choices: str) -> None:
    *_, (game, _) = walk(SMALL, 2, seed=5, choices=choices)
    moves = [action for _, action in walk(SMALL, 2, seed=5, choices=choices)][:-1]
    order = first_order(seed=5)
    again = Reference(SMALL, 2, order, game.table.drawn)
    for action in moves:
        again.play(action)
    assert again.snapshot() == game.snapshot()
    assert again.scores() == game.scores()


def first_order(seed: int) -> list[int]:
    game, _ = next(walk(SMALL, 2, seed))
    offers = [ticket for player in game.table.players for ticket in player.offer]
    return offers + [ticket.number for ticket in game.table.ticket_deck]


# Errors


def test_cards_that_run_out_are_an_error_with_its_position() -> None:
    with pytest.raises(ValueError, match=r"cards\[8\] is missing"):
        Reference(SMALL, 2, range(6), FIRST_CARDS[:8])


def test_a_card_that_the_deck_does_not_have_is_an_error_with_its_position() -> None:
    with pytest.raises(ValueError, match=r"cards\[6\] is of kind 3, of which the deck has none"):
        Reference(SMALL, 2, range(6), [3] * 9)


def test_an_illegal_action_changes_nothing() -> None:
    game = Reference(SMALL, 2, range(6), FIRST_CARDS)
    before = game.snapshot()
    with pytest.raises(ValueError, match="action 0 is not legal in phase keep_first"):
        game.play(0)
    assert game.snapshot() == before
