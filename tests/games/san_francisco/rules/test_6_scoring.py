"""RULES 6: the end and the score."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from sf_env.games.san_francisco.game import Game
from sf_env.games.san_francisco.rules import SAN_FRANCISCO
from tests.games.san_francisco.positions import (
    BLUE,
    FULL_ROW,
    GREEN,
    GREY,
    ORANGE,
    ROWS,
    YELLOW,
    City,
    act,
    ended,
    of,
    position,
)

DISTRICT = {2: [2.0, 0.0], 3: [2.0, 1.0, 0.0], 4: [2.0, 1.0, 0.0, -1.0]}
TRAMS = {2: [2.5, 0.0], 3: [2.5, 1.0, 0.0], 4: [2.5, 1.0, 0.0, -1.0]}

every_player_count = pytest.mark.parametrize("players", [2, 3, 4])
every_row = pytest.mark.parametrize("row", ROWS)
both_ways = pytest.mark.parametrize("swapped", [False, True])


def district(game: Game, row: int) -> list[float]:
    """Return the advantage token of each seat in a district."""
    return [seat["districts"][row] for seat in game.scores()]


def tram(game: Game) -> list[float]:
    """Return the tram advantage token of each seat."""
    return [seat["trams"] for seat in game.scores()]


def part(game: Game, name: str) -> list[float]:
    """Return a part of each seat's score."""
    return [seat[name] for seat in game.scores()]


def ranking(game: Game) -> list[int]:
    """Return the place of each seat."""
    ranks: list[int] = SAN_FRANCISCO.places(game.states)[0].tolist()
    return ranks


def duel(better: City, worse: City, swapped: bool) -> Game:
    """Return an ended game between two cities; the worse is the ender's, who wins open ties."""
    cities = [better, worse]
    return ended(cities=cities[::-1] if swapped else cities, ender=0 if swapped else 1)


def beats(row: int, better: City, worse: City, swapped: bool) -> bool:
    """Whether a city ranks first in a district, though all else is in favour of the other."""
    return district(duel(better, worse, swapped), row)[swapped] == 2


def ranks(tokens: Sequence[float], table: Sequence[float]) -> list[int]:
    """Return the seats from the first rank to the last."""
    return [list(tokens).index(token) for token in table]


# Advantage tokens


@every_player_count
@every_row
def test_district_advantages_by_rank(players: int, row: int) -> None:
    cities = [{row: f"{4 - seat}"} for seat in range(players)]
    assert district(ended(players, cities=cities), row) == DISTRICT[players]


@every_player_count
def test_district_advantages_go_by_rank_not_by_seat(players: int) -> None:
    cities = [{GREY: f"{seat}"} for seat in range(players)]
    assert district(ended(players, cities=cities), GREY) == DISTRICT[players][::-1]


@every_player_count
def test_tram_advantages_by_rank(players: int) -> None:
    cities = [{GREEN: of(4 - seat, "0 tracks")} for seat in range(players)]
    assert tram(ended(players, cities=cities)) == TRAMS[players]


@every_player_count
def test_tram_advantages_go_by_rank_not_by_seat(players: int) -> None:
    cities = [{GREEN: of(seat, "0 tracks")} for seat in range(players)]
    assert tram(ended(players, cities=cities)) == TRAMS[players][::-1]


def test_each_district_is_ranked_by_itself() -> None:
    cities = [{BLUE: "1", ORANGE: "3", GREEN: "2"}, {BLUE: "2", GREY: "4", GREEN: "1", YELLOW: "1"}]
    assert ended(cities=cities).scores()[0]["districts"] == [0.0, 0.0, 2.0, 0.0, 2.0]


@both_ways
def test_a_district_is_ranked_by_the_sum_of_its_values(swapped: bool) -> None:
    assert beats(GREY, {GREY: "1, 1, 1, 1, 1"}, {GREY: "4"}, swapped)


@both_ways
def test_present_values_count_also_in_the_sum(swapped: bool) -> None:
    assert beats(GREY, {GREY: "1 +2"}, {GREY: "2"}, swapped)
    assert beats(GREY, {GREY: "0 depot, 0 plaza"}, {GREY: "3"}, swapped)
    assert beats(GREY, {GREY: "1"}, {GREY: "0 plaza"}, swapped)


def test_more_cards_or_skyscrapers_do_not_matter_for_a_district() -> None:
    cities = [{GREY: "4, 0 foundation, 3"}, {GREY: "4, 4"}]
    assert district(ended(cities=cities), GREY) == [0.0, 2.0]


