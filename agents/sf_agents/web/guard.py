"""Access control: requests need a key, and an address that is this server's own.

The key is the first part of every path, so there is no cookie that other servers on the same
machine would see, and nothing that another page could send along unasked. The name in the request's
``Host`` is checked against DNS rebinding: a stranger may let a name point to this machine.
"""

from __future__ import annotations

from ipaddress import ip_address
from socket import gethostname
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from sf_agents.web.keys import Keys
from sf_agents.web.requests import error_response

HEADERS = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
        "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
}
CLOSED = "token missing: open the address that the server printed at startup"


class Guard:
    """Checks requests before the application, which sees paths without the key, and its holder."""

    def __init__(self, app: ASGIApp, keys: Keys, host: str) -> None:
        self._app = app
        self._keys = keys
        self._host = host

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Refuse a request, or pass it to the application."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
        elif scope["type"] == "http":
            await self._admit(scope)(scope, receive, _with_headers(send))

    def _admit(self, scope: Scope) -> ASGIApp:
        """Return what answers: the application, or a refusal."""
        headers = Headers(scope=scope)
        if not self.knows(headers.get("host", "")):
            return error_response(400, "the name in 'Host' is not one of this server's")
        if not _same_origin(headers):
            return error_response(403, "this request comes from another site")
        key, slash, rest = scope["path"].removeprefix("/").partition("/")
        holder = self._keys.holder(key)
        if holder is None:
            return error_response(403, CLOSED)
        if not slash:
            return Response(status_code=307, headers={"location": f"/{key}/"})
        scope["path"] = f"/{rest}"
        scope["holder"] = holder
        return self._app

    def knows(self, host: str) -> bool:
        """Return whether a name is one of this server's; IP addresses cannot be rebound."""
        try:
            name = (urlsplit(f"//{host}").hostname or "").rstrip(".")
        except ValueError:
            return False
        if name in ("localhost", self._host.lower()):
            return True
        local = is_loopback(self._host)
        try:
            return ip_address(name).is_loopback or not local
        except ValueError:
            return not local and name == gethostname().lower()


def is_loopback(host: str) -> bool:
    """Return whether only this machine can reach a host."""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host.lower() == "localhost"


def _same_origin(headers: Headers) -> bool:
    """Return whether a request that names its origin comes from this server's page."""
    origin = headers.get("origin")
    return origin is None or origin == f"http://{headers.get('host')}"


def _with_headers(send: Send) -> Send:
    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            headers.setdefault("cache-control", "no-store")
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
        await send(message)

    return sending
