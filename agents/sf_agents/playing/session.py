"""A game between people and agents, saved as a record after every decision.

Nothing is lost when the process ends: ``Session.load`` continues where the file ends.
"""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Self

from sf_env.core import records
from sf_env.core.errors import Error, RecordError, raised, shown
from sf_env.core.files import replacing
from sf_env.core.game import Game
from sf_env.core.rules import Rules
from sf_env.opponents import load, names
from sf_env.opponents.contract import ask, check_suits
from sf_env.render.story import told_apart
from sf_env.render.words import YOU

HUMAN = "human"
ENDING = ".jsonl"  # of the files of saved games
TAKEN = (  # why a folder of games cannot be used
    "games are already being played there, in a terminal or by a server; stop that first, or "
    "choose another folder"
)


def only_record(path: str | os.PathLike[str]) -> dict[str, Any]:
    """Return the record in a file that holds a single one."""
    kept = list(records.load(path))
    if len(kept) != 1:
        raise RecordError(
            f"{path}: it holds {len(kept)} records; to continue a game, name a file with only one"
        )
    return kept[0]


def agent_for(name: str, rules: Rules, players: int) -> Any:
    """Return an agent by name; one that does not play the game with this many is an error."""
    agent = load(name, rules)
    check_suits(agent, rules, players, name)
    return agent


@contextmanager
def blaming(agent: str) -> Iterator[None]:
    """Turn what an agent raises into an Error in one line."""
    try:
        yield
    except Error:
        raise
    except Exception as error:
        raise Error(f"agent {agent!r}: {raised(error)}") from error


class Session:
    """A game, with ``human`` or the name of an agent for each seat."""

    def __init__(
        self,
        game: Game,
        seats: Sequence[str],
        path: str | os.PathLike[str] | None = None,
    ) -> None:
        """Start or continue a game; it is saved to ``path`` now and after every decision."""
        if len(seats) != game.players:
            raise Error(
                f"{len(seats)} seats for {game.players} players; name one player for each seat"
            )
        self.game = game
        self.seats = list(seats)
        self.path = None if path is None else Path(path)
        self._agents = {
            name: agent_for(name, game.rules, game.players) for name in {*seats} - {HUMAN}
        }
        self._keep(game)
        self._last_person = self._last_to_decide()

    @classmethod
    def load(
        cls,
        path: str | os.PathLike[str],
        setup: Any = None,
        trusted: Collection[str] = (),
    ) -> Self:
        """Continue the game in a file; ``setup`` is needed if its own is a file.

        Agents that are not registered run code named by the file, so they have to be ``trusted``.
        The file is left unchanged until the next decision.
        """
        kept = only_record(path)
        *_, game = records.replay(kept, setup, where=str(path))
        seats = kept.get("agents")
        if not isinstance(seats, list) or len(seats) != game.players:
            raise RecordError(f"{path}: 'agents' should name a player for each seat")
        for seat in map(str, seats):
            if seat.partition(":")[0] not in {HUMAN, *names(game.rules)} and seat not in trusted:
                raise RecordError(
                    f"{path}: {shown(seat)} is not an agent known by name; to run code of your "
                    f"own, name it as an opponent as well"
                )
        session = cls(game, [str(seat) for seat in seats])
        session.path = Path(path)
        return session

    def _last_to_decide(self) -> int | None:
        """Return the seat of the person who decided last, of the first person if none has."""
        if not self.people:
            return None
        last = self.people[0]
        if self.game.rules.secrets and self.game.actions:
            past = self.beginning()
            for action in self.game.actions:
                last = past.to_move if self.seats[past.to_move] == HUMAN else last
                past.step(action)
        return last

    @property
    def has_secrets(self) -> bool:
        """Whether people see different things; at the end everything is shown, as at the table."""
        return self.game.rules.secrets and not self.game.is_over and bool(self.people)

    @property
    def viewer(self) -> int | None:
        """The seat that the game is shown to at one screen; None if everything may be shown.

        People at one screen see in turn what is theirs, each until the next one decides.
        """
        if not self.has_secrets:
            return None
        return self.game.to_move if self.waits_for_human else self._last_person

    @property
    def allows_undo(self) -> bool:
        """Whether decisions may be taken back: not what several people know of each other."""
        return not self.game.rules.secrets or len(self.people) == 1

    @property
    def people(self) -> list[int]:
        """The seats of people."""
        return [seat for seat, name in enumerate(self.seats) if name == HUMAN]

    @property
    def waits_for_human(self) -> bool:
        """Whether a person has to decide now."""
        return not self.game.is_over and self.seats[self.game.to_move] == HUMAN

    @property
    def names(self) -> list[str]:
        """What to call each seat: a person alone "you", equals with the numbers of their seats."""
        return self.names_for(self.people[0] if len(self.people) == 1 else None)

    def names_for(self, reader: int | None) -> list[str]:
        """Return what to call each seat for the person on one of them, who is "you"."""
        return told_apart(
            [
                name if name != HUMAN else YOU if seat == reader else f"player {seat}"
                for seat, name in enumerate(self.seats)
            ]
        )

    def act(self, action: int) -> None:
        """Carry out a person's decision; an illegal one raises IllegalAction, changing nothing."""
        if not self.waits_for_human:
            raise Error("it is not a person's turn to decide")
        seat = self.game.to_move
        self._step(action)
        self._last_person = seat

    @property
    def waits_for_agent(self) -> bool:
        """Whether an agent has to decide now."""
        return not self.game.is_over and not self.waits_for_human

    def ask(self) -> int:
        """Return what the agent to move would do; it is shown only what it may know.

        Nothing changes, so an agent may think in a thread of its own.
        """
        game = self.game
        legal = game.legal_actions()
        if not legal or self.seats[game.to_move] == HUMAN:
            raise Error("it is not an agent's turn to decide")
        if len(legal) == 1:
            return legal[0]
        agent = self._agents[self.seats[game.to_move]]
        return int(ask(game.rules, agent, game.states, [game.seed or 0], [game.length])[0])

    def act_for_agent(self, action: int | None = None) -> int:
        """Let the agent to move decide once, or carry out what it answered; return the action."""
        with blaming(self.seats[self.game.to_move]):
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
        """Take back a person's last choice and everything since; return whether there was one."""
        if not self.allows_undo:
            return False
        actions = list(self.game.actions or [])
        game = self.beginning()
        back = None
        for number, action in enumerate(actions):
            if self.seats[game.to_move] == HUMAN and len(game.legal_actions()) > 1:
                back = number
            game.step(action)
        if back is None:
            return False
        game = self.beginning()
        for action in actions[:back]:
            game.step(action)
        self._keep(game)
        return True

    def beginning(self) -> Game:
        """Return the same deal before its first decision."""
        game = self.game
        start = {"seed": game.seed} if game.order is None else {"order": game.order}
        return game.rules.new_game(players=game.players, setup=game.setup, **start)

    def record(self) -> dict[str, Any]:
        """Return the game so far as a record, with the players' names."""
        return self.game.record(agents=self.seats)

    def _keep(self, game: Game) -> None:
        """Take over a game once it is on disk: what cannot be saved has not happened."""
        if self.path is not None:
            with replacing(self.path) as part:
                part.parent.mkdir(parents=True, exist_ok=True)
                part.write_bytes(records.line_of(game.record(agents=self.seats)))
        self.game = game