# Ties in a district


@both_ways
@every_row
@pytest.mark.parametrize(
    ("better", "worse"),
    [("2, 1", "1, 2"), ("3, 0, 0", "2, 0, 1"), ("1, 2, 0", "1, 1, 1"), ("1, 0, 1", "1, 0, 0, 1")],
)
def test_tied_rows_are_compared_card_by_card_from_the_left(
    row: int, better: str, worse: str, swapped: bool
) -> None:
    assert beats(row, {row: better}, {row: worse}, swapped)


@both_ways
def test_tied_rows_are_compared_by_present_values(swapped: bool) -> None:
    assert beats(GREY, {GREY: "0 +2, 2"}, {GREY: "1, 3"}, swapped)
    city = {GREY: "0 plaza, 0", YELLOW: "0 depot", ORANGE: "0 tracks"}
    assert beats(GREY, city, {GREY: "3, 1"}, swapped)


@both_ways
@pytest.mark.parametrize("row", ROWS[:4])
def test_equal_rows_are_decided_by_the_row_below(row: int, swapped: bool) -> None:
    below = row + 1
    others = dict.fromkeys(set(ROWS) - {row, below}, "4")
    better, worse = {row: "2", below: "1"}, {row: "2", **others}
    assert beats(row, better, worse, swapped)


@both_ways
def test_below_the_bottom_row_comes_the_top_row(swapped: bool) -> None:
    better, worse = {GREEN: "2", BLUE: "1"}, {GREEN: "2", GREY: "4", ORANGE: "4", YELLOW: "4"}
    assert beats(GREEN, better, worse, swapped)


@both_ways
@every_row
@pytest.mark.parametrize("distance", [1, 2, 3, 4])
def test_the_first_unequal_row_on_the_way_round_decides(
    row: int, distance: int, swapped: bool
) -> None:
    """The rows up to it are equal, and all rows after it speak for the other city."""
    better = {(row + way) % 5: "2, 1" for way in range(distance)}
    worse = dict(better)
    better[(row + distance) % 5] = "1"
    worse |= {(row + way) % 5: "4, 4" for way in range(distance + 1, 5)}
    assert beats(row, better, worse, swapped)


@both_ways
def test_the_following_rows_are_compared_card_by_card_not_by_sum(swapped: bool) -> None:
    assert beats(BLUE, {BLUE: "1", GREY: "2, 0"}, {BLUE: "1", GREY: "1, 4, 4"}, swapped)


@both_ways
def test_in_the_following_rows_the_leftmost_difference_decides(swapped: bool) -> None:
    assert beats(BLUE, {GREY: "2, 2, 3"}, {GREY: "2, 2, 2, 4, 4"}, swapped)


def test_a_tie_among_others_is_ranked_below_or_above_the_rest() -> None:
    """Seats 1 and 2 are tied between seat 3 and seat 0; seat 2 has the better first card."""
    cities = [{GREY: "1"}, {GREY: "1, 2"}, {GREY: "2, 1"}, {GREY: "4"}]
    game = ended(4, cities=cities, ender=1)
    assert ranks(district(game, GREY), DISTRICT[4]) == [3, 2, 1, 0]


def test_ties_of_three_are_all_compared() -> None:
    cities = [{GREY: "1, 1, 1"}, {GREY: "2, 1"}, {GREY: "1, 2"}]
    game = ended(3, cities=cities)
    assert ranks(district(game, GREY), DISTRICT[3]) == [1, 2, 0]


# Ties in trams


@both_ways
def test_most_trams_come_first(swapped: bool) -> None:
    game = duel({GREEN: "0, 0, 0 tracks, 0 tracks"}, {GREEN: "0 tracks"}, swapped)
    assert tram(game)[swapped] == 2.5


@both_ways
@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ({GREEN: "0 tracks"}, {GREEN: "0, 0 tracks"}),
        ({GREEN: "0, 0 tracks"}, {GREEN: "0, 0, 0, 0, 0 tracks"}),
        ({GREEN: "0 tracks", YELLOW: "0 tracks"}, {GREEN: "0 tracks, 0 tracks"}),
        ({GREEN: "0, 0, 0 tracks, 0, 0 tracks"}, {GREEN: "0, 0, 0, 0 tracks, 0 tracks"}),
        (
            {GREEN: "0 tracks, 0 tracks", YELLOW: "0, 0 tracks"},
            {GREEN: "0 tracks, 0 tracks, 0 tracks"},
        ),
    ],
)
def test_tied_trams_are_compared_column_by_column_from_the_left(
    better: City, worse: City, swapped: bool
) -> None:
    assert tram(duel(better, worse, swapped))[swapped] == 2.5


