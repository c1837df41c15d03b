"""Models and embedders whose answers and errors hold no secret, whatever an endpoint sends back."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal, TypeVar

import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel

from townlet.engine.calls.budget import BudgetReservations, UsageAccounts
from townlet.engine.calls.log import CallLog
from townlet.language.embedder import Embedder
from townlet.language.limits import PrioritySemaphore
from townlet.language.model import LanguageModel, ModelError, Reply, Request
from townlet.language.pricing import FREE_TARIFF, Spend, Tariff
from townlet.language.retry import RetryPolicy
from townlet.language.secrets import learn_secrets_of_environment, redact, redact_error
from townlet.memory.columns import GrowingRows
from townlet.memory.vectors import Vectors, quantise
from townlet.runfile import CallRow, PromptText, canonical

Result = TypeVar("Result")


class RedactedModel:
    """The same model. Implements `LanguageModel`."""

    def __init__(self, model: LanguageModel) -> None:
        self._model = model

    @property
    def name(self) -> str:
        return self._model.name

    async def __call__(self, request: Request) -> Reply:
        reply = await redacting_errors(self._model(request))
        text, model = redact(reply.text), redact(reply.model)
        return reply if (text, model) == (reply.text, reply.model) else replace(reply, text=text, model=model)


class RedactedEmbedder:
    """The same embedder. Implements `Embedder`."""

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder

    @property
    def name(self) -> str:
        return self._embedder.name

    @property
    def dimensions(self) -> int:
        return self._embedder.dimensions

    async def __call__(self, texts: Sequence[str]) -> NDArray[np.float32]:
        return await redacting_errors(self._embedder(texts))


async def redacting_errors(call: Awaitable[Result]) -> Result:
    """What a call results in. Its error holds no secret, nor does what led to it: that may quote headers."""
    try:
        return await call
    except ModelError as error:
        redact_error(error)
        raise error from None


OnFailure = Literal["pause", "fallback"]
"""What a run does when a model gives no fit answer: wait to be resumed, or let the prompt's fallback stand in."""


SLOTS_PER_CONCURRENT_CALL = 2
"""For each call that may be under way at once, so many are written down and paid for in advance: while one is answered
the next is ready to leave. More would tie up a budget, and after a crash more would count as paid for."""


@dataclass(frozen=True)
class CallPolicy:
    """How a run deals with its language model: what calls may cost, and what happens when they fail."""

    tariff: Tariff = FREE_TARIFF
    reservations: BudgetReservations = field(default_factory=BudgetReservations)
    retry: RetryPolicy = field(default_factory=RetryPolicy)
    on_failure: OnFailure = "pause"
    slots: PrioritySemaphore = field(default_factory=lambda: PrioritySemaphore(SLOTS_PER_CONCURRENT_CALL * 8))
    """Places of calls that are written down as on their way."""
    usage: UsageAccounts = field(default_factory=UsageAccounts)


class ModelGateway:
    """The one place from which calls leave."""

    def __init__(
        self,
        model: LanguageModel,
        embedder: Embedder,
        call_log: CallLog,
        seed: int,
        policy: CallPolicy | None = None,
        run: str = "",
        language: str = "",
    ) -> None:
        learn_secrets_of_environment()
        self.model, self.embedder = RedactedModel(model), RedactedEmbedder(embedder)
        self.call_log, self.seed = call_log, seed
        self.policy = policy or CallPolicy()
        self.run = run
        """The run's id, which makes the ids of its calls its own."""
        self.language = language
        """What answers have to be in; empty where that is not looked at."""
        self._vectors = GrowingRows(np.empty((0, embedder.dimensions), np.int8))
        self._places: dict[str, int] = {}
        """For each text that was ever embedded, the place of its vector."""
        self._schemas: dict[type[BaseModel], tuple[Mapping[str, object], str]] = {}

    def schema_of(self, answer: type[BaseModel]) -> tuple[Mapping[str, object], str]:
        """An answer's JSON schema, as data and as canonical text."""
        if answer not in self._schemas:
            schema = answer.model_json_schema()
            self._schemas[answer] = (schema, canonical(schema))
        return self._schemas[answer]

    async def embed(self, texts: Sequence[str]) -> Vectors:
        """One vector a text; a text embedded before is not embedded again."""
        new = [text for text in dict.fromkeys(texts) if text not in self._places]
        if new:
            self._keep(new, quantise(await self.embedder(new)))
        places = [self._places[text] for text in texts]
        return self._vectors.first(len(self._places))[places]

    def _keep(self, texts: Sequence[str], vectors: Vectors) -> None:
        """Keep the vectors of texts, but for those that somebody else has had embedded meanwhile."""
        for place, text in enumerate(texts):
            if text not in self._places:
                self._places[text] = len(self._places)
                self._vectors.append(vectors[place : place + 1])


async def send_paid(
    call_log: CallLog,
    policy: CallPolicy,
    row: CallRow,
    asked: PromptText,
    request: Request,
    send: Callable[[Request], Awaitable[Reply]],
    complaint_about: Callable[[Reply], str] = lambda reply: "",
) -> Reply:
    """Send within the budget. Until it is known what was paid, the sending counts with the most that it can take.

    Raises BudgetSpent before anything is sent, and the ModelError of a sending that failed.
    """
    most = policy.tariff.ceiling(request)
    await policy.reservations.reserve(most)
    paid = most
    try:
        row = row._replace(ceiling=most.usd, ceiling_tokens=most.tokens)
        await call_log.log_sent(row, asked)
        began = time.perf_counter()
        try:
            reply = await send(request)
        except ModelError as error:
            paid = most if error.billed else Spend()
            await call_log.log_settled(_failed_row(row, error, paid), asked)
            raise
        seconds = time.perf_counter() - began
        paid = policy.tariff.cost(request, reply)
        await call_log.log_settled(_answered_row(row, reply, paid, seconds, complaint_about(reply)), asked)
        policy.usage.note(row.agent, row.name, reply, paid.usd)
        return reply
    finally:
        policy.reservations.settle(most, paid)


def _failed_row(row: CallRow, error: ModelError, maybe_paid: Spend) -> CallRow:
    """What may have been paid is no known cost: it stays the most that it can be."""
    return row._replace(status="failed", error=str(error), ceiling=maybe_paid.usd, ceiling_tokens=maybe_paid.tokens)


def _answered_row(row: CallRow, reply: Reply, paid: Spend, seconds: float, complaint: str) -> CallRow:
    return row._replace(
        status="answered",
        reply=reply.text,
        model=reply.model,
        prompt_tokens=reply.prompt_tokens,
        answer_tokens=reply.answer_tokens,
        cached_tokens=reply.cached_tokens,
        cache_written_tokens=reply.cache_written_tokens,
        reasoning_tokens=reply.reasoning_tokens,
        cost=paid.usd,
        temperature=reply.temperature,
        seconds=round(seconds, 6),
        error=complaint,
        from_cache=reply.from_cache,
    )
