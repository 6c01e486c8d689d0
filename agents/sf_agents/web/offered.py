"""What the server offers to play: a game, its setup, and who may be seated or give hints."""

from __future__ import annotations

from collections.abc import Collection
from re import fullmatch
from typing import Any

from sf_agents.playing.theatre import theatre_of
from sf_agents.web.requests import RequestError
from sf_agents.web.seats import Seats
from sf_env.core.errors import shown
from sf_env.core.rules import Rules

GENERATED = r"generate:[0-9]{1,15}"


class Offered:
    """One of the server's games; ``trusted`` agents may only be named on the command line."""

    def __init__(
        self, rules: Rules, setup: Any = None, trusted: Collection[str] = (), hint: str = ""
    ) -> None:
        """Offer a game; ``hint`` is the agent that is asked if none is named."""
        self.rules = rules
        self.setup = rules.load_setup(rules.usual_setup if setup is None else setup)
        self.theatre = theatre_of(rules)
        self.seats = Seats(rules, trusted)
        self.hint = hint or self.theatre.hint

    def facts(self) -> dict[str, Any]:
        """Return what the start page shows of the game."""
        return {
            "id": self.rules.id,
            "name": self.rules.name,
            "players": self.rules.players,
            "seats": self.seats.players(),
            "opponents": self.theatre.opponents,
            "advisers": self.seats.advisers(self.hint),
            "hint": self.hint,
            "secrets": self.rules.secrets,
            "setup_word": self.rules.setup_word,
            "setups": sorted({str(self.rules.usual_setup), self.setup.name}),
            "signs": bool(self.theatre.signs()),
        }

    def setup_of(self, record: Any) -> Any:
        """Return the setup of this server if a record was played with it, else None."""
        named = isinstance(record, dict) and record.get(self.rules.setup_word)
        return self.setup if named == self.setup.name else None

    def named_setup(self, name: str | None) -> Any:
        """Return a setup that a request may name; it may not name a file."""
        usual, word = self.rules.usual_setup, self.rules.setup_word
        if name == self.setup.name:
            return self.setup
        if name is not None and name != usual and not fullmatch(GENERATED, name):
            known = " or ".join(dict.fromkeys((usual, self.setup.name, "generate:SEED")))
            raise RequestError(422, f"{word!r} should be {known}, not {shown(name)}")
        return usual if name is None else name
