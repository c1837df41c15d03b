"""Access control: protection against CSRF and DNS rebinding, an access token, and security headers.

Only the server's own pages on this machine may use it, unless the client shows the token. A page of another site can
make a browser send requests here (CSRF); the browser then names that site in the Origin header. With DNS rebinding the
origin looks right, but the Host header carries a foreign name. Both are refused. See docs/serve.md, "Safety".
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
"""The client's pages may run no inline scripts and no `eval`, and may load from and connect to this server only."""
SECURITY_HEADERS = {
    "Content-Security-Policy": CONTENT_SECURITY_POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "X-Frame-Options": "DENY",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
_LOOPBACK_NAMES = frozenset(("localhost", "127.0.0.1", "[::1]"))
_FOREIGN_PAGE = "Only this server's own pages may do that."


def is_loopback(host: str) -> bool:
    """Return whether only this machine can reach a server that listens on `host`."""
    if host == "localhost":
        return True
    try:
        return ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


@dataclass(frozen=True)
class AccessPolicy:
    """Where the server listens, and which requests it accepts."""

    host: str = "127.0.0.1"
    port: int = 8000
    token: str = ""
    """The secret that every client has to send; empty if only this machine can reach the server."""
    per_person_links: bool = False
    """Whether everything is served behind links that each contain a secret. Then any host name is accepted."""
    public_address: str = ""
    """The address under which a proxy or tunnel publishes the server, such as 'https://study.example'; or empty."""

    @property
    def address(self) -> str:
        """The URL that a browser on this machine opens, including the token if there is one."""
        name = f"[{self.host}]" if ":" in self.host else self.host
        name = "localhost" if self.host in ("0.0.0.0", "::") else name
        return f"http://{name}:{self.port}/" + (f"?token={self.token}" if self.token else "")

    def allows_host(self, host: str) -> bool:
        """Return whether a Host header names this server (protection against DNS rebinding).

        With a token any name is accepted: a browser sends no cookie of ours to a rebound name.
        """
        if self.public_address and host.lower() == urlsplit(self.public_address).netloc.lower():
            return True
        name, _, port = host.rpartition(":") if not host.endswith("]") else (host, "", "")
        if not name:
            name, port = host, "80"
        anywhere = bool(self.token) or self.per_person_links
        return port == str(self.port) and (anywhere or name.lower() in _LOOPBACK_NAMES)

    def allows_origin(self, origin: str, host: str, secure: bool) -> bool:
        """Return whether an Origin header names this server as the browser sees it (protection against CSRF)."""
        here = f"{'https' if secure else 'http'}://{host.lower()}"
        return origin.lower() in ((here, self.public_address.lower()) if self.public_address else (here,))

    def allows_token(self, tokens: Iterable[str]) -> bool:
        """Return whether one of these tokens is the right one, or none is needed."""
        # A comparison in constant time: other comparisons leak how much of a guess is right.
        return not self.token or any(hmac.compare_digest(each.encode(), self.token.encode()) for each in tokens)


class AccessMiddleware:
    """ASGI middleware that refuses requests the policy does not allow, and adds security headers to every response."""

    def __init__(self, app: ASGIApp, policy: AccessPolicy) -> None:
        self._app, self._policy = app, policy

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
        elif scope["type"] == "websocket":
            refused = self._refusal(scope, unsafe=True)
            await (close_websocket(receive, send, _FOREIGN_PAGE) if refused else self._app(scope, receive, send))
        else:
            answer = self._refusal(scope, unsafe=scope["method"] not in SAFE_METHODS) or self._app
            await answer(scope, receive, _with_headers(send))

    def _refusal(self, scope: Scope, *, unsafe: bool) -> Response | None:
        headers = Headers(scope=scope)
        host, origin = headers.get("host", ""), headers.get("origin")
        if not self._policy.allows_host(host):
            return PlainTextResponse(f"This server is not called {host!r}; open the address that it printed.\n", 421)
        secure = scope["scheme"] in ("https", "wss")
        foreign = origin is not None and not self._policy.allows_origin(origin, host, secure)
        if unsafe and (foreign or (origin is None and _is_cross_site(headers))):
            return PlainTextResponse(f"{_FOREIGN_PAGE}\n", 403)
        if self._policy.token and scope["type"] == "http" and (redirect := self._exchange_token_for_cookie(scope)):
            return redirect
        if not self._policy.allows_token(_tokens(headers)):
            return PlainTextResponse("Open the address with its token, as `townlet serve` printed it.\n", 401)
        return None

    def _exchange_token_for_cookie(self, scope: Scope) -> Response | None:
        """Set the token of the URL as a cookie and redirect to the URL without it; None if the URL has no token."""
        tokens = parse_qs(scope["query_string"].decode("latin-1")).get("token", [])
        if scope["path"] != "/" or scope["method"] != "GET" or not tokens or not self._policy.allows_token(tokens):
            return None
        response = RedirectResponse("/", 303)
        response.set_cookie(COOKIE, self._policy.token, httponly=True, samesite="strict")
        return response


def _is_cross_site(headers: Headers) -> bool:
    """Return whether a browser sent this request from another site.

    Browsers send Origin or Sec-Fetch-Site; other programs usually send neither.
    """
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


async def close_websocket(receive: Receive, send: Send, reason: str) -> None:
    """Refuse a WebSocket connection with close code 4403 (from the private range, like HTTP's 403) and a reason."""
    await receive()
    await send({"type": "websocket.close", "code": 4403, "reason": reason})
