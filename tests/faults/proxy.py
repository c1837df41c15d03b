"""A proxy before an OpenAI-compatible endpoint that lets some requests go wrong.

Which request goes wrong, and how, depends on the seed and on how many came before it, so that a run of faults can
be repeated.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Mapping
from random import Random

from .kinds import FAULTS
from .wire import Listening, Message, read


class FaultyProxy(Listening):
    """Passes requests on to a port of this machine, but for a share of them for each of the faults named.

    What is asked of the server itself, such as which models it has, is always passed on.
    """

    def __init__(self, upstream: int, shares: Mapping[str, float], seed: int = 1) -> None:
        if sum(shares.values()) > 1 or shares.keys() - FAULTS.keys():
            raise ValueError(f"Shares {dict(shares)} are no part of the whole, or of {', '.join(FAULTS)}.")
        super().__init__(self._served)
        self.shares = dict(shares)
        """May be changed while it serves."""
        self.requests = 0
        self.injected: Counter[str] = Counter()
        self._upstream, self._seed = upstream, seed

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/v1"

    async def _served(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        request = await read(reader)
        fault = self._next_fault() if request.first.startswith("POST ") else None

        async def upstream() -> Message:
            return await self._passed_on(request)

        if fault is None:
            writer.write((await upstream()).whole)
            await writer.drain()
        else:
            self.injected[fault] += 1
            await FAULTS[fault](upstream, reader, writer)

    def _next_fault(self) -> str | None:
        chance = Random(f"{self._seed}|{self.requests}").random()
        self.requests += 1
        for name, share in self.shares.items():
            if chance < share:
                return name
            chance -= share
        return None

    async def _passed_on(self, request: Message) -> Message:
        reader, writer = await asyncio.open_connection("127.0.0.1", self._upstream, limit=2**24)
        try:
            writer.write(request.whole)
            await writer.drain()
            return await read(reader)
        finally:
            writer.close()
