"""Tables of games: found by name, pickled with the layout they are seen through."""

from __future__ import annotations

import copy
import pickle
from pathlib import Path

import pytest

from sf_env.core.batch import Batch
from sf_env.core.rules import Rules, rules_of
from tests.toy import MATCHES

EARLIER = list(MATCHES.layouts)[1]


def test_a_table_is_pickled_with_its_layout() -> None:
    seen = MATCHES.with_layout(EARLIER)
    back: Rules = pickle.loads(pickle.dumps(seen))
    assert back.observation_hash == EARLIER
    assert back.observation_size(3) == 2
    assert pickle.loads(pickle.dumps(MATCHES)) is MATCHES
    assert copy.deepcopy(seen) is seen


def test_the_layout_of_today_is_that_of_the_table_itself() -> None:
    assert MATCHES.with_layout(MATCHES.observation_hash) is MATCHES
    assert MATCHES.with_layout(EARLIER) is MATCHES.with_layout(EARLIER)


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("nowhere", "no game is called that"),
        ("nowhere:GAME", "there is no such module or attribute"),
        ("tests.nowhere:GAME", "there is no such module or attribute"),
        ("tests.toy:GAME", "there is no such module or attribute"),
        ("tests.toy:NAMES", "it is not a Rules table"),
        (":", "there is no such module or attribute"),
        (3, "no game is called that"),
    ],
)
def test_what_is_not_a_game_is_refused(name: object, reason: str) -> None:
    message = f"game=.* is not allowed: {reason}; allowed: san_francisco"
    with pytest.raises(ValueError, match=message):
        rules_of(name)  # type: ignore[arg-type]


def test_a_setup_by_another_games_word_is_refused_with_the_own_word() -> None:
    with pytest.raises(TypeError, match=r"'map'; the setup of San Francisco is deck="):
        Batch(2, map="generate:1")
    with pytest.raises(TypeError, match=r"'deck'; the setup of Ticket to Ride.* is map="):
        Batch(2, game="ticket_to_ride", deck="generate:1")


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("import not_there_at_all", ModuleNotFoundError),
        ("from tests.toy import nothing", ImportError),
        ("raise ValueError('a mistake')", ValueError),
        ("import math; math.nothing", AttributeError),
    ],
)
def test_a_broken_module_says_what_broke(
    text: str, error: type[Exception], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "broken_game.py").write_text(f"{text}\n")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(error, match=r"not_there_at_all|nothing|a mistake"):
        rules_of("broken_game:GAME")
