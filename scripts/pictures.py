"""Make the pictures in docs/images: a board, what its symbols mean, and a replay page.

The page is photographed in Chromium, driven by Playwright (the extra ``dev``).
"""

from __future__ import annotations

import io
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

from PIL import Image
from playwright.sync_api import ViewportSize, sync_playwright

from sf_agents.playing.analysis import analyse_record
from sf_agents.playing.sitting import Sitting
from sf_env import Game
from sf_env.card import Card
from sf_env.engine.constants import COLOUR_NAMES
from sf_env.render import icons
from sf_env.render.cards import SIDE, Place, face, ground, words
from sf_env.render.picture import paint
from sf_env.render.replay import show
from sf_env.render.scene import Scene, scene
from sf_env.render.shapes import Item, Panel, Tile

FOLDER = Path(__file__).parents[1] / "docs/images"
SEED, DECISIONS = 6, 100
AGENTS = ["mcts:simulations=400", "network"]  # of the replay page
SHOWN = 101  # decision of it that is shown
COLOURS = 128  # of a PNG, which keeps it small
WINDOW: ViewportSize = {"width": 1280, "height": 800}
ACROSS, STEP = 220, 84  # between two entries of the legend
CARDS = (
    ("value", Card("grey", 3), Place(3)),
    ("tracks", Card("grey", 1, tracks=True), Place(1)),
    ("tracks with a tram", Card("grey", 1, tracks=True), Place(1, tram=True)),
    ("depot", Card("orange", 0, depot=True), Place(0, tram=True)),
    ("coast", Card("blue", 2, coast=True), Place(2)),
    ("plaza, no tram near", Card("yellow", 0, plaza=True), Place(0)),
    ("plaza by a tram: 4", Card("yellow", 0, plaza=True), Place(4)),
    ("bonus symbol", Card("green", 1, bonus=True), Place(1)),
    ("+2 token", Card("blue", 1, bonus=True), Place(3, plus2=True)),
    ("foundation: 5 of 7", Card("black", 0, foundation=True), Place(0, need="5/7")),
    ("its skyscraper", Card("black", 0, foundation=True), Place(0, skyscraper=True)),
)
TOKENS = (
    ("contract", icons.contract()),
    ("contract waiver", icons.waiver()),
    ("1½ points", icons.points_token()),
    ("medal", icons.medal()),
    ("filled first", icons.completed()),
    ("printed depot", icons.depot(0.6)),
)


def board() -> Image.Image:
    """Return a game of planners, in which one of them has taken a column."""
    sitting = Sitting(Game(2, seed=SEED), ["planner", "planner"])
    while sitting.game.length < DECISIONS or sitting.game.phase != "build":
        sitting.act_for_agent()
    return paint(scene(sitting.game.state, ["planner", "another planner"]))


def page() -> Image.Image:
    """Return the replay page of a game that an agent has thought about, as a browser shows it."""
    sitting = Sitting(Game(2, seed=SEED), AGENTS)
    while not sitting.game.is_over:
        sitting.act_for_agent()
    replay = show(analyse_record(sitting.record(), AGENTS[0]))
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as driver:
        path = Path(folder, "game.html")
        path.write_text(replay.html(), encoding="utf-8")
        browser = driver.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox"]
        )
        tab = browser.new_page(viewport=WINDOW)
        tab.goto(f"{path.as_uri()}#at={SHOWN}")
        return Image.open(io.BytesIO(tab.screenshot())).convert("RGB")


def legend() -> Image.Image:
    """Return the districts, the symbols of cards and the tokens, each with its name."""
    entries = list(_entries())
    down = -(-len(entries) // 4)
    items = []
    for number, (parts, text) in enumerate(entries):
        x, y = 10 + ACROSS * (number // down), 10 + STEP * (number % down)
        items += [Item(tile, x + right, y + under) for tile, right, under in parts]
        items.append(Item(words(text, 14), x + SIDE + 12, y + SIDE / 2 + 5))
    width, height = 4 * ACROSS + 10, down * STEP + 10
    panel = Panel("legend", "what the symbols mean", width, height, tuple(items))
    return paint(Scene(((panel, 0, 0),), width, height))


def _entries() -> Iterator[tuple[list[tuple[Tile, float, float]], str]]:
    """Yield what stands for each thing, with its place, and its name."""
    middle = SIDE / 2
    for colour in COLOUR_NAMES:
        sign = Tile(icons.sign(colour, 18))
        yield [(sign, middle, middle)], "any district" if colour == "black" else colour
    for text, card, place in CARDS:
        yield [(ground(card.colour, card.tracks), 0, 0), (face(card, place), 0, 0)], text
    for text, shapes in TOKENS:
        yield [(Tile(shapes), middle, middle)], text


def main() -> None:
    """Write all as small PNGs."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name, image in (("board", board()), ("symbols", legend()), ("replay", page())):
        path = FOLDER / f"{name}.png"
        image.quantize(COLOURS, dither=Image.Dither.NONE).save(path, optimize=True)
        print(f"{path}: {path.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
