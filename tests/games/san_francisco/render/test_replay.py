"""What the replay page is made of: moments, events, pieces, and a page that nothing breaks."""

from __future__ import annotations

import json
import re
from collections import Counter
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import sf_env
from sf_env import Game, RecordError
from sf_env.games.san_francisco.render.places import spot_of
from sf_env.games.san_francisco.render.scene import panels
from sf_env.games.san_francisco.render.telling import offer
from sf_env.games.san_francisco.view import view_of
from sf_env.render.replay import Replay, show
from sf_env.render.story import by_turns, names_of, story
from sf_env.render.thoughts import thoughts
from tests.games.san_francisco.render.games import EVIL, played, thought_about

DEEP: list[Any] = []  # deeper than Python can tell
for _ in range(2000):
    DEEP = [DEEP]
DATA = re.compile(r'<script type="application/json" id="replay-data">(.*?)</script>', re.DOTALL)


def data_in(html: str) -> Any:
    found = DATA.search(html)
    assert found
    return json.loads(found[1])


@pytest.mark.parametrize("players", [2, 3, 4])
def test_there_is_a_moment_before_each_action_and_at_the_end(players: int) -> None:
    record = played(players)
    moments = list(story(record))
    assert [moment.number for moment in moments] == list(range(len(record["actions"]) + 1))
    assert all(moment.total == len(record["actions"]) for moment in moments)
    for moment, game in zip(moments, sf_env.record.replay(record), strict=True):
        assert moment.view["legal"] == game.legal_actions()
        assert moment.view["scores"] == game.scores()


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_turn_ends_when_another_player_moves(players: int) -> None:
    moments = list(story(played(players)))
    for before, after in pairwise(moments):
        passed = before.view["to_move"] != after.view["to_move"]
        assert after.turn == before.turn + passed


@pytest.mark.parametrize("players", [2, 3, 4])
def test_events_add_up_to_what_stands_at_the_end(players: int) -> None:
    moments = list(story(played(players)))
    end = moments[-1].view
    count: Counter[tuple[str, int]] = Counter()
    for moment in moments:
        for event in moment.events:
            count[event.kind, event.seat] += max(len(event.spots), 1)
    for seat in range(players):
        assert count["tram", seat] == sum(map(sum, end["trams"][seat]))
        assert count["skyscraper", seat] == sum(map(sum, end["skyscrapers"][seat]))
        assert count["district", seat] == 5 * end["completion"].count(seat)
    medals = [e.seat for moment in moments for e in moment.events if e.kind == "medal"]
    assert medals[-1] == end["medal"]
    assert count["contracts", -1] > 0
    assert [event.kind for event in moments[-1].events].count("end") == 1


def test_sentences_name_players_and_cards() -> None:
    texts = [moment.text for moment in story(played(2, agents=["Ann", "Bob"]))]
    assert texts[0] == "The game begins, 2 players"
    assert re.fullmatch(r"Ann draws a card: \w+ \d[ a-z]*", texts[1])
    assert any(re.fullmatch(r"Bob takes column \d and a contract: .*", text) for text in texts)
    assert any(re.fullmatch(r"\w+ (puts \+2|lays tracks) on .* row", text) for text in texts)
    assert any(re.fullmatch(r"\w+ uses the waiver to discard \d contracts?", t) for t in texts)


def test_choices_are_told_as_whoever_plays_reads_them() -> None:
    data = data_in(show(played()).html())
    frames = data["games"][0]["frames"]
    for frame, game in zip(frames, sf_env.record.replay(played()), strict=True):
        view = view_of(game.state)
        offers = [data["offers"][number] for number in frame["offers"]]
        assert offers == [[offer(view, a), spot_of(view, a)] for a in frame["legal"]]
        assert {spot for _, spot in offers} - {""} <= data["spots"].keys()


def test_turns_keep_all_events() -> None:
    moments = list(story(played()))
    turns = by_turns(moments)
    assert [moment.turn for moment in turns[:-1]] == list(range(moments[-1].turn + 1))
    events = [event for moment in moments for event in moment.events]
    assert [event for moment in turns for event in moment.events] == events


@pytest.mark.parametrize("agents", [None, "greedy", ["greedy"], [1, None], ["", " "], {"a": 1}])
def test_seats_without_proper_names_have_numbers(agents: Any) -> None:
    assert names_of(played(2, agents=agents)) == ["player 0", "player 1"]


