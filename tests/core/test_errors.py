"""Errors repeat what they are about, and that may be anything: in short."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from sf_env import Batch, Deck, Game, IllegalAction, actions, record
from sf_env.core.errors import LONGEST, shown
from sf_env.opponents import load
from sf_env.opponents.parameters import Parameter

LONG = "x" * 100_000
NINES = "9" * 4000
RECORD = {"format": 1, "players": 2, "deck": "standard", "seed": 3, "actions": []}
DEEP: Any = []
for _ in range(900):
    DEEP = [DEEP]


@pytest.mark.parametrize("value", [7, True, None, "deck", [1, 2], 1.5, {"a": 1}])
def test_what_is_short_is_shown_as_it_is(value: Any) -> None:
    assert shown(value) == repr(value)


@pytest.mark.parametrize(
    "value",
    [LONG, int(NINES), 10**5000, [LONG] * 9, {LONG: LONG}, DEEP, Path(LONG)],
    ids=["string", "integer", "huge integer", "list", "object", "deep", "path"],
)
def test_what_is_long_is_cut(value: Any) -> None:
    assert "..." in shown(value)
    assert len(shown(value)) <= LONGEST


@pytest.mark.parametrize(
    "wrong",
    [
        {"format": LONG},
        {"players": LONG},
        {"players": DEEP},
        {"deck": LONG},
        {"deck": f"generate:{NINES}"},
        {"deck": f"file:{LONG}"},
        {"deck_hash": LONG},
        {"seed": LONG},
        {"seed": int(NINES)},
        {"actions": [LONG]},
        {"actions": [0, int(NINES)]},
    ],
)
def test_an_error_of_a_record_is_a_line_that_can_be_read(wrong: dict[str, Any]) -> None:
    with pytest.raises(record.RecordError) as caught:
        list(record.replay(RECORD | wrong))
    assert len(str(caught.value)) < 300


@pytest.mark.parametrize(
    "ask",
    [
        lambda: Deck.load(f"generate:{LONG}"),
        lambda: Deck.load(f"file:{LONG}"),
        lambda: Game(2, seed=LONG),  # type: ignore[arg-type]
        lambda: Game(2, seed=int(NINES)),
        lambda: Game(2, seed=1).step(int(NINES)),
        lambda: actions.number(LONG),
        lambda: actions.name(int(NINES)),
        lambda: load(LONG),
        lambda: load(f"greedy:{LONG}"),
        lambda: Parameter("simulations", int, 100).read(LONG),
        lambda: Parameter("playout", str, "greedy", choices=("greedy",)).read(LONG),
    ],
)
def test_so_is_any_other(ask: Callable[[], Any]) -> None:
    with pytest.raises(ValueError, match=r"\.\.\.") as caught:
        ask()
    assert len(str(caught.value)) < 400


@pytest.mark.parametrize(
    "text",
    [LONG, f"count,colour,value,tracks,depot,plaza,foundation,coast,bonus\n1,{LONG},0,0,0,0,0,0,0"],
)
def test_so_is_that_of_a_deck(tmp_path: Path, text: str) -> None:
    path = tmp_path / "deck.csv"
    path.write_text(text)
    with pytest.raises(ValueError, match=r"\.\.\.") as caught:
        Deck.load(path)
    assert len(str(caught.value)) < 400 + len(str(path))


def test_an_action_of_any_size_or_kind_is_refused_in_a_line() -> None:
    """Python writes no integer of 5,000 digits, and numpy makes floats of large and small ones."""
    game, batch = Game(2, seed=3), Batch(2, seed=3)
    for huge in (10**5000, -(10**5000), 2**63):
        with pytest.raises(IllegalAction, match="does not exist"):
            game.step(huge)
        with pytest.raises(IllegalAction, match="slot 1"):
            batch.step([batch.legal[0].argmax(), huge])
    for odd in (LONG, [LONG], 0.0, None):
        with pytest.raises(TypeError, match="an action is an integer") as caught:
            game.step(odd)
        assert len(str(caught.value)) < 300
    for wrong in ([0.0, 1.0], [True, False], ["0", "1"], np.array([0, 1], "m8[s]")):
        with pytest.raises(TypeError, match="actions should be integers"):
            batch.step(wrong)
