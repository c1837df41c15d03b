"""Telemetry: OpenTelemetry spans and metrics that follow its semantic conventions for generative AI.

Nothing is imported or measured until the process has loaded OpenTelemetry's SDK, or TOWNLET_TRACE=1 is set. Spans hold
prompts and answers only if TOWNLET_TRACE_CONTENT=1 is set.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Literal, TypeAlias

from townlet.language.model import LanguageModel, ModelWrapper, Reply, Request
from townlet.language.secrets import redact

if TYPE_CHECKING:
    from opentelemetry.metrics import Histogram
    from opentelemetry.trace import Span

TRACE_VARIABLE = "TOWNLET_TRACE"
CONTENT_VARIABLE = "TOWNLET_TRACE_CONTENT"

SpanKindName: TypeAlias = Literal["INTERNAL", "CLIENT"]
SpanAttributes: TypeAlias = "Mapping[str, str | int | float | list[str]]"

_SCOPE = "townlet"
_TOKEN_BUCKETS = tuple(4**power for power in range(14))
_SECONDS_BUCKETS = tuple(0.01 * 2**power for power in range(14))
"""The histogram boundaries that the conventions prescribe."""


def telemetry_wanted() -> bool:
    """Whether spans and metrics are recorded."""
    return "opentelemetry.sdk" in sys.modules or os.environ.get(TRACE_VARIABLE, "") == "1"


def content_wanted() -> bool:
    """Whether spans may hold prompts and answers."""
    return os.environ.get(CONTENT_VARIABLE, "") == "1"


def start_span(
    name: str, attributes: SpanAttributes, kind: SpanKindName = "INTERNAL"
) -> AbstractContextManager[Span | None]:
    """Return a span around a block, or no span if telemetry is off. It records an error's type but not its message."""
    return _started_span(name, attributes, kind) if telemetry_wanted() else nullcontext()


@contextmanager
def _started_span(name: str, attributes: SpanAttributes, kind: SpanKindName) -> Iterator[Span]:
    from opentelemetry.trace import SpanKind, Status, StatusCode, get_tracer

    opened = get_tracer(_SCOPE).start_as_current_span(
        name,
        kind=SpanKind[kind],
        attributes={**attributes},
        record_exception=False,
        set_status_on_exception=False,
    )
    with opened as current:
        try:
            yield current
        except BaseException as error:
            current.set_attribute("error.type", type(error).__name__)
            current.set_status(Status(StatusCode.ERROR))
            raise


@cache
def token_usage() -> Histogram:
    """Return the histogram of tokens per call (`gen_ai.client.token.usage`)."""
    from opentelemetry.metrics import get_meter

    return get_meter(_SCOPE).create_histogram(
        "gen_ai.client.token.usage",
        unit="{token}",
        description="Tokens asked and answered",
        explicit_bucket_boundaries_advisory=_TOKEN_BUCKETS,
    )


@cache
def operation_duration() -> Histogram:
    """Return the histogram of call durations (`gen_ai.client.operation.duration`)."""
    from opentelemetry.metrics import get_meter

    return get_meter(_SCOPE).create_histogram(
        "gen_ai.client.operation.duration",
        unit="s",
        description="Time that a call to a language model takes",
        explicit_bucket_boundaries_advisory=_SECONDS_BUCKETS,
    )


_PROVIDERS = {"google": "gcp.gemini", "compatible": "openai", "offline": "townlet"}
"""The conventions' provider names where they differ from ours. A compatible server has OpenAI's name, because it speaks
OpenAI's API."""


@dataclass(frozen=True)
class TracedModel(ModelWrapper):
    """Record a span, the duration and the token usage of each call to a model. Implements `LanguageModel`."""

    model: LanguageModel
    provider: str
    """The API that the model speaks: openai, anthropic, google, ollama, compatible or offline."""
    temperature: float | None = None

    @property
    def served(self) -> str:
        """The model's name at its provider."""
        return getattr(self.model, "served", "") or self.model.name

    async def __call__(self, request: Request) -> Reply:
        if not telemetry_wanted():
            return await self.model(request)
        began, known = time.perf_counter(), self._common_attributes()
        with start_span(f"chat {self.served}", {**known, **self._request_attributes(request)}, "CLIENT") as span:
            try:
                reply = await self.model(request)
            except BaseException as error:
                failed = {**known, "error.type": type(error).__name__}
                operation_duration().record(time.perf_counter() - began, failed)
                raise
            if span is not None:
                _describe_reply(span, request, reply)
        known["gen_ai.response.model"] = reply.model
        operation_duration().record(time.perf_counter() - began, known)
        token_usage().record(reply.prompt_tokens, {**known, "gen_ai.token.type": "input"})
        token_usage().record(reply.answer_tokens, {**known, "gen_ai.token.type": "output"})
        return reply

    def _common_attributes(self) -> dict[str, str]:
        """Return the attributes that all calls share."""
        return {
            "gen_ai.operation.name": "chat",
            "gen_ai.provider.name": _PROVIDERS.get(self.provider, self.provider),
            "gen_ai.request.model": self.served,
        }

    def _request_attributes(self, request: Request) -> dict[str, str | int | float]:
        attributes: dict[str, str | int | float] = {
            "gen_ai.request.max_tokens": request.token_limit,
            "gen_ai.output.type": "json",
            "townlet.prompt": request.name,
            "townlet.reask": request.reask,
            "townlet.resend": request.attempt,
        }
        if self.temperature is not None:
            attributes["gen_ai.request.temperature"] = self.temperature
        return attributes


def _describe_reply(span: Span, request: Request, reply: Reply) -> None:
    span.set_attributes(
        {
            "gen_ai.response.model": reply.model,
            "gen_ai.response.finish_reasons": [reply.finish],
            "gen_ai.usage.input_tokens": reply.prompt_tokens,
            "gen_ai.usage.output_tokens": reply.answer_tokens,
            "gen_ai.usage.cache_read.input_tokens": reply.cached_tokens,
        }
    )
    if content_wanted():
        span.set_attribute("gen_ai.input.messages", _message("user", request.text))
        span.set_attribute("gen_ai.output.messages", _message("assistant", reply.text, reply.finish))


def _message(role: str, text: str, finish: str = "") -> str:
    message = {"role": role, "parts": [{"type": "text", "content": redact(text)}]}
    return json.dumps([message | ({"finish_reason": finish} if finish else {})], ensure_ascii=False)
