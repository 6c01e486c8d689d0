"""Make the pictures in docs/images: a board, what its symbols mean, and a replay page.

The page is photographed in Chromium, driven by Playwright (the extra ``dev``).
"""

from __future__ import annotations

import io
import shutil
import tempfile
from pathlib import Path

from PIL import Image
from playwright.sync_api import ViewportSize, sync_playwright

from sf_agents.playing.analysis import analyse_record
from sf_agents.playing.sitting import Sitting
from sf_env import Game
from sf_env.render.legend import legend
from sf_env.render.picture import paint
from sf_env.render.replay import show
from sf_env.render.scene import scene

FOLDER = Path(__file__).parents[1] / "docs/images"
SEED, DECISIONS = 6, 100
AGENTS = ["mcts:simulations=400", "network"]  # of the replay page
SHOWN = 101  # decision of it that is shown
COLOURS = 128  # of a PNG, which keeps it small
WINDOW: ViewportSize = {"width": 1280, "height": 800}


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


def main() -> None:
    """Write all as small PNGs."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    symbols = paint(legend(across=4))
    for name, image in (("board", board()), ("symbols", symbols), ("replay", page())):
        path = FOLDER / f"{name}.png"
        image.quantize(COLOURS, dither=Image.Dither.NONE).save(path, optimize=True)
        print(f"{path}: {path.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
