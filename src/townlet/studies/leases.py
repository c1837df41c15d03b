"""One limit and one budget for all worlds of a study: a server on this machine that the study's driver holds.

A lease is a connection, so a process that dies gives its place back. What it may have spent counts as spent.
"""

from __future__ import annotations

import asyncio
import json
import secrets
import threading
from collections.abc import AsyncIterator, Collection, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from typing import Any, Protocol, cast

import numpy as np
from numpy.typing import NDArray

from townlet.engine.calls.budget import Budget, BudgetReservations
from townlet.engine.resources import RunResources
from townlet.language.embedder import EmbeddedTexts, Embedder, EmbedderWrapper, MeteredEmbedder
from townlet.language.model import (
    BudgetSpent,
    LanguageModel,
    ModelUnavailable,
    ModelWrapper,
    Reply,
    Request,
    close_all,
    prepare_all,
)
from townlet.language.pricing import Spend

LOOPBACK = "127.0.0.1"

_GONE = "the driver of the study is gone; give `townlet study run` again"


@dataclass(frozen=True)
class LeaseAddress:
    """Where the worlds of a study ask for leases, and the word that lets them in."""

    host: str
    port: int
    token: str


class LeaseServer:
    """Grants leases while it is entered: places in flight for each endpoint, and money group by group.

    While it is not certain that the budget is enough for all groups that live, only calls of the earliest one are
    granted. So a short budget completes as many groups as it can.
    """

    def __init__(self, at_once: int, budget: Budget, spent: Spend, host: str = LOOPBACK) -> None:
        """`host` is the address to listen on; by default only processes of this machine can connect."""
        self.budget, self.spent, self._host = budget, spent, host
        self._at_once, self._reserved = at_once, Spend()
        self._token = secrets.token_hex(16)
        self._living: frozenset[int] = frozenset()
        self._spent_by: dict[int, Spend] = {}
        self._dearest: Spend | None = None
        """The most that one group has spent, of those that have ended."""
        self._places: dict[str, asyncio.Semaphore] = {}
        self._changed = asyncio.Event()
        """Set, and replaced, whenever somebody who waits may have a turn or room."""

    def __enter__(self) -> LeaseServer:
        ready = threading.Event()
        self._thread = threading.Thread(target=lambda: asyncio.run(self._serve(ready)), daemon=True)
        self._thread.start()
        ready.wait()
        return self

    def __exit__(self, *error: object) -> None:
        self._loop.call_soon_threadsafe(self._done.set)
        self._thread.join()

    @property
    def address(self) -> LeaseAddress:
        return LeaseAddress(self._host, self._port, self._token)

    def expect(self, groups: Collection[int]) -> None:
        """Say which groups have cells that are still to be lived; the others have ended."""
        self._loop.call_soon_threadsafe(self._expect, frozenset(groups))

    def _expect(self, groups: frozenset[int]) -> None:
        for group in self._living - groups:
            took, most = self._spent_by.get(group, Spend()), self._dearest or Spend()
            self._dearest = Spend(max(most.tokens, took.tokens), max(most.usd, took.usd))
        self._living = groups
        self._wake()

    def _wake(self) -> None:
        self._changed.set()
        self._changed = asyncio.Event()

    async def _serve(self, ready: threading.Event) -> None:
        self._loop, self._done = asyncio.get_running_loop(), asyncio.Event()
        server = await asyncio.start_server(self._client, self._host, 0, backlog=512)
        self._port = server.sockets[0].getsockname()[1]
        ready.set()
        await self._done.wait()
        server.close()

    async def _client(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            asked = json.loads(await reader.readline() or b"{}")
            if not secrets.compare_digest(str(asked.get("token")), self._token):
                return
            if asked["lease"] == "place":
                await self._lend_place(asked["endpoint"], reader, writer)
            else:
                await self._grant(int(asked["group"]), Spend(asked["tokens"], asked["usd"]), reader, writer)
        except (ConnectionError, ValueError, KeyError, asyncio.CancelledError):
            # A worker died in the middle of a line, or the study has ended.
            pass
        finally:
            writer.close()

    async def _lend_place(self, endpoint: str, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        async with self._places.setdefault(endpoint, asyncio.Semaphore(self._at_once)):
            writer.write(b"{}\n")
            await reader.readline()

    async def _grant(
        self, group: int, ceiling: Spend, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        while not (self._has_turn(group) and self._has_room(ceiling)):
            if self._has_turn(group) and self._reserved.tokens <= 0:
                writer.write(self._refusal())
                return
            await self._changed.wait()
        self._reserved = self._reserved.plus(ceiling)
        paid = ceiling
        try:
            writer.write(b"{}\n")
            if line := await reader.readline():
                paid = Spend(*json.loads(line))
        finally:
            self._reserved = self._reserved.minus(ceiling)
            self.spent = self.spent.plus(paid)
            self._spent_by[group] = self._spent_by.get(group, Spend()).plus(paid)
            self._wake()

    def _has_room(self, ceiling: Spend) -> bool:
        return self.budget.allows(self.spent.plus(self._reserved).plus(ceiling))

    def _has_turn(self, group: int) -> bool:
        """Whether a group's calls may be granted now: it is the earliest, or there is enough for all that live."""
        if self.budget == Budget() or group <= min(self._living, default=group):
            return True
        if self._dearest is None:
            return False
        many, taken = len(self._living), self.spent.plus(self._reserved)
        return self.budget.allows(
            Spend(taken.tokens + many * self._dearest.tokens, taken.usd + many * self._dearest.usd)
        )

    def _refusal(self) -> bytes:
        left = {
            "usd": None if self.budget.usd is None else self.budget.usd - self.spent.usd,
            "tokens": None if self.budget.tokens is None else self.budget.tokens - self.spent.tokens,
        }
        return json.dumps({"left": left, "spent": self.spent}).encode() + b"\n"


async def _ask(
    address: LeaseAddress, **asked: Any
) -> tuple[dict[str, Any], asyncio.StreamReader, asyncio.StreamWriter]:
    """Ask for a lease. It lasts until the connection is closed. Raises ModelUnavailable if the driver is gone."""
    try:
        reader, writer = await asyncio.open_connection(address.host, address.port)
        writer.write(json.dumps({"token": address.token, **asked}).encode() + b"\n")
        line = await reader.readline()
    except OSError as error:
        raise ModelUnavailable(_GONE) from error
    if not line:
        writer.close()
        raise ModelUnavailable(_GONE)
    return json.loads(line), reader, writer


@asynccontextmanager
async def _place(address: LeaseAddress, endpoint: str) -> AsyncIterator[None]:
    _, _, writer = await _ask(address, lease="place", endpoint=endpoint)
    try:
        yield
    finally:
        writer.close()


class PaidEmbedder(Embedder, MeteredEmbedder, Protocol):
    """An embedder behind a network endpoint."""


class LeasedModel(ModelWrapper):
    """A model whose requests each take a place of the study's. Implements `LanguageModel`."""

    def __init__(self, model: LanguageModel, address: LeaseAddress, endpoint: str) -> None:
        self.model, self._address, self._endpoint = model, address, endpoint

    async def __call__(self, request: Request) -> Reply:
        async with _place(self._address, self._endpoint):
            return await self.model(request)


class LeasedEmbedder(EmbedderWrapper):
    """An embedder whose batches each take a place of the study's. Implements `Embedder` and `MeteredEmbedder`."""

    def __init__(self, embedder: PaidEmbedder, address: LeaseAddress, endpoint: str) -> None:
        self.embedder: PaidEmbedder = embedder
        self._address, self._endpoint = address, endpoint

    @property
    def batch_size(self) -> int:
        return self.embedder.batch_size

    async def prepare(self) -> None:
        """Prepare the embedder. Raises ModelError."""
        await prepare_all(self.embedder)

    async def aclose(self) -> None:
        """Close the embedder's connections."""
        await close_all(self.embedder)

    async def embed_batch(self, texts: Sequence[str]) -> EmbeddedTexts:
        """Embed one batch of texts. Raises ModelError."""
        async with _place(self._address, self._endpoint):
            return await self.embedder.embed_batch(texts)

    async def __call__(self, texts: Sequence[str]) -> NDArray[np.float32]:
        async with _place(self._address, self._endpoint):
            return await self.embedder(texts)


class LeasedReservations(BudgetReservations):
    """Reservations in the budget of a study, for one of its worlds."""

    def __init__(self, address: LeaseAddress, group: int) -> None:
        super().__init__()
        self._address, self._group = address, group
        self._leases: dict[Spend, list[asyncio.StreamWriter]] = {}
        self._left = Budget()

    @property
    def left(self) -> Budget:
        """What the study had left when it last refused a call."""
        return self._left

    async def reserve(self, ceiling: Spend) -> None:
        answer, _, writer = await _ask(
            self._address, lease="money", group=self._group, tokens=ceiling.tokens, usd=ceiling.usd
        )
        if "left" in answer:
            writer.close()
            self._left = Budget(**answer["left"])
            tokens, usd = answer["spent"]
            raise BudgetSpent(
                f"the budget of the study allows no further call; {tokens:,} tokens and {usd:.4f} US dollars are "
                "spent, or may have been"
            )
        self._leases.setdefault(ceiling, []).append(writer)
        await super().reserve(ceiling)

    def settle(self, reserved: Spend, paid: Spend) -> None:
        writer = self._leases[reserved].pop()
        writer.write(json.dumps(paid).encode() + b"\n")
        writer.close()
        super().settle(reserved, paid)


def with_leases(resources: RunResources, address: LeaseAddress, group: int, endpoints: tuple[str, str]) -> RunResources:
    """Return resources whose calls keep to the limit and the budget of a study.

    `endpoints` are those of the model and of the embedder.
    """
    model = None if resources.model is None else LeasedModel(resources.model, address, endpoints[0])
    embedder = resources.embedder
    if isinstance(embedder, MeteredEmbedder):
        embedder = LeasedEmbedder(cast("PaidEmbedder", embedder), address, endpoints[1])
    return replace(resources, model=model, embedder=embedder, reservations=LeasedReservations(address, group))
