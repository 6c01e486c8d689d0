"""What can be wrong with a tournament."""

from __future__ import annotations

from sf_env.core.errors import Error


class ArenaError(Error):
    """A tournament that cannot be played as asked."""
