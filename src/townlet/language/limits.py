"""A rate limit by concurrency: a priority semaphore bounds how many requests are in flight."""

from __future__ import annotations

from asyncio import CancelledError, Future, get_running_loop
from collections import deque
from heapq import heappop, heappush
from itertools import count

from townlet.language.model import LanguageModel, ModelWrapper, Reply, Request


class PrioritySemaphore:
    """A semaphore whose next free slot goes to the waiter with the lowest priority number, then to the earliest."""

    def __init__(self, number: int) -> None:
        if number < 1:
            raise ValueError(f"Concurrency is {number}; expected at least 1.")
        self.number = self._free = number
        """How many slots there are."""
        self._arrivals = count()
        self._waiting: list[tuple[int, int, Future[None]]] = []

    @property
    def in_use(self) -> int:
        """How many slots are acquired at present."""
        return self.number - self._free

    async def acquire(self, priority: int) -> None:
        """Wait for a slot. The caller has to `release` it."""
        if self._free:
            self._free -= 1
            return
        turn: Future[None] = get_running_loop().create_future()
        heappush(self._waiting, (priority, next(self._arrivals), turn))
        try:
            await turn
        except CancelledError:
            if not turn.cancelled():
                self.release()
            raise

    def release(self) -> None:
        """Give the slot to the next waiter, or free it."""
        while self._waiting:
            *_, turn = heappop(self._waiting)
            if not turn.done():
                turn.set_result(None)
                return
        self._free += 1


class LimitedModel(ModelWrapper):
    """Keep at most `concurrency` requests to a model in flight. Implements `LanguageModel`."""

    def __init__(self, model: LanguageModel, concurrency: int, seconds: deque[float] | None = None) -> None:
        """`seconds` takes up how long each reply took, without the wait for its turn."""
        self.model, self._slots = model, PrioritySemaphore(concurrency)
        self._seconds = deque[float](maxlen=1) if seconds is None else seconds

    async def __call__(self, request: Request) -> Reply:
        await self._slots.acquire(request.priority)
        clock = get_running_loop()
        began = clock.time()
        try:
            reply = await self.model(request)
        finally:
            self._slots.release()
        self._seconds.append(clock.time() - began)
        return reply
