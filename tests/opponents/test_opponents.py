"""Agents behind the protocol: legal, decided by row and key alone, blind to the deck."""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Literal

import numpy as np
import pytest

import sf_env
from sf_env import UnknownAgent, opponents
from sf_env.opponents import decision_keys, row_keys
from sf_env.opponents.contract import act_of, learner_seats
from sf_env.opponents.entry_points import agents_in
from sf_env.opponents.parameters import Range, check_parameters
from sf_env.opponents.registry import describe

NAMES = ("random", "greedy")


def positions(players: int, deck: str = "standard", count: int = 300) -> np.ndarray:
    """Return concealed states from all stages of random games."""
    states = sf_env.deal(players, range(count), deck)
    rng = np.random.default_rng(players)
    for number in range(120):
        active = np.arange(count) % 120 > number
        actions = sf_env.sample_legal(sf_env.legal_mask(states), rng)
        sf_env.step_states(states, actions, active)
    return sf_env.conceal(states[~sf_env.is_over(states)])


@pytest.mark.parametrize("deck", ["standard", "generate:5"])
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("name", NAMES)
def test_agents_are_legal_and_decided_by_row_and_key(name: str, players: int, deck: str) -> None:
    states = positions(players, deck)
    legal = sf_env.legal_mask(states)
    keys = np.arange(len(states), dtype=np.uint64) * 7
    actions = opponents.load(name).act(states, legal, keys)
    assert actions.dtype == np.int64
    assert legal[np.arange(len(states)), actions].all()
    part = np.arange(0, len(states), 3)
    again = opponents.load(name).act(states[part], legal[part], keys[part])
    assert np.array_equal(actions[part], again)
    assert not np.array_equal(actions, opponents.load(name).act(states, legal, keys + 1))


@pytest.mark.parametrize("name", NAMES)
def test_agents_do_not_look_into_the_deck(name: str) -> None:
    states = positions(3)
    legal = sf_env.legal_mask(states)
    keys = row_keys(states)
    actions = opponents.load(name).act(states, legal, keys)
    for seed in range(5):
        shuffled = states.copy()
        sf_env.reshuffle(shuffled, seed)
        assert np.array_equal(actions, opponents.load(name).act(shuffled, legal, keys))


@pytest.mark.parametrize("name", NAMES)
def test_agents_leave_what_they_are_given_alone(name: str) -> None:
    states = positions(2)
    legal = sf_env.legal_mask(states)
    before = states.copy(), legal.copy()
    states.flags.writeable = legal.flags.writeable = False
    opponents.load(name).act(states, legal)
    opponents.load(name).act(states[::2], legal[::2], row_keys(states[::2]))
    assert np.array_equal(states, before[0])
    assert np.array_equal(legal, before[1])


@pytest.mark.parametrize("name", NAMES)
def test_no_rows_and_finished_games(name: str) -> None:
    agent = opponents.load(name)
    assert agent.act(sf_env.deal(2, []), np.zeros((0, 44), np.bool_)).shape == (0,)
    over = sf_env.deal(2, range(3))
    sf_env.random_playouts(over, 1)
    assert agent.act(over, sf_env.legal_mask(over)).tolist() == [0, 0, 0]


def test_without_keys_the_row_stands_in() -> None:
    states = positions(2)
    legal = sf_env.legal_mask(states)
    agent = opponents.load("random")
    assert np.array_equal(agent.act(states, legal), agent.act(states, legal, row_keys(states)))
    keys = row_keys(states)
    assert len(set(keys.tolist())) == len({state.tobytes() for state in states})
    assert np.array_equal(row_keys(states[5:6]), keys[5:6])


def test_keys_differ_by_game_seat_and_decision() -> None:
    grid = np.array(np.meshgrid(range(20), range(4), range(20))).reshape(3, -1)
    keys = decision_keys(*grid)
    assert keys.dtype == np.uint64
    assert len(set(keys.tolist())) == 1600


def test_learners_sit_everywhere() -> None:
    for players in (2, 3, 4):
        counts = np.bincount(learner_seats(np.arange(6000), players), minlength=players)
        assert (abs(counts - 6000 / players) < 250).all()


