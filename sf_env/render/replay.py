"""Replays: games on one page that needs nothing else, for a browser or a notebook."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from typing import Any, Self

from sf_env.core.errors import RecordError
from sf_env.core.files import replacing
from sf_env.core.record_format import check_record, rules_of_record
from sf_env.core.rules import Rules
from sf_env.render.html import framed, page
from sf_env.render.look import Look, Points, View
from sf_env.render.pieces import Pieces
from sf_env.render.story import Moment, Record, story
from sf_env.render.thoughts import Thought, thoughts
from sf_env.render.views import difference
from sf_env.render.words import begun, plain

TEXT_LIMIT = 200  # letters
HEIGHT = 780  # pixels in a notebook


class Replay:
    """Games on one page: ``save`` it, or show it in a notebook as the value of a cell."""

    def __init__(self, setup: Any = None, seat: int | None = None, **own: Any) -> None:
        """Begin without games; ``setup`` is for records whose own was a file.

        It may be given by the game's own word. The page shows what the player on ``seat`` saw: no
        seed, and choices and thoughts only where that player decides. Without a seat it shows
        everything, and where players have secrets also, by a switch, what each of them saw.
        """
        self._setup = setup
        self._own = own
        self._seat = seat
        self._look: Look | None = None
        self._pieces = Pieces()
        self._scores: dict[Points, int] = {}
        self._offers: dict[tuple[str, str], int] = {}
        self._games: list[dict[str, Any]] = []

    def add(self, record: Record, where: str = "record", tell_seed: bool = True) -> Self:
        """Add a game; the error for a damaged record begins with ``where``.

        The seed reveals whatever is hidden: leave it out of a game in progress.
        """
        rules = rules_of_record(check_record(record, where), where)
        setup = rules.given_setup(self._setup, dict(self._own))
        found, damaged = thoughts(record, len(rules.actions))
        notes = [f"damaged entries of the analysis that are left out: {damaged}"] if damaged else []

        def seen_by(seat: int | None) -> dict[str, Any]:
            moments = list(story(record, setup, where, seat=seat))
            self._check_look(moments[0].look, where)
            facts = _facts(record, tell_seed and seat is None)
            return {"facts": facts, "notes": notes, **self._game(moments, record, rules, found)}

        whole = seen_by(self._seat)
        if rules.secrets and self._seat is None:
            seats = range(record["players"])
            whole["views"] = [difference(whole, seen_by(seat)) for seat in seats]
        self._games.append(whole)
        return self

    def _game(
        self,
        moments: Sequence[Moment],
        record: Record,
        rules: Rules,
        found: Sequence[Thought | None],
    ) -> dict[str, Any]:
        """Return a game as it is seen in its moments."""
        last = moments[-1]
        names, result = last.view["names"], last.look.result
        decided = list(zip(moments, record["actions"], found, strict=False))
        return {
            "names": names,
            "result": result(last.view) if last.over else _unfinished(record, last.view),
            "frames": [self._frame(moment, rules) for moment in moments],
            "actions": [_shown_action(one, rules, action) for one, action, _ in decided],
            "thoughts": [_thought(one) if _decides(moment) else None for moment, _, one in decided],
        }

    def _check_look(self, look: Look, where: str) -> None:
        """Refuse a game of another kind than those before."""
        if self._look is None:
            self._look = look
        if look is not self._look:
            raise RecordError(f"{where}: {look.name}, but the page shows {self._look.name}")

    def _frame(self, moment: Moment, rules: Rules) -> dict[str, Any]:
        look, view = moment.look, moment.view
        legal = view["legal"] if _decides(moment) or not rules.secrets else []
        return {
            "panels": [self._pieces.panel(panel) for panel in look.panels(view)],
            "seat": view["to_move"],
            "turn": moment.turn,
            "legal": legal,
            "offers": [self._offer(moment, action) for action in legal],
            "scores": self._number(look.points(view)),
            "level": self._number(moment.level),
            "text": moment.text,
            "events": [event._asdict() for event in moment.events],
        }

    def _number(self, points: Points) -> int:
        return self._scores.setdefault(points, len(self._scores))

    def _offer(self, moment: Moment, action: int) -> int:
        """Return the number of a choice in words and its spot: the same ones come again."""
        look, view = moment.look, moment.view
        choice = look.offer(view, action), look.spot(view, action)
        return self._offers.setdefault(choice, len(self._offers))

    def data(self, at: int = 0) -> dict[str, Any]:
        """Return what the page shows, as plain data; ``at`` is the decision that it begins with."""
        look = self._shown()
        signs = {
            kind: sign._asdict() | {"tile": self._pieces.tile(sign.tile)}
            for kind, sign in look.signs.items()
        }
        return {
            "at": at,
            "game": look.name,
            "actions": look.actions,
            "offers": list(self._offers),
            "parts": look.parts,
            "signs": signs,
            "question": look.question,
            "chart_on_board": look.chart_on_board,
            "scores": list(self._scores),
            "games": self._games,
            **self._pieces.data(),
        }

    def _shown(self) -> Look:
        if self._look is None:
            raise RecordError("there is no game to show")
        return self._look

    def html(self, at: int = 0) -> str:
        """Return the page; it opens after ``at`` decisions."""
        return page(self.data(at), self._shown())

    def save(self, path: str | os.PathLike[str], at: int = 0) -> None:
        """Write the page; the file is replaced completely or left unchanged."""
        text = self.html(at)
        with replacing(path) as part:
            part.write_text(text, encoding="utf-8")

    def _repr_html_(self) -> str:
        return framed(self.html(), HEIGHT, f"{self._shown().name} replay")


def show(
    records: Record | Iterable[Record], setup: Any = None, seat: int | None = None, **own: Any
) -> Replay:
    """Return the replay of one or more records; a notebook displays it; see `Replay`."""
    replay = Replay(setup, seat, **own)
    if isinstance(records, dict):
        return replay.add(records)
    for number, record in enumerate(records):
        replay.add(record, f"record {number}")
    return replay


def _decides(moment: Moment) -> bool:
    """Return whether the reader is the player to move, or the referee."""
    return moment.seat in (None, moment.view["to_move"])


def _shown_action(moment: Moment, rules: Rules, action: int) -> int | None:
    shown = rules.shows_action(action, moment.view["to_move"], moment.seat)
    return action if shown else None


def _facts(record: Record, tell_seed: bool) -> str:
    word = rules_of_record(record).setup_word
    setup = f"{begun(word)} {plain(record[word], TEXT_LIMIT)}"
    if "seed" not in record:
        return f"{setup}, an order of its own"
    return f"{setup}, seed {record['seed']}" if tell_seed else setup


def _unfinished(record: Record, last: View) -> str:
    """Say why a game has not been played to its end."""
    forfeit = record.get("forfeit")
    facts = forfeit if isinstance(forfeit, dict) else {}
    seat, reason = facts.get("seat"), plain(facts.get("reason"), TEXT_LIMIT)
    if type(seat) is int and 0 <= seat < last["players"]:
        lost = f"{last['names'][seat]} lost by a forfeit"
        return f"{lost}: {reason}" if reason else lost
    return "Not finished"


def _thought(thought: Thought | None) -> dict[str, Any] | None:
    return None if thought is None else thought._asdict()
