"""The model gateway: every call to a model or embedder leaves here, within the run's budget and free of secrets."""

from __future__ import annotations

import logging
import time
from collections import deque
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal, TypeVar

import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel

from townlet.engine.calls.budget import BudgetReservations
from townlet.engine.calls.fallback_share import FallbackShare
from townlet.engine.calls.last_calls import CallSizes, last_call
from townlet.engine.calls.log import CallLog
from townlet.engine.calls.outside import OutsideMind
from townlet.engine.calls.usage import UsageAccounts, counted_at_ceiling, is_believable
from townlet.language.embedder import Embedder, EmbedderWrapper
from townlet.language.limits import PrioritySemaphore
from townlet.language.model import (
    BudgetSpent,
    LanguageModel,
    ModelError,
    ModelUnavailable,
    ModelWrapper,
    Reply,
    Request,
    RequestRefused,
)
from townlet.language.pricing import FREE_TARIFF, Spend, Tariff
from townlet.language.retry import RetryPolicy
from townlet.language.secrets import learn_secrets_of_environment, redact, redact_error
from townlet.memory.vectors import Vectors, vectors_of
from townlet.runfile import CallRow, PromptText, canonical

Result = TypeVar("Result")


class RedactedModel(ModelWrapper):
    """Remove secrets from a model's replies and errors. Implements `LanguageModel`."""

    def __init__(self, model: LanguageModel) -> None:
        self.model = model

    async def __call__(self, request: Request) -> Reply:
        reply = await redacting_errors(self.model(request))
        text, model = redact(reply.text), redact(reply.model)
        return reply if (text, model) == (reply.text, reply.model) else replace(reply, text=text, model=model)


class RedactedEmbedder(EmbedderWrapper):
    """Remove secrets from an embedder's errors. Implements `Embedder`."""

    def __init__(self, embedder: Embedder) -> None:
        self.embedder = embedder

    async def __call__(self, texts: Sequence[str]) -> NDArray[np.float32]:
        return await redacting_errors(self.embedder(texts))


async def redacting_errors(call: Awaitable[Result]) -> Result:
    """Await a call and remove secrets from its ModelError.

    The error loses its cause too, because a client library's exception may quote request headers.
    """
    try:
        return await call
    except ModelError as error:
        redact_error(error)
        raise error from None


OnFailure = Literal["pause", "limited", "fallback"]
"""What a run does when a model gives no valid answer: pause until somebody resumes it; use the prompt's fallback while
few calls need one; or use it each time, and also where an endpoint stays away."""


SLOTS_PER_CONCURRENT_CALL = 2
"""How many calls may be logged and hold a budget reservation, for each call that may be in flight.

With 2, the next call is ready to leave as soon as one is answered. A larger number would tie up more of the budget,
and after a crash more calls would count as paid.
"""


@dataclass(frozen=True)
class CallPolicy:
    """The rules for a run's model calls: prices, budget, retries, and what happens when a call fails for good."""

    tariff: Tariff = FREE_TARIFF
    reservations: BudgetReservations = field(default_factory=BudgetReservations)
    retry: RetryPolicy = field(default_factory=RetryPolicy)
    on_failure: OnFailure = "pause"
    slots: PrioritySemaphore = field(default_factory=lambda: PrioritySemaphore(SLOTS_PER_CONCURRENT_CALL * 8))
    """One slot for each call that is logged as sent and not yet settled."""
    reply_seconds: deque[float] = field(default_factory=lambda: deque(maxlen=256))
    """How long the latest replies took, without the wait for their turn."""
    usage: UsageAccounts = field(default_factory=UsageAccounts)
    sizes: CallSizes = field(default_factory=CallSizes)
    share: FallbackShare = field(default_factory=FallbackShare)

    def replaces(self, failure: ModelError) -> bool:
        """Whether a fallback stands in for the answer of a call that has failed for good."""
        if isinstance(failure, RequestRefused) and self.retry.refuses_all(failure):
            # The run would continue on fallbacks alone.
            return False
        away = isinstance(failure, ModelUnavailable)
        return self.on_failure == "fallback" or (self.on_failure == "limited" and not away)

    async def reserve(self, request: Request) -> tuple[Request, Spend]:
        """Reserve the most that a request can cost, and return the request and that amount.

        A request that is among the last of a budget comes back with a lower token limit. Raises BudgetSpent if the
        budget has no room even for that.
        """
        ceiling = self.tariff.ceiling(request)
        try:
            await self.reservations.reserve(ceiling)
        except BudgetSpent:
            # No other call is in flight now.
            last = last_call(request, self.tariff, self.sizes, self.reservations.left)
            if last is None:
                raise
            request, ceiling = last
            await self.reservations.reserve(ceiling)
        return request, ceiling


