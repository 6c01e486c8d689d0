"""How far a run is, as a terminal shows it and as its curve does."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("rich")
pytest.importorskip("matplotlib")

from matplotlib.axes import Axes
from rich.console import Console

from sf_agents.commands import progress
from sf_agents.training.curve import Curve

LATELY = "random 95 %, greedy 71 %, planner 33 %, 16,143 decisions/s"


@pytest.mark.parametrize("width", [60, 80, 120])
def test_a_bar_has_part_and_time_left_in_any_width(width: int) -> None:
    bar = progress._bar()
    bar.update(bar.add_task("training", total=1.0, text=LATELY), completed=0.25)
    screen = io.StringIO()
    Console(file=screen, width=width, color_system=None).print(bar.get_renderable())
    (line,) = screen.getvalue().splitlines()
    assert line.startswith("training ━")
    assert " 25% 0:00:00 left -:--:-- random 95 %" in line
    assert len(line) <= width
    assert (LATELY in line) == (width == 120)


@pytest.mark.parametrize(("players", "even"), [(2, 50.0), (4, 25.0)])
def test_the_curve_has_a_line_where_equals_would_be(
    players: int, even: float, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[float] = []
    usual = Axes.axhline

    def axhline(axes: Axes, y: float, **how: Any) -> Any:
        drawn.append(y)
        return usual(axes, y, **how)

    monkeypatch.setattr(Axes, "axhline", axhline)
    curve = Curve(tmp_path, "a run", 1 / players)
    curve.add({"minutes": 1.0, "random": 0.5, "random_low": 0.4, "random_high": 0.6})
    assert drawn == [even]
