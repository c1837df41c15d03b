"""Embeddings that were paid or waited for: kept in the run file when they come, and never asked for again."""

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
from townlet.language.embedder import Embedder, MeteredEmbedder
from townlet.language.hashed import HashedEmbedder
from townlet.language.model import ModelError, ModelUnavailable, Reply, Request
from townlet.language.pricing import EMBEDDING
from townlet.language.secrets import redact
from townlet.memory.vectors import Vectors, quantise
from townlet.runfile import CallRow, PromptText, RunReader, RunWriter, VectorRow


@dataclass(frozen=True)
class EmbeddingPayment:
    """How the sendings of an embedder that takes tokens are paid for and written down."""

    policy: CallPolicy
    call_log: CallLog
    step: Callable[[], int]
    """The step that is being thought."""

    @classmethod
    def unrecorded(cls, policy: CallPolicy) -> EmbeddingPayment:
        """For looking at a run: within a budget, but nothing is written."""
        return cls(policy, NoCallLog(), lambda: 0)


def embedder_for(
    embedder: Embedder | None, reader: RunReader | None, payment: EmbeddingPayment | None = None
) -> Embedder:
    """What a run embeds with: the built-in embedder, which is not worth keeping anything of, or one that keeps."""
    embedder = embedder or HashedEmbedder()
    if isinstance(embedder, HashedEmbedder):
        return embedder
    return StoringEmbedder(embedder, reader, payment)


class StoringEmbedder:
    """An embedder that looks into the run file first, if there is one. Implements `Embedder`.

    One call to the embedder is under way at a time: texts that come meanwhile are collected for the next, so that
    many people's few texts travel together and no text travels twice.
    """

    def __init__(self, embedder: Embedder, reader: RunReader | None, payment: EmbeddingPayment | None = None) -> None:
        """Nothing is written if the file was only opened to be read."""
        self._embedder, self._payment = embedder, payment or EmbeddingPayment.unrecorded(CallPolicy())
        self._writer = reader if isinstance(reader, RunWriter) else None
        self._known = {
            row.text_sha: np.frombuffer(row.data, np.int8)
            for row in (reader.vectors(embedder.name) if reader else ())
            if row.number == "int8"
        }
        self._waiting: dict[str, str] = {}
        self._under_way: dict[str, str] = {}
        self._turn = asyncio.Lock()

    @property
    def name(self) -> str:
        return self._embedder.name

    @property
    def dimensions(self) -> int:
        """As long as those in the file, or else as the embedder says."""
        first = next(iter(self._known.values()), None)
        return self._embedder.dimensions if first is None else len(first)

    async def __call__(self, texts: Sequence[str]) -> NDArray[np.float32]:
        by_sha = {hashlib.sha256(text.encode()).hexdigest(): text for text in texts}
        while new := {sha: text for sha, text in by_sha.items() if sha not in self._known}:
            self._waiting.update({sha: text for sha, text in new.items() if sha not in self._under_way})
            async with self._turn:
                await self._embed_waiting()
        known = {text: self._known[sha] for sha, text in by_sha.items()}
        return np.stack([known[text] for text in texts]).astype(np.float32)

    async def _embed_waiting(self) -> None:
        """Embed what has been collected, which may be nothing any more."""
        self._under_way, self._waiting = self._waiting, {}
        sending = list(self._under_way.items())
        most = self._embedder.batch_size if isinstance(self._embedder, MeteredEmbedder) else max(1, len(sending))
        try:
            for start in range(0, len(sending), most):
                await self._embed(dict(sending[start : start + most]))
        finally:
            self._under_way = {}

    async def _embed(self, batch: dict[str, str]) -> None:
        """One sending, tried as often as patience allows."""
        for failures in count(1):
            try:
                if isinstance(self._embedder, MeteredEmbedder):
                    return await self._embed_paid(self._embedder, batch)
                return await self._keep(batch, quantise(await self._embedder(list(batch.values()))))
            except ModelUnavailable as error:
                await self._payment.policy.retry.back_off(error, failures)
        raise AssertionError  # count() has no end

    async def _embed_paid(self, embedder: MeteredEmbedder, batch: dict[str, str]) -> None:
        asked, payment = PromptText("\n".join(batch.values())), self._payment
        row = payment.call_log.next_attempt(CallRow("", payment.step(), EMBEDDING, 0, EMBEDDING, asked.sha, "sent"))

        async def send(request: Request) -> Reply:
            """The vectors are kept before it is written that they were paid for: so they never are twice."""
            embedded = await redacting_errors(embedder.embed_batch(list(batch.values())))
            await self._keep(batch, quantise(embedded.vectors))
            return Reply("", redact(embedded.model), embedded.tokens, 0)

        request = Request(EMBEDDING, asked.text, {}, {}, max_tokens=0)
        await send_paid(payment.call_log, payment.policy, row, asked, request, send)

    async def _keep(self, batch: dict[str, str], vectors: Vectors) -> None:
        if vectors.shape[1] != self.dimensions:
            made, kept = vectors.shape[1], self.dimensions
            raise ModelError(f"{self.name} gives vectors of {made} numbers now, and gave {kept}; a run keeps to one.")
        if self._writer is not None:
            rows = [VectorRow(self.name, sha, "int8", row.tobytes()) for sha, row in zip(batch, vectors, strict=True)]
            await asyncio.to_thread(self._writer.store_vectors, rows, durable=True)
        self._known.update(zip(batch, vectors, strict=True))
