"""The errors a user of the package can cause; all are also ``ValueError``."""

from __future__ import annotations


class Error(ValueError):
    """Anything wrong that the caller can put right."""


class DeckError(Error):
    """A deck file that cannot be read, or a deck that breaks the rules of decks."""


class RecordError(Error):
    """A record that is damaged, or that does not fit the game."""


class IllegalAction(Error):
    """An action that is not legal in this state; the state was not changed."""


class UnknownAgent(Error):
    """An agent's name, or one of its parameters, that nobody knows."""
