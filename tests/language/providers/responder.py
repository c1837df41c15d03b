"""A small HTTP server on this machine that says what a test wants it to say."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Asked:
    """One request that came in."""

    method: str
    path: str
    headers: Mapping[str, str]
    """By name in small letters."""
    body: Any


@dataclass(frozen=True)
class Answer:
    """One answer, and how it is sent."""

    body: Any = b""
    """Bytes as they are; anything else as JSON."""
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    pause: float = 0.0
    """Seconds before each byte of the body."""
    breaks_off: bool = False
    """Whether the connection is reset after half of the body."""

    def __bytes__(self) -> bytes:
        return self.body if isinstance(self.body, bytes) else json.dumps(self.body).encode()


Says = Callable[[Asked], Answer]


class Responder:
    """Answers by `says`, and keeps what it was asked."""

    def __init__(self, says: Says) -> None:
        self.says = says
        self.asked: list[Asked] = []
        self.address = ""
        """Without a path."""
        self.open: list[asyncio.StreamWriter] = []

    @property
    def base_url(self) -> str:
        return f"{self.address}/v1"

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.open.append(writer)
        try:
            while asked := await _read(reader):
                self.asked.append(asked)
                if not await _write(writer, self.says(asked)):
                    break
        except (ConnectionError, asyncio.IncompleteReadError):
            pass
        finally:
            writer.close()


@asynccontextmanager
async def responding(says: Says) -> AsyncIterator[Responder]:
    """A server for the time of a test."""
    responder = Responder(says)
    server = await asyncio.start_server(responder.serve, "127.0.0.1", 0)
    responder.address = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    try:
        yield responder
    finally:
        server.close()
        for writer in responder.open:
            writer.transport.abort()
        await asyncio.sleep(0)


async def _read(reader: asyncio.StreamReader) -> Asked | None:
    first = (await reader.readline()).decode().split()
    if len(first) < 2:
        return None
    headers: dict[str, str] = {}
    while line := (await reader.readline()).decode().strip():
        name, _, value = line.partition(":")
        headers[name.lower()] = value.strip()
    body = await reader.readexactly(int(headers.get("content-length", 0)))
    return Asked(first[0], first[1], headers, json.loads(body) if body else None)


async def _write(writer: asyncio.StreamWriter, answer: Answer) -> bool:
    """Whether the connection goes on."""
    body = bytes(answer)
    headers = {"Content-Type": "application/json", "Content-Length": str(len(body)), **answer.headers}
    head = f"HTTP/1.1 {answer.status} Said\r\n" + "".join(f"{name}: {value}\r\n" for name, value in headers.items())
    writer.write(head.encode() + b"\r\n")
    if answer.breaks_off:
        writer.write(body[: len(body) // 2])
        await writer.drain()
        writer.transport.abort()
        return False
    for part in [body] if not answer.pause else [bytes([byte]) for byte in body]:
        if answer.pause:
            await asyncio.sleep(answer.pause)
        writer.write(part)
        await writer.drain()
    return True