def test_random_is_uniform() -> None:
    states = np.repeat(sf_env.deal(2, [1]), 6000)
    sf_env.step_states(states, np.zeros(6000, np.int64))
    keys = np.arange(6000, dtype=np.uint64)
    actions = opponents.load("random").act(states, sf_env.legal_mask(states), keys)
    assert all(1850 < (actions == action).sum() < 2150 for action in (4, 5, 6))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_greedy_beats_random(players: int) -> None:
    states = sf_env.deal(players, range(200))
    seats = np.arange(200) % players
    greedy, random = opponents.load("greedy"), opponents.load("random")
    while not sf_env.is_over(states).all():
        hidden = sf_env.conceal(states)
        legal = sf_env.legal_mask(hidden)
        mine = states["to_move"] == seats
        actions = np.where(mine, greedy.act(hidden, legal), random.act(hidden, legal))
        sf_env.step_states(states, actions)
    won = sf_env.winners(states)[np.arange(200), seats]
    assert won.mean() > 0.95


def test_known_names() -> None:
    assert {"random", "greedy"} <= set(opponents.names())
    assert isinstance(opponents.load("random:"), opponents.Random)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("gredy", "no agent is called 'gredy'; known are: .*greedy.*random"),
        ("", "no agent is called ''"),
        ("random:speed=1", "'random' has no parameter 'speed=1'; it has: none"),
        ("greedy:speed", "'greedy' has no parameter 'speed'"),
        (None, "a string, not None"),
        ("nowhere:Bot", "no module 'nowhere', nor an agent of that name; known are: .*greedy"),
        ("sf_env.nowhere:Bot", "no module 'sf_env.nowhere'"),
        ("sf_env.core.errors:Bot", "sf_env.core.errors has no factory 'Bot'"),
        ("sf_env.version:__version__", "has no factory '__version__'"),
        (":Bot", "'' is not a module's name"),
        ("..bots:Bot", "'..bots' is not a module's name"),
        ("builtins:dict", "'builtins:dict': no signature"),
        ("math:sqrt", "'math:sqrt': its parameter x cannot be given by name"),
        ("builtins:object", "'builtins:object': .* no method act"),
    ],
)
def test_unknown_names(name: str, words: str) -> None:
    with pytest.raises(UnknownAgent, match=words):
        opponents.load(name)


class Fake:
    """An agent from elsewhere, with parameters of all kinds."""

    def __init__(
        self,
        number: int = 1,
        share: float = 0.5,
        *,
        loud: bool = False,
        style: str = "plain",
        seconds: float | None = None,
    ) -> None:
        self.given = (number, share, loud, style)
        self.seconds = seconds

    def act(self, states: Any, legal: Any) -> Any:
        return legal.argmax(axis=1)


def test_agents_of_entry_points(monkeypatch: pytest.MonkeyPatch) -> None:
    class Entry:
        name = "fake"

        def load(self) -> type:
            return Fake

    monkeypatch.setattr("sf_env.opponents.registry._installed", lambda _: {"fake": Entry()})
    assert "fake" in opponents.names()
    assert opponents.load("fake").given == (1, 0.5, False, "plain")
    agent = opponents.load("fake:number=7,share=0.25,loud=true,style=odd")
    assert agent.given == (7, 0.25, True, "odd")
    assert opponents.load("fake:seconds=2").seconds == 2.0
    for wrong in ("seconds=x", "number=x", "share=much", "loud=maybe"):
        with pytest.raises(UnknownAgent, match=wrong.split("=")[0]):
            opponents.load(f"fake:{wrong}")


@dataclass(frozen=True)
class Bounded:
    """Think within bounds.

    Nobody prints this.
    """

    depth: Annotated[int, Range(1, 9, "plies")] = 3
    style: Literal["calm", "wild"] = "calm"
    seconds: Annotated[float | None, Range(0)] = None
    __post_init__ = check_parameters

    def act(self, states: Any, legal: Any) -> Any:
        return legal.argmax(axis=1)


def needing(level: int) -> Bounded:
    return Bounded(depth=level)


HERE = __name__


def test_agents_of_ones_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "bots", sys.modules[HERE])
    assert opponents.load("bots:Bounded") == Bounded()
    agent = opponents.load("bots:Bounded:depth=9,style=wild,seconds=0.5")
    assert agent == Bounded(9, "wild", 0.5)
    assert opponents.load("bots:needing:level=4") == Bounded(4)
    for wrong, words in {
        "bots:Bounded:depth=10": "'bots:Bounded': depth='10' is not allowed.*int, 1 to 9",
        "bots:Bounded:style=odd": "should be str, calm, wild",
        "bots:Bounded:seconds=-1": "float, 0 or more",
        "bots:Bounded:depth=2,depth=3": "depth is given twice",
        "bots:needing": "needs level",
        "bots:needing:level=0": "'bots:needing': depth=0 is not allowed; allowed: 1 to 9",
    }.items():
        with pytest.raises(UnknownAgent, match=words):
            opponents.load(wrong)


