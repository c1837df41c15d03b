"""Limits on what clients may send: the size of a request, the time it takes to arrive, and open connections."""

from __future__ import annotations

import asyncio
import re
from collections import Counter
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

MAX_BODY_BYTES = 64 * 1024
"""The largest body of a request, and the largest message of a WebSocket. The longest texts that the API accepts take
half of it, however they are escaped."""
MAX_HEAD_BYTES = 16 * 1024
"""The largest head of a request: its first line, its headers and the empty line after them."""
REQUEST_SECONDS = 15.0
"""The longest time in which a request has to arrive."""
MAX_HALF_OPEN = 200
"""The most open connections whose first request has not arrived. One more ends the oldest of the address with most."""
GRACE_SECONDS = 0.1
"""How long there may be up to twice as many, so that requests that come all at once are read."""
MAX_DIRECTORS = 150
"""The most open connections, WebSockets included, of clients that may direct the run."""
MAX_WATCHERS, MAX_WATCHERS_AT_ADDRESS = 300, 200
"""The same for clients that may only watch, in all and from one address. Browsers open up to seven for a page."""

CONNECTION = "connection"
"""The key of a request's `scope["state"]` under which its connection is found."""


class OpenConnections:
    """The open connections of a server, so that whoever opens many leaves room for others."""

    def __init__(self) -> None:
        self._half_open: dict[LimitedHttpProtocol, str] = {}
        """The address of each connection on which no request has arrived, the oldest first."""
        self._admitted: dict[LimitedHttpProtocol, tuple[bool, str]] = {}
        """Whether each connection that has shown its token may direct the run, and its address."""

    def enter(self, connection: LimitedHttpProtocol) -> None:
        """Take in a new connection, and make room for it among those that are half open."""
        self._half_open[connection] = connection.address
        if len(self._half_open) > 2 * MAX_HALF_OPEN:
            self._make_room()
        elif len(self._half_open) > MAX_HALF_OPEN:
            connection.loop.call_later(GRACE_SECONDS, self._make_room)

    def _make_room(self) -> None:
        while len(self._half_open) > MAX_HALF_OPEN:
            [(crowded, _)] = Counter(self._half_open.values()).most_common(1)
            oldest = next(each for each, address in self._half_open.items() if address == crowded)
            self.leave(oldest)
            oldest.transport.abort()

    def answer(self, connection: LimitedHttpProtocol) -> None:
        """Note that a request has arrived. It is admitted now, or its connection ends with the answer."""
        self._half_open.pop(connection, None)

    def admit(self, connection: LimitedHttpProtocol, may_direct: bool) -> bool:
        """Count a connection among those of its kind. Return False if there are too many of them."""
        kind = (may_direct, connection.address)
        if self._admitted.get(connection) != kind:
            alike = [each for each in self._admitted.values() if each[0] == may_direct]
            if len(alike) >= (MAX_DIRECTORS if may_direct else MAX_WATCHERS):
                return False
            if not may_direct and alike.count(kind) >= MAX_WATCHERS_AT_ADDRESS:
                return False
            self.leave(connection)
            self._admitted[connection] = kind
        return True

    def leave(self, connection: LimitedHttpProtocol) -> None:
        """Forget a connection."""
        self._half_open.pop(connection, None)
        self._admitted.pop(connection, None)


class LimitedHttpProtocol(H11Protocol):
    """uvicorn's HTTP protocol with limits on connections, on a request's head, and on the time in which it arrives."""

    _deadline: asyncio.TimerHandle | None = None

    def __init__(self, *, app_state: dict[str, Any], opened: OpenConnections, **given: Any) -> None:
        """`given` is what uvicorn gives its own protocol."""
        super().__init__(app_state={**app_state, CONNECTION: self}, **given)
        self.opened = opened

    @property
    def address(self) -> str:
        """The address at the other end."""
        return self.client[0] if self.client else ""

    def admit(self, may_direct: bool) -> bool:
        """Count the connection among those of its kind. Return False if there are too many of them."""
        return self.opened.admit(self, may_direct)

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        self.conn = _LimitedConnection(h11.SERVER, MAX_HEAD_BYTES)
        super().connection_made(transport)
        self.opened.enter(self)
        self._watch()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self.cycle or self._is_websocket:
            self.opened.answer(self)
        self._watch()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_watch()
        self.opened.leave(self)
        super().connection_lost(exc)

    @property
    def _is_websocket(self) -> bool:
        return self.transport.get_protocol() is not self

    def _watch(self) -> None:
        """Start the time limit while the rest of a request is awaited; else end it."""
        if self._is_websocket or self.conn.their_state not in (h11.IDLE, h11.SEND_BODY):
            self._stop_watch()
        elif self._deadline is None and not self.transport.is_closing():
            self._deadline = self.loop.call_later(REQUEST_SECONDS, self.transport.abort)

    def _stop_watch(self) -> None:
        if self._deadline:
            self._deadline.cancel()
            self._deadline = None


class LimitedWebSocketProtocol(WebSocketsSansIOProtocol):
    """uvicorn's WebSocket protocol, whose connection is counted until it ends."""

    def connection_lost(self, exc: Exception | None) -> None:
        connection: LimitedHttpProtocol = self.app_state[CONNECTION]
        connection.opened.leave(connection)
        super().connection_lost(exc)

    def send_receive_event_to_app(self) -> None:
        """Pass a message on. Text that is not UTF-8 ends the connection, as uvicorn would do, but is no error here."""
        try:
            if self.curr_msg_data_type == "text":
                b"".join(self.frames).decode()
        except UnicodeDecodeError:
            self.frames = []
            self.conn.send_close(1007)
            self.handle_parser_exception()
        else:
            super().send_receive_event_to_app()


class _LimitedConnection(h11.Connection):
    """An h11 connection that refuses a long head even if all of it has arrived; h11 limits only incomplete ones."""

    def next_event(self) -> h11.Event | type[h11.NEED_DATA | h11.PAUSED]:
        if self.their_state is h11.IDLE:
            received, _ = self.trailing_data
            if len(received) > MAX_HEAD_BYTES and not _END_OF_HEAD.search(received, 0, MAX_HEAD_BYTES):
                raise h11.RemoteProtocolError("The head of the request is too long.", error_status_hint=431)
        return super().next_event()


_END_OF_HEAD = re.compile(rb"\n\r?\n")
