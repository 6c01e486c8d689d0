"""Pictures: as they were approved, of the right size, and of what a seat may see."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import numpy as np
import pytest
from PIL import Image

from sf_env.games.ticket_to_ride.engine.constants import KINDS, MAX_PLAYERS
from sf_env.games.ticket_to_ride.render import icons
from sf_env.games.ticket_to_ride.render.legend import PLACE
from sf_env.games.ticket_to_ride.render.look import LOOK
from sf_env.games.ticket_to_ride.render.places import route_spot
from sf_env.games.ticket_to_ride.render.scene import panels, scene
from sf_env.games.ticket_to_ride.render.seen import view_of
from sf_env.render.bounds import around, corners, spots
from sf_env.render.picture import _painted_extent, painted
from sf_env.render.shapes import Panel, Tile, Words
from sf_env.ticket_to_ride import Game, imagine
from tests.games.ticket_to_ride.positions import act, board, claim, position, until_turn_of
from tests.games.ticket_to_ride.render.boards import BOARDS, NAMES, middle, path_of, picture_of
from tests.render.images import REPAINTED, TOLERATED, box_of, difference, unlike

TWO_ROUTES = ("F-G 3 black", "F-G 3 red", "G-H 2 grey 1")


def changed_parts(before: Game, after: Game, seat: int | None = None) -> set[str]:
    """Return the parts of the table that look different."""
    pictures = before.picture(seat=seat), after.picture(seat=seat)
    whole = scene(before.state)
    boxes = {panel.name: box_of(whole, panel.name) for panel, _, _ in whole.panels}
    return {name for name, box in boxes.items() if (pictures[0][box] != pictures[1][box]).any()}


def words_of(panel: Panel) -> list[str]:
    return [
        shape.text for item in panel.items for shape in item.tile.shapes if isinstance(shape, Words)
    ]


def parts_of(game: Game, seat: int | None = None) -> dict[str, Panel]:
    return {panel.name: panel for panel in panels(view_of(game.state, None, seat))}


@pytest.mark.parametrize("name", BOARDS)
def test_golden_pictures(name: str) -> None:
    """scripts/golden_pictures.py paints them again where a change is meant."""
    golden = np.array(Image.open(path_of(name)).convert("RGB"))
    assert unlike(picture_of(name), golden) < TOLERATED
    assert difference(picture_of(name), golden) < REPAINTED


def test_a_missing_tram_would_be_noticed() -> None:
    game = middle(2, 70)
    state = game.state.copy()
    state["routes_of"] = 0
    without = Game.from_state(state)
    assert unlike(game.picture(scale=0.4), without.picture(scale=0.4)) > TOLERATED


@pytest.mark.parametrize("players", [2, 3, 4])
def test_sizes(players: int) -> None:
    picture = Game(players, seed=1).picture()
    assert picture.shape == (792, 1136, 3)
    assert picture.dtype == np.uint8
    small = Game(players, seed=1).picture(scale=0.3)
    assert small.shape == (round(792 * 0.3), round(1136 * 0.3), 3)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_players_fill_the_column_next_to_the_map(players: int) -> None:
    whole = scene(Game(players, seed=1).state)
    bottoms = {panel.name: y + panel.height for panel, _, y in whole.panels}
    assert bottoms["table"] == bottoms[f"player-{players - 1}"] == whole.height - 12
    for (_, _, y), (panel, _, below) in combinations(whole.panels[3:], 2):
        assert below > y
        assert below + panel.height <= whole.height


def test_every_kind_of_card_has_a_sign_of_its_own_shape() -> None:
    """Compared without their colours, for those who do not see them."""
    masks = [painted(Tile(icons.sign(kind, 12)), 2.0).mask for kind in range(KINDS)]
    shapes = [np.array(mask.resize((48, 48))).astype(int) for mask in masks]
    for one, other in combinations(shapes, 2):
        assert (np.abs(one - other) > 128).mean() > 0.05


def test_trams_of_every_seat_have_a_shape_and_lights_of_their_own() -> None:
    trams = [icons.tram(seat, PLACE) for seat in range(MAX_PLAYERS)]
    bodies = [painted(Tile(shapes[:1]), 3.0) for shapes in trams]
    outlines = [np.array(one.mask.resize((90, 50))).astype(int) for one in bodies]
    for one, other in combinations(outlines, 2):
        assert (np.abs(one - other) > 128).mean() > 0.02
    assert [len(shapes) - 2 for shapes in trams] == [1, 2, 3, 4]


def claimed(players: int = 2) -> Game:
    """Return a game in which seat 0 has claimed route 0."""
    game = position(board(*TWO_ROUTES), players, hands=["3 black, ferry"])
    claim(game, 0, "black")
    return game


@pytest.mark.parametrize(
    ("deeds", "parts"),
    [
        (("TAKE 3",), "decision table player-0"),
        (("DRAW",), "decision table player-0"),
        (("TICKETS",), "decision table player-0"),
        (("CLAIM 0",), "map decision"),
        (("CLAIM 0", "COLOUR 2", "PAY 0"), "map decision table player-0 player-1"),
    ],
)
def test_the_picture_shows_what_has_changed(deeds: tuple[str, ...], parts: str) -> None:
    before = position(board(*TWO_ROUTES), hands=["3 black, ferry"])
    after = before.clone()
    act(after, *deeds)
    assert changed_parts(before, after) == {*parts.split()}


def test_with_two_players_the_twin_of_a_claimed_route_is_closed() -> None:
    items = len(parts_of(claimed(2))["map"].items) - len(parts_of(claimed(3))["map"].items)
    assert items == 1


def test_a_hand_shows_the_cards_by_kind_and_a_hidden_one_what_all_know() -> None:
    game = position(hands=["3 black, ferry", "2 blue"], face_up="2 pink, 2 red, orange")
    act(game, "TAKE 3", "TAKE 4")
    until_turn_of(game, 0)
    shown = {
        seat: [
            item.tile.label for item in parts_of(game, seat)["player-0"].items if item.tile.label
        ]
        for seat in (None, 0, 1)
    }
    own = ["3 black", "1 pink", "1 red", "1 ferry"]
    assert [label for label in shown[None] if label in own] == own
    assert [label for label in shown[0] if label in own] == own
    hidden = ["1 pink", "1 red", "4 unknown"]
    assert [label for label in shown[1] if label in own or label in hidden] == hidden


def test_tickets_show_what_is_missing_and_others_only_how_many_there_are() -> None:
    chart = board("F-G 3 black", tickets=["F-G 3", "F-H 4"])
    game = position(chart, hands=["3 black, ferry"], keep="KEEP BOTH")
    words = words_of(parts_of(game)["player-0"])
    assert {"F – G", "3 to go", "F – H", "12 to go"} <= {*words}
    claim(game, 0, "black")
    assert "completed" in words_of(parts_of(game, 0)["player-0"])
    hidden = words_of(parts_of(game, 1)["player-0"])
    assert "2 tickets" in hidden
    assert not [word for word in hidden if "–" in word]


@pytest.mark.parametrize("count", [1, 7, 25])
def test_many_tickets_stay_in_their_panel(count: int) -> None:
    state = Game(4, seed=1, map="generate:2").state.copy()
    tickets = min(count, int(state["tickets"]))
    state["phase"], state["offer"] = 2, -1
    state["tickets_of"][0], state["ticket_count"][0] = 2**tickets - 1, tickets
    panel = parts_of(Game.from_state(state), 0)["player-0"]
    inside(panel)
    rows = [word for word in words_of(panel) if "–" in word]
    assert len(rows) == (count if count < 6 else 5)
    assert ("and" in " ".join(words_of(panel))) == (count > 6)


def inside(panel: Panel) -> None:
    """Check that nothing reaches over the edge of a panel."""
    for item in panel.items:
        left, top, right, bottom = around(_painted_extent(shape, 1.0) for shape in item.tile.shapes)
        assert item.x + left * item.scale >= -1
        assert item.y + top * item.scale >= -1
        assert item.x + right * item.scale <= panel.width + 1
        assert item.y + bottom * item.scale <= panel.height + 1


@pytest.mark.parametrize("name", BOARDS)
def test_nothing_reaches_over_the_edge_of_a_panel(name: str) -> None:
    game, seat = BOARDS[name]()
    names = ["netmcts:path=runs/2p/best.npz,simulations=400 of quite a long name"] * game.players
    for panel in panels(view_of(game.state, names, seat)):
        inside(panel)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_seat_sees_nothing_of_what_it_cannot_know(players: int) -> None:
    different = 0
    for seed in range(3):
        game = middle(players, 20 + 25 * seed)
        for seat in range(players):
            world = Game.from_state(imagine(game.states, seed, seats=seat)[0])
            different += (game.picture(scale=0.4) != world.picture(scale=0.4)).any()
            assert (game.picture(seat=seat) == world.picture(seat=seat)).all()
    assert different > 2 * players


def test_tickets_are_turned_up_at_the_end_but_hands_are_not() -> None:
    game = middle(3, 1000)
    assert game.is_over
    view = view_of(game.state, None, 1)
    assert view["held"] == view_of(game.state)["held"]
    assert [hand is None for hand in view["hands"]] == [True, False, True]
    assert view["points"] == view_of(game.state)["points"]
    assert view["winners"] == game.winners()


def test_what_can_be_chosen_has_a_spot() -> None:
    seen: set[str] = set()
    for players in (2, 3, 4):
        for decisions in range(0, 90, 3):
            game = middle(players, decisions)
            view = view_of(game.state)
            places = {spot for panel in panels(view) for spot in spots(panel)}
            for action in game.legal_actions():
                spot = LOOK.spot(view, action)
                kind = LOOK.actions[action].split()[0]
                seen.add(kind)
                assert spot in places, (kind, spot)
    assert {"DRAW", "TAKE", "TICKETS", "KEEP", "PLACE", "CLAIM", "COLOUR", "PAY"} <= seen


def test_the_spot_of_a_route_follows_its_spaces() -> None:
    panel = parts_of(Game(2, seed=1))["map"]
    routes = {item.spot: item for item in panel.items if item.spot.startswith("route")}
    assert len(routes) == 51
    outline = corners(routes[route_spot(2)])
    assert outline is not None
    assert len(outline) == 2 * (5 + 2)
    assert corners(panel.items[0]) is None


@pytest.mark.parametrize(
    "name", ["", "x" * 300, "<b>&amp;", "\x1b[31m\n\0", "日本 🎲 \u202eabc", "½×−…–"]
)
def test_any_name_can_be_painted(name: str) -> None:
    assert Game(2, seed=1).picture([name, "b"], 0.5).shape == (396, 568, 3)


def test_there_is_a_name_for_each_seat() -> None:
    with pytest.raises(ValueError, match="1 names for 2 players"):
        Game(2, seed=1).picture(["me"])


@pytest.mark.parametrize("seat", [2, -1, 0.5])
def test_a_picture_is_seen_from_a_seat_of_the_game(seat: Any) -> None:
    with pytest.raises(ValueError, match="seat"):
        Game(2, seed=1).picture(seat=seat)


def test_every_position_of_a_game_can_be_painted() -> None:
    for seed, players in enumerate((2, 3, 4)):
        game = Game(players, seed=seed, map=f"generate:{seed}")
        while not game.is_over:
            legal = game.legal_actions()
            game.step(legal[(5 * game.length) % len(legal)])
            if game.length % 4 == 0:
                game.picture(NAMES[:players], 0.4, game.length % players)
