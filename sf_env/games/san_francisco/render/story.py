"""A record, position by position: what pages and films of a game are made of."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

from sf_env.core import records
from sf_env.core.record_format import check_record
from sf_env.games.san_francisco.engine.constants import OVER
from sf_env.games.san_francisco.render.events import Event, changed, events
from sf_env.games.san_francisco.render.telling import tell
from sf_env.games.san_francisco.rules import points_by_part
from sf_env.games.san_francisco.view import View, printable, view_of
from sf_env.render.words import count_text

NAME_LIMIT = 80  # letters

Record = dict[str, Any]


Level = tuple[tuple[float, ...], ...]


class Moment(NamedTuple):
    """A position, and the decision that led to it."""

    view: View
    number: int  # how many decisions have been made
    total: int  # how many there are in the record
    turn: int  # to which the position belongs, from 0
    text: str  # the decision that led to it, in a sentence
    events: tuple[Event, ...]  # what else that decision brought about
    level: Level  # the points of each seat by part, whoever's turn it is


def story(
    record: Record,
    deck: records.DeckLike | None = None,
    where: str = "record",
    names: Sequence[str] | None = None,
) -> Iterator[Moment]:
    """Yield the beginning of a game and what each decision led to.

    ``deck`` is for records whose deck was a file; errors begin with ``where``. Seats are called
    as the record says, or by ``names``.
    """
    check_record(record, where)
    actions = record["actions"]
    games = records.replay(record, deck_of(record, deck), where)
    moment = beginning(next(games).state, names or names_of(record), len(actions))
    yield moment
    for game, action in zip(games, actions, strict=True):
        moment = after(moment, action, game.state)
        yield moment


def beginning(state: np.void, names: Sequence[str], total: int = 0) -> Moment:
    """Return the moment before any decision; ``total`` is how many there will be, if known."""
    view = view_of(state, names)
    begun = f"The game begins, {count_text(view['players'], 'player')}"
    return Moment(view, 0, total, 0, begun, (), _level(state))


def after(moment: Moment, action: int, state: np.void) -> Moment:
    """Return the moment that a decision led to, with the state it led to."""
    before, view = moment.view, view_of(state, moment.view["names"])
    view["last"] = _touched(before, view)
    view["put"] = _put(before, view)
    number = moment.number + 1
    turn = moment.turn + (view["to_move"] != before["to_move"])
    text = tell(before, action, view)
    total = max(moment.total, number)
    return Moment(view, number, total, turn, text, events(before, view), _level(state))


def _level(state: np.void) -> Level:
    """Return the points by part as their mean over whose turn it might be, until the game is over.

    Ties go to the player whose turn it is, so that early points jump with every turn; their mean
    does not.
    """
    states = np.repeat(np.array([state], state.dtype), int(state["players"]))
    if state["phase"] != OVER:
        states["to_move"] = np.arange(len(states))
    return tuple(map(tuple, points_by_part(states).mean(axis=0).round(3).tolist()))


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


def deck_of(record: Record, deck: records.DeckLike | None) -> records.DeckLike | None:
    """Return the deck to replay a record with: its own, or the given one if its own was a file."""
    return deck if record["deck"].startswith("file:") else None


def names_of(record: Record) -> list[str]:
    """Return what to call each seat: its agent if the record tells, or else player and number."""
    players = record["players"]
    agents = record.get("agents")
    if not isinstance(agents, list) or len(agents) != players:
        agents = [None] * players
    return told_apart([_name(agent, seat) for seat, agent in enumerate(agents)])


def told_apart(names: Sequence[str]) -> list[str]:
    """Return names with the numbers of their seats where several are called the same."""
    return [
        f"{name} ({seat})" if names.count(name) > 1 else name for seat, name in enumerate(names)
    ]


def _name(agent: Any, seat: int) -> str:
    if not isinstance(agent, str) or not agent.strip():
        return f"player {seat}"
    return plain(agent, NAME_LIMIT)


def plain(text: Any, limit: int) -> str:
    """Return a text of a record as it can be shown, or nothing if it is none."""
    if not isinstance(text, str):  # records come from anywhere
        return ""
    return printable(text if len(text) <= limit else f"{text[: limit - 1]}…")


def _put(before: View, after: View) -> int | None:
    """Return the card that has been put in a column."""
    lay, lie = ({card for cards in view["columns"] for card in cards} for view in (before, after))
    return next(iter(lie - lay), None)


def _touched(before: View, after: View) -> tuple[int, int, int] | None:
    """Return the space (seat, row, space) that got a card or a token."""
    seat = before["to_move"]
    for old, new in (
        (before["cities"], after["cities"]),
        (before["plus2"], after["plus2"]),
        (before["track_tokens"], after["track_tokens"]),
    ):
        for row, space in changed(old[seat], new[seat]):
            return seat, row, space
    return None
