"""Checks the table of a game: random games are played through all of its functions.

Every ValueError says which function broke its contract, and in which game: its seed, and how many
decisions had been made.
"""

from __future__ import annotations

import pickle
from typing import Any

import numpy as np

from sf_env.core.arrays import copy_states
from sf_env.core.check_positions import Positions
from sf_env.core.errors import Error
from sf_env.core.masks import sample_legal
from sf_env.core.rules import Array, Rules, rules_of
from sf_env.core.threads import check_count

LONGEST_GAME = 10_000  # decisions
UNKNOWN = "no setup has this name"


def check_rules(rules: str | Rules, players: int | None = None, games: int = 20) -> None:
    """Play random games of a table; raise ValueError if one of its functions breaks its contract.

    Without ``players`` they are played with each number of players. Game n has the seed n.
    """
    table = rules_of(rules)
    _check_table(table)
    setup = _usual_setup(table)
    numbers = table.players if players is None else (table.check_players(players),)
    for number in numbers:
        _Games(table, number, setup, check_count("games", games)).play()


def _check_table(rules: Rules) -> None:
    names = rules.state.names or ()
    if missing := {"players", "to_move"} - set(names):
        raise ValueError(f"{rules.name}: state has no field {' and no field '.join(missing)}")
    if len(set(rules.actions)) < len(rules.actions):
        raise ValueError(f"{rules.name}: actions should have different names")
    try:
        same = pickle.loads(pickle.dumps(rules)) is rules  # noqa: S301  it is our own
    except Exception as error:
        raise ValueError(
            f"{rules.name}: home={rules.home!r} cannot be imported: {error}"
        ) from error
    if not same:
        raise ValueError(f"{rules.name}: at home={rules.home!r} there is another table")


def _usual_setup(rules: Rules) -> Any:
    """Return the usual setup; check that `load_setup` treats it and others as shells expect."""
    setup = rules.load_setup(rules.usual_setup)
    if not all(isinstance(getattr(setup, name, None), str) for name in ("name", "hash")):
        raise ValueError(f"{rules.name}: a setup should have the strings name and hash")
    if rules.load_setup(setup) is not setup:
        raise ValueError(f"{rules.name}: load_setup should return a loaded setup unchanged")
    if rules.load_setup(rules.usual_setup).hash != setup.hash:
        raise ValueError(f"{rules.name}: load_setup gives {rules.usual_setup!r} another hash")
    try:
        rules.load_setup(UNKNOWN)
    except Error:
        return setup
    except Exception as error:
        raise ValueError(
            f"{rules.name}: load_setup raises {type(error).__name__} for an unknown name; it "
            f"should raise sf_env.Error"
        ) from error
    raise ValueError(f"{rules.name}: load_setup accepts {UNKNOWN!r}; it should raise sf_env.Error")


class _Games(Positions):
    """Games that are played at random, half of them in each step."""

    def play(self) -> None:
        """Play all games to their end, and check each position."""
        self.deal()
        fresh = copy_states(self.states)
        self.rules.settle(self.states, self.rows, False, self.legal, self.lengths, self.over)
        self.same(self.states, fresh, "settle without skip_forced changed the state")
        for _ in range(LONGEST_GAME):
            self.look()
            if self.over.all():
                break
            self.step()
        else:
            self.fail(int(np.argmin(self.over)), "the game does not end")
        self.lengths[:] = 0
        self.deal()
        self.same(self.states, fresh, "deal depends on what was in the row before")

    def deal(self) -> None:
        """Deal all games in an order other than that of the rows."""
        order = self.rng.permutation(self.rows)
        self._deal(self.states, order, order)
        for row in self.rows:
            alone = copy_states(self.states[row : row + 1])
            self._deal(alone, self.rows[:1], self.rows[row : row + 1])
            what = "deal gives a seed another game in another row"
            self.same(alone, self.states[row : row + 1], what, self.rows[row : row + 1])

    def _deal(self, states: Array, rows: Array, seeds: Array) -> None:
        self.rules.deal(states, rows, seeds.astype(np.uint64), self.players, self.setup)

    def step(self) -> None:
        """Carry out random actions in half of the games."""
        rules, live = self.rules, np.flatnonzero(~self.over)
        rows = self.rng.permutation(live)[: -(-len(live) // 2)]
        actions = sample_legal(self.legal[rows], self.rng)
        self.illegal(rows, actions)
        wanted = copy_states(self.states)
        rules.step_states(wanted, rows, actions)
        for row, action in zip(rows, actions, strict=True):
            alone = copy_states(self.states[row : row + 1])
            rules.step_one(alone, int(action))
            what = f"step_states and step_one differ after {rules.actions[action]}"
            self.same(wanted[row : row + 1], alone, what, np.array([row]))
        lengths = self.lengths.copy()
        lengths[rows] += 1
        rules.step(self.states, rows, actions, False, self.legal, self.lengths, self.over)
        given, self.lengths = self.lengths, lengths
        self.need(given == lengths, "step should add 1 to lengths in its rows, and nothing else")
        self.same(self.states, wanted, "step and step_states differ, or step changed another row")
        self.skip(rows)

    def illegal(self, rows: Array, actions: Array) -> None:
        """Check which position first_illegal returns, -1 if all are legal."""
        given = self.rules.first_illegal(self.states, rows, actions)
        if given != -1:
            self.fail(int(rows[0]), f"first_illegal returns {given} for legal actions, not -1")
        at = int(self.rng.integers(len(rows)))
        forbidden = np.flatnonzero(~self.legal[rows[at]])
        for wrong in (*forbidden, -1, len(self.rules.actions)):
            one = actions.copy()
            one[at] = wrong
            given = self.rules.first_illegal(self.states, rows, one)
            if given != at:
                what = f"first_illegal returns {given} for action {wrong} at position {at}"
                self.fail(int(rows[at]), what)

    def skip(self, rows: Array) -> None:
        """Check that settle with skip_forced makes the decisions without a choice."""
        states, wanted = copy_states(self.states), copy_states(self.states)
        legal, lengths, over = self.legal.copy(), self.lengths.copy(), self.over.copy()
        self.rules.settle(states, rows, True, legal, lengths, over)
        masks, counted = self.legal.copy(), self.lengths.copy()
        for row in rows:
            one = wanted[row : row + 1]
            while len(actions := self.rules.legal_actions(one)) == 1:
                self.rules.step_one(one, actions[0])
                counted[row] += 1
            masks[row] = False
            masks[row, actions] = True
        self.same(states, wanted, "settle with skip_forced should make the only legal decisions")
        self.need(lengths == counted, "settle should add the skipped decisions to lengths")
        self.need(legal == masks, "settle should fill legal in its rows, by row")
        self.need(over == ~masks.any(axis=1), "settle should fill over in its rows, by row")
