"""One keyword is one thing everywhere: in all environments, in Batch, and on their page."""

from __future__ import annotations

import ast
import inspect
import re
from inspect import Parameter
from pathlib import Path
from typing import Any

import pytest

from sf_env.core.batch import Batch
from sf_env.envs.aec import raw_env
from sf_env.envs.solo import SoloEnv
from sf_env.envs.vector import VectorEnv

PAGE = Path(__file__).parents[2] / "docs/environments.md"
ROW = re.compile(r"^\| `(\w+)` \| (.+?) \| (.+?) \|", re.MULTILINE)
UNLISTED = ("num_envs", "num_games", "own")  # how many, and a game's own word for its setup
WHERE = {
    "all": {"PettingZoo", "Gymnasium", "vector", "SB3", "Batch"},
    "all but `Batch`, SB3": {"PettingZoo", "Gymnasium", "vector"},
    "one learner": {"Gymnasium", "vector", "SB3"},
    "Gymnasium": {"Gymnasium", "vector"},
    "vector": {"vector"},
    "SB3": {"SB3"},
    "vector, SB3, `Batch`": {"vector", "SB3", "Batch"},
    "`Batch`": {"Batch"},
}


def keywords_of(maker: Any) -> dict[str, Parameter]:
    parameters = inspect.signature(maker).parameters
    return {name: one for name, one in parameters.items() if name not in UNLISTED}


def keywords_of_sb3() -> dict[str, Parameter]:
    """Return its own keywords, and those it hands on to the vector environment."""
    sb3 = pytest.importorskip("sf_env.envs.sb3")
    own = keywords_of(sb3.VecEnv)
    assert own.pop("keywords").kind is Parameter.VAR_KEYWORD
    for name, one in keywords_of(VectorEnv).items():
        try:
            sb3.VecEnv(1, **{name: one.default})
        except TypeError:
            continue
        own[name] = one
    return own


@pytest.fixture(scope="module")
def keywords() -> dict[str, dict[str, Parameter]]:
    makers = {"PettingZoo": raw_env, "Gymnasium": SoloEnv, "vector": VectorEnv, "Batch": Batch}
    return {name: keywords_of(one) for name, one in makers.items()} | {"SB3": keywords_of_sb3()}


def test_the_same_keyword_has_the_same_default_and_type(
    keywords: dict[str, dict[str, Parameter]],
) -> None:
    known: dict[str, Parameter] = {}
    for takes in keywords.values():
        for name, one in takes.items():
            first = known.setdefault(name, one)
            assert (name, one.default, one.annotation) == (name, first.default, first.annotation)


def test_environments_take_them_in_the_same_order(
    keywords: dict[str, dict[str, Parameter]],
) -> None:
    whole = list(keywords["vector"])
    for shell in ("PettingZoo", "Gymnasium"):
        assert list(keywords[shell]) == [name for name in whole if name in keywords[shell]]


def test_the_page_lists_each_with_its_default_and_where_it_is(
    keywords: dict[str, dict[str, Parameter]],
) -> None:
    table = PAGE.read_text("utf-8").partition("\n## Keywords\n")[2].partition("\n## ")[0]
    listed = {name: (default.strip("`"), where) for name, default, where in ROW.findall(table)}
    assert set(listed) == set().union(*keywords.values())
    for name, (default, where) in listed.items():
        shells = {shell for shell, takes in keywords.items() if name in takes}
        assert (name, shells) == (name, WHERE[where])
        for shell in shells:
            chosen = keywords[shell][name].default
            assert (name, ast.literal_eval(default)) == (name, getattr(chosen, "value", chosen))
