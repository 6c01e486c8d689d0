"""What `check_rules` looks at in each position: the functions that read states."""

from __future__ import annotations

from typing import Any, NoReturn

import numpy as np

from sf_env.core.arrays import copy_states
from sf_env.core.observation import Observations, observation_space
from sf_env.core.rules import Array, Rules


class Positions:
    """Games of one number of players; the seed of each is its row."""

    def __init__(self, rules: Rules, players: int, setup: Any, count: int) -> None:
        self.rules, self.players, self.setup = rules, players, setup
        self.space = observation_space(rules, players)
        self.rng = np.random.default_rng(0)
        self.rows = np.arange(count)
        self.states = np.zeros(count, rules.state)
        self.legal = np.zeros((count, len(rules.actions)), np.bool_)
        self.lengths = np.zeros(count, np.int64)
        self.over = np.zeros(count, np.bool_)

    # Messages.

    def fail(self, row: int, what: str) -> NoReturn:
        """Raise ValueError about a game."""
        raise ValueError(
            f"{self.rules.name} with {self.players} players, seed {row}, decision "
            f"{self.lengths[row]}: {what}"
        )

    def need(self, fine: Array, what: str, rows: Array | None = None) -> None:
        """Fail for the first row for which something is not True."""
        if not np.all(fine):
            row = int(np.argwhere(~np.asarray(fine))[0, 0])
            self.fail(int((self.rows if rows is None else rows)[row]), what)

    def same(self, given: Array, wanted: Array, what: str, rows: Array | None = None) -> None:
        """Fail for the first row in which states differ, and name the fields."""
        one, other = (
            np.ascontiguousarray(states).view(np.uint8).reshape(len(states), -1)
            for states in (given, wanted)
        )
        equal = (one == other).all(axis=1)
        if not equal.all():
            row = int(np.argmin(equal))
            names = self.rules.state.names or ()
            unlike = [name for name in names if (given[row][name] != wanted[row][name]).any()]
            self.need(equal, f"{what} (field {', '.join(unlike) or 'padding'})", rows)

    # Positions.

    def look(self) -> None:
        """Check all functions that only read states; they are given copies."""
        for check in (self.masks, self.observations, self.results, self.words, self.secrets):
            kept = copy_states(self.states)
            check()
            self.same(self.states, kept, f"a function for {check.__name__} changed the state")

    def masks(self) -> None:
        """Check that legal, legal_actions, step's masks and is_over agree."""
        order = self.rng.permutation(self.rows)
        masks = self.allowed(self.states, order)
        listed = np.zeros_like(self.legal)
        for row in self.rows:
            actions = self.rules.legal_actions(self.states[row : row + 1])
            listed[row, actions] = True
            if actions != sorted(set(actions)):
                self.fail(int(row), f"legal_actions returns {actions}: not in ascending order")
        self.need(masks == listed[order], "legal and legal_actions differ", order)
        self.need(self.legal == listed, "step or settle left another mask than legal_actions")
        over = np.asarray(self.rules.is_over(self.states))
        self.need(over == ~listed.any(axis=1), "is_over and legal_actions differ about the end")
        self.need(self.over == over, "step or settle left another over than is_over")

    def allowed(self, states: Array, rows: Array) -> Array:
        """Return masks by position."""
        masks = np.ones((len(rows), len(self.rules.actions)), np.bool_)
        try:
            self.rules.legal(states, rows, masks)
        except IndexError as error:
            self.fail(int(rows[0]), f"legal should fill out by position, not by row: {error}")
        return masks

    def observations(self) -> None:
        """Check that observe fills what the pieces say, within their bounds, by position."""
        order = self.rng.permutation(self.rows)
        movers = self.states["to_move"].astype(np.int64)
        self.need((movers >= 0) & (movers < self.players), "to_move is not a seat")
        self.need(self.states["players"] == self.players, "the field players has changed")
        by_mover = self.observed(self.states, order, np.full(len(order), -1))
        seen = self.observed(self.states, order, movers[order])
        self.need(by_mover == seen, "seat -1 does not observe what the seat to move does", order)
        for seat in range(self.players):
            seats = np.full(len(order), seat)
            seen = self.observed(self.states, order, seats)
            wanted = self.observed(self.states[order], self.rows, seats)
            self.need(seen == wanted, "observe should fill out by position, not by row", order)

    def observed(self, states: Array, rows: Array, seats: Array) -> Array:
        """Return observations once they are checked."""
        size = self.rules.observation_size(self.players)
        buffers = [np.full((len(rows) + 1, size), fill, np.int8) for fill in (-77, 77)]
        for out in buffers:
            try:
                self.rules.observe(states, rows, seats, out[:-1])
            except (IndexError, ValueError) as error:
                self.fail(int(rows[0]), f"observe does not fit pieces of {size} entries: {error}")
        first, second = (out[:-1] for out in buffers)
        if (buffers[0][-1] != -77).any():
            self.fail(int(rows[-1]), f"observe writes more than the {size} entries of pieces")
        self.need(first == second, f"observe leaves some of the {size} entries unwritten", rows)
        if not ((first >= self.space.low) & (first <= self.space.high)).all():
            self.out_of_bounds(first, rows)
        return first

    def out_of_bounds(self, seen: Array, rows: Array) -> None:
        """Fail for the first piece of an observation that breaks its bounds."""
        views = Observations(self.rules).observation_view(seen, self.players)
        for name, _, low, high in self.rules.pieces(self.players):
            what = f"observe writes {name!r} outside of its bounds {low} to {high}"
            self.need((views[name] >= low) & (views[name] <= high), what, rows)

    def results(self) -> None:
        """Check that points, places and winners agree, also about no states."""
        points, places, winners = self._of_seats(self.states)
        parts = self.rules.parts_of_points(self.states)
        if parts.shape != (*points.shape, len(self.rules.parts)):
            self.fail(0, f"points_by_part has shape {parts.shape}; parts are {self.rules.parts}")
        self.need(parts[..., -1] == points, "the last of points_by_part is not the points")
        better = points[:, :, None] > points[:, None, :]
        worse = places[:, :, None] > places[:, None, :]
        self.need(~(better & worse), "a seat with more points has a worse place")
        self.need(places == 1 + worse.sum(axis=2), "places should be 1, and 1 more for each better")
        wanted = (places == 1) & self.over[:, None]
        self.need(
            winners == wanted, "winners should be those in place 1, and nobody before the end"
        )
        self._of_seats(self.states[:0])
        self._tallies()

    def _tallies(self) -> None:
        """Check that there is a number for each tally, in the games that are over."""
        rules, ended = self.rules, self.states[self.over]
        if bool(rules.tallies) != (rules.tally is not None):
            self.fail(0, "tallies and tally need each other")
        if rules.tally and len(ended):
            shape = np.asarray(rules.tally(ended)).shape
            wanted = (len(ended), self.players, len(rules.tallies))
            if shape != wanted:
                self.fail(0, f"tally of {len(ended)} states has shape {shape}, not {wanted}")

    def _of_seats(self, states: Array) -> list[Array]:
        found = []
        for name in ("points", "places", "winners"):
            given = np.asarray(getattr(self.rules, name)(states))
            if len(given) != len(states) or (len(states) and given.shape[1:] != (self.players,)):
                self.fail(0, f"{name} of {len(states)} states has shape {given.shape}")
            found.append(given)
        return found

    def words(self) -> None:
        """Check that a seat reads of what it observes only, in one of the games."""
        row = int(self.rng.integers(len(self.rows)))
        self.said(self.states, row, None)
        for seat in range(self.players):
            said = self.said(self.states, row, seat)
            for what, states in zip(("conceal", "imagine"), self.unsure(seat), strict=True):
                if self.said(states, row, seat) != said:
                    self.fail(row, f"{what} changes the text or snapshot for seat {seat} itself")

    def said(self, states: Array, row: int, seat: int | None) -> Any:
        """Return text and snapshot."""
        snapshot = self.rules.snapshot
        return self.rules.text(states[row], seat), snapshot and snapshot(states[row], seat)

    # Secrets.

    def concealed(self, states: Array, seats: Array) -> Array:
        """Return copies after conceal."""
        copies = copy_states(states)
        self.rules.conceal(copies, seats)
        return copies

    def imagined(self, states: Array, seats: Array) -> Array:
        """Return copies after imagine."""
        copies = copy_states(states)
        self.rules.imagine(copies, seats, np.array(self.rows + 1, np.uint64))
        return copies

    def unsure(self, seat: int) -> tuple[Array, Array]:
        """Return the states concealed for a seat, and as it may imagine them."""
        seats = np.full(len(self.rows), seat)
        return self.concealed(self.states, seats), self.imagined(self.states, seats)

    def secrets(self) -> None:
        """Check that conceal and imagine keep what a seat knows, and nothing else."""
        movers = self.states["to_move"].astype(np.int64)
        whole = self.concealed(self.states, movers)
        by_mover = self.concealed(self.states, np.full(len(self.rows), -1))
        self.same(by_mover, whole, "conceal takes seat -1 for another than the seat to move")
        for seat in range(self.players):
            seats = np.full(len(self.rows), seat)
            hidden, imagined = self.unsure(seat)
            self.same(self.concealed(hidden, seats), hidden, "conceal twice differs from once")
            self.same(
                self.concealed(imagined, seats),
                hidden,
                "conceal after imagine differs from conceal",
            )
            self.same(
                self.imagined(hidden, seats), imagined, "imagine draws on what conceal removes"
            )
            seen = self.observed(self.states, self.rows, seats)
            mine = np.flatnonzero(movers == seat)
            for name, states in (("conceal", hidden), ("imagine", imagined)):
                changed = self.observed(states, self.rows, seats) != seen
                self.need(~changed, f"{name} changes what seat {seat} itself observes")
                what = f"{name} changes what is legal for seat {seat} itself"
                self.need(self.allowed(states, mine) == self.legal[mine], what, mine)
            if not self.rules.secrets:
                self.same(
                    hidden, whole, "conceal depends on the seat: the table needs secrets=True"
                )
        self.known_to_all()

    def known_to_all(self) -> None:
        """Check that what all seats know can be observed."""
        states = self.states
        for seat in range(self.players):
            states = self.concealed(states, np.full(len(self.rows), seat))
        self.observed(states, self.rows, np.full(len(self.rows), -1))
