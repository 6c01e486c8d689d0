"""Tables of games: found by name, pickled with the layout they are seen through."""

from __future__ import annotations

import copy
import pickle
from pathlib import Path

import pytest

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
    "name",
    ["nowhere", "nowhere:GAME", "tests.nowhere:GAME", "tests.toy:GAME", "tests.toy:NAMES", ":", 3],
)
def test_what_is_not_a_game_is_refused(name: object) -> None:
    with pytest.raises(ValueError, match=r"game=.* is not allowed; allowed: san_francisco"):
        rules_of(name)  # type: ignore[arg-type]


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
