"""Whatever is typed as an agent is one, or UnknownAgent."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as some

from sf_env import UnknownAgent
from sf_env.opponents import load, names
from sf_env.opponents.contract import act_of
from tests.fuzzing import ODD, fuzz

PIECES = some.sampled_from(
    (
        *(*names(), "sf_env", "sf_env.core", "tests.toy", "os.path", "math", "builtins", "nowhere"),
        *("Game", "Batch", "sep", "sqrt", "int", "dict", "object", "x", "__name__", "7", "1e9"),
        *("simulations", "seconds", "weights", "path", "temperature", "playout", "true", "/", "\0"),
    )
)
MARKS = some.sampled_from([":", ":", ":", ",", "=", "=", ".", ":=", "::", " ", ""])
WORDS = some.lists(some.tuples(PIECES | some.text(max_size=5), MARKS), max_size=5)


@fuzz
@given(words=WORDS, end=PIECES)
def test_a_name_is_an_agent_or_unknown(words: list[tuple[str, str]], end: str) -> None:
    check("".join(map("".join, words)) + end)


@fuzz
@given(name=some.text() | ODD)
def test_anything_is_an_agent_or_unknown(name: Any) -> None:
    check(name)


def check(name: Any) -> None:
    try:
        agent = load(name)
    except UnknownAgent as error:
        assert str(error)
        return
    assert act_of(agent)
