"""Replays: games on one page that needs nothing else, for a browser or a notebook."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import Any, Self

from sf_env.core.errors import RecordError
from sf_env.core.files import replacing
from sf_env.core.records import DeckLike
from sf_env.games.san_francisco.actions import NAMES
from sf_env.games.san_francisco.render import icons
from sf_env.games.san_francisco.render.outcome import result
from sf_env.games.san_francisco.render.places import spot_of
from sf_env.games.san_francisco.render.scene import panels
from sf_env.games.san_francisco.render.story import Moment, Record, plain, story
from sf_env.games.san_francisco.render.telling import offer
from sf_env.games.san_francisco.scores import PARTS, Score
from sf_env.games.san_francisco.view import View
from sf_env.render.html import framed, page
from sf_env.render.pieces import Pieces
from sf_env.render.shapes import Tile
from sf_env.render.thoughts import Thought, thoughts

TEXT_LIMIT = 200  # letters
HEIGHT = 780  # pixels in a notebook
ICONS = ("tram", "skyscraper", "medal", "completed", "contract", "bonus")


class Replay:
    """Games on one page: ``save`` it, or show it in a notebook as the value of a cell."""

    def __init__(self, deck: DeckLike | None = None) -> None:
        """Begin without games; ``deck`` is for records whose deck was a file."""
        self._deck = deck
        self._pieces = Pieces()
        self._scores: dict[tuple[tuple[float, ...], ...], int] = {}
        self._offers: dict[tuple[str, str], int] = {}
        self._games: list[dict[str, Any]] = []

    def add(self, record: Record, where: str = "record", tell_seed: bool = True) -> Self:
        """Add a game; a damaged record is an error that begins with ``where``.

        The seed gives the order of the deck away: a game that goes on should not tell it.
        """
        moments = list(story(record, self._deck, where))
        found, damaged = thoughts(record)
        last = moments[-1].view
        self._games.append(
            {
                "names": last["names"],
                "facts": _facts(record, tell_seed),
                "result": _result(record, last),
                "frames": [self._frame(moment) for moment in moments],
                "actions": record["actions"],
                "thoughts": [_thought(one) for one in found],
                "notes": [f"damaged entries of the analysis that are left out: {damaged}"]
                if damaged
                else [],
            }
        )
        return self

    def _frame(self, moment: Moment) -> dict[str, Any]:
        view = moment.view
        scores = tuple(tuple(_parts(score)) for score in view["scores"])
        return {
            "panels": [self._pieces.panel(panel) for panel in panels(view)],
            "seat": view["to_move"],
            "turn": moment.turn,
            "legal": view["legal"],
            "offers": [self._offer(view, action) for action in view["legal"]],
            "scores": self._scores.setdefault(scores, len(self._scores)),
            "level": self._scores.setdefault(moment.level, len(self._scores)),
            "text": moment.text,
            "events": [event._asdict() for event in moment.events],
        }

    def _offer(self, view: View, action: int) -> int:
        """Return the number of a choice in words and its spot: the same ones come again."""
        choice = offer(view, action), spot_of(view, action)
        return self._offers.setdefault(choice, len(self._offers))

    def data(self, at: int = 0) -> dict[str, Any]:
        """Return what the page shows, as plain data; ``at`` is the decision that it begins with."""
        return {
            "at": at,
            "actions": NAMES,
            "offers": list(self._offers),
            "parts": PARTS,
            "icons": {name: self._pieces.tile(Tile(getattr(icons, name)())) for name in ICONS},
            "scores": list(self._scores),
            "games": self._games,
            **self._pieces.data(),
        }

    def html(self, at: int = 0) -> str:
        """Return the page, as it looks after so many decisions."""
        if not self._games:
            raise RecordError("there is no game to show")
        return page(self.data(at))

    def save(self, path: str | os.PathLike[str], at: int = 0) -> None:
        """Write the page; the file that is there is replaced at once, or not at all."""
        text = self.html(at)
        with replacing(path) as part:
            part.write_text(text, encoding="utf-8")

    def _repr_html_(self) -> str:
        return framed(self.html(), HEIGHT)


def show(records: Record | Iterable[Record], deck: DeckLike | None = None) -> Replay:
    """Return the replay of one or many records, which a notebook shows as it is."""
    replay = Replay(deck)
    if isinstance(records, dict):
        return replay.add(records)
    for number, record in enumerate(records):
        replay.add(record, f"record {number}")
    return replay


def _parts(score: Score) -> Iterable[float]:
    """Return the points of a seat in the order of PARTS."""
    for part in score.values():
        yield from part if isinstance(part, list) else [part]  # type: ignore[misc]


def _facts(record: Record, tell_seed: bool) -> str:
    deck = f"Deck {plain(record['deck'], TEXT_LIMIT)}"
    if "seed" not in record:
        return f"{deck}, an order of its own"
    return f"{deck}, seed {record['seed']}" if tell_seed else deck


def _result(record: Record, last: View) -> str:
    """Say how a game ended, or why it did not."""
    if last["phase"] == "over":
        return result(last)
    forfeit = record.get("forfeit")
    facts = forfeit if isinstance(forfeit, dict) else {}
    seat, reason = facts.get("seat"), plain(facts.get("reason"), TEXT_LIMIT)
    if type(seat) is int and 0 <= seat < last["players"]:
        lost = f"{last['names'][seat]} lost by a forfeit"
        return f"{lost}: {reason}" if reason else lost
    return "Not finished"


def _thought(thought: Thought | None) -> dict[str, Any] | None:
    return None if thought is None else thought._asdict()
