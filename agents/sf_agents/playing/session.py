"""A game that people and agents play together, kept on disk as a record after every decision.

Nothing is lost when the process ends: ``Session.load`` goes on where the file ends.
"""

from __future__ import annotations

import os
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Any, Self

import numpy as np

import sf_env
from sf_env.core import records
from sf_env.core.errors import Error, RecordError, shown
from sf_env.core.files import replacing
from sf_env.core.rules import rules_of
from sf_env.opponents import load, names
from sf_env.opponents.contract import act_of, check_suits, decision_keys
from sf_env.render.story import told_apart
from sf_env.render.words import YOU

HUMAN = "human"
ENDING = ".jsonl"  # of the files of saved games
# Why a folder of games cannot be played in, for the lock of ``alone.py``.
TAKEN = (
    "games are being played there already, in a terminal or by a server; end that first, or choose "
    "another folder"
)


def only_record(path: str | os.PathLike[str]) -> dict[str, Any]:
    """Return the record in a file that holds a single one."""
    kept = list(records.load(path))
    if len(kept) != 1:
        raise RecordError(f"{path}: there are {len(kept)} records; one is needed to go on with")
    return kept[0]


def agent_for(name: str, players: int) -> Any:
    """Return an agent by name, or say why it cannot play with so many players."""
    agent = load(name)
    check_suits(agent, rules_of(), players)
    return agent


class Session:
    """A game, and who sits where: ``human``, or an agent by name, for each seat."""

    def __init__(
        self,
        game: sf_env.Game,
        seats: Sequence[str],
        path: str | os.PathLike[str] | None = None,
    ) -> None:
        """Begin, or go on with, a game; it is saved to ``path`` at once, and from then on."""
        if len(seats) != game.players:
            raise Error(f"{len(seats)} seats for {game.players} players; name who sits on each")
        self.game = game
        self.seats = list(seats)
        self.path = None if path is None else Path(path)
        self._acts = {name: act_of(agent_for(name, game.players)) for name in {*seats} - {HUMAN}}
        self._keep(game)

    @classmethod
    def load(
        cls,
        path: str | os.PathLike[str],
        deck: Any = None,
        trusted: Collection[str] = (),
    ) -> Self:
        """Go on with the game that a file holds; ``deck`` is needed if its deck is a file.

        Agents that are not known by name run code that the file chooses: those have to be
        ``trusted``. The file stays as it is until somebody decides.
        """
        kept = only_record(path)
        *_, game = records.replay(kept, deck, where=str(path))
        seats = kept.get("agents")
        if not isinstance(seats, list) or len(seats) != game.players:
            raise RecordError(f"{path}: 'agents' should name who sits on each of the seats")
        for seat in map(str, seats):
            if seat.partition(":")[0] not in {HUMAN, *names()} and seat not in trusted:
                raise RecordError(
                    f"{path}: it seats {shown(seat)}, which is no agent known by name: name it "
                    f"yourself to go on with code of your own"
                )
        session = cls(game, [str(seat) for seat in seats])
        session.path = Path(path)
        return session

    @property
    def waits_for_human(self) -> bool:
        """Whether a person has to decide now."""
        return not self.game.is_over and self.seats[self.game.to_move] == HUMAN

    @property
    def names(self) -> list[str]:
        """What to call each seat: a person alone "you", equals with the numbers of their seats."""
        alone = self.seats.count(HUMAN) == 1
        return told_apart(
            [
                name if name != HUMAN else YOU if alone else f"player {seat}"
                for seat, name in enumerate(self.seats)
            ]
        )

    def act(self, action: int) -> None:
        """Carry out a person's decision; an illegal one raises IllegalAction, changing nothing."""
        if not self.waits_for_human:
            raise Error("it is not a person's turn to decide")
        self._step(action)

    @property
    def waits_for_agent(self) -> bool:
        """Whether an agent has to decide now."""
        return not self.game.is_over and not self.waits_for_human

    def ask(self) -> int:
        """Return what the agent to move would do; it does not see the order of the deck.

        Nothing changes, so an agent may think in a thread of its own while people go on.
        """
        game = self.game
        legal = game.legal_actions()
        if not legal or self.seats[game.to_move] == HUMAN:
            raise Error("it is not an agent's turn to decide")
        if len(legal) == 1:
            return legal[0]
        keys = decision_keys([game.seed or 0], [game.to_move], [game.length])
        act = self._acts[self.seats[game.to_move]]
        chosen = act(sf_env.conceal(game.states), game.mask()[None], keys)
        return int(np.asarray(chosen)[0])

    def act_for_agent(self, action: int | None = None) -> int:
        """Let the agent to move decide once, as it said when asked, and return its action."""
        chosen = self.ask() if action is None else action
        if not self.waits_for_agent:
            raise Error("it is not an agent's turn to decide")
        self._step(chosen)
        return chosen

    def _step(self, action: int) -> None:
        ahead = self.game.clone()
        ahead.step(action)
        self._keep(ahead)

    def undo(self) -> bool:
        """Go back to the last decision in which a person had a choice; return if there was one."""
        actions = list(self.game.actions or [])
        game = self._fresh()
        back = None
        for number, action in enumerate(actions):
            if self.seats[game.to_move] == HUMAN and len(game.legal_actions()) > 1:
                back = number
            game.step(action)
        if back is None:
            return False
        game = self._fresh()
        for action in actions[:back]:
            game.step(action)
        self._keep(game)
        return True

    def _fresh(self) -> sf_env.Game:
        """Return the game as it began."""
        game = self.game
        if game.order is not None:
            return sf_env.Game(game.players, deck=game.deck, order=game.order)
        return sf_env.Game(game.players, game.seed, game.deck)

    def record(self) -> dict[str, Any]:
        """Return the game so far as a record, with who sits where."""
        return self.game.record(agents=self.seats)

    def _keep(self, game: sf_env.Game) -> None:
        """Go on with a game once it is on disk: what cannot be saved has not happened."""
        if self.path is not None:
            with replacing(self.path) as part:
                part.parent.mkdir(parents=True, exist_ok=True)
                part.write_bytes(records.line_of(game.record(agents=self.seats)))
        self.game = game
