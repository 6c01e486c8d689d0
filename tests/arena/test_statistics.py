"""Figures from tournaments whose truth is known, since they are made up."""

from __future__ import annotations

import importlib.util
from typing import Any

import numpy as np
import pytest

from sf_agents.arena import MissingExtra, play, ratings
from sf_agents.arena.bootstrap import estimate
from sf_agents.arena.outcome import NOBODY, row_dtype
from sf_agents.arena.ratings import SCALE, rate
from sf_agents.arena.schedule import Schedule, make_groups
from sf_agents.arena.statistics import SHARE, Appearances, matrix, of_agents, of_groups
from sf_env.core.rules import rules_of

RULES = rules_of()


def simulated(
    strengths: list[float], players: int, deals: int, seed: int, luck: float = 0.0
) -> tuple[np.ndarray, Schedule]:
    """Return the rows of a tournament of agents with log strengths, who finish as Plackett-Luce.

    ``luck`` is how much the seats of one deal differ, for all groups that play it.
    """
    rng = np.random.default_rng(seed)
    _, groups = make_groups(len(strengths), players)
    schedule = Schedule(players, tuple(groups), np.arange(deals))
    numbers = schedule.numbers
    rows = np.zeros(len(numbers), row_dtype(players, RULES))
    rows["number"], rows["forfeit"], rows["length"] = numbers, NOBODY, 100
    deck = rng.normal(scale=luck, size=(deals, players))[schedule.deal_of(numbers)]
    form = np.array(strengths)[schedule.seating_of(numbers)] + deck
    form += rng.gumbel(size=form.shape)
    rows["places"] = 1 + (form[:, None, :] > form[:, :, None]).sum(axis=2)
    rows["parts"][:, :, -1] = 10 + players - rows["places"]
    return rows, schedule


def share_of_first(rows: np.ndarray, schedule: Schedule) -> Any:
    games = Appearances(rows, RULES, schedule)
    return of_agents(games, tuple("abcdef"[: games.agents.max() + 1]))[0]


@pytest.mark.long
@pytest.mark.parametrize(("gap", "luck"), [(0.0, 0.0), (0.7, 0.0), (0.7, 2.0), (2.0, 1.0)])
def test_intervals_hold_the_truth_as_often_as_they_say(gap: float, luck: float) -> None:
    many, schedule = simulated([gap, 0.0], 2, 100_000, 1, luck)
    truth = share_of_first(many, schedule)["win_share"]
    held = 0
    for seed in range(120):
        low, high = share_of_first(*simulated([gap, 0.0], 2, 100, 1000 + seed, luck))["interval"]
        held += low <= truth <= high
    assert 107 <= held <= 119


def test_deals_that_agree_give_the_rule_of_three() -> None:
    deals = np.repeat(np.arange(100), 2)
    never = estimate(deals, np.zeros(200), SHARE)
    assert (never.value, never.interval, never.agreed) == (0.0, (0.0, 0.03), True)
    always = estimate(deals, np.ones(200), SHARE)
    assert always.interval == pytest.approx((0.97, 1.0))
    halves = estimate(deals, np.tile([0.0, 1.0], 100), SHARE)
    assert halves.interval == pytest.approx((0.485, 0.515))
    assert estimate(deals[:1], np.ones(1), SHARE).interval == (0.0, 1.0)
    assert np.isnan(estimate(deals, np.ones(200)).interval).all()
    assert np.isnan(estimate(deals[:0], np.ones(0), SHARE).value)


def test_more_deals_make_narrower_intervals() -> None:
    widths = []
    for deals in (50, 200, 800):
        low, high = share_of_first(*simulated([0.5, 0.0], 2, deals, 1))["interval"]
        widths.append(high - low)
    assert widths[0] > 1.6 * widths[1] > 2.5 * widths[2]


def test_shared_wins_and_forfeits() -> None:
    rows, schedule = simulated([0.0, 0.0], 2, 10, 1)
    rows["places"] = 1
    rows["places"][:4] = [1, 2]
    rows["forfeit"][:4] = 1
    rows["parts"][:] = 0
    rows["parts"][4:, 0, -1] = 3
    rows["tallies"][4:, 0, -1] = 1
    games = Appearances(rows, RULES, schedule)
    first, second = of_agents(games, ("a", "b"))
    assert first["win_share"] == pytest.approx((2 + 16 / 2) / 20)
    assert (first["forfeits"], second["forfeits"]) == (2, 2)
    assert first["points"]["total"] == pytest.approx(1.5)
    assert first["tallies"]["ended"] == pytest.approx(0.5)
    assert first["seats"][0]["margin"] == 3.0
    assert (first["seats"][0]["games"], first["games"]) == (10, 20)
    (meeting,) = of_groups(games, schedule, ("a", "b"))
    assert meeting["shares"] == pytest.approx([0.5, 0.5])
    assert (meeting["forfeits"], meeting["length"]["mean"]) == (4, 100)


