"""The way that lights up for a ticket: as short as the rules say, over routes that are left."""

from __future__ import annotations

import pytest

from sf_agents.playing.theatre import theatre_of
from sf_agents.ticket_to_ride.theatre.way import way
from sf_env.games.ticket_to_ride.render.seen import View, view_of
from sf_env.games.ticket_to_ride.rules import TICKET_TO_RIDE
from sf_env.ticket_to_ride import RULES, Game, actions
from tests.games.ticket_to_ride.positions import board, position

MAPS = ("san_francisco", "generate:7")


def views(players: int, map_name: str) -> list[View]:
    """Return positions of a game in which random players claim what they can."""
    game = Game(players, seed=players, map=map_name)
    found = []
    while not game.is_over:
        legal = game.legal_actions()
        game.step(legal[-1] if game.length % 2 else legal[game.length % len(legal)])
        found.append(view_of(game.state, None, None))
    return found


@pytest.mark.parametrize("map_name", MAPS)
@pytest.mark.parametrize("players", TICKET_TO_RIDE.players)
def test_a_way_has_as_many_spaces_as_are_missing(players: int, map_name: str) -> None:
    compared, lost = 0, 0
    for view in views(players, map_name):
        for seat in range(players):
            for one in view["held"][seat] or ():
                routes = way(view, seat, one.number)
                spaces = [
                    view["board"].routes[route].length
                    for route in routes
                    if view["owner"][route] != seat
                ]
                assert bool(routes) == (one.missing is not None)
                assert sum(spaces) == (one.missing or 0)
                compared, lost = compared + 1, lost + (not routes)
    assert compared > 100


def test_a_way_leads_from_one_end_to_the_other_and_uses_own_routes() -> None:
    chart = board("F-G 3 black", "G-H 2 red", "F-H 6 blue", tickets=["F-H 7"])
    game = position(chart, hands=["3 black, blue"], face_up="5 pink")
    view = view_of(game.state, None, None)
    assert sorted(way(view, 0, 0)) == [0, 1]
    for name in ("CLAIM 0", "COLOUR 2", "PAY 0"):
        game.step(actions.number(name))
    view = view_of(game.state, None, None)
    assert sorted(way(view, 0, 0)) == [0, 1]
    assert way(view, 1, 0) == [2]


def test_choices_that_keep_a_ticket_name_its_way() -> None:
    game = Game(2, seed=5)
    theatre = theatre_of(RULES)
    first, second, both = theatre.choices(theatre.begin(game, ["one", "two"], 0))
    assert first.lit
    assert second.lit
    assert {*both.lit} == {*first.lit, *second.lit}
    assert all(spot.startswith("route-") for spot in both.lit)
