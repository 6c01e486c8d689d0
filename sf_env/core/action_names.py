"""Actions by number, by name and in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sf_env.core.errors import IllegalAction, shown
from sf_env.core.masks import as_action


class ActionNames:
    """The actions of one game; the module of its actions has each method as a function."""

    def __init__(self, names: Sequence[str], descriptions: Sequence[str]) -> None:
        self.names = tuple(names)
        self.descriptions = tuple(descriptions)
        self._numbers = {name.upper(): action for action, name in enumerate(self.names)}

    def name(self, action: int) -> str:
        """Return the name of an action."""
        return self.names[self.check(action)]

    def number(self, name: str) -> int:
        """Return the number of the action with this name, in any case and spacing."""
        wanted = " ".join(name.upper().split()) if isinstance(name, str) else None
        if wanted not in self._numbers:
            raise IllegalAction(
                f"no action is called {shown(name)}; names are {self.names[0]} to {self.names[-1]}"
            )
        return self._numbers[wanted]

    def describe(self, action: int) -> str:
        """Return what an action means, for people."""
        return self.descriptions[self.check(action)]

    def check(self, action: Any) -> int:
        """Return the action as an int; raise TypeError or IllegalAction if it cannot be one."""
        number = as_action(action)
        if not 0 <= number < len(self.names):
            raise IllegalAction(
                f"action {shown(number)} does not exist; actions are 0 to {len(self.names) - 1}"
            )
        return number
