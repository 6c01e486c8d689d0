"""A person at a terminal: what is shown, what may be typed, and what happens if it is wrong."""

from __future__ import annotations

import io

import numpy as np
import pytest

import sf_agents
import sf_env
from sf_agents.human import NoAnswer, ask
from sf_env import Game
from sf_env.games.san_francisco.actions import NAMES
from tests.games.san_francisco.agents.exact import as_states
from tests.games.san_francisco.positions import FOUNDATION, ended, position


def start() -> Game:
    """Return a game with two columns to take."""
    return position(2, columns=["green 1", "", "blue 2"])


def typed(text: str, game: Game) -> tuple[str, str]:
    """Return the name of the action somebody chose by typing this, and what was shown."""
    shown = io.StringIO()
    action = ask(game.state, io.StringIO(text), shown)
    return NAMES[action], shown.getvalue()


@pytest.mark.parametrize("answer", ["3", "FINALIZE 2", "finalize 2", "Finalize 2", "  3 \t"])
def test_a_number_or_a_name_will_do(answer: str) -> None:
    assert typed(f"{answer}\n", start())[0] == "FINALIZE 2"


def test_the_last_line_may_lack_its_end() -> None:
    assert typed("draw", start())[0] == "DRAW"


def test_the_board_and_the_choices_are_shown() -> None:
    game = start()
    _, shown = typed("draw\n", game)
    assert str(game) in shown
    for line in (
        "   0  DRAW\n",
        "   1  FINALIZE 0\n",
        "   3  FINALIZE 2\n",
        "Player 0, your action?",
    ):
        assert line in shown
    assert "FINALIZE 1" not in shown


@pytest.mark.parametrize("wrong", ["2", "FINALIZE 1", "44", "-1", "", "take it", "03"])
def test_a_wrong_answer_is_explained_and_asked_again(wrong: str) -> None:
    action, shown = typed(f"{wrong}\n{wrong}\n1\n", start())
    assert action == "FINALIZE 0"
    assert shown.count(f"{wrong.lower()!r} is not legal here: type a number or a name") == 2
    assert shown.count("your action?") == 3


def test_a_single_choice_is_announced_and_made() -> None:
    action, shown = typed("", position(2, to_move=1))
    assert action == "DRAW"
    assert "Player 1 has one choice: DRAW\n" in shown
    assert "your action?" not in shown


@pytest.mark.parametrize("text", ["", "nonsense\n"])
def test_the_end_of_the_input_is_an_error(text: str) -> None:
    with pytest.raises(NoAnswer, match="the input ended before an action was typed"):
        typed(text, start())
    assert issubclass(NoAnswer, sf_env.Error)


def test_a_finished_game_asks_nobody() -> None:
    shown = io.StringIO()
    assert ask(ended().state, io.StringIO(), shown) == 0
    assert not shown.getvalue()


def test_the_agent_asks_at_the_terminal_for_each_row(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    games = [start(), position(2, to_move=1), ended(), position(2, drawn=FOUNDATION)]
    states = as_states(*games)
    states.flags.writeable = False
    monkeypatch.setattr("sys.stdin", io.StringIO("finalize 0\n6\n"))
    actions = sf_agents.load("human").act(states, sf_env.legal_mask(states))
    assert actions.dtype == np.int64
    assert [NAMES[action] for action in actions] == ["FINALIZE 0", "DRAW", "DRAW", "COLUMN 2"]
    assert capsys.readouterr().out.count("your action?") == 2


def test_no_rows_ask_nobody() -> None:
    actions = sf_agents.load("human").act(sf_env.deal(2, []), np.zeros((0, 44), np.bool_))
    assert actions.shape == (0,)
    assert actions.dtype == np.int64


def test_states_of_a_game_without_a_name_are_refused() -> None:
    state = np.zeros((), [("players", "i1"), ("to_move", "i1")])[()]
    with pytest.raises(ValueError, match="not of a game that has a name: san_francisco"):
        ask(state, io.StringIO(), io.StringIO())
