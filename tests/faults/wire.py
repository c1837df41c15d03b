"""As much of HTTP/1.1 as a server of tests needs: whole messages, one a connection."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Self

_REASONS = {200: "OK", 429: "Too Many Requests", 500: "Internal Server Error", 503: "Service Unavailable"}


@dataclass(frozen=True)
class Message:
    """A request or an answer: its first line, its headers by lower-case name, and its body."""

    first: str
    headers: Mapping[str, str] = field(default_factory=dict)
    body: bytes = b""

    @property
    def head(self) -> bytes:
        kept = {**self.headers, "content-length": str(len(self.body)), "connection": "close"}
        lines = [self.first, *(f"{name}: {value}" for name, value in kept.items())]
        return ("\r\n".join(lines) + "\r\n\r\n").encode("latin-1")

    @property
    def whole(self) -> bytes:
        return self.head + self.body


def answer(content: Any, status: int = 200, **headers: str) -> Message:
    """An answer of JSON."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    first = f"HTTP/1.1 {status} {_REASONS.get(status, 'Trouble')}"
    return Message(first, {"content-type": "application/json", **named}, json.dumps(content).encode())


async def read(reader: asyncio.StreamReader) -> Message:
    """The next whole message. Raises asyncio.IncompleteReadError if the other side hangs up first."""
    head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
    first, *lines = head.strip().split("\r\n")
    headers = {name.strip().lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
    return Message(first, headers, await reader.readexactly(int(headers.get("content-length", 0))))


class Listening:
    """A server on a free port of this machine for as long as it is entered; `serve` deals with one connection."""

    def __init__(self, serve: Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]) -> None:
        self._serve = serve
        self._server: asyncio.Server | None = None
        self._open: set[asyncio.Task[None]] = set()
        self.port = 0

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._connected, "127.0.0.1", 0, limit=2**24)
        self.port = self._server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(self, *error: object) -> None:
        assert self._server is not None
        self._server.close()
        for task in list(self._open):
            task.cancel()
        await asyncio.gather(*self._open, return_exceptions=True)

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._open.add(task)
        try:
            # Whoever hangs up in the middle is served no longer: that is what these tests do.
            with suppress(ConnectionError, asyncio.IncompleteReadError, asyncio.CancelledError):
                await self._serve(reader, writer)
        finally:
            self._open.discard(task)
            writer.close()
