"""One game: a batch of one, with its history."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Self

import numpy as np

from sf_env.core.arrays import check_whole, copy_states
from sf_env.core.errors import MISFITS, Error, IllegalAction, RecordError, reason, shown
from sf_env.core.masks import as_action
from sf_env.core.record_format import new_record
from sf_env.core.rules import Array, Rules
from sf_env.core.seeds import check_seed, draw_seed

FIRST = np.zeros(1, np.int64)  # the rows of an array of one


class Game:
    """A game in progress: its state, how it began, and the actions since.

    ``length`` counts the decisions made; ``actions`` lists them, and is None if the beginning of
    the game is not known.
    """

    def __init__(
        self,
        rules: Rules,
        players: int = 2,
        seed: int | None = None,
        setup: Any = None,
        order: Any = None,
        state: Any = None,
        **own: Any,
    ) -> None:
        """Deal a game from a seed (drawn if None), or with ``order``, which fixes all chance.

        Given a state, continue from a copy of it, whatever the number of players and the setup.
        The setup may be given by the game's own word.
        """
        self.rules = rules
        self.seed: int | None = None
        self.order: Any = None
        self.actions: list[int] | None = []
        self.length = 0
        self._states = np.zeros(1, rules.state)
        if state is not None:
            self._continue(state)
            return
        players = rules.check_players(players)
        self.setup = rules.take_setup(setup, own)
        if order is None:
            self.seed = draw_seed() if seed is None else check_seed(seed)
            seeds = np.array([self.seed], np.uint64)
            rules.deal(self._states, FIRST, seeds, players, self.setup)
        elif seed is None:
            self.order = _plain(order)
            rules.deal_order(self._states, self.order, players, self.setup)
        else:
            raise ValueError("give seed or order, not both")

    def _continue(self, state: Any) -> None:
        given = np.asarray(state)
        if given.dtype != self.rules.state or given.size != 1:
            raise ValueError(f"state should be one record of the dtype of {self.rules.name}")
        players = self.rules.check_players(int(given["players"].item()))
        if not 0 <= given["to_move"].item() < players:
            raise ValueError(f"state has seat {given['to_move'].item()} to move; it is damaged")
        self._states = copy_states(given.reshape(1))
        self.setup = None
        self.actions = None

    @property
    def state(self) -> np.void:
        """The numpy record: a live view."""
        state: np.void = self._states[0]
        return state

    @property
    def states(self) -> Array:
        """The state as an array of one, for functions on arrays of states: a live view."""
        return self._states

    @property
    def players(self) -> int:
        """The number of players."""
        return int(self._states["players"].item())

    @property
    def to_move(self) -> int:
        """The seat to move; when the game is over, the seat that ended it."""
        return int(self._states["to_move"].item())

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
        if self.legal_actions():
            return False
        # A state from elsewhere may be one in which nothing is legal, as another seat imagines it.
        return self.actions is not None or bool(self.rules.is_over(self._states)[0])

    def legal_actions(self) -> list[int]:
        """Return the legal actions, ascending; [] when the game is over."""
        return self.rules.legal_actions(self._states)

    def step(self, action: int) -> None:
        """Carry out an action; an illegal one raises IllegalAction and changes nothing."""
        if self.actions is None:  # made from a state, of which something may be hidden
            check_whole(self.rules, self._states)
        self.carry_out(self.check(action))

    def check(self, action: Any) -> int:
        """Return the number of a legal action; an illegal one raises IllegalAction."""
        number = as_action(action)
        if number not in self.rules.legal_actions(self._states):
            raise IllegalAction(self._why_not(number))
        return number

    def carry_out(self, action: int) -> None:
        """Carry out an action that is known to be legal: ``step`` without its check."""
        if self.order is None:
            self.rules.step_one(self._states, action)
        else:
            self._step_by_order(action)
        self.length += 1
        actions = self.actions
        if actions is not None:
            actions.append(action)

    def _step_by_order(self, action: int) -> None:
        """Carry out an action whose chance the order decides; an error changes nothing."""
        chance = self.rules.chance
        if chance is None or chance.given is None:  # the deal has fixed everything
            self.rules.step_one(self._states, action)
            return
        ahead = copy_states(self._states)
        chance.step(ahead, action)
        while chance.waits(ahead):
            try:
                outcome = chance.given(ahead, self.order)
            except MISFITS as error:
                raise Error(f"the order does not fit the game: {reason(error)}") from error
            chance.resolve(ahead, outcome)
        self._states[:] = ahead

    def skip_forced(self) -> int:
        """Make decisions while there is a single legal action; return how many were made."""
        count = 0
        while len(legal := self.legal_actions()) == 1:
            self.carry_out(legal[0])
            count += 1
        return count

    def mask(self, dtype: Any = np.bool_) -> Array:
        """Return the legal actions as a new mask."""
        mask = np.zeros(len(self.rules.actions), dtype)
        mask[self.legal_actions()] = 1
        return mask

    def observe(self, seat: int | None = None) -> Array:
        """Return what a player (None: the player to move) sees: a new vector of int8."""
        self._check_seat(seat)
        seats = np.array([-1 if seat is None else seat], np.int64)
        out = np.zeros((1, self.rules.observation_size(self.players)), np.int8)
        self.rules.observe(self._states, FIRST, seats, out)
        vector: Array = out[0]
        return vector

    def _check_seat(self, seat: Any) -> None:
        if seat is None:
            return
        if not isinstance(seat, int | np.integer) or not 0 <= seat < self.players:
            raise ValueError(f"seat={seat!r} is not allowed; allowed: 0 to {self.players - 1}")

    def winners(self) -> list[int]:
        """Return the winning seats; [] before the end."""
        return [int(seat) for seat in np.flatnonzero(self.rules.winners(self._states)[0])]

    def points(self) -> Array:
        """Return each seat's points; before the end, as if the game ended now."""
        points: Array = self.rules.points(self._states)[0]
        return points

    def scores(self) -> list[dict[str, Any]]:
        """Return each seat's points by source; before the end, as if the game ended now."""
        points = self.rules.parts_of_points(self._states)[0]
        return [self.rules.breakdown(of_seat) for of_seat in points.tolist()]

    def snapshot(self, seat: int | None = None) -> dict[str, Any]:
        """Return the position as a JSON-compatible dict: all of it, or what a seat knows."""
        if self.rules.snapshot is None:
            raise ValueError(f"{self.rules.name} has no snapshots")
        self._check_seat(seat)
        return self.rules.snapshot(self.state, seat)

    def record(self, **extra: Any) -> dict[str, Any]:
        """Return the game so far as a record (see ``sf_env.record``), with ``extra`` in it."""
        if self.actions is None:
            raise RecordError("a game made from a state has no record: how it began is not known")
        start = {"seed": self.seed} if self.order is None else {"order": _plain(self.order)}
        record = new_record(self.rules, self.players, self.setup, start, list(self.actions))
        if self.is_over:
            record["scores"] = self.scores()
        if clash := record.keys() & extra.keys():
            raise ValueError(f"extra may not replace {sorted(clash)} of the record")
        return record | extra

    def clone(self) -> Self:
        """Return an independent copy."""
        twin = object.__new__(type(self))
        twin.__dict__.update(self.__dict__)
        twin._states = copy_states(self._states)
        twin.actions = None if self.actions is None else list(self.actions)
        return twin

    def __copy__(self) -> Self:
        return self.clone()

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self.clone()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game):
            return NotImplemented
        same_kind = self._states.dtype == other._states.dtype
        return same_kind and self._states.tobytes() == other._states.tobytes()

    __hash__ = None  # type: ignore[assignment]  # games are mutable

    def __str__(self) -> str:
        return self.to_text()

    def to_text(self, seat: int | None = None) -> str:
        """Return the board as text: all of it, or what a seat knows."""
        self._check_seat(seat)
        return self.rules.text(self.state, seat)

    def picture(
        self, names: Sequence[str] | None = None, scale: float = 1.0, seat: int | None = None
    ) -> Array:
        """Return the board as pixels (height, width, 3) uint8; needs the extra ``render``."""
        if self.rules.picture is None:
            raise ValueError(f"{self.rules.name} has no pictures")
        self._check_seat(seat)
        return self.rules.picture(self.state, names, scale, seat)

    def _repr_html_(self) -> str | None:
        """Show the board in a notebook."""
        return self.rules.svg(self.state, None, None) if self.rules.svg else None

    def _why_not(self, action: int) -> str:
        names = self.rules.actions
        if not 0 <= action < len(names):
            return f"action {shown(action)} does not exist; actions are 0 to {len(names) - 1}"
        if self.is_over:
            return f"action {action} ({names[action]}) is not legal: the game is over"
        if not self.legal_actions():
            return f"action {action} ({names[action]}) is not legal; nothing is, in this state"
        legal = ", ".join(f"{number} ({names[number]})" for number in self.legal_actions())
        return f"action {action} ({names[action]}) is not legal here; legal are {legal}"


def _plain(order: Any) -> Any:
    """Return an independent copy of an order as lists, or lists by name."""
    if isinstance(order, Mapping):
        return {key: _plain(part) for key, part in order.items()}
    try:
        return np.asarray(order).tolist()
    except ValueError:  # lists of different lengths
        raise ValueError(
            f"order should be a list of integers, or such lists by name, not {shown(order)}"
        ) from None
