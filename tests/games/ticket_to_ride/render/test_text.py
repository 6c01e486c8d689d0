"""The board as text: who sees what, in words, on a screen of 80 columns."""

from __future__ import annotations

import pytest

from sf_env.ticket_to_ride import Game, Map
from tests.games.ticket_to_ride.positions import act, board, claim, position

CHART = board("F-G 2 red", "F-G 2 black", "G-H 3 blue", tickets=("F-H 7", "A-B 3", "C-D 4"))


def table() -> Game:
    """Return a game in which player 0 has claimed a route and player 1 is to move."""
    game = position(CHART, hands=["2 red, 2 blue", "2 black, 1 ferry, 1 pink"])
    claim(game, 0, "red")
    return game


def lines_of(game: Game, seat: int | None = None) -> list[str]:
    return game.to_text(seat).splitlines()


def part_of(text: str, title: str) -> str:
    """Return the text behind a title, up to the next one, in one line."""
    lines = text.splitlines()
    begin = next(number for number, line in enumerate(lines) if line.strip().startswith(title))
    found = [lines[begin].strip().removeprefix(title).strip()]
    for line in lines[begin + 1 :]:
        if not line.startswith(" " * 11):
            break
        found.append(line.strip())
    return " ".join(found)


def test_the_referee_sees_all_hands_and_tickets() -> None:
    text = table().to_text()
    assert "  hand     2 blue" in text
    assert "  hand     2 black, 1 pink, 1 ferry" in text
    assert "  tickets  F – H (7): 3 spaces to go" in text
    assert "> player 1   -4 points: 0 for routes, -4 for tickets, 0 for tokens" in text


def test_a_player_sees_of_another_what_all_know() -> None:
    text = table().to_text(seat=1)
    first, second = text.split("  player 0")[1].split("> player 1")
    assert first.splitlines()[0] == "   2 points for routes"
    assert "  hand     2 cards; known: none" in first
    assert "  tickets  1\n" in first
    assert "  hand     2 black, 1 pink, 1 ferry" in second
    assert "C – D (4): out of reach" not in text
    assert "  tickets  C – D (4): " in second


def test_routes_stand_with_their_owner_or_are_free_or_closed() -> None:
    """With two players, a claim closes the twin of a route."""
    text = table().to_text()
    assert part_of(text.split("player 0")[1], "routes") == "0 F – G (2 red)"
    assert part_of(text.split("player 1")[1], "routes") == "none"
    free = text.split("free routes")[1]
    assert "  G    2 H (3 blue), " in free
    assert "F – G" not in free.split("closed")[0]
    assert part_of(text, "closed") == "1 F – G (2 black)"


def test_with_three_players_a_twin_is_free_for_the_others() -> None:
    game = position(CHART, 3, hands=["2 red, 2 blue"])
    claim(game, 0, "red")
    text = game.to_text()
    assert "  F    1 G (2 black), " in text
    assert "closed" not in text


@pytest.mark.parametrize(
    ("actions", "said"),
    [
        ([], "0 DRAW, 1 TAKE 0: blue"),
        ([], "61 CLAIM 0: F – G (2 red)"),
        (["CLAIM 0"], "12 COLOUR 0: blue"),
        (["TICKETS"], "9 KEEP 0: "),
    ],
)
def test_choices_are_said_in_words(actions: list[str], said: str) -> None:
    chart = board("F-G 2 red", "F-G 2 grey", tickets=("F-H 7", "A-B 3", "C-D 4"))
    game = position(chart, hands=["2 red, 2 blue"], face_up="2 blue, 2 pink, red")
    if actions == ["CLAIM 0"]:
        actions = ["CLAIM 1"]
    act(game, *actions)
    assert said in part_of(game.to_text(), "legal")


def test_an_offer_names_the_tickets_to_choose_from() -> None:
    game = Game(2, seed=1)
    first, second = game.snapshot()["offer"]
    text = game.to_text(seat=0)
    names = [game.map.ticket_name(ticket) for ticket in (first, second)]
    assert f"9 KEEP 0: {names[0]}" in part_of(text, "legal")
    assert f"10 KEEP 1: {names[1]}" in part_of(text, "legal")
    assert f"{names[0]}: offered, " in text
    assert "legal" not in game.to_text(seat=1)
    assert "  tickets  0, and two to choose from" in game.to_text(seat=1)


def test_tokens_and_places_are_named() -> None:
    game = position(board("A-B 1 red"), hands=["1 red, 1 ferry"])
    act(game, "CLAIM 0", "COLOUR 4", "PAY 0")
    assert "26 TOKEN 0: kind 0 at A" in part_of(game.to_text(), "legal")
    begun = Game(2, seed=1)
    act(begun, "KEEP 0", "KEEP 0")
    assert "31 PLACE 2: Fort Mason" in part_of(begun.to_text(), "legal")


@pytest.mark.parametrize("chart", ["san_francisco", "generate:3"])
@pytest.mark.parametrize("players", [2, 4])
def test_no_line_is_wider_than_a_terminal(chart: str, players: int) -> None:
    game = Game(players, seed=3, map=chart)
    number = 0
    while not game.is_over:
        assert max(map(len, lines_of(game))) <= 80
        legal = game.legal_actions()
        game.step(legal[number * 7 % len(legal)])
        number += 1
    won = " and ".join(map(str, game.winners()))
    assert lines_of(game)[-1] == f"The game is over: player {won} wins."
    assert ("reconstruction" in game.to_text()) == (chart == "san_francisco")


def test_the_packaged_map_has_its_own_name_whatever_the_file_is_called() -> None:
    known = Map.load()
    same = Map(known.locations, known.routes, known.tickets, "file:mine")
    for chart in (same, known):
        text = Game(2, seed=1, map=chart).to_text()
        assert part_of(text, "map") == "san_francisco (a reconstruction)"


def test_names_may_be_long() -> None:
    known = Map.load()
    places = [one._replace(name=one.name + 20 * " hills") for one in known.locations]
    game = Game(2, seed=1, map=Map(places, known.routes, known.tickets))
    assert max(map(len, lines_of(game))) <= 80
    assert len(lines_of(game)) < 300


def test_the_end_that_is_near_is_said() -> None:
    game = Game(2, seed=3)
    headlines = {lines_of(game)[0]}
    while not game.is_over:
        legal = game.legal_actions()
        game.step(legal[-1])
        headlines.add(lines_of(game)[0])
    assert "TICKET TO RIDE: SAN FRANCISCO   2 players   the last 2 turns" in headlines
    assert "TICKET TO RIDE: SAN FRANCISCO   2 players   the last turn" in headlines
