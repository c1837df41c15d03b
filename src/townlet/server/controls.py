"""Which client moves which body: one at a time, and a body whose client is gone is given back after a while."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable

from townlet.server.broadcast import BroadcastSubscriber
from townlet.server.errors import ActionRefused

ABSENCE_SECONDS = 180.0
"""A body whose client has been gone for so long is given back: a visitor leaves the town, a resident goes on alone."""
RELOAD_SECONDS = 15.0
"""How long the clock stays slow for a body whose client is gone: it may only be loading its page again."""


class Controls:
    """Who moves the bodies of a run. Use it from the server's event loop.

    A client is a WebSocket. A program that sends commands over HTTP has none; each command shows that it is there.
    """

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._clients: dict[str, BroadcastSubscriber] = {}
        self._seen: dict[str, float] = {}
        """For each body, when its client was there last; for a body of an earlier server, when it was first noticed."""

    def take(self, body: str, client: BroadcastSubscriber | None) -> None:
        """Let a client move a body. Raises ActionRefused if another client that is connected moves it."""
        if self._clients.get(body, client) is not client:
            raise ActionRefused(
                f"Somebody moves {body} on another page. To move {body} from here, choose 'Step in' and 'Continue as'."
            )
        self._seen[body] = self._now()
        if client:
            self._clients[body] = client

    def take_over(self, body: str, client: BroadcastSubscriber) -> BroadcastSubscriber | None:
        """Let a client move a body from now on; return the client that has lost it, if that is another one."""
        before = self._clients.get(body)
        self._clients[body], self._seen[body] = client, self._now()
        return before if before is not client else None

    def release(self, body: str) -> None:
        """Note that nobody at a keyboard moves a body any more."""
        self._clients.pop(body, None)
        self._seen.pop(body, None)

    def disconnect(self, client: BroadcastSubscriber) -> None:
        """Note that a client is gone."""
        for body in [body for body, holder in self._clients.items() if holder is client]:
            del self._clients[body]
            self._seen[body] = self._now()

    def attended(self) -> frozenset[str]:
        """Return the bodies whose clients are there, or were a moment ago."""
        now = self._now()
        fresh = (body for body, seen in self._seen.items() if now - seen <= RELOAD_SECONDS)
        return frozenset((*self._clients, *fresh))

    def abandoned(self, embodied: Iterable[str]) -> list[str]:
        """Return those of the embodied people whose clients have been gone for long."""
        now = self._now()
        gone = [body for body in embodied if body not in self._clients]
        return [body for body in gone if now - self._seen.setdefault(body, now) > ABSENCE_SECONDS]
