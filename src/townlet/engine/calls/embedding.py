"""Embeddings for a run: paid within the budget, stored in the run file, and never requested twice."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import count

import numpy as np
from numpy.typing import NDArray

from townlet.engine.calls.gateway import CallPolicy, redacting_errors, send_paid
from townlet.engine.calls.log import CallLog, NoCallLog
from townlet.language.embedder import Embedder, EmbedderWrapper, MeteredEmbedder
from townlet.language.hashed import HashedEmbedder, hashed_embedder
from townlet.language.model import ModelError, ModelUnavailable, Reply, Request
from townlet.language.pricing import EMBEDDING
from townlet.language.rounded import rounded
from townlet.language.secrets import redact
from townlet.memory.vectors import vectors_of
from townlet.runfile import CallRow, PromptText, RunReader, RunWriter, VectorRow
from townlet.runfile.config import config_of
from townlet.runfile.rows import StoredNumber


@dataclass(frozen=True)
class EmbeddingPayment:
    """The budget, retries and call log for embedders that charge by token."""

    policy: CallPolicy
    call_log: CallLog
    step: Callable[[], int]
    """Return the number of the current step."""


def embedder_for(
    embedder: Embedder | None, reader: RunReader | None, payment: EmbeddingPayment | None = None
) -> Embedder:
    """Return the embedder of a run: the built-in one as it is, any other with its vectors stored in the run file.

    None stands for the built-in one that the run names, or else for the newest.
    """
    embedder = embedder or (reader and hashed_embedder(config_of(reader.header).embedder)) or HashedEmbedder()
    if isinstance(embedder, HashedEmbedder):
        return embedder
    return StoringEmbedder(embedder, reader, payment)


class StoringEmbedder(EmbedderWrapper):
    """Look up vectors in the run file, and embed and store those that are missing. Implements `Embedder`.

    Only one call is in flight at a time. Texts that arrive meanwhile form the next batch, so the texts of many
    agents share calls and no text is embedded twice.
    """

    def __init__(self, embedder: Embedder, reader: RunReader | None, payment: EmbeddingPayment | None = None) -> None:
        """Store vectors only if `reader` is the run's writer."""
        self.embedder, self._payment = embedder, payment or EmbeddingPayment(CallPolicy(), NoCallLog(), lambda: 0)
        self._writer = reader if isinstance(reader, RunWriter) else None
        rows = list(reader.vectors(embedder.name)) if reader else []
        self._known = {row.text_sha: row.vector for row in rows}
        self._number: StoredNumber = rows[0].number if rows else "float32"
        """A run that was started with rounded vectors continues with them."""
        self._waiting: dict[str, str] = {}
        self._in_flight: dict[str, str] = {}
        self._turn = asyncio.Lock()

    @property
    def dimensions(self) -> int:
        """The length of the stored vectors, or else of the embedder's own."""
        first = next(iter(self._known.values()), None)
        return self.embedder.dimensions if first is None else len(first)

    async def __call__(self, texts: Sequence[str]) -> NDArray[np.float32]:
        by_sha = {hashlib.sha256(text.encode()).hexdigest(): text for text in texts}
        while new := {sha: text for sha, text in by_sha.items() if sha not in self._known}:
            self._waiting.update({sha: text for sha, text in new.items() if sha not in self._in_flight})
            async with self._turn:
                await self._embed_waiting()
        known = {text: self._known[sha] for sha, text in by_sha.items()}
        return np.stack([known[text] for text in texts])

    async def _embed_waiting(self) -> None:
        """Embed the collected texts. There may be none left, because an earlier call took them."""
        self._in_flight, self._waiting = self._waiting, {}
        texts = list(self._in_flight.items())
        size = self.embedder.batch_size if isinstance(self.embedder, MeteredEmbedder) else max(1, len(texts))
        try:
            for start in range(0, len(texts), size):
                await self._embed(dict(texts[start : start + size]))
        finally:
            self._in_flight = {}

    async def _embed(self, batch: dict[str, str]) -> None:
        """Embed one batch, retrying with back-off."""
        for failures in count(1):
            try:
                # Blank texts are not sent, so a batch of them alone costs nothing.
                if isinstance(self.embedder, MeteredEmbedder) and any(map(str.strip, batch.values())):
                    return await self._embed_paid(self.embedder, batch)
                return await self._keep(batch, await self.embedder(list(batch.values())))
            except ModelUnavailable as error:
                await self._payment.policy.retry.back_off(error, failures)
        raise AssertionError  # count() has no end

    async def _embed_paid(self, embedder: MeteredEmbedder, batch: dict[str, str]) -> None:
        prompt, payment = PromptText("\n".join(batch.values())), self._payment
        row = payment.call_log.next_attempt(CallRow("", payment.step(), EMBEDDING, 0, EMBEDDING, prompt.sha, "sent"))

        async def send(request: Request) -> Reply:
            """Store the vectors before the call is logged as paid, so that a crash in between cannot lose them."""
            embedded = await redacting_errors(embedder.embed_batch(list(batch.values())))
            await self._keep(batch, embedded.vectors)
            return Reply("", redact(embedded.model), embedded.tokens, 0)

        request = Request(EMBEDDING, prompt.text, {}, {}, max_tokens=0)
        await send_paid(payment.call_log, payment.policy, row, prompt, request, send)

    async def _keep(self, batch: dict[str, str], numbers: NDArray[np.float32]) -> None:
        vectors = vectors_of(numbers)
        if vectors.shape[1] != self.dimensions:
            new, stored = vectors.shape[1], self.dimensions
            raise ModelError(f"{self.name} returned vectors of {new} dimensions, but those of this run have {stored}.")
        if self._number == "int8":
            vectors = rounded(vectors)
        if self._writer is not None:
            number = self._number
            rows = [VectorRow.of(self.name, sha, row, number) for sha, row in zip(batch, vectors, strict=True)]
            await asyncio.to_thread(self._writer.store_vectors, rows, durable=True)
        self._known.update(zip(batch, vectors, strict=True))
