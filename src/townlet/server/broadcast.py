"""What is told to all sockets: encoded once, and never waited for."""

from __future__ import annotations

import asyncio

MAX_QUEUED_MESSAGES = 256
"""Messages that may wait for one socket; whoever is further behind has to connect anew."""


class BroadcastSubscriber:
    """One socket's place in the hub: the messages that wait for it."""

    def __init__(self) -> None:
        self._waiting: asyncio.Queue[str | None] = asyncio.Queue()
        self.too_slow = False

    def tell(self, message: str) -> None:
        """Let a message wait, unless too many do."""
        if self.too_slow:
            return
        if self._waiting.qsize() >= MAX_QUEUED_MESSAGES:
            self.too_slow = True
            self._waiting.put_nowait(None)
            return
        self._waiting.put_nowait(message)

    async def next(self) -> str | None:
        """The next message; None when it cannot keep up."""
        return await self._waiting.get()


class BroadcastHub:
    """All listeners. Belongs to the server's event loop."""

    def __init__(self) -> None:
        self._listeners: set[BroadcastSubscriber] = set()

    def __len__(self) -> int:
        return len(self._listeners)

    def join(self) -> BroadcastSubscriber:
        """A new listener, who is told everything from now on."""
        listener = BroadcastSubscriber()
        self._listeners.add(listener)
        return listener

    def leave(self, listener: BroadcastSubscriber) -> None:
        self._listeners.discard(listener)

    def tell(self, message: str) -> None:
        """Tell all listeners."""
        for listener in self._listeners:
            listener.tell(message)
