"""Who may talk to the server: pages of its own on this machine, and nobody else without the token.

A page of another site may make a browser send requests here. Its requests name that site as their origin, or (after
DNS rebinding) a host that is not ours; both are refused. See docs/serve.md, "Safety".
"""

from __future__ import annotations

import hmac
from collections.abc import Iterable
from dataclasses import dataclass
from http.cookies import CookieError, SimpleCookie
from ipaddress import ip_address
from urllib.parse import parse_qs, urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

COOKIE = "townlet-token"
SAFE_METHODS = frozenset(("GET", "HEAD", "OPTIONS"))
CONTENT_SECURITY_POLICY = "; ".join(
    (
        "default-src 'self'",
        "connect-src 'self'",
        "img-src 'self' blob: data:",
        "style-src 'self'",
        "script-src 'self'",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
)
"""Nothing inline, nothing evaluated, nothing from or to anywhere else."""
SECURITY_HEADERS = {
    "Content-Security-Policy": CONTENT_SECURITY_POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "X-Frame-Options": "DENY",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
_LOOPBACK_NAMES = frozenset(("localhost", "127.0.0.1", "[::1]"))


def is_loopback(host: str) -> bool:
    """Whether an address to listen on can be reached from this machine alone."""
    if host == "localhost":
        return True
    try:
        return ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


@dataclass(frozen=True)
class AccessPolicy:
    """Where the server listens, and what it demands of who comes."""

    host: str = "127.0.0.1"
    port: int = 8000
    token: str = ""
    """What everybody has to show; empty where only this machine can reach the server."""
    personal: bool = False
    """Whether all that is to be had lies behind links of which each has a secret of its own: then any name will do."""
    public: str = ""
    """Where others reach it if not here, as by a proxy: 'https://study.example'."""

    @property
    def address(self) -> str:
        """Where a browser of this machine finds it, with the token if there is one."""
        name = f"[{self.host}]" if ":" in self.host else self.host
        name = "localhost" if self.host in ("0.0.0.0", "::") else name
        return f"http://{name}:{self.port}/" + (f"?token={self.token}" if self.token else "")

    def admits_host(self, host: str) -> bool:
        """Whether a Host header may be ours. With a token any name will do: a rebound name has no cookie of ours."""
        if self.public and host.lower() == urlsplit(self.public).netloc.lower():
            return True
        name, _, port = host.rpartition(":") if not host.endswith("]") else (host, "", "")
        if not name:
            name, port = host, "80"
        anywhere = bool(self.token) or self.personal
        return port == str(self.port) and (anywhere or name.lower() in _LOOPBACK_NAMES)

    def is_own(self, origin: str, host: str, secure: bool) -> bool:
        """Whether an Origin header names this server as the browser knows it."""
        here = f"{'https' if secure else 'http'}://{host.lower()}"
        return origin.lower() in ((here, self.public.lower()) if self.public else (here,))

    def admits_token(self, shown: Iterable[str]) -> bool:
        return not self.token or any(hmac.compare_digest(each.encode(), self.token.encode()) for each in shown)


class AccessMiddleware:
    """Middleware that refuses what does not come from a page of ours, and lets no answer leave without its headers."""

    def __init__(self, app: ASGIApp, door: AccessPolicy) -> None:
        self._app, self._door = app, door

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
        elif scope["type"] == "websocket":
            refused = self._refusal(scope, unsafe=True)
            await (_close(receive, send) if refused else self._app(scope, receive, send))
        else:
            answer = self._refusal(scope, unsafe=scope["method"] not in SAFE_METHODS) or self._app
            await answer(scope, receive, _with_headers(send))

    def _refusal(self, scope: Scope, *, unsafe: bool) -> Response | None:
        headers = Headers(scope=scope)
        host, origin = headers.get("host", ""), headers.get("origin")
        if not self._door.admits_host(host):
            return PlainTextResponse(f"This server is not {host or 'without a name'}.\n", 421)
        secure = scope["scheme"] in ("https", "wss")
        foreign = origin is not None and not self._door.is_own(origin, host, secure)
        if unsafe and (foreign or (origin is None and _is_a_browser(headers))):
            return PlainTextResponse("Only this server's own pages may do that.\n", 403)
        if self._door.token and scope["type"] == "http" and (entered := self._entering(scope)):
            return entered
        if not self._door.admits_token(_tokens(headers)):
            return PlainTextResponse("Open the address with its token, as `townlet serve` printed it.\n", 401)
        return None

    def _entering(self, scope: Scope) -> Response | None:
        """Who comes with the token in the address gets it as a cookie, and the address without it."""
        shown = parse_qs(scope["query_string"].decode("latin-1")).get("token", [])
        if scope["path"] != "/" or scope["method"] != "GET" or not shown or not self._door.admits_token(shown):
            return None
        response = RedirectResponse("/", 303)
        response.set_cookie(COOKIE, self._door.token, httponly=True, samesite="strict")
        return response


def _is_a_browser(headers: Headers) -> bool:
    """Browsers say where a request comes from in one of two ways; other programs say nothing."""
    return headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none")


def _tokens(headers: Headers) -> Iterable[str]:
    if (bearer := headers.get("authorization", "")).startswith("Bearer "):
        yield bearer.removeprefix("Bearer ")
    try:
        cookie = SimpleCookie(headers.get("cookie", "")).get(COOKIE)
    except CookieError:
        cookie = None
    if cookie:
        yield cookie.value


def _with_headers(send: Send) -> Send:
    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in SECURITY_HEADERS.items():
                headers[name] = value
        await send(message)

    return sending


async def _close(receive: Receive, send: Send) -> None:
    await receive()
    await send({"type": "websocket.close", "code": 4403, "reason": "Only this server's own pages may do that."})