def test_names_are_told_apart_and_cut() -> None:
    assert names_of(played(3, agents=["a", "b", "a"])) == ["a (0)", "b", "a (2)"]
    long, strange = names_of(played(2, agents=["x" * 5000, "a\x00b\ud800c\n"]))
    assert len(long) == 80
    assert strange.isprintable()


def test_pages_keep_what_positions_share_once() -> None:
    one, two = show(played()), show([played(), played()])
    data = data_in(one.html())
    frames = data["games"][0]["frames"]
    assert len(frames) == len(played()["actions"]) + 1
    for name in ("pieces", "phrases", "panels", "scores"):
        assert len({json.dumps(entry) for entry in data[name]}) == len(data[name])
    for name in ("tiles", "pieces", "phrases", "panels", "scores"):
        assert len(data_in(two.html())[name]) == len(data[name])
    assert len(data["panels"]) < 0.7 * sum(len(frame["panels"]) for frame in frames)


@pytest.mark.parametrize(("players", "most"), [(2, 280_000), (3, 400_000), (4, 490_000)])
def test_pages_are_small(players: int, most: int) -> None:
    assert len(show(played(players)).html().encode()) < most


def test_panels_are_told_in_phrases() -> None:
    data = data_in(show(played(3)).html())
    frames = data["games"][0]["frames"]
    for frame, moment in zip(frames, story(played(3)), strict=True):
        shown = [data["panels"][number] for number in frame["panels"]]
        labels = [[data["phrases"][phrase] for phrase in panel["label"]] for panel in shown]
        assert ["; ".join(phrases) for phrases in labels] == [p.label for p in panels(moment.view)]


def test_spots_are_where_cards_and_columns_lie() -> None:
    spots = data_in(show(played(3)).html())["spots"]
    assert {f"cell-{seat}-4-4" for seat in range(3)} | {"column-2", "deck"} <= spots.keys()
    assert spots["cell-1-0-0"][0] == "city-1"
    assert spots["cell-1-0-1"][1] - spots["cell-1-0-0"][1] == 72
    assert spots["cell-1-0-0"][3:] == [68, 68]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_chart_has_points_that_do_not_go_to_and_fro(players: int) -> None:
    moments = list(story(played(players)))
    totals = np.array([[seat[-1] for seat in moment.level] for moment in moments])
    assert (totals[0] == totals[0, 0]).all()  # nobody is ahead on an empty table
    assert np.array_equal(totals[-1], [score["total"] for score in moments[-1].view["scores"]])
    now = np.array([[score["total"] for score in m.view["scores"]] for m in moments])
    assert np.abs(totals.sum(axis=1) - now.sum(axis=1)).max() < 5
    steps, jumps = (np.abs(np.diff(values, axis=0)).sum() for values in (totals, now))
    assert steps < 0.7 * jumps
    data = data_in(show(played(players)).html())
    levels = [data["scores"][frame["level"]] for frame in data["games"][0]["frames"]]
    assert levels == [[list(seat) for seat in moment.level] for moment in moments]


def test_many_games_are_one_page() -> None:
    games = data_in(show(played(players) for players in (2, 3, 4)).html())["games"]
    assert [len(game["names"]) for game in games] == [2, 3, 4]
    assert all(" win" in game["result"] for game in games)


def test_games_without_an_end_say_why() -> None:
    record = Game(2, 1).record(agents=["a", "b"])
    forfeit = {"seat": 1, "agent": "b", "reason": "it <b>raised</b>"}
    for extra, result in (
        ({}, "Not finished"),
        ({"forfeit": forfeit}, "b lost by a forfeit: it <b>raised</b>"),
        ({"forfeit": {"seat": 7}}, "Not finished"),
        ({"forfeit": [1]}, "Not finished"),
        ({"forfeit": forfeit | {"reason": DEEP}}, "b lost by a forfeit"),
        ({"forfeit": {"seat": 0}}, "a lost by a forfeit"),
    ):
        game = data_in(show(record | extra).html())["games"][0]
        assert game["result"] == result
        assert len(game["frames"]) == 1


def test_nothing_of_a_record_can_leave_its_place_in_the_page() -> None:
    html = show(thought_about(agents=[EVIL, "&quot;<!--"], forfeit={"reason": EVIL})).html()
    assert html.count("<script") == html.count("</script>") == 2
    assert "<img" not in html
    assert "<!--" not in html
    data = data_in(html)
    assert data["games"][0]["names"][0].startswith("</script><script>")
    assert not any("<script" in tile or "<img" in tile for tile in data["tiles"])


