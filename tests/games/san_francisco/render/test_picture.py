"""Pictures: as they were approved, of the right size, and of what there is to see."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import numpy as np
import pytest
from PIL import Image, ImageColor

import sf_env
from sf_env.games.san_francisco.render import icons
from sf_env.games.san_francisco.render.cards import frame
from sf_env.games.san_francisco.render.palette import BY_COLOUR
from sf_env.games.san_francisco.render.scene import panels, scene
from sf_env.games.san_francisco.view import view_of
from sf_env.render.bounds import around
from sf_env.render.palette import ACCENT
from sf_env.render.picture import _painted_extent, paint, painted
from sf_env.render.shapes import Panel, Tile, Words
from sf_env.render.tiles import words
from tests.games.san_francisco.positions import BLUE, GREEN, GREY, ORANGE, act, position
from tests.games.san_francisco.render.boards import BOARDS, everything, path_of, picture_of, token
from tests.render.images import REPAINTED, TOLERATED, box_of, difference, unlike

COLOURS = tuple(BY_COLOUR)


def changed_parts(before: sf_env.Game, after: sf_env.Game) -> set[str]:
    """Return the parts of the table that look different."""
    pictures = before.picture(), after.picture()
    whole = scene(before.state)
    boxes = {panel.name: box_of(whole, panel.name) for panel, _, _ in whole.panels}
    return {name for name, box in boxes.items() if (pictures[0][box] != pictures[1][box]).any()}


@pytest.mark.parametrize("name", BOARDS)
def test_pictures_are_as_they_were_approved(name: str) -> None:
    """scripts/golden_pictures.py paints them anew where a change is meant."""
    golden = np.array(Image.open(path_of(name)).convert("RGB"))
    assert unlike(picture_of(name), golden) < TOLERATED
    assert difference(picture_of(name), golden) < REPAINTED


def test_a_missing_symbol_would_be_noticed() -> None:
    state = everything().state.copy()
    state["trams"][0, GREEN, 0] = 0
    without = sf_env.Game.from_state(state)
    assert unlike(everything().picture(scale=0.5), without.picture(scale=0.5)) > TOLERATED


def test_another_colour_would_be_noticed() -> None:
    golden = picture_of("four_players_end")
    repainted = golden.copy()
    green, grey = (ImageColor.getrgb(BY_COLOUR[colour].light) for colour in ("green", "grey"))
    repainted[(golden == green).all(axis=2)] = grey
    assert unlike(repainted, golden) < TOLERATED
    assert difference(repainted, golden) > REPAINTED


@pytest.mark.parametrize(("players", "size"), [(2, (738, 936)), (3, (738, 1398)), (4, (1224, 936))])
def test_sizes(players: int, size: tuple[int, int]) -> None:
    picture = sf_env.Game(players, seed=1).picture()
    assert picture.shape == (*size, 3)
    assert picture.dtype == np.uint8
    assert picture.shape[0] >= 600
    assert picture.shape[1] >= 900


@pytest.mark.parametrize("scale", [0.03, 0.1, 1 / 3, 0.77, 1.5, 2])
def test_every_scale_will_do(scale: float) -> None:
    picture = sf_env.Game(4, seed=1).picture(scale=scale)
    assert picture.shape == (round(1224 * scale), round(936 * scale), 3)


@pytest.mark.parametrize("scale", [0, -1, float("nan")])
def test_a_scale_is_more_than_nothing(scale: float) -> None:
    with pytest.raises(ValueError, match=f"scale={scale} is not allowed"):
        sf_env.Game(2, seed=1).picture(scale=scale)


def test_a_picture_belongs_to_whoever_asked_for_it() -> None:
    game = sf_env.Game(2, seed=1)
    first = game.picture()
    kept = first.copy()
    first[:] = 0
    assert (game.picture() == kept).all()


def test_every_district_has_a_sign_of_its_own_shape() -> None:
    """Compared without their colours, for those who do not see them."""
    masks = [painted(Tile(icons.sign(colour, 12)), 2.0).mask for colour in COLOURS]
    shapes = [np.array(mask.resize((48, 48))).astype(int) for mask in masks]
    for one, other in combinations(shapes, 2):
        assert (np.abs(one - other) > 128).mean() > 0.05


PLAIN = {BLUE: "1, 2", GREY: "0 foundation, 3"}


@pytest.mark.parametrize(
    ("change", "parts"),
    [
        ({"cities": [PLAIN | {GREEN: "1 tracks"}]}, "city-0"),
        ({"cities": [{BLUE: "1, 2 +2", GREY: "0 foundation, 3"}]}, "city-0 supply"),
        ({"contracts": [0, 2]}, "city-1"),
        ({"waivers": [0, 1]}, "city-1 supply"),
        ({"point_tokens": [0, 1]}, "city-1 supply"),
        ({"columns": ["", "grey 1"]}, "columns"),
        ({"taken": "grey 1"}, "supply"),
        ({"drawn": "grey 1"}, "supply"),
        ({"to_move": 1}, "city-0 city-1 supply"),
        ({"tokens": 2}, "supply"),
    ],
)
def test_the_picture_shows_what_has_changed(change: dict[str, Any], parts: str) -> None:
    before = position(2, cities=[PLAIN])
    after = position(2, **({"cities": [PLAIN]} | change))
    for game in (before, after):  # how many cards are left follows from the rest
        game.state["deck_left"] = 10
    assert changed_parts(before, after) == {*parts.split()}


def test_a_foundation_tells_what_it_has_and_needs() -> None:
    cities = [{BLUE: "2 coast, 3", GREY: "1, 0 foundation, 1"}]
    view = view_of(position(2, cities=cities).state)
    city = next(part for part in panels(view) if part.name == "city-0")
    assert "5/6" in words_of(city)


def words_of(panel: Panel) -> list[str]:
    return [
        shape.text for item in panel.items for shape in item.tile.shapes if isinstance(shape, Words)
    ]


def test_the_order_of_the_deck_is_not_to_be_seen() -> None:
    game = sf_env.Game(3, seed=4)
    concealed = sf_env.Game.from_state(sf_env.conceal(game.states)[0])
    assert game != concealed
    assert (game.picture() == concealed.picture()).all()


@pytest.mark.parametrize(
    ("name", "like"),
    [
        ("Zoé Müller", "Zoe Muller"),
        ("Zoe\u0301", "Zoe"),
        ("Weiß Ångström Łi", "Weiss Angstrom Li"),
        ("niño œuvre Çelik", "nino oeuvre Celik"),
    ],
)
def test_letters_with_accents_are_painted_without_them(name: str, like: str) -> None:
    game = sf_env.Game(2, seed=1)
    assert (game.picture([name, "b"]) == game.picture([like, "b"])).all()


@pytest.mark.parametrize(
    "name", ["", "x" * 300, "<b>&amp;", "\x1b[31m\n\0", "日本 🎲 \u202eabc", "½×−…–"]
)
def test_any_name_can_be_painted(name: str) -> None:
    picture = sf_env.Game(2, seed=1).picture([name, "b"])
    assert picture.shape == (738, 936, 3)
    city = box_of(scene(sf_env.Game(2, seed=1).state), "city-1")
    assert (picture[city] == sf_env.Game(2, seed=1).picture(["other", "b"])[city]).all()


def test_there_is_a_name_for_each_seat() -> None:
    with pytest.raises(ValueError, match="1 names for 2 players"):
        sf_env.Game(2, seed=1).picture(["me"])


def test_the_space_that_was_built_on_last_can_be_framed() -> None:
    state = everything().state
    framed = view_of(state) | {"last": (0, ORANGE, 1)}
    plain, marked = (panels(view)[2].items for view in (view_of(state), framed))
    assert len(marked) == len(plain) + 1
    corner = next(item for item in plain if item.spot == f"cell-0-{ORANGE}-1")
    assert any((item.x, item.y) == (corner.x, corner.y) for item in marked if item not in plain)


def test_every_position_of_a_game_can_be_painted() -> None:
    for seed, players in enumerate((2, 3, 4)):
        game = sf_env.Game(players, seed=seed, deck=f"generate:{seed}")
        while not game.is_over:
            game.step(game.legal_actions()[(5 * game.length) % len(game.legal_actions())])
            if game.length % 4 == 0:
                game.picture(scale=0.4)
        names = [f"agent {seat}" for seat in range(players)]
        image = paint(scene(game.state, names), 0.4)
        assert image.size == game.picture(names, 0.4).shape[1::-1]


def test_placing_a_bonus_frames_it() -> None:
    game = position(2, cities=[{BLUE: "1 bonus, 3"}], taken="blue 2 bonus")
    act(game, "ROW 0")
    chosen = game.clone()
    act(chosen, "DISTRICT_BONUS")
    assert "supply" in changed_parts(game, chosen)


@pytest.mark.parametrize("scale", [0.25, 0.38, 0.53, 0.77, 1.0, 1.7])
def test_letters_are_not_cut_however_small_they_are(scale: float) -> None:
    tile = words("77 cards in the deck, wide AVAVAV", 14, bold=True)
    alone = np.array(painted(tile, scale).mask)
    edges = alone[0], alone[-1], alone[:, 0], alone[:, -1]
    assert all((edge == 0).all() for edge in edges)
    assert alone.any()


def test_long_names_stay_in_their_panels() -> None:
    names = ["netmcts:path=runs/2p/best.npz,simulations=400"] * 2
    panel = next(one for one in panels(view_of(token().state, names)) if one.name == "supply")
    for item in panel.items:
        left, _, right, _ = around(_painted_extent(shape, 1.0) for shape in item.tile.shapes)
        assert item.x + left * item.scale >= -1
        assert item.x + right * item.scale <= panel.width + 1


def test_the_card_that_was_put_in_a_column_can_be_framed() -> None:
    view = view_of(position(columns=["blue 1, blue 2", "grey 1"]).state)
    plain, marked = (
        next(one for one in panels(shown) if one.name == "columns").items
        for shown in (view, view | {"put": view["columns"][0][1]})
    )
    [mark] = [item for item in marked if item not in plain]
    faces = [item for item in plain if (item.x, item.y) == (mark.x, mark.y)]
    assert len(faces) == 2  # its ground and its face
    assert len({item.x for item in plain if item.y == mark.y}) > 1


def test_a_card_that_was_put_in_a_column_is_not_framed_once_it_is_taken() -> None:
    view = view_of(position(taken="blue 1, grey 2").state)
    taken = view | {"put": view["taken"][1]}
    plain, marked = (
        next(one for one in panels(shown) if one.name == "supply").items for shown in (view, taken)
    )
    assert plain == marked


def test_no_card_is_framed_while_a_token_is_placed() -> None:
    view = view_of(position(taken="blue 1, grey 2").state)
    building, placing = (
        next(one for one in panels(shown) if one.name == "supply").items
        for shown in (view, view | {"phase": "target", "bonus": 0})
    )
    frames = [item for item in building if item.tile == frame(ACCENT)]
    assert len(frames) == 1
    assert not [item for item in placing if item.tile == frame(ACCENT)]
