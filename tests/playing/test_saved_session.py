"""Sessions: saved after every decision, resumed, taken back; agents that see what they may."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import sf_env
from sf_agents.playing.session import Session
from sf_env.core import records
from sf_env.core.files import NotWritten
from sf_env.games.san_francisco.deck.deck import PACKAGED
from tests.disk import full_disk
from tests.playing.terminal import kept


class Watched:
    """Takes the last legal action, and notes what it was shown."""

    seen: list[tuple[np.ndarray, np.ndarray]]

    def act(self, states: np.ndarray, legal: np.ndarray, keys: np.ndarray) -> np.ndarray:
        self.seen.append((states.copy(), keys.copy()))
        return np.array([row.nonzero()[0][-1] for row in legal])


def watched() -> Watched:
    agent = Watched()
    agent.seen = SEEN
    return agent


SEEN: list[tuple[np.ndarray, np.ndarray]] = []
WATCHED = f"{__name__}:watched"


def play(session: Session, decisions: int = 10_000) -> None:
    """Go on for some decisions, or to the end; people take the first choice."""
    for _ in range(decisions):
        if session.game.is_over:
            return
        if session.waits_for_human:
            session.act(session.game.legal_actions()[0])
        else:
            session.act_for_agent()


def test_every_decision_is_on_disk_at_once(file: Path) -> None:
    session = Session(sf_env.Game(2, seed=1), ["human", "greedy"], file)
    assert kept(file)["actions"] == []
    for _ in range(30):
        play(session, 1)
        assert kept(file)["actions"] == session.game.actions
    assert kept(file)["agents"] == ["human", "greedy"]
    assert [path.name for path in file.parent.iterdir()] == ["game.jsonl"]


@pytest.mark.parametrize("seats", [["human", "greedy"], ["random", "human", "greedy"]])
def test_a_game_that_was_left_goes_on_as_it_would_have(seats: list[str], file: Path) -> None:
    without_break = Session(sf_env.Game(len(seats), seed=5), seats)
    play(without_break)
    play(Session(sf_env.Game(len(seats), seed=5), seats, file), 40)
    resumed = Session.load(file)
    assert resumed.game.length == 40
    assert resumed.seats == seats
    play(resumed)
    assert resumed.game == without_break.game
    (record,) = records.load(file)
    assert record["scores"] == resumed.game.scores()


def test_a_game_with_a_given_order_goes_on_and_is_taken_back(file: Path) -> None:
    game = sf_env.Game(2, order=list(range(86, -1, -1)))
    session = Session(game, ["human", "greedy"], file)
    play(session, 20)
    resumed = Session.load(file)
    assert resumed.game == session.game
    assert resumed.undo()
    assert resumed.game.length < 20
    assert kept(file)["order"][0] == 86


def test_what_cannot_be_saved_has_not_happened(file: Path) -> None:
    session = Session(sf_env.Game(2, seed=1), ["human", "greedy"], file)
    with full_disk(), pytest.raises(NotWritten, match=r"game\.jsonl: .* \(File too large"):
        session.act(0)
    assert session.game.length == 0
    assert kept(file)["actions"] == []
    assert [path.name for path in file.parent.iterdir()] == ["game.jsonl"]
    session.act(0)
    assert kept(file)["actions"] == [0]


def test_what_an_interrupted_process_left_is_not_taken_for_a_game(file: Path) -> None:
    file.with_name("game.jsonl.part").write_text("half a rec")
    Session(sf_env.Game(2, seed=1), ["human", "greedy"], file)
    assert kept(file)["actions"] == []
    assert [path.name for path in file.parent.iterdir()] == ["game.jsonl"]


def test_going_on_leaves_the_file_as_it_is_until_somebody_decides(file: Path) -> None:
    play(Session(sf_env.Game(2, seed=1), ["human", "greedy"], file), 3)
    file.write_text(json.dumps({**kept(file), "note": "mine"}) + "\n")
    Session.load(file)
    assert kept(file)["note"] == "mine"


def test_a_deck_from_a_file_has_to_be_given_again(file: Path, tmp_path: Path) -> None:
    source = tmp_path / "mine.csv"
    shutil.copy(PACKAGED / "standard.csv", source)
    play(Session(sf_env.Game(2, 1, source), ["human", "greedy"], file), 5)
    with pytest.raises(sf_env.RecordError, match="pass that file"):
        Session.load(file)
    assert Session.load(file, source).game.length == 5


def test_agents_do_not_see_the_order_of_the_deck_and_have_a_key_of_their_own() -> None:
    SEEN.clear()
    play(Session(sf_env.Game(2, seed=3), [WATCHED, "human"]))
    assert len(SEEN) > 10
    for states, _ in SEEN:
        assert states.tobytes() == sf_env.conceal(states).tobytes()
    assert len({int(keys[0]) for _, keys in SEEN}) == len(SEEN)


def test_agents_are_not_asked_where_there_is_nothing_to_decide() -> None:
    SEEN.clear()
    play(Session(sf_env.Game(2, seed=3), [WATCHED, WATCHED]))
    assert all(int(states["legal"][0]).bit_count() > 1 for states, _ in SEEN)


def test_the_same_seed_and_the_same_choices_make_the_same_game() -> None:
    games = []
    for _ in range(2):
        session = Session(sf_env.Game(3, seed=8), ["random", "human", "random"])
        play(session)
        games.append(session.game)
    assert games[0] == games[1]


def test_undo_goes_back_to_the_last_choice_of_a_person(file: Path) -> None:
    session = Session(sf_env.Game(2, seed=2), ["human", "greedy"], file)
    while not (session.waits_for_human and len(session.game.legal_actions()) > 1):
        play(session, 1)
    before = session.game.clone()
    session.act(before.legal_actions()[0])
    while not session.waits_for_human:
        play(session, 1)
    assert session.undo()
    assert session.game == before
    assert kept(file)["actions"] == before.actions
    session.act(before.legal_actions()[1])


def test_undo_goes_back_to_the_beginning_and_no_further() -> None:
    session = Session(sf_env.Game(2, seed=2), ["greedy", "human"])
    play(session, 60)
    lengths = [session.game.length]
    while session.undo():
        assert session.waits_for_human
        assert len(session.game.legal_actions()) > 1  # what is forced is nobody's choice
        lengths.append(session.game.length)
    assert lengths == sorted(set(lengths), reverse=True)
    assert len(lengths) > 5
    assert not session.undo()


def test_a_game_that_is_over_can_be_taken_back() -> None:
    session = Session(sf_env.Game(2, seed=2), ["human", "greedy"])
    play(session)
    assert session.undo()
    assert not session.game.is_over


def test_names_tell_seats_apart() -> None:
    def names(*seats: str) -> list[str]:
        return Session(sf_env.Game(len(seats), seed=1), seats).names

    assert names("greedy", "human") == ["greedy", "you"]
    assert names("human", "human", "random") == ["player 0", "player 1", "random"]
    assert names("greedy", "human", "greedy") == ["greedy (0)", "you", "greedy (2)"]


def test_everybody_acts_in_turn_only() -> None:
    session = Session(sf_env.Game(2, seed=2), ["human", "greedy"])
    with pytest.raises(sf_env.Error, match="not an agent's turn"):
        session.act_for_agent()
    with pytest.raises(sf_env.IllegalAction):
        session.act(43)
    assert session.game.length == 0
    while session.waits_for_human:
        play(session, 1)
    with pytest.raises(sf_env.Error, match="not a person's turn"):
        session.act(0)


def test_wrong_seats_are_told(file: Path) -> None:
    with pytest.raises(sf_env.Error, match="3 seats for 2 players"):
        Session(sf_env.Game(2, seed=1), ["human"] * 3, file)
    with pytest.raises(sf_env.UnknownAgent, match="nobody"):
        Session(sf_env.Game(2, seed=1), ["human", "nobody"], file)
    assert not file.exists()


def saved(file: Path, **changes: Any) -> Path:
    """Write a record with some things changed."""
    record = sf_env.Game(2, seed=1).record(agents=["human", "greedy"]) | changes
    file.write_text(json.dumps(record) + "\n", "utf-8")
    return file


@pytest.mark.parametrize("agents", [None, "human", ["human"], ["human"] * 3])
def test_a_record_has_to_say_who_sits_where(agents: Any, file: Path) -> None:
    with pytest.raises(sf_env.RecordError, match="'agents' should name"):
        Session.load(saved(file, agents=agents))


def test_a_file_with_several_games_is_refused(file: Path) -> None:
    saved(file)
    file.write_text(2 * file.read_text("utf-8"), "utf-8")
    with pytest.raises(sf_env.RecordError, match="holds 2 records"):
        Session.load(file)


def test_a_record_runs_no_code_of_its_own_choice(file: Path, tmp_path: Path) -> None:
    proof = tmp_path / "proof"
    seats = ["human", f"subprocess:getoutput:cmd=touch {proof}"]
    with pytest.raises(sf_env.RecordError, match="not an agent known by name"):
        Session.load(saved(file, agents=seats))
    assert not proof.exists()


@pytest.mark.parametrize("label", ["x" * 9999, "greedy:" + "x" * 9999])
def test_who_cannot_be_seated_is_told_in_a_line_that_can_be_read(label: str, file: Path) -> None:
    with pytest.raises(sf_env.Error, match=r"xxx\.\.\.xxx") as caught:
        Session.load(saved(file, agents=["human", label]))
    assert len(str(caught.value)) < 300 + len(str(file))


def test_code_of_ones_own_goes_on_where_it_is_trusted(file: Path) -> None:
    saved(file, agents=["human", WATCHED])
    with pytest.raises(sf_env.RecordError, match="name it as an opponent"):
        Session.load(file)
    assert Session.load(file, trusted=[WATCHED]).seats == ["human", WATCHED]
