"""All that the environments need of a game: one table of its state, actions and functions.

Environments, batches and the contract of agents refer to no particular game; they call these
functions. All of them work on arrays of states, and change or fill the caller's arrays.

Some take ``rows``, the numbers of the games that they apply to, each once and in any order; they
leave all other rows unchanged. What belongs to these games is indexed in one of two ways:

- by row, like ``states``: ``legal``, ``lengths`` and ``over`` of `step` and `settle`. Those of game
  ``rows[i]`` are at ``rows[i]``.
- by position in ``rows``: ``seeds``, ``actions``, ``seats``, ``out``. Those of game ``rows[i]`` are
  at ``i``.

Functions without ``rows`` apply to all states; those that return arrays may be given 0 states.
`check_rules` plays random games through a table and finds what breaks this contract. Games have
names: `register` adds one, `rules_of` finds it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from hashlib import sha256
from importlib import import_module
from math import prod
from pkgutil import resolve_name
from typing import TYPE_CHECKING, Any

import numpy as np

from sf_env.core.errors import shown
from sf_env.core.tallies import Tally

if TYPE_CHECKING:
    from sf_env.core.game import Game

Array = np.ndarray[Any, Any]
Piece = tuple[str, tuple[int, ...], int, int]  # name, shape, low and high


@dataclass(frozen=True, eq=False)
class Layout:
    """One version of what a player sees: its pieces in order, and the function that writes them."""

    pieces: Callable[[int], Sequence[Piece]]
    """(players): the pieces of an observation"""
    observe: Callable[[Array, Array, Array, Array], None]
    """(states, rows, seats, out): write observations; seat -1 is the player to move.

    ``seats[i]`` and ``out[i]`` are those of game ``rows[i]``; every entry of ``out[i]`` is written.
    """

    def size(self, players: int) -> int:
        """Return the length of an observation."""
        return _size(self, players)

    def hash_for(self, numbers: Sequence[int]) -> str:
        """Return a hash of 16 hexadecimal digits that identifies the layout."""
        pieces = repr([list(self.pieces(players)) for players in numbers])
        return sha256(pieces.encode()).hexdigest()[:16]


@dataclass(frozen=True, eq=False)
class Chance:
    """Chance whose outcomes are supplied from outside, as OpenSpiel and tests do.

    Outcomes are numbers. ``Rules.step`` itself draws them from what is hidden in the state.
    """

    deal: Callable[[Array, int, Any], None]
    """(states, players, setup): start a game in row 0; the state may wait for chance at once"""
    step: Callable[[Array, int], None]
    """(states, action): carry out a legal action in row 0; the state may then wait for chance"""
    waits: Callable[[Array], bool]
    """(states): whether row 0 waits for chance; no action is legal then"""
    awaits: Callable[[Array], str]
    """(states): a sentence that says what row 0 waits for; it holds nothing that a seat may not
    know"""
    outcomes: Callable[[Array], list[tuple[int, float]]]
    """(states): the possible outcomes in row 0, ascending, with their probabilities"""
    resolve: Callable[[Array, int], None]
    """(states, outcome): carry out a possible outcome in row 0"""
    outcome_name: Callable[[Array, int], str]
    """(states, outcome): what a possible outcome in row 0 is called; no two are called the same"""
    count: Callable[[int, Any], int]
    """(players, setup): how many outcomes there are: they are numbered from 0"""
    longest: Callable[[int, Any], tuple[int, int]]
    """(players, setup): numbers of decisions and of outcomes that no game exceeds"""
    given: Callable[[Array, Any], int] | None = None
    """(states, order): the outcome that an order has for row 0, which waits; how far the order is
    used up follows from the state. ValueError names the position if it is used up, or if that
    outcome is not possible. None: dealing an order has fixed all chance"""


@dataclass(frozen=True, eq=False)
class Rules:
    """A game. The states' dtype has at least the fields ``players`` and ``to_move``.

    ``seats`` has one entry for each row, -1 for the player to move. ``seat`` may be None for the
    referee, who sees everything.
    """

    id: str
    name: str
    home: str  # "module:attribute" of this table, by which it is pickled
    players: tuple[int, ...]  # the numbers of players it can be played by
    state: np.dtype[Any]
    actions: tuple[str, ...]  # names by number
    load_setup: Callable[[Any], Any]
    """(source): what the game is played with, an object with the strings ``name`` and ``hash``.

    One that is loaded already is returned unchanged; an unknown name raises `sf_env.Error`.
    """
    layout: Layout  # of observations
    deal: Callable[[Array, Array, Array, int, Any], None]
    """(states, rows, seeds, players, setup): start game ``seeds[i]`` in row ``rows[i]``, whatever
    the row has held before"""
    deal_order: Callable[[Array, Any, int, Any], None]
    """(states, order, players, setup): start a game in row 0 with all chance fixed"""
    step: Callable[[Array, Array, Array, bool, Array, Array, Array], None]
    """(states, rows, actions, skip_forced, legal, lengths, over): carry out the legal action
    ``actions[i]`` in row ``rows[i]`` and add 1 to its length, then do what `settle` does"""
    settle: Callable[[Array, Array, bool, Array, Array, Array], None]
    """(states, rows, skip_forced, legal, lengths, over): fill the masks and the ends of these rows;
    with ``skip_forced``, first carry out actions for as long as a single one is legal, and add 1 to
    the length for each"""
    step_states: Callable[[Array, Array, Array], None]
    """(states, rows, actions): carry out legal actions, and nothing else; no masks, no lengths"""
    first_illegal: Callable[[Array, Array, Array], int]
    """(states, rows, actions): the first position i at which ``actions[i]``, any integer, is not
    legal in row ``rows[i]``; -1 if all are legal"""
    step_one: Callable[[Array, int], None]
    """(states, action): carry out a legal action in row 0"""
    legal_actions: Callable[[Array], list[int]]
    """(states): the legal actions in row 0, ascending"""
    legal: Callable[[Array, Array, Array], None]
    """(states, rows, out): write the mask of row ``rows[i]`` to all of ``out[i]``"""
    is_over: Callable[[Array], Array]
    """(states) -> (n,) bool: whether there is no legal action any more"""
    points: Callable[[Array], Array]
    """(states) -> (n, players) float64; before the end, as if the game ended now"""
    places: Callable[[Array], Array]
    """(states) -> (n, players): the ranking as if the game ended now; 1 is best, ties share"""
    winners: Callable[[Array], Array]
    """(states) -> (n, players) bool: those in place 1; all False before the end"""
    conceal: Callable[[Array, Array], None]
    """(states, seats): remove everything that the seat does not know; once for each seat in turn,
    it leaves what all know, which can be observed like any other state"""
    imagine: Callable[[Array, Array, Array], None]
    """(states, seats, seeds): replace it by a random possibility"""
    text: Callable[[np.void, int | None], str]
    """(state, seat): a readable board"""
    version: int = 0  # of actions, observations, deals and rewards
    setup_word: str = "setup"  # the game's word for it, also as a keyword
    usual_setup: Any = "standard"
    reconstructed: bool = False  # the usual setup is a reconstruction: all results must say so
    secrets: bool = False  # whether seats know different things
    whole: Callable[[Array], Array] | None = None
    """(states) -> bool: nothing has been concealed that playing needs; None: that cannot be"""
    private_actions: frozenset[int] = frozenset()
    """actions of which the other seats only see that one of them was chosen"""
    score_scale: float = 1.0  # what a margin in points is divided by in the reward "score"
    parts: tuple[str, ...] = ("total",)
    """sources of points, the total last; sources of the same name are added up in reports"""
    listed: tuple[str, ...] = ()
    """the sources in the order of reports, the total last; () means the order of ``parts``. What
    only decides ties is left out"""
    points_by_part: Callable[[Array], Array] | None = None
    """(states) -> (n, players, parts) float64"""
    tallies: tuple[Tally, ...] = ()
    """what is counted of finished games besides points, in the order of reports"""
    tally: Callable[[Array], Array] | None = None
    """(states) -> (n, players, tallies) float64, of games that are over"""
    agents: Mapping[str, str] = field(default_factory=dict)
    """agents that come with the game, by name: "module:factory" """
    earlier_layouts: tuple[Layout, ...] = ()
    """older layouts, for networks trained on them"""
    picture: Callable[[np.void, Sequence[str] | None, float, int | None], Array] | None = None
    """(state, names, scale, seat): the board as pixels (height, width, 3) uint8; needs an extra"""
    svg: Callable[[np.void, int | None, int | None], str] | None = None
    """(state, width, seat): the board as SVG, for notebooks"""
    snapshot: Callable[[np.void, int | None], dict[str, Any]] | None = None
    """(state, seat): the position as a JSON-compatible dict"""
    theatre: str | None = None
    """ "module:attribute" of the interface for people; None shows plain text"""
    training: str | None = None
    """ "module:attribute" of the training defaults; None trains a perceptron"""
    ladder: str | None = None
    """ "module:attribute" of the line-up of its ladder; None: agents with the usual names"""
    parallel_step: Callable[..., None] | None = None
    """``step`` on several threads, to be called inside ``numba_threads``"""
    parallel_observe: Callable[..., None] | None = None
    """``observe`` on several threads, also inside ``numba_threads``"""
    look: str | None = None
    """ "module:attribute" of a ``Look``, for pictures, films and pages"""
    play_randomly: Callable[[Array, np.uint64], int] | None = None
    """(states, seed): play every game to its end at random, return the number of decisions"""
    game: Callable[..., Game] | None = None
    """(players=, seed=, setup=, order=) or (state=): a Game with more methods"""
    chance: Chance | None = None

    def new_game(self, **start: Any) -> Game:
        """Return a game dealt from players, setup and seed or order, or continuing from a state."""
        from sf_env.core.game import Game  # noqa: PLC0415  it needs this module

        return self.game(**start) if self.game else Game(self, **start)

    # Observations.

    @property
    def pieces(self) -> Callable[[int], Sequence[Piece]]:
        """(players): the pieces of an observation."""
        return self.layout.pieces

    @property
    def observe(self) -> Callable[[Array, Array, Array, Array], None]:
        """(states, rows, seats, out): write observations."""
        return self.layout.observe

    def observations(self, states: Array, seats: Array, players: int) -> Array:
        """Return a new array of what the player on each seat sees, one for each state."""
        out = np.zeros((len(states), self.observation_size(players)), np.int8)
        self.observe(states, np.arange(len(states)), seats, out)
        return out

    def observation_size(self, players: int) -> int:
        """Return the length of an observation."""
        return self.layout.size(players)

    @property
    def observation_hash(self) -> str:
        """The layout's hash, which checkpoints and networks store."""
        return next(iter(self.layouts))

    @property
    def layouts(self) -> dict[str, Layout]:
        """The layouts by their hash, the current one first."""
        return _layouts(self)

    def layout_of(self, digest: str) -> Layout:
        """Return the layout of this hash, or raise ValueError."""
        if digest not in self.layouts:
            raise ValueError(
                f"no layout of observations of {self.name} has the hash {shown(digest)}; there "
                f"are: {', '.join(self.layouts)}"
            )
        return self.layouts[digest]

    def with_layout(self, digest: str) -> Rules:
        """Return the game with the observation layout of this hash."""
        return _seen_through(self, digest)

    def shows_action(self, action: int, mover: int, seat: int | None) -> bool:
        """Return whether a seat (None: the referee) sees which action another one has chosen."""
        return seat in (None, mover) or action not in self.private_actions

    # Points.

    @property
    def listed_parts(self) -> tuple[str, ...]:
        """The sources of points in the order of reports, each once, the total last."""
        return self.listed or tuple(dict.fromkeys(self.parts))

    def parts_of_points(self, states: Array) -> Array:
        """Return where points come from: (n, players, parts) float64."""
        return (
            self.points_by_part(states) if self.points_by_part else self.points(states)[..., None]
        )

    def breakdown(self, points: Sequence[float]) -> dict[str, Any]:
        """Return the points of one seat, in the order of ``parts``, by name."""
        named: dict[str, Any] = {}
        for part, number in zip(self.parts, points, strict=True):
            if self.parts.count(part) > 1:
                named.setdefault(part, []).append(number)
            else:
                named[part] = number
        return named

    def points_in(self, breakdown: Mapping[str, Any]) -> list[float]:
        """Return the points that ``breakdown`` has named, in the order of ``parts``."""
        lists = (breakdown[part] for part in dict.fromkeys(self.parts))
        return [number for one in lists for number in (one if isinstance(one, list) else [one])]

    # Arguments.

    def check_players(self, players: Any) -> int:
        """Return the number of players, or raise ValueError."""
        if isinstance(players, int | np.integer) and players in self.players:
            return int(players)
        allowed = ", ".join(map(str, self.players))
        raise ValueError(f"players={players!r} is not allowed; allowed: {allowed}")

    def take_setup(self, setup: Any, keywords: dict[str, Any]) -> Any:
        """Return the loaded setup for an environment; see `given_setup`."""
        given = self.given_setup(setup, keywords)
        return self.load_setup(self.usual_setup if given is None else given)

    def given_setup(self, setup: Any, keywords: dict[str, Any]) -> Any:
        """Return the setup that was given as ``setup`` or by the game's own word, None if none was.

        ``keywords`` are all others that the shell does not know: TypeError.
        """
        own = keywords.pop(self.setup_word, None)
        if keywords:
            raise TypeError(
                f"unexpected keyword {next(iter(keywords))!r}; the setup of {self.name} is "
                f"{self.setup_word}="
            )
        if setup is not None and own is not None:
            raise TypeError(f"give setup= or {self.setup_word}=, not both")
        return setup if own is None else own

    def __repr__(self) -> str:
        return f"<Rules of {self.name}>"

    def __reduce__(self) -> tuple[Any, ...]:
        return _revived, (self.home, self.observation_hash)

    def __deepcopy__(self, memo: dict[int, Any]) -> Rules:
        return self  # nothing in it changes


