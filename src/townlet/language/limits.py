"""A bound on how many requests are under way at once."""

from __future__ import annotations

from asyncio import CancelledError, Future, get_running_loop
from heapq import heappop, heappush
from itertools import count

from townlet.language.model import LanguageModel, Reply, Request


class PrioritySemaphore:
    """Places that are taken and given back; the most urgent of those who wait gets the next.

    Urgent is what has the lowest priority number; of equals, what came first.
    """

    def __init__(self, number: int) -> None:
        if number < 1:
            raise ValueError(f"Concurrency is {number}; expected at least 1.")
        self._number = self._free = number
        self._arrivals = count()
        self._waiting: list[tuple[int, int, Future[None]]] = []

    @property
    def in_use(self) -> int:
        """How many places somebody has."""
        return self._number - self._free

    async def acquire(self, priority: int) -> None:
        """Wait for a place. Whoever has it gives it back."""
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
        """Somebody else may have the place now."""
        while self._waiting:
            *_, turn = heappop(self._waiting)
            if not turn.done():
                turn.set_result(None)
                return
        self._free += 1


class LimitedModel:
    """The same model with at most `concurrency` requests under way. Implements `LanguageModel`."""

    def __init__(self, model: LanguageModel, concurrency: int) -> None:
        self._model, self._slots = model, PrioritySemaphore(concurrency)

    @property
    def name(self) -> str:
        return self._model.name

    async def __call__(self, request: Request) -> Reply:
        await self._slots.acquire(request.priority)
        try:
            return await self._model(request)
        finally:
            self._slots.release()