def test_the_matrix() -> None:
    rows, schedule = simulated([3.0, 0.0, -3.0], 2, 500, 1)
    share = matrix(Appearances(rows, RULES, schedule), 3)
    assert np.isnan(np.diag(share)).all()
    off = ~np.eye(3, dtype=bool)
    assert (share + share.T)[off] == pytest.approx(1.0)
    assert share[0, 1] == pytest.approx(1 / (1 + np.exp(-3)), abs=0.02)
    games = Appearances(rows, RULES, schedule)
    shares = [one["win_share"] for one in of_agents(games, ("a", "b", "c"))]
    assert shares == pytest.approx(np.nanmean(share, axis=1).tolist())
    rows["places"] = 1
    assert matrix(Appearances(rows, RULES, schedule), 3)[off] == pytest.approx(0.5)


def test_duels_look_at_the_one() -> None:
    rows, schedule = simulated([2.0, 0.0], 3, 2000, 1)
    one = of_agents(Appearances(rows, RULES, schedule, first_only=True), ("a", "b"))
    assert one[0]["win_share"] == pytest.approx(np.exp(2) / (np.exp(2) + 2), abs=0.02)
    assert one[1]["win_share"] == pytest.approx(1 / (2 * np.exp(2) + 1), abs=0.02)
    assert one[0]["seats"][1]["games"] == 2000


@pytest.mark.parametrize("players", [2, 3, 4])
def test_ratings_find_the_strengths(players: int) -> None:
    strengths = [0.0, 1.0, 2.5, 3.0]
    rows, schedule = simulated(strengths, players, 1500, 3)
    before, met = Appearances(rows, RULES, schedule).finishes(4)
    found = rate(before, met, ("random", "a", "b", "c"), players)
    truth = np.array(strengths) * SCALE
    assert found.values == pytest.approx(truth, abs=25)
    assert found.anchor == 0
    assert (found.intervals[0] == 0).all()
    inside = (found.intervals[:, 0] <= truth) & (truth <= found.intervals[:, 1])
    assert inside.sum() >= 3
    assert (np.diff(found.intervals[1:], axis=1) < 80).all()
    assert ("Bradley-Terry" in found.model) == (players == 2)


@pytest.mark.long
def test_the_intervals_of_ratings_hold_the_truth() -> None:
    held = 0
    for seed in range(20):
        rows, schedule = simulated([0.0, 1.0, 2.0], 2, 60, seed, luck=1.0)
        before, met = Appearances(rows, RULES, schedule).finishes(3)
        low, high = rate(before, met, ("random", "a", "b"), 2).intervals[1]
        many = 1 / (1 + np.exp(-np.random.default_rng(0).normal(1, 2**0.5, 100_000)))
        share = many.mean()
        held += low <= SCALE * np.log(share / (1 - share)) <= high
    assert held >= 17


def test_a_perfect_score_stays_finite_and_uncertain() -> None:
    before = np.zeros((50, 2, 2))
    before[:, 1, 0] = 2
    found = rate(before, before + before.transpose(0, 2, 1), ("random", "a"), 2)
    assert found.values[1] == pytest.approx(400 * np.log10(100.5 / 0.5))
    low, high = found.intervals[1]
    assert low < found.values[1] - 100 < found.values[1] + 100 < high < 5000


def test_the_anchor_is_random_or_else_the_weakest() -> None:
    assert ratings.find_anchor(("a", "random"), np.array([0.0, 5.0])) == 1
    assert ratings.find_anchor(("a", "b"), np.array([5.0, 0.0])) == 1


@pytest.mark.parametrize("groups", [[(0, 1)], [(0, 1), (2, 3)], [(0, 0)]])
def test_there_are_no_ratings_across_agents_that_never_met(groups: list[tuple[int, int]]) -> None:
    result = play(["greedy", "builder", "random", "flat:simulations=1"], 4, groups=groups)
    assert "not all agents have met" in result.summary["ratings"]["note"]
    assert result.summary["agents"][0]["rating"] is None
    assert result.summary["agents"][0]["win_share"] is not None


def test_agents_that_met_others_in_common_have_ratings() -> None:
    result = play(["greedy", "builder", "random"], 4, groups=[(0, 1), (2, 1)])
    assert result.summary["ratings"]["model"] == "Bradley-Terry"


def test_without_choix_there_are_no_ratings(monkeypatch: pytest.MonkeyPatch) -> None:
    usual = importlib.util.find_spec
    monkeypatch.setattr(
        importlib.util, "find_spec", lambda name: None if name == "choix" else usual(name)
    )
    result = play(["greedy", "random"], 4)
    assert "pip install 'sf-env[arena]'" in result.summary["ratings"]["note"]
    assert result.summary["agents"][0]["rating"] is None
    with pytest.raises(MissingExtra, match=r"needs choix, .* pip install 'sf-env\[arena\]'"):
        _ = result.ratings


def test_result_and_summary_agree() -> None:
    result = play(["greedy", "builder", "random"], 40)
    for at, one in enumerate(result.summary["agents"]):
        assert one["name"] == result.agents[at]
        assert one["win_share"] == result.win_share[at]
        assert one["interval"] == result.interval[at].tolist()
        assert one["points"]["total"] == pytest.approx(
            sum(value for name, value in one["points"].items() if name != "total")
        )
        assert one["decisions_per_second"] > 0
    assert result.summary["matrix"][0][0] is None
    assert result.summary["matrix"][1][2] == result.matrix[1, 2]
    assert sum(one["games"] for one in result.summary["meetings"]) == len(result.records) == 120
    assert result.interval.shape == (3, 2)