_TEXTS_KEPT = 2048
"""How many vectors the gateway keeps: those of new memories and of queries that are asked again. The memory streams
and the embedder that stores vectors keep what is needed for longer."""


class ModelGateway:
    """The one place from which calls to models and embedders leave."""

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
        self.outside: dict[str, OutsideMind] = {}
        """The programs that decide for people of the town, by the person's name."""
        self.policy = policy or CallPolicy()
        self.run = run
        """The run's id, part of every call's id, so that the calls of different runs differ."""
        self.language = language
        """The language that answers must be in, such as 'English'; empty to skip that check."""
        self.at_once = 32
        """How many questions of a survey are asked and stored together: what is lost if the process is killed."""
        self._recent: dict[str, Vectors] = {}
        """The vectors of the texts that were embedded last, the least recently used first."""
        self._schemas: dict[type[BaseModel], tuple[Mapping[str, object], str]] = {}

    def schema_of(self, answer: type[BaseModel]) -> tuple[Mapping[str, object], str]:
        """Return an answer's JSON schema, as data and as canonical text. It is built once for each class."""
        if answer not in self._schemas:
            schema = answer.model_json_schema()
            self._schemas[answer] = (schema, canonical(schema))
        return self._schemas[answer]

    async def embed(self, texts: Sequence[str]) -> Vectors:
        """Return one vector for each text. Texts that were embedded lately are not embedded again."""
        found = {text: self._recent[text] for text in texts if text in self._recent}
        if new := [text for text in dict.fromkeys(texts) if text not in found]:
            found.update(zip(new, vectors_of(await self.embedder(new)), strict=True))
        for text, vector in found.items():
            self._recent.pop(text, None)
            self._recent[text] = vector
        while len(self._recent) > _TEXTS_KEPT:
            del self._recent[next(iter(self._recent))]
        if not texts:
            return np.empty((0, self.embedder.dimensions), np.float32)
        return np.stack([found[text] for text in texts])


USAGE_DOUBTED = (
    "%s reports no tokens, or numbers that a call cannot have. Such calls count as the most that they can have taken, "
    "which uses up a budget early; `townlet cost` adds them up."
)


async def send_paid(
    call_log: CallLog,
    policy: CallPolicy,
    row: CallRow,
    prompt: PromptText,
    request: Request,
    send: Callable[[Request], Awaitable[Reply]],
    complaint_about: Callable[[Reply], str] = lambda reply: "",
) -> Reply:
    """Send one request within the budget, and log it before it leaves and when it ends.

    Until the real cost is known, the budget counts the request's ceiling. It keeps counting the ceiling if the reply
    reports no believable usage. Raises BudgetSpent before anything is sent, and the ModelError of a request that
    failed.
    """
    request, ceiling = await policy.reserve(request)
    paid = ceiling
    try:
        row = row._replace(ceiling=ceiling.usd, ceiling_tokens=ceiling.tokens)
        await call_log.log_sent(row, prompt)
        began = time.perf_counter()
        try:
            reply = await send(request)
        except ModelError as error:
            paid = ceiling if error.billed else Spend()
            await call_log.log_settled(_failed_row(row, error, paid), prompt)
            raise
        seconds = time.perf_counter() - began
        if is_believable(reply, request, ceiling):
            paid = policy.tariff.cost(request, reply)
            policy.sizes.record(request, reply)
        else:
            if not policy.usage.doubted:
                logging.getLogger(__name__).warning(USAGE_DOUBTED, reply.model)
            policy.usage.doubted = True
            reply = counted_at_ceiling(reply, request, ceiling)
        if request.is_limited_by_budget and reply.finish == "length" and not reply.from_cache:
            cut_off = BudgetSpent(f"the rest of the budget allowed an answer of {request.token_limit} tokens: too few")
            await call_log.log_settled(_failed_row(row, cut_off, paid), prompt)
            raise cut_off
        await call_log.log_settled(_answered_row(row, reply, paid, seconds, complaint_about(reply)), prompt)
        policy.usage.record(row.agent, row.name, reply, paid.usd)
        return reply
    finally:
        policy.reservations.settle(ceiling, paid)


def _failed_row(row: CallRow, error: ModelError, maybe_paid: Spend) -> CallRow:
    """Return the row of a failed call. A call that may have been billed keeps its ceiling, as its cost is unknown."""
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
