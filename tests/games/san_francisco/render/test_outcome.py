"""Who has won, in a sentence."""

from __future__ import annotations

from sf_env.games.san_francisco.render.outcome import result, verdict
from sf_env.games.san_francisco.view import view_of
from tests.games.san_francisco.positions import ended


def test_the_winners_are_named() -> None:
    view = view_of(ended().state, ["you", "<script>"])
    assert verdict(view | {"winners": [0]}).startswith("you win with ")
    assert verdict(view | {"winners": [1]}).startswith("<script> wins with ")
    assert verdict(view | {"winners": [0, 1]}).startswith("you and <script> win together with ")


def test_all_points_are_told_the_most_first() -> None:
    view = view_of(ended(3).state, ["Ann", "Bob", "you"])
    view["scores"] = [{"total": points} for points in (4, 12.5, -1)]
    assert result(view | {"winners": [1]}) == "Bob wins, 12½ to 4 to −1"
    assert result(view | {"winners": [0, 1, 2]}).startswith("Ann, Bob and you win together, ")
