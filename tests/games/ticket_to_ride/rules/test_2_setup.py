"""RULES 2: setup."""

from __future__ import annotations

import pytest

from tests.games.ticket_to_ride.positions import (
    PLACES,
    Game,
    act,
    board,
    discards,
    held,
    kinds_in,
    legal,
    new_game,
    pile,
    place,
    rest,
    row,
)

every_player_count = pytest.mark.parametrize("players", [2, 3, 4])
three_and_four = pytest.mark.parametrize("players", [3, 4])

ROW = "2 pink, 2 red, orange"
PILES = {2: 2, 3: 2, 4: 3}  # tokens in a pile by players


def fresh(players: int = 2, hands: str = "", face_up: str = ROW, deck: str = "") -> Game:
    """Return a game before the first decision; hands that are left out are of any cards."""
    dealt, row, to_come = map(kinds_in, (hands, face_up, deck))
    left = rest([*dealt, *row, *to_come])
    missing = 2 * players - len(dealt)
    cards = [*dealt, *left[:missing], *row, *to_come, *left[missing:]]
    return new_game(board(), players, cards=cards)


def placing(players: int) -> Game:
    game = fresh(players)
    act(game, *["KEEP 0"] * players)
    return game


# 1: piles


@every_player_count
def test_piles_of_kinds_0_to_4_lie_on_the_marked_locations_in_the_maps_order(players: int) -> None:
    game = new_game(board(marked="LBFDH"), players, cards=rest([]))
    for kind, letter in enumerate("BDFHL"):
        assert pile(game, letter) == (kind, PILES[players])


@every_player_count
def test_kinds_5_and_6_are_kept_aside(players: int) -> None:
    table = fresh(players).snapshot()
    assert sorted(table["pile_kind"]) == [-1] * 8 + [0, 1, 2, 3, 4]
    assert sum(table["pile_left"]) == 5 * PILES[players]


# 2: cards


@every_player_count
def test_each_is_dealt_two_cards_both_of_seat_0_first(players: int) -> None:
    hands = ["2 blue", "1 green, 1 ferry", "2 black", "1 pink, 1 red"][:players]
    game = fresh(players, ", ".join(hands))
    assert [held(game, seat) for seat in range(players)] == hands


@every_player_count
def test_then_5_cards_are_turned_face_up(players: int) -> None:
    game = fresh(players, face_up="blue, 2 orange, 2 ferry")
    assert row(game) == "1 blue, 2 orange, 2 ferry"
    assert game.snapshot()["deck"] == 44 - 2 * players - 5
    assert discards(game) == ""


def test_a_first_row_with_3_ferries_is_discarded() -> None:
    game = fresh(face_up="blue, orange, 3 ferry", deck="5 green")
    assert (row(game), discards(game)) == ("5 green", "1 blue, 1 orange, 3 ferry")
    assert game.snapshot()["deck"] == 30
    assert game.phase == "keep_first"


# 3: tickets are offered


@every_player_count
def test_each_is_offered_the_top_two_tickets_seat_0_first(players: int) -> None:
    game = fresh(players)
    for seat in range(players):
        assert (game.phase, game.to_move) == ("keep_first", seat)
        assert game.snapshot()["offer"] == [2 * seat, 2 * seat + 1]
        act(game, "KEEP BOTH")


def test_all_offers_are_dealt_before_anyone_keeps() -> None:
    game = new_game(board(ticket_count=8), 4, cards=rest([]))
    assert game.snapshot()["ticket_deck"] == []
    offers = []
    for _ in range(4):
        offers.append(game.snapshot()["offer"])
        act(game, "KEEP 1")
    assert offers == [[0, 1], [2, 3], [4, 5], [6, 7]]
    assert game.snapshot()["ticket_deck"] == [0, 2, 4, 6]


def test_an_offer_is_seen_by_its_own_seat_only() -> None:
    game = fresh(3)
    assert game.snapshot(seat=0)["offer"] == [0, 1]
    assert game.snapshot(seat=1)["offer"] is None
    act(game, "KEEP 0")
    assert game.snapshot(seat=0)["offer"] is None
    assert game.snapshot(seat=1)["offer"] == [2, 3]


# 4: each keeps one or both


@pytest.mark.parametrize(
    ("action", "kept", "under"),
    [("KEEP 0", [0], [1]), ("KEEP 1", [1], [0]), ("KEEP BOTH", [0, 1], [])],
)
def test_each_keeps_one_or_both(action: str, kept: list[int], under: list[int]) -> None:
    game = fresh()
    assert legal(game) == ["KEEP 0", "KEEP 1", "KEEP BOTH"]
    before = game.snapshot()["ticket_deck"]
    act(game, action)
    assert game.snapshot()["tickets"] == [kept, []]
    assert game.snapshot()["ticket_deck"] == before + under


@every_player_count
def test_a_ticket_not_kept_goes_under_the_ticket_deck(players: int) -> None:
    game = fresh(players)
    act(game, *["KEEP 1"] * players)
    table = game.snapshot()
    assert table["ticket_deck"][-players:] == [2 * seat for seat in range(players)]
    assert table["ticket_by"][-players:] == list(range(players))
    assert set(table["ticket_by"][:-players]) == {-1}


# 5: the last two piles


@three_and_four
def test_the_last_seat_places_kind_5_and_the_last_but_one_kind_6(players: int) -> None:
    game = placing(players)
    assert (game.phase, game.to_move) == ("place", players - 1)
    act(game, f"PLACE {place('H')}")
    assert pile(game, "H") == (5, PILES[players])
    assert (game.phase, game.to_move) == ("place", players - 2)
    act(game, f"PLACE {place('F')}")
    assert pile(game, "F") == (6, PILES[players])


def test_with_2_players_seat_1_places_two_single_tokens() -> None:
    game = placing(2)
    assert (game.phase, game.to_move) == ("place", 1)
    act(game, f"PLACE {place('H')}")
    assert pile(game, "H") == (5, 1)
    assert (game.phase, game.to_move) == ("place", 1)
    act(game, f"PLACE {place('F')}")
    assert pile(game, "F") == (6, 1)


@every_player_count
def test_piles_are_placed_only_where_no_pile_is(players: int) -> None:
    game = placing(players)
    free = [f"PLACE {n}" for n in range(5, 13)]
    assert legal(game) == free
    act(game, "PLACE 7")
    assert legal(game) == [name for name in free if name != "PLACE 7"]


# 6: the first turn


@every_player_count
def test_seat_0_has_the_first_turn(players: int) -> None:
    game = placing(players)
    act(game, *PLACES)
    assert (game.phase, game.to_move) == ("turn", 0)


@every_player_count
def test_turns_go_round(players: int) -> None:
    game = placing(players)
    act(game, *PLACES)
    movers = []
    for _ in range(9):
        movers.append(game.to_move)
        act(game, "DRAW", "DRAW")
    assert movers == [turn % players for turn in range(9)]


@every_player_count
def test_everybody_begins_with_20_trams_and_nothing_else(players: int) -> None:
    table = fresh(players).snapshot()
    assert table["trams"] == [20] * players
    assert table["route_points"] == [0] * players
    assert table["tokens"] == table["known"] == [[0] * 7] * players
    assert set(table["owner"]) == {-1}
    assert table["turns_left"] is None
    assert table["passes"] == 0
