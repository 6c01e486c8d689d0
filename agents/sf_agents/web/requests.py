"""Requests and answers: JSON bodies of a bounded size, read field by field, and errors."""

from __future__ import annotations

import json
from typing import Any

from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from sf_env.core.errors import Error, shown

JSON = "application/json"
LARGEST = 256 * 1024  # bytes of a body


class RequestError(Error):
    """A request that is refused: the status, and one line that says why."""

    def __init__(self, status: int, reason: str) -> None:
        super().__init__(reason)
        self.status = status


def json_response(content: Any, status: int = 200) -> Response:
    """Return an answer."""
    return Response(to_json(content), status, media_type=JSON)


def error_response(status: int, reason: str) -> Response:
    """Return the answer to a request that is refused."""
    return json_response({"error": reason}, status)


def to_json(content: Any) -> bytes:
    """Return JSON in ASCII: a request may make us repeat text that no encoding can hold."""
    return json.dumps(content, separators=(",", ":"), allow_nan=False).encode("ascii")


async def read_json(request: Request) -> Any:
    """Return the JSON of the body, or refuse."""
    return parse(await read_body(request))


async def read_body(request: Request) -> bytes:
    """Return the body of a JSON request; one that is too large is not read to its end."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/json":
        raise RequestError(415, "the content type of a request should be application/json")
    body = bytearray()
    try:
        async for part in request.stream():
            body += part
            if len(body) > LARGEST:
                raise RequestError(
                    413, f"the body of a request may have {LARGEST} bytes, this one has more"
                )
    except ClientDisconnect as error:  # nobody reads the answer, but the log stays clean
        raise RequestError(400, "the request was cut off") from error
    return bytes(body)


def parse(text: bytes) -> Any:
    """Return the content of JSON, or refuse."""
    try:
        return json.loads(text.decode("utf-8"))
    except (ValueError, RecursionError) as error:
        raise RequestError(400, f"this is not JSON: {str(error)[:200]}") from error


class Fields:
    """The fields of a request; each is read once, and unknown ones are refused at the end."""

    def __init__(self, content: Any) -> None:
        if not isinstance(content, dict):
            raise RequestError(400, "the body of a request should be a JSON object")
        self._left = dict(content)

    def integer(self, name: str) -> int:
        """Return a whole number."""
        value = self._take(name)
        if not isinstance(value, int) or isinstance(value, bool):
            raise RequestError(400, f"{name!r} should be a whole number")
        return value

    def text(self, name: str) -> str:
        """Return a string."""
        value = self._take(name)
        if not isinstance(value, str):
            raise RequestError(400, f"{name!r} should be a string")
        return value

    def items(self, name: str) -> list[Any]:
        """Return a list."""
        value = self._take(name)
        if not isinstance(value, list):
            raise RequestError(400, f"{name!r} should be a list")
        return value

    def has(self, name: str) -> bool:
        """Return whether a field is present and not null."""
        if self._left.get(name) is None:
            self._left.pop(name, None)
            return False
        return True

    def done(self) -> None:
        """Refuse fields that have not been read."""
        if self._left:
            raise RequestError(400, f"unknown field {shown(next(iter(self._left)))}")

    def _take(self, name: str) -> Any:
        if name not in self._left:
            raise RequestError(400, f"the field {name!r} is missing")
        return self._left.pop(name)
