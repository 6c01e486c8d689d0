"""Keys: the first part of every path, which says who asks.

The server's token is the key of the host, who starts games and hands out seats. In a game with
secrets each person has a key, which opens one seat of one game and nothing else. It is made from
the token, so it is as hard to guess, nothing has to be stored, and pages that are open keep their
seats when a server is restarted with the same token.
"""

from __future__ import annotations

import hmac
import secrets
from base64 import urlsafe_b64encode
from typing import NamedTuple

SIGNATURE = 16  # bytes


class Holder(NamedTuple):
    """Who asks: the person on a seat of a game, or the host."""

    game: str = ""
    seat: int | None = None


HOST = Holder()


class Keys:
    """The keys of one server."""

    def __init__(self, token: str) -> None:
        self._token = token.encode()

    def of_seat(self, game: str, seat: int) -> str:
        """Return the key of a seat."""
        digest = hmac.digest(self._token, f"seat {seat} of {game}".encode(), "sha256")
        signature = urlsafe_b64encode(digest[:SIGNATURE]).rstrip(b"=").decode()
        return f"{signature}.{seat}.{game}"

    def holder(self, key: str) -> Holder | None:
        """Return whose key this is, or None; how long that takes does not depend on the key."""
        if secrets.compare_digest(key.encode(), self._token):
            return HOST
        _, _, named = key.partition(".")
        seat, _, game = named.partition(".")
        if len(seat) != 1 or seat not in "0123456789":
            return None
        right = self.of_seat(game, int(seat))
        return (
            Holder(game, int(seat))
            if secrets.compare_digest(key.encode(), right.encode())
            else None
        )
