"""Access control: protection against CSRF and DNS rebinding, an access token, and security headers.

Only the server's own pages on this machine may use it, unless the client shows the token. A page of another site can
make a browser send requests here (CSRF); the browser then names that site in the Origin header. With DNS rebinding the
origin looks right, but the Host header carries a foreign name. Both are refused. See docs/serve.md, "Safety".
"""

from __future__ import annotations

import hmac
import re
import socket
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from http.cookies import CookieError, SimpleCookie
from ipaddress import ip_address
from urllib.parse import parse_qs, urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import JSONResponse, PlainTextResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from townlet.server.limits import CONNECTION

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
_LAST = {"Connection": "close"}
"""The header of answers that end their connection, which was not admitted and is therefore not counted."""
_LOOPBACK_NAMES = frozenset(("localhost", "127.0.0.1", "[::1]"))
WATCHERS_MAY_NOT = "The link that you opened is for watching: you can look at everything, but change nothing."
_ELSEWHERE = {socket.AF_INET: "192.0.2.1", socket.AF_INET6: "2001:db8::1"}
"""Addresses that are reserved for documentation. The system says from which address it would reach them."""
_FOREIGN_PAGE = "Only this server's own pages may do that."


_ORIGIN = re.compile(r"(https?)://([a-z0-9.-]+|\[[0-9a-f:.]+\])(?::([0-9]{1,5}))?")
_USUAL_PORTS = {"http": "80", "https": "443"}


def parse_origin(text: str) -> str:
    """Return an origin as browsers write it: 'https://my.page' for 'HTTPS://My.Page:443'. Raises ValueError."""
    found = _ORIGIN.fullmatch(text.strip().lower())
    if not found or not 0 < int(found[3] or 1) < 65536:
        raise ValueError(text)
    scheme, host, port = found[1], found[2], found[3]
    return f"{scheme}://{host}" + (f":{int(port)}" if port and port != _USUAL_PORTS[scheme] else "")


def is_loopback(host: str) -> bool:
    """Return whether only this machine can reach a server that listens on `host`."""
    if host == "localhost":
        return True
    try:
        return ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


def name_in_network(host: str) -> str:
    """Return the name by which others reach a server that listens on `host`.

    If that is every address of this machine, it is the machine's address in its network; 'localhost' if it is in none.
    """
    if host not in ("0.0.0.0", "::"):
        return f"[{host}]" if ":" in host else host
    for family, elsewhere in _ELSEWHERE.items():
        # Connecting a UDP socket sends nothing; it only chooses the address that packets would come from.
        with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect((elsewhere, 9))
            own: str = probe.getsockname()[0]
            if not is_loopback(own):
                return f"[{own}]" if ":" in own else own
    return "localhost"


@dataclass(frozen=True)
class AccessPolicy:
    """Where the server listens, and which requests it accepts."""

    host: str = "127.0.0.1"
    port: int = 8000
    token: str = ""
    """The secret of clients that may do everything; empty if only this machine can reach the server. Then all may."""
    watch_token: str = ""
    """The secret of clients that may look at everything and change nothing; empty if there are none."""
    per_person_links: bool = False
    """Whether everything is served behind links that each contain a secret. Then any host name is accepted."""
    embedders: tuple[str, ...] = ()
    """The origins of pages that may show the server's page in a frame, such as 'https://my.page'."""
    public_address: str = ""
    """The address under which a proxy or tunnel publishes the server, such as 'https://study.example'; or empty."""

    @property
    def security_headers(self) -> dict[str, str]:
        """The headers of every response. Only pages of `embedders` may frame the server's pages."""
        if not self.embedders:
            return SECURITY_HEADERS
        policy = CONTENT_SECURITY_POLICY.replace(
            "frame-ancestors 'none'", f"frame-ancestors {' '.join(self.embedders)}"
        )
        # X-Frame-Options cannot name other origins; browsers that know frame-ancestors do not need it.
        headers = {name: value for name, value in SECURITY_HEADERS.items() if name != "X-Frame-Options"}
        return headers | {"Content-Security-Policy": policy}

    @property
    def address(self) -> str:
        """The URL that a browser opens to direct the run, including the token if there is one."""
        return f"http://{name_in_network(self.host)}:{self.port}/" + (f"?token={self.token}" if self.token else "")

    @property
    def watch_address(self) -> str:
        """The URL that a browser opens to watch the run only; empty if everybody may direct it."""
        return f"http://{name_in_network(self.host)}:{self.port}/?token={self.watch_token}" if self.watch_token else ""

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

    def token_in(self, tokens: Iterable[str]) -> str | None:
        """Return the first of these tokens that is right; '' if none is needed, and None if none is right."""
        if not self.token:
            return ""
        # A comparison in constant time: other comparisons leak how much of a guess is right.
        right = [each for each in (self.token, self.watch_token) if each]
        return next((a for each in tokens for a in right if hmac.compare_digest(each.encode(), a.encode())), None)


class AccessMiddleware:
    """ASGI middleware that refuses requests the policy does not allow, and adds security headers to every response.

    `scope["may_direct"]` says whether the client may change anything.
    """

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
            await answer(scope, receive, _with_headers(send, self._policy.security_headers))

    def _refusal(self, scope: Scope, *, unsafe: bool) -> Response | None:
        headers = Headers(scope=scope)
        host, origin = headers.get("host", ""), headers.get("origin")
        if not self._policy.allows_host(host):
            return PlainTextResponse(
                f"This server is not called {host!r}; open the address that it printed.\n", 421, _LAST
            )
        secure = scope["scheme"] in ("https", "wss")
        foreign = origin is not None and not self._policy.allows_origin(origin, host, secure)
        if unsafe and (foreign or (origin is None and _is_cross_site(headers))):
            return PlainTextResponse(f"{_FOREIGN_PAGE}\n", 403, _LAST)
        if self._policy.token and scope["type"] == "http" and (redirect := self._exchange_token_for_cookie(scope)):
            return redirect
        token = self._policy.token_in(_tokens(headers))
        if token is None:
            return PlainTextResponse("Open the address with its token, as the server printed it.\n", 401, _LAST)
        scope["may_direct"] = token == self._policy.token
        scope["embedders"] = self._policy.embedders
        connection = scope.get("state", {}).get(CONNECTION)
        if connection and not connection.admit(scope["may_direct"] and not self._policy.per_person_links):
            return PlainTextResponse("Too many pages of this server are open. Close some, then reload.\n", 503, _LAST)
        if unsafe and scope["type"] == "http" and not scope["may_direct"]:
            return JSONResponse({"detail": WATCHERS_MAY_NOT, "fork": False}, 403)
        return None

    def _exchange_token_for_cookie(self, scope: Scope) -> Response | None:
        """Set the token of the URL as a cookie and redirect to the URL without it; None if the URL has no token."""
        tokens = parse_qs(scope["query_string"].decode("latin-1")).get("token", [])
        if not scope["path"].endswith("/") or scope["method"] != "GET" or not tokens:
            return None
        if not (token := self._policy.token_in(tokens)):
            return None
        response = RedirectResponse("./", 303, _LAST)
        response.set_cookie(COOKIE, token, httponly=True, samesite="strict")
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


def _with_headers(send: Send, added: dict[str, str]) -> Send:
    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in added.items():
                headers[name] = value
        await send(message)

    return sending


async def close_websocket(receive: Receive, send: Send, reason: str) -> None:
    """Refuse a WebSocket connection with close code 4403 (from the private range, like HTTP's 403) and a reason."""
    await receive()
    await send({"type": "websocket.close", "code": 4403, "reason": reason})
