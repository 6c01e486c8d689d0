"""What the server answers to a request that it cannot follow."""

from __future__ import annotations

from sf_env.core.errors import Error


class Refusal(Error):
    """A request that was refused: its status, and one line that says why."""

    def __init__(self, status: int, reason: str) -> None:
        super().__init__(reason)
        self.status = status
