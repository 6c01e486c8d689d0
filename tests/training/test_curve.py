"""The learning curve as a picture: lines that end close to each other can be told apart."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as some

pytest.importorskip("matplotlib")

from matplotlib.axes import Axes
from matplotlib.text import Annotation

from sf_agents.training.curve import GAP, Curve, apart

EIGHTHS = some.integers(0, 800).map(lambda number: number / 8)  # sums of which are exact
SHARES = some.lists(EIGHTHS, min_size=1, max_size=6)


@given(SHARES)
def test_labels_keep_their_order_and_a_gap(heights: list[float]) -> None:
    places = apart(heights)
    order = sorted(range(len(heights)), key=lambda one: (heights[one], one))
    steps = [places[high] - places[low] for low, high in pairwise(order)]
    assert all(step >= GAP for step in steps)
    assert max(places) <= 100
    assert max(abs(place - height) for place, height in zip(places, heights, strict=True)) <= (
        GAP * (len(heights) - 1)
    )


def test_labels_that_have_room_stay_where_their_lines_end() -> None:
    assert apart([10, 90, 50]) == [10, 90, 50]


def test_labels_of_equal_shares_do_not_lie_on_each_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    labels: list[Annotation] = []
    annotate = Axes.annotate

    def noting(*given: object, **more: object) -> Annotation:
        labels.append(annotate(*given, **more))  # type: ignore[arg-type]
        return labels[-1]

    monkeypatch.setattr(Axes, "annotate", noting)
    names = ("random", "greedy", "planner", "past selves")
    line = {"minutes": 1.0, "decisions": 5}
    for name, share in zip(names, (1.0, 0.64, 0.64, 0.99), strict=True):
        line |= {name: share, f"{name}_low": share, f"{name}_high": share}
    Curve(tmp_path, "a run", 0.5).add(line)
    boxes = [label.get_window_extent() for label in labels]
    assert len(boxes) == 4
    assert not any(one.overlaps(other) for at, one in enumerate(boxes) for other in boxes[at + 1 :])
    assert sorted(path.name for path in tmp_path.iterdir()) == ["curve.csv", "curve.png"]