@both_ways
def test_the_row_of_a_tram_does_not_matter(swapped: bool) -> None:
    """Two trams of the same column in different rows leave the tie open: the ender wins it."""
    game = duel({BLUE: "0 depot", GREY: "0 depot"}, {GREEN: "0 tracks", BLUE: "0 depot"}, swapped)
    assert tram(game)[1 - swapped] == 2.5


# Ties that stay open


@every_player_count
@pytest.mark.parametrize("ender", range(4))
@pytest.mark.parametrize("city", [{}, {GREY: "1, 2", GREEN: "3, 0 tracks"}], ids=["empty", "equal"])
def test_open_ties_go_in_turn_order_from_the_ender(players: int, ender: int, city: City) -> None:
    if ender >= players:
        ender -= players
    game = ended(players, cities=[city] * players, ender=ender)
    order = [(ender + turn) % players for turn in range(players)]
    for row in ROWS:
        assert ranks(district(game, row), DISTRICT[players]) == order
    assert ranks(tram(game), TRAMS[players]) == order


def test_open_ties_among_some_are_in_turn_order_from_the_ender_too() -> None:
    """Seats 0, 1 and 3 are tied behind seat 2, who ended the game: 3 would be next, then 0, 1."""
    cities = [{GREY: "1", GREEN: "0 tracks"}] * 4
    cities[2] = {GREY: "2", GREEN: "0 tracks, 0 tracks"}
    game = ended(4, cities=cities, ender=2)
    assert ranks(district(game, GREY), DISTRICT[4]) == [2, 3, 0, 1]
    assert ranks(tram(game), TRAMS[4]) == [2, 3, 0, 1]


@every_player_count
def test_the_ender_of_a_full_board_is_its_builder(players: int) -> None:
    almost = {**dict.fromkeys(ROWS, FULL_ROW), GREY: of(4, "0")}
    cities: list[City] = [*[{}] * (players - 1), almost]
    game = position(players, cities=cities, taken="grey 0", to_move=players - 1)
    act(game, "ROW 1")
    assert district(game, BLUE)[players - 1] == 2.0


@pytest.mark.parametrize("to_move", [0, 1, 2])
def test_before_the_end_scores_are_as_if_the_player_to_move_had_ended_it(to_move: int) -> None:
    game = position(3, to_move=to_move)
    order = [(to_move + turn) % 3 for turn in range(3)]
    assert ranks(district(game, BLUE), DISTRICT[3]) == order
    assert ranks(tram(game), TRAMS[3]) == order


def test_scores_before_the_end_follow_the_turn() -> None:
    game = position(deck="blue 1, blue 1")
    for mover in (0, 1):
        assert district(game, BLUE)[mover] == 2.0
        act(game, "DRAW")
        assert district(game, BLUE)[mover] == 2.0
        act(game, "COLUMN 0")


# Victory points


def test_one_point_for_each_skyscraper() -> None:
    towers = {BLUE: "3, 0 foundation, 4, 0 foundation, 3", YELLOW: "4, 0 foundation, 3"}
    assert part(ended(cities=[towers, {GREY: "4, 0 foundation"}]), "skyscrapers") == [3.0, 0.0]


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_one_point_for_the_medal(seat: int) -> None:
    cities: list[City] = [{}, {}, {}]
    cities[seat] = {GREY: "4, 0 foundation, 3"}
    expected = [0.0, 0.0, 0.0]
    expected[seat] = 1.0
    assert part(ended(3, cities=cities), "medal") == expected


def test_nobody_scores_the_medal_if_there_is_no_skyscraper() -> None:
    assert part(ended(), "medal") == [0.0, 0.0]


def test_one_point_for_each_completion_token() -> None:
    cities = [{GREY: FULL_ROW}, {GREY: FULL_ROW, GREEN: FULL_ROW, BLUE: FULL_ROW}, {}]
    assert part(ended(3, cities=cities), "completion") == [1.0, 2.0, 0.0]


def test_one_and_a_half_points_for_a_point_token() -> None:
    assert part(ended(point_tokens=[0, 1]), "tokens") == [0.0, 1.5]


