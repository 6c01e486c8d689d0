"""How the server answers: JSON, and errors as one line of it."""

from __future__ import annotations

import json
from typing import Any

from starlette.responses import Response

JSON = "application/json"


def answer(content: Any, status: int = 200) -> Response:
    """Return an answer."""
    return Response(as_json(content), status, media_type=JSON)


def as_json(content: Any) -> bytes:
    """Return JSON in letters that every encoding has, whatever a request made us repeat."""
    return json.dumps(content, separators=(",", ":"), allow_nan=False).encode("ascii")


def refused(status: int, reason: str) -> Response:
    """Return what tells that a request was refused, and why."""
    return answer({"error": reason}, status)