@cache
def _size(layout: Layout, players: int) -> int:
    return sum(prod(shape) for _, shape, _, _ in layout.pieces(players))


@cache
def _layouts(rules: Rules) -> dict[str, Layout]:
    return {
        layout.hash_for(rules.players): layout for layout in (rules.layout, *rules.earlier_layouts)
    }


@cache
def _seen_through(rules: Rules, digest: str) -> Rules:
    if digest == rules.observation_hash:
        return rules
    return replace(rules, layout=rules.layout_of(digest))


def _revived(home: str, digest: str) -> Rules:
    """Return a table that was pickled."""
    table: Rules = resolve_name(home)
    return table.with_layout(digest)


# Games by name.

_homes: dict[str, str] = {}


def register(name: str, home: str) -> None:
    """Register a game by name; ``home`` is "module:attribute" of its table."""
    _homes[name] = home


def games() -> list[str]:
    """Return the names of all games; the first one is the default."""
    return list(_homes)


def rules_of(game: str | Rules | None = None) -> Rules:
    """Return the table of a game: by its name, or "module:attribute" for one of your own."""
    if isinstance(game, Rules):
        return game
    name = games()[0] if game is None else game
    found = _at(_homes.get(name, name)) if isinstance(name, str) else None
    if not isinstance(found, Rules):
        raise ValueError(  # noqa: TRY004  whatever it is, it names no game
            f"game={shown(game)} is not allowed: {_what_is_wrong(name, found)}; allowed: "
            f"{', '.join(games())}, or module:attribute for one of your own"
        )
    return found


def _what_is_wrong(name: Any, found: Any) -> str:
    if not isinstance(name, str) or ":" not in name:
        return "no game is called that"
    return "there is no such module or attribute" if found is None else "it is not a Rules table"


def _at(home: str) -> Any:
    """Return what is at "module:attribute", None if there is no such thing.

    What goes wrong inside the module is raised as it is.
    """
    module, _, attribute = home.partition(":")
    names = module.split(".")
    if not all(part.isidentifier() for part in (*names, attribute)):
        return None
    try:
        return getattr(import_module(module), attribute, None)
    except ModuleNotFoundError as error:
        if error.name in [".".join(names[: end + 1]) for end in range(len(names))]:
            return None
        raise
