"""A record, position by position: what pages and films of a game are made of."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

from sf_env.core import records
from sf_env.core.arrays import copy_states
from sf_env.core.errors import RecordError
from sf_env.core.game import Game
from sf_env.core.record_format import check_record, rules_of_record
from sf_env.render.look import HIDDEN, Event, Look, Points, look_of
from sf_env.render.shapes import Scene
from sf_env.render.words import count_text, plain

NAME_LIMIT = 80  # letters

Record = dict[str, Any]


class Moment(NamedTuple):
    """A position, and the decision that led to it."""

    view: Any  # the game's own
    number: int  # how many decisions have been made
    total: int  # how many there are in the record
    turn: int  # to which the position belongs, from 0
    text: str  # the decision that led to it, in a sentence
    events: tuple[Event, ...]  # what else that decision brought about
    level: Points  # for a chart
    look: Look
    seat: int | None  # whose view it is; None is the referee's
    over: bool

    def scene(self) -> Scene:
        """Return the whole table."""
        return self.look.arrange(self.look.panels(self.view))


def story(
    record: Record,
    setup: Any = None,
    where: str = "record",
    names: Sequence[str] | None = None,
    seat: int | None = None,
) -> Iterator[Moment]:
    """Yield the beginning of a game and what each decision led to.

    ``setup`` is for records whose own was a file; errors begin with ``where``. Seats have the names
    of the record, or ``names``. Everything is shown, or what ``seat`` sees.
    """
    check_record(record, where)
    if seat is not None and not 0 <= seat < record["players"]:
        allowed = f"0 to {record['players'] - 1}"
        raise RecordError(f"{where}: seat {seat} is not allowed; allowed: {allowed}")
    actions = record["actions"]
    games = records.replay(record, setup_for(record, setup), where)
    first = next(games)
    moment = beginning(first, names or names_of(record), len(actions), seat)
    yield moment
    for game, action in zip(games, actions, strict=True):
        moment = after(moment, action, game)
        yield moment


def beginning(game: Game, names: Sequence[str], total: int = 0, seat: int | None = None) -> Moment:
    """Return the moment before any decision; ``total`` is how many there will be, if known."""
    look, state = look_of(game.rules), known(game, seat)
    view = look.view(state, names, seat)
    text = f"The game begins, {count_text(view['players'], 'player')}"
    return Moment(view, 0, total, 0, text, (), look.level(state), look, seat, game.is_over)


def after(moment: Moment, action: int, game: Game) -> Moment:
    """Return the moment that a decision led to, with the game after it."""
    look, before, state = moment.look, moment.view, known(game, moment.seat)
    shown = game.rules.shows_action(action, before["to_move"], moment.seat)
    view = look.view(state, before["names"], moment.seat)
    look.compare(before, view)
    number = moment.number + 1
    return moment._replace(
        view=view,
        number=number,
        total=max(moment.total, number),
        turn=moment.turn + (view["to_move"] != before["to_move"]),
        text=look.deed(before, action if shown else HIDDEN, view),
        events=look.events(before, view),
        level=look.level(state),
        over=game.is_over,
    )


def known(game: Game, seat: int | None) -> np.void:
    """Return what a seat knows of a game in progress; the points at its end are for everybody."""
    if seat is None or game.is_over:
        return game.state
    states = copy_states(game.states)
    game.rules.conceal(states, np.array([seat]))
    state: np.void = states[0]
    return state


def by_turns(moments: Sequence[Moment]) -> list[Moment]:
    """Return where turns begin, and the end; each with all that has happened since the last."""
    chosen: list[Moment] = []
    happened: tuple[Event, ...] = ()
    for moment in moments:
        happened += moment.events
        begins = not chosen or moment.turn != chosen[-1].turn
        if begins or moment.number == moment.total:
            chosen.append(moment._replace(events=happened))
            happened = ()
    return chosen


def setup_for(record: Record, setup: Any) -> Any:
    """Return the setup if the record's own was a file, else None: the record names it."""
    named = record[rules_of_record(record).setup_word]
    return setup if named.startswith("file:") else None


def names_of(record: Record) -> list[str]:
    """Return the name of each seat: its agent's in the record, or else player and number."""
    players = record["players"]
    agents = record.get("agents")
    if not isinstance(agents, list) or len(agents) != players:
        agents = [None] * players
    return told_apart([_name(agent, seat) for seat, agent in enumerate(agents)])


def told_apart(names: Sequence[str]) -> list[str]:
    """Return names with the numbers of their seats where several are the same."""
    return [
        f"{name} ({seat})" if names.count(name) > 1 else name for seat, name in enumerate(names)
    ]


def _name(agent: Any, seat: int) -> str:
    if not isinstance(agent, str) or not agent.strip():
        return f"player {seat}"
    return plain(agent, NAME_LIMIT)