def test_contracts_waivers_and_trams_themselves_score_nothing() -> None:
    plain = part(ended(), "total")
    assert part(ended(contracts=[5, 0], waivers=[1, 1]), "total") == plain
    cities = [{GREEN: of(3, "0 tracks")}, {}]
    assert part(ended(cities=cities), "trams") == [2.5, 0.0]


def test_the_total_is_the_sum_of_all_parts() -> None:
    """The blue row of seat 0 also decides the other districts, where the sums are all 0."""
    cities = [{BLUE: "4, 0 foundation, 3"}, {GREY: FULL_ROW, GREEN: "0 tracks"}]
    game = ended(cities=cities, ender=1, point_tokens=[1, 0])
    assert game.scores() == [
        {
            "skyscrapers": 1.0,
            "medal": 1.0,
            "completion": 0.0,
            "tokens": 1.5,
            "districts": [2.0, 2.0, 2.0, 2.0, 2.0],
            "trams": 0.0,
            "total": 13.5,
        },
        {
            "skyscrapers": 0.0,
            "medal": 0.0,
            "completion": 1.0,
            "tokens": 0.0,
            "districts": [0.0] * 5,
            "trams": 2.5,
            "total": 3.5,
        },
    ]


def test_a_total_can_be_negative() -> None:
    """The last of four in everything, with nothing else."""
    game = ended(4, ender=0)
    assert part(game, "total") == [12.5, 6.0, 0.0, -6.0]


def test_half_points_are_exact() -> None:
    game = ended(4, ender=0, point_tokens=[1, 1, 0, 1])
    assert part(game, "total") == [14.0, 7.5, 0.0, -4.5]


# The winner


def test_there_is_no_winner_before_the_end() -> None:
    assert position(cities=[{BLUE: "4"}]).winners() == []


@every_player_count
@pytest.mark.parametrize("best", range(4))
def test_most_points_win(players: int, best: int) -> None:
    best %= players
    cities: list[City] = [{}] * players
    cities[best] = dict.fromkeys(ROWS, "1")
    assert ended(players, cities=cities, ender=(best + 1) % players).winners() == [best]


# Two cities with 7.5 points each: the first has 2 districts, trams and a completion token, the
# second 3 districts and a point token.
FIRST = {BLUE: "4", GREY: "4", GREEN: "0, 0, 0, 0, 0 tracks"}
SECOND = {ORANGE: "4", YELLOW: "4", GREEN: "4"}


@both_ways
def test_most_trams_win_a_tie_on_points(swapped: bool) -> None:
    cities = [FIRST, SECOND][:: -1 if swapped else 1]
    point_tokens = [0, 1][:: -1 if swapped else 1]
    game = ended(cities=cities, point_tokens=point_tokens, ender=1 - swapped)
    assert part(game, "total") == [7.5, 7.5]
    assert game.winners() == [int(swapped)]
    assert ranking(game) == [1 + swapped, 2 - swapped]


@both_ways
def test_a_tie_on_points_and_trams_is_shared(swapped: bool) -> None:
    """Both have one tram; the first has it further left and so the tram advantage."""
    first = {**FIRST, GREEN: "0 tracks, 0, 0, 0, 0"}
    second = {**SECOND, GREEN: "4, 0 tracks"}
    point_tokens = [0, 1][:: -1 if swapped else 1]
    game = ended(cities=[first, second][:: -1 if swapped else 1], point_tokens=point_tokens)
    assert part(game, "total") == [7.5, 7.5]
    assert game.winners() == [0, 1]
    assert ranking(game) == [1, 1]


def test_more_trams_do_not_help_against_more_points() -> None:
    cities = [{GREEN: of(4, "0 tracks")}, {**SECOND, BLUE: "1"}]
    assert ended(cities=cities).winners() == [1]


def test_a_third_player_with_most_trams_and_fewer_points_has_no_share() -> None:
    """Each of the first two is ahead in districts where the other is second: 8 points."""
    cities = [
        {BLUE: "2", GREY: "1", ORANGE: "1", YELLOW: "2", GREEN: "1"},
        {BLUE: "1", GREY: "2", ORANGE: "2", YELLOW: "1", GREEN: "2"},
        {GREEN: "0 tracks"},
    ]
    game = ended(3, cities=cities)
    assert part(game, "total") == [8.0, 8.0, 2.5]
    assert game.winners() == [0, 1]
    assert ranking(game) == [1, 1, 3]


def test_places_follow_the_points_of_all_seats() -> None:
    assert ranking(ended(4, ender=2)) == [3, 4, 1, 2]
