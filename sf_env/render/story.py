"""A record told position by position: what pages and films of a game are made of."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from sf_env import record as records
from sf_env.record_format import check_record
from sf_env.render.events import Event, changed, events
from sf_env.render.numbers import count_text
from sf_env.render.telling import tell
from sf_env.render.view import printable, view

NAME_LIMIT = 80  # letters

Record = dict[str, Any]


class Moment(NamedTuple):
    """A position, and the decision that led to it."""

    told: dict[str, Any]  # the view of the position
    number: int  # how many decisions have been made
    total: int  # how many there are in the record
    turn: int  # to which the position belongs, from 0
    text: str  # the decision that led to it, in a sentence
    events: tuple[Event, ...]  # what else that decision brought about


def story(
    record: Record, deck: records.DeckLike | None = None, where: str = "record"
) -> Iterator[Moment]:
    """Yield the beginning of a game and what each decision led to.

    ``deck`` is for records whose deck was a file; errors begin with ``where``.
    """
    check_record(record, where)
    actions = record["actions"]
    names = names_of(record)
    games = records.replay(record, deck_of(record, deck), where)
    told = view(next(games).state, names)
    turn = 0
    begun = f"The game begins, {count_text(told['players'], 'player')}"
    yield Moment(told, 0, len(actions), turn, begun, ())
    for number, (game, action) in enumerate(zip(games, actions, strict=True), start=1):
        before, told = told, view(game.state, names)
        told["last"] = _touched(before, told)
        turn += told["to_move"] != before["to_move"]
        text = tell(before, action, told)
        yield Moment(told, number, len(actions), turn, text, events(before, told))


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
    names = [_name(agent, seat) for seat, agent in enumerate(agents)]
    return [
        f"{name} ({seat})" if names.count(name) > 1 else name for seat, name in enumerate(names)
    ]


def _name(agent: Any, seat: int) -> str:
    if not isinstance(agent, str) or not agent.strip():
        return f"player {seat}"
    return plain(agent, NAME_LIMIT)


def plain(text: Any, limit: int) -> str:
    """Return a text of a record that can be shown: records come from anywhere."""
    letters = printable(str(text))
    return letters if len(letters) <= limit else f"{letters[: limit - 1]}…"


def _touched(before: dict[str, Any], after: dict[str, Any]) -> tuple[int, int, int] | None:
    """Return the space (seat, row, space) that got a card or a token."""
    seat = before["to_move"]
    for name in ("cities", "plus2", "track_tokens"):
        for row, space in changed(before[name][seat], after[name][seat]):
            return seat, row, space
    return None