def test_parameters_are_checked_however_an_agent_is_made() -> None:
    for wrong in ({"depth": 0}, {"depth": 2.0}, {"depth": True}, {"style": "odd"}, {"seconds": -1}):
        with pytest.raises(ValueError, match=next(iter(wrong))):
            Bounded(**wrong)


def test_what_agents_say_of_themselves(monkeypatch: pytest.MonkeyPatch) -> None:
    class Entry:
        def load(self) -> type:
            return Bounded

    monkeypatch.setattr("sf_env.opponents.registry._installed", lambda _: {"bounded": Entry()})
    text, parameters = describe("bounded")
    assert text == "Think within bounds."
    assert [p.allowed for p in parameters.values()] == ["1 to 9", "calm, wild", "0 or more"]
    assert [p.default for p in parameters.values()] == [3, "calm", None]
    for name in NAMES:
        assert describe(name)[0].endswith(".")
    with pytest.raises(UnknownAgent, match="no agent is called 'nobody'"):
        describe("nobody")


def test_agents_may_leave_the_keys_out() -> None:
    states = positions(2, count=10)
    legal = sf_env.legal_mask(states)
    keys = row_keys(states)
    assert np.array_equal(act_of(Fake())(states, legal, keys), legal.argmax(axis=1))
    for wrong in (3, Fake):
        with pytest.raises(TypeError, match="no method act"):
            act_of(wrong)


def test_keys_are_given_by_name() -> None:
    class Keyed:
        def act(self, states: Any, legal: Any, temperature: float = 1.0, *, keys: Any) -> Any:
            assert temperature == 1.0
            return keys % 2

    assert act_of(Keyed())(None, None, np.arange(3)).tolist() == [0, 1, 0]


@pytest.mark.parametrize("name", NAMES)
def test_keys_for_every_row(name: str) -> None:
    states = positions(2, count=10)
    with pytest.raises(ValueError, match="keys should have shape"):
        opponents.load(name).act(states, sf_env.legal_mask(states), np.zeros(3, np.uint64))


def test_a_checkout_names_its_agents_itself(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only if it is this project, and only agents of packages that can be imported."""
    project = tmp_path / "pyproject.toml"
    monkeypatch.setattr("sf_env.opponents.entry_points.PROJECT", project)
    installed = agents_in("some.group")
    text = '[project]\nname = "{}"\n[project.entry-points."some.group"]\n'
    text += 'json = "json:loads"\nnowhere = "nowhere_at_all:Bot"\n'
    project.write_text(text.format("another"))
    assert agents_in("some.group") == installed
    project.write_text(text.format("sf-env"))
    found = agents_in("some.group")
    assert found.keys() == {*installed, "json"}
    assert found["json"].load() is json.loads
    assert agents_in("other.group").keys() == set()


@pytest.mark.parametrize(
    ("seeds", "lengths", "words"),
    [
        ([1, 2, 3], [0], r"lengths should be \(3,\) integers, not \(1,\) int64"),
        ([1, 2, 3, 4], [0, 0, 0], r"seeds should be \(3,\) integers, not \(4,\) int64"),
        ([1.0, 2.0, 3.0], [0, 0, 0], r"seeds should be \(3,\) integers, not \(3,\) float64"),
        (1, [0, 0, 0], r"seeds should be \(3,\) integers, not \(\) int64"),
        ([1, 2, 3], [True] * 3, r"lengths should be \(3,\) integers, not \(3,\) bool"),
    ],
)
def test_each_state_has_a_seed_and_a_length(seeds: Any, lengths: Any, words: str) -> None:
    states = sf_env.deal(2, [1, 2, 3])
    with pytest.raises(ValueError, match=words):
        sf_env.ask("san_francisco", Fake(), states, seeds, lengths)
    assert sf_env.ask("san_francisco", Fake(), states[:0], [], []).shape == (0,)


def test_keys_and_draws_are_made_of_as_many_of_each() -> None:
    mixture = opponents.Mixture({"random": 1, "greedy": 1})
    words = "should be .* integers, as many of each"
    with pytest.raises(ValueError, match=words):
        mixture.draw([1, 2, 3], [0])
    for seeds, seats, numbers in (([1, 2], [0], [0, 0]), ([1, 2], [0, 0], [0]), (1, 0, 0)):
        with pytest.raises(ValueError, match=words):
            decision_keys(seeds, seats, numbers)
