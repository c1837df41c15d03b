"""Broadcast of messages to all WebSockets: each message is encoded once, and a slow socket delays nobody."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

MAX_QUEUED_MESSAGES = 256
"""Messages that may wait for one socket. A client that falls further behind is disconnected and has to reconnect."""


class BroadcastSubscriber:
    """The queue of messages that wait to be sent to one socket."""

    def __init__(self, may_direct: bool = True) -> None:
        self.may_direct = may_direct
        """Whether this client may change anything."""
        self._waiting: asyncio.Queue[str | None] = asyncio.Queue()
        self.overflowed = False

    def send(self, message: str) -> None:
        """Queue a message, or mark the subscriber as overflowed if the queue is full."""
        if self.overflowed:
            return
        if self._waiting.qsize() >= MAX_QUEUED_MESSAGES:
            self.overflowed = True
            self._waiting.put_nowait(None)
            return
        self._waiting.put_nowait(message)

    async def receive(self) -> str | None:
        """Wait for the next message; None once the queue has overflowed."""
        return await self._waiting.get()


class BroadcastHub:
    """All subscribers. Use it from the server's event loop only."""

    def __init__(self) -> None:
        self._subscribers: set[BroadcastSubscriber] = set()

    def __len__(self) -> int:
        return len(self._subscribers)

    def __iter__(self) -> Iterator[BroadcastSubscriber]:
        return iter(self._subscribers)

    def subscribe(self, may_direct: bool = True) -> BroadcastSubscriber:
        """Add and return a subscriber that receives every message from now on."""
        subscriber = BroadcastSubscriber(may_direct)
        self._subscribers.add(subscriber)
        return subscriber

    def unsubscribe(self, subscriber: BroadcastSubscriber) -> None:
        self._subscribers.discard(subscriber)

    def publish(self, message: str) -> None:
        """Send a message to all subscribers."""
        for subscriber in self._subscribers:
            subscriber.send(message)
