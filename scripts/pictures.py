"""Make the pictures in docs/images: boards, what their symbols mean, replay pages, a game to play.

Pages are photographed in Chromium, driven by Playwright (the extra ``dev``).
"""

from __future__ import annotations

import argparse
import io
import tempfile
import threading
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

import _checkout  # noqa: F401  finds the packages
from sf_agents.playing.analysis import analyse_record
from sf_agents.playing.session import HUMAN, Session
from sf_agents.web.serve import Options, make_server
from sf_env import Game, ticket_to_ride
from sf_env.core.game import Game as OneGame
from sf_env.games.san_francisco.render.legend import legend
from sf_env.games.san_francisco.render.scene import scene
from sf_env.games.ticket_to_ride.render import legend as map_legend
from sf_env.games.ticket_to_ride.render import scene as map_scene
from sf_env.opponents import load
from sf_env.opponents.contract import ask
from sf_env.render.replay import Replay, show
from sf_env.render.story import story
from tests.browser.windows import NO_BROWSER, WIDE, browser_path

if TYPE_CHECKING:
    from PIL import Image  # an extra, as Playwright is: --help does without

FOLDER = Path(__file__).parents[1] / "docs/images"
SEED, DECISIONS, BEGUN = 6, 100, 60
AGENTS = ["mcts:simulations=400", "network"]  # of the replay page
SHOWN = 101  # decision of it that is shown
MAP_SEED, MAP_DECISIONS = 4, 75  # of Ticket to Ride
MAP_AGENTS = ["planner", "greedy"]
MAP_SHOWN = 45  # decision of its replay page
MAP_GAME_SEED, MAP_BEGUN = 23, 40  # of its game in the browser
COLOURS = 255  # of a PNG, which keeps it small


def board() -> Image.Image:
    """Return a game of planners, in which one of them has taken a column."""
    from sf_env.render.picture import paint  # noqa: PLC0415

    session = Session(Game(2, seed=SEED), ["planner", "planner"])
    while session.game.length < DECISIONS or session.game.snapshot()["phase"] != "build":
        session.act_for_agent()
    return paint(scene(session.game.state, ["planner", "another planner"]))


def replay_page() -> Image.Image:
    """Return the replay page of a game that an agent has thought about, as a browser shows it."""
    session = Session(Game(2, seed=SEED), AGENTS)
    while not session.game.is_over:
        session.act_for_agent()
    return photograph_replay(show(analyse_record(session.record(), AGENTS[0])), f"at={SHOWN}")


def map_board() -> Image.Image:
    """Return a game of planners of Ticket to Ride, as the referee sees it."""
    from sf_env.render.picture import paint  # noqa: PLC0415

    session = Session(ticket_to_ride.Game(3, seed=MAP_SEED), ["planner"] * 3)
    while session.game.length < MAP_DECISIONS or session.game.snapshot()["phase"] != "turn":
        session.act_for_agent()
    return paint(map_scene.scene(session.game.state, ["planner", "another planner", "a third"]))


def map_replay_page() -> Image.Image:
    """Return the replay page of a game of Ticket to Ride, from the seat of a player."""
    session = Session(ticket_to_ride.Game(2, seed=MAP_SEED), MAP_AGENTS)
    while not session.game.is_over:
        session.act_for_agent()
    record = session.record()
    seats = [moment.view["to_move"] for moment in story(record)]
    at = seats.index(0, MAP_SHOWN)
    return photograph_replay(show(record), f"at={at}&seat=0")


def photograph_replay(replay: Replay, place: str) -> Image.Image:
    """Return a replay page as a browser shows it at a place."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "game.html")
        path.write_text(replay.html(), encoding="utf-8")
        return photograph(f"{path.as_uri()}#{place}", "#choices-list tr")


def web_game(game: OneGame, begun: int, phase: str) -> Image.Image:
    """Return a game in the browser, in which a person has to decide in a phase of it."""
    with tempfile.TemporaryDirectory() as folder:
        session = Session(game, [HUMAN, "planner"], Path(folder, "game.jsonl"))
        planner = load("planner", game.rules)
        while session.game.length < begun or not _has_to_decide(session, phase):
            if session.waits_for_human:
                states, length = session.game.states, session.game.length
                session.act(int(ask(game.rules, planner, states, [0], [length])[0]))
            else:
                session.act_for_agent()
        server = make_server(Options(folder=folder, port=0, name="game", game=game.rules))
        thread = threading.Thread(target=server.run)
        thread.start()
        try:
            return photograph(server.url, "#choices button")
        finally:
            server.should_exit = True
            thread.join()


def _has_to_decide(session: Session, phase: str) -> bool:
    return session.waits_for_human and session.game.snapshot()["phase"] == phase


def photograph(address: str, awaited: str) -> Image.Image:
    """Return a page as a browser shows it, once there is what is awaited."""
    from PIL import Image  # noqa: PLC0415
    from playwright.sync_api import sync_playwright  # noqa: PLC0415

    path = browser_path()
    if path is None:
        raise SystemExit(NO_BROWSER)
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=path, args=["--no-sandbox"])
        tab = browser.new_page(viewport=WIDE)
        tab.goto(address)
        tab.locator(awaited).first.wait_for()
        tab.wait_for_timeout(500)  # until nothing moves any more
        return Image.open(io.BytesIO(tab.screenshot())).convert("RGB")


def small(image: Image.Image) -> Image.Image:
    """Return a picture in its most frequent colours, which stay exactly as they are."""
    from PIL import Image  # noqa: PLC0415

    pixels = np.asarray(image).reshape(-1, 3)
    found, places, counts = np.unique(pixels, axis=0, return_inverse=True, return_counts=True)
    kept = found[np.argsort(-counts)[:COLOURS]]
    nearest = [np.abs(kept.astype(int) - colour).sum(axis=1).argmin() for colour in found]
    indices = np.array(nearest, np.uint8)[places].reshape(image.height, image.width)
    indexed = Image.fromarray(indices).convert("P")
    indexed.putpalette(kept.tobytes())
    return indexed


def main() -> None:
    """Write all as small PNGs."""
    argparse.ArgumentParser(description=__doc__).parse_args()
    from sf_env.render.picture import paint  # noqa: PLC0415

    FOLDER.mkdir(parents=True, exist_ok=True)
    pictures = {
        "board": board(),
        "symbols": paint(legend(across=4)),
        "replay": replay_page(),
        "game": web_game(Game(2, seed=SEED), BEGUN, "build"),
        "map_board": map_board(),
        "map_symbols": paint(map_legend.legend(across=4)),
        "map_replay": map_replay_page(),
        "map_game": web_game(ticket_to_ride.Game(2, seed=MAP_GAME_SEED), MAP_BEGUN, "keep"),
    }
    for name, image in pictures.items():
        path = FOLDER / f"{name}.png"
        small(image).save(path, optimize=True)
        print(f"{path}: {path.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
