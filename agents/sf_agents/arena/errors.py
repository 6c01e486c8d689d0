"""What can be wrong with a tournament."""

from __future__ import annotations

from sf_env.errors import Error


class ArenaError(Error):
    """A tournament that cannot be played as asked."""