def test_only_our_own_script_and_style_may_run() -> None:
    html = show(played()).html()
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', html)
    assert policy
    assert policy[1].startswith("default-src 'none'; script-src 'sha256-")
    assert "unsafe" not in policy[1]
    assert not re.search(r"https?://(?!www\.w3\.org/2000/svg)", html)
    assert " style=" not in html


def test_thoughts_are_kept_by_action() -> None:
    record = thought_about()
    found, damaged = thoughts(record, 44)
    assert damaged == 0
    assert len(found) == len(record["actions"])
    first = next(one for one in found if one is not None)
    assert (first.agent, first.chance, first.choices[0][1:]) == ("oracle", 0.6, (0.75, 0.6))


@pytest.mark.parametrize(
    "entry",
    [
        7,
        {},
        {"choices": []},
        {"choices": [[0, 1, None]]},
        {"chance": 2, "choices": [[0, 1, None]]},
        {"chance": float("nan"), "choices": [[0, 1, None]]},
        {"chance": 10**400, "choices": [[0, 1, None]]},
        {"chance": True, "choices": [[0, 1, None]]},
        {"chance": 0.5, "choices": [[44, 1, None]]},
        {"chance": 0.5, "choices": [[0.0, 1, None]]},
        {"chance": 0.5, "choices": [[0, "1", None]]},
        {"chance": 0.5, "choices": [[0, 1, -1]]},
        {"chance": 0.5, "choices": [[0, 1]]},
        {"chance": 0.5, "choices": 3},
        {"chance": 0.5, "choices": [[0, 0.5, None]] * 2},
        {"chance": 0.5, "choices": [[0, 0, None]] * 100_000},
        {"chance": 0.5, "choices": DEEP},
    ],
)
def test_damaged_thoughts_are_left_out_and_counted(entry: Any) -> None:
    record = thought_about()
    record["analysis"][3] = entry
    found, damaged = thoughts(record, 44)
    assert found[3] is None
    assert damaged == 1
    game = data_in(show(record).html())["games"][0]
    assert game["notes"] == ["damaged entries of the analysis that are left out: 1"]


@pytest.mark.parametrize("agent", [DEEP, None, 7, ""])
def test_whoever_has_thought_may_have_no_name(agent: Any) -> None:
    record = thought_about()
    record["analysis"][3] = {"agent": agent, "chance": 0.5, "choices": [[0, 1, None]]}
    found, damaged = thoughts(record, 44)
    assert damaged == 0
    assert found[3] is not None
    assert found[3].agent == "an agent"


@pytest.mark.parametrize("analysis", [7, "x", {}, [], [None] * 3])
def test_an_analysis_of_another_form_is_left_out(analysis: Any) -> None:
    game = data_in(show(played(2, analysis=analysis)).html())["games"][0]
    assert game["thoughts"] == [None] * len(game["actions"])
    assert len(game["notes"]) == 1


def test_a_damaged_record_is_told_with_its_place() -> None:
    record = played() | {"actions": [0, 0]}
    with pytest.raises(RecordError, match=r"^games.jsonl, line 3: action number 1: "):
        Replay().add(record, "games.jsonl, line 3")
    with pytest.raises(RecordError, match=r"^record 1: "):
        show([played(), record])
    with pytest.raises(RecordError, match="no game"):
        Replay().html()


def test_decks_of_files_are_passed_and_others_stay(tmp_path: Path) -> None:
    deck = tmp_path / "mine.csv"
    packaged = Path(sf_env.__file__).parent / "games/san_francisco/deck/standard.csv"
    deck.write_text(packaged.read_text("utf-8"))
    record = Game(2, 1, deck).record()
    with pytest.raises(RecordError, match="pass that file"):
        show(record)
    replay = show([record, played()], deck)
    assert len(data_in(replay.html())["games"]) == 2


def test_pages_are_saved_as_a_whole_or_not_at_all(tmp_path: Path) -> None:
    page = tmp_path / "game.html"
    show(played()).save(page, at=5)
    assert data_in(page.read_text("utf-8"))["at"] == 5
    with pytest.raises(RecordError):
        Replay().save(page)
    with pytest.raises(sf_env.Error, match="cannot be written"):
        show(played()).save(tmp_path / "no" / "game.html")
    assert [path.name for path in tmp_path.iterdir()] == ["game.html"]


def test_notebooks_show_pages_apart_from_their_own() -> None:
    html = show(played(2, agents=[EVIL, '" onload="alert(1)']))._repr_html_()
    assert html.startswith('<iframe srcdoc="')
    assert html.count("<") == 2
    assert 'sandbox="allow-scripts"' in html
