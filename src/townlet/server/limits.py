"""Limits on what clients may send: the size of a request, the time it takes to arrive, and open connections."""

from __future__ import annotations

import asyncio
import re

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

MAX_BODY_BYTES = 64 * 1024
"""The largest body of a request, and the largest message of a WebSocket. The longest texts that the API accepts take
half of it, however they are escaped."""
MAX_HEAD_BYTES = 16 * 1024
"""The largest head of a request: its first line, its headers and the empty line after them."""
REQUEST_SECONDS = 15.0
"""The longest time in which a request has to arrive."""
MAX_CONNECTIONS = 500
"""The largest number of open connections, WebSockets included."""


class LimitedHttpProtocol(H11Protocol):
    """uvicorn's HTTP protocol with limits on connections, on a request's head, and on the time in which it arrives."""

    _deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        self.conn = _LimitedConnection(h11.SERVER, MAX_HEAD_BYTES)
        super().connection_made(transport)
        if len(self.connections) > MAX_CONNECTIONS:
            transport.write(b"HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\nContent-Length: 0\r\n\r\n")
            transport.close()
        else:
            self._watch()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._watch()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_watch()
        super().connection_lost(exc)

    def _watch(self) -> None:
        """Start the time limit while the rest of a request is awaited; else end it."""
        is_websocket = self.transport.get_protocol() is not self
        if is_websocket or self.conn.their_state not in (h11.IDLE, h11.SEND_BODY):
            self._stop_watch()
        elif self._deadline is None and not self.transport.is_closing():
            self._deadline = self.loop.call_later(REQUEST_SECONDS, self.transport.abort)

    def _stop_watch(self) -> None:
        if self._deadline:
            self._deadline.cancel()
            self._deadline = None


class _LimitedConnection(h11.Connection):
    """An h11 connection that refuses a long head even if all of it has arrived; h11 limits only incomplete ones."""

    def next_event(self) -> h11.Event | type[h11.NEED_DATA | h11.PAUSED]:
        if self.their_state is h11.IDLE:
            received, _ = self.trailing_data
            if len(received) > MAX_HEAD_BYTES and not _END_OF_HEAD.search(received, 0, MAX_HEAD_BYTES):
                raise h11.RemoteProtocolError("The head of the request is too long.", error_status_hint=431)
        return super().next_event()


_END_OF_HEAD = re.compile(rb"\n\r?\n")
