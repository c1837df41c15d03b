"""A bound on how many requests a model answers at once."""

from __future__ import annotations

from asyncio import CancelledError, Future, get_running_loop
from heapq import heappop, heappush
from itertools import count

from townlet.language.model import LanguageModel, Reply, Request


class Limited:
    """The same model with at most `concurrency` requests under way; the most urgent of the waiting is next.

    Urgent is what has the lowest priority number; of equals, what came first.
    """

    def __init__(self, model: LanguageModel, concurrency: int) -> None:
        if concurrency < 1:
            raise ValueError(f"Concurrency is {concurrency}; expected at least 1.")
        self._model = model
        self._free = concurrency
        self._arrivals = count()
        self._waiting: list[tuple[int, int, Future[None]]] = []

    @property
    def name(self) -> str:
        return self._model.name

    async def __call__(self, request: Request) -> Reply:
        await self._enter(request.priority)
        try:
            return await self._model(request)
        finally:
            self._leave()

    async def _enter(self, priority: int) -> None:
        if self._free:
            self._free -= 1
            return
        turn: Future[None] = get_running_loop().create_future()
        heappush(self._waiting, (priority, next(self._arrivals), turn))
        try:
            await turn
        except CancelledError:
            if not turn.cancelled():
                self._leave()
            raise

    def _leave(self) -> None:
        """Hand the place on; free it if nobody waits."""
        while self._waiting:
            _, _, turn = heappop(self._waiting)
            if not turn.done():
                turn.set_result(None)
                return
        self._free += 1
