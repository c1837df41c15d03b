"""A language model whose calls are seen by OpenTelemetry."""

from __future__ import annotations

import json
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from townlet.language import telemetry
from townlet.language.model import LanguageModel, Reply, Request
from townlet.language.outside import aclose, prepare
from townlet.language.secrets import redact

if TYPE_CHECKING:
    from opentelemetry.trace import Span

_PROVIDERS = {"google": "gcp.gemini", "compatible": "openai", "offline": "townlet"}
"""Names of the conventions where they are not ours. A compatible server is told by the interface that it has."""


@dataclass(frozen=True)
class Traced:
    """The same model, with a span and two measurements a call where anybody looks. Implements `LanguageModel`."""

    model: LanguageModel
    provider: str
    """Whose interface it is: openai, anthropic, google, ollama, compatible or offline."""
    temperature: float | None = None

    @property
    def name(self) -> str:
        return self.model.name

    @property
    def served(self) -> str:
        """The model's name at its provider."""
        return getattr(self.model, "served", "") or self.model.name

    async def prepare(self) -> None:
        """Prepare the model."""
        await prepare(self.model)

    async def aclose(self) -> None:
        """Close the model."""
        await aclose(self.model)

    async def __call__(self, request: Request) -> Reply:
        if not telemetry.wanted():
            return await self.model(request)
        began, known = time.perf_counter(), self._known()
        with telemetry.span(f"chat {self.served}", {**known, **self._asked(request)}, "CLIENT") as span:
            try:
                reply = await self.model(request)
            except BaseException as error:
                failed = {**known, "error.type": type(error).__name__}
                telemetry.operation_duration().record(time.perf_counter() - began, failed)
                raise
            if span is not None:
                _tell(span, request, reply)
        known["gen_ai.response.model"] = reply.model
        telemetry.operation_duration().record(time.perf_counter() - began, known)
        telemetry.token_usage().record(reply.prompt_tokens, {**known, "gen_ai.token.type": "input"})
        telemetry.token_usage().record(reply.answer_tokens, {**known, "gen_ai.token.type": "output"})
        return reply

    def _known(self) -> dict[str, str]:
        """What is the same for all of its calls."""
        return {
            "gen_ai.operation.name": "chat",
            "gen_ai.provider.name": _PROVIDERS.get(self.provider, self.provider),
            "gen_ai.request.model": self.served,
        }

    def _asked(self, request: Request) -> dict[str, str | int | float]:
        asked: dict[str, str | int | float] = {
            "gen_ai.request.max_tokens": request.most_tokens,
            "gen_ai.output.type": "json",
            "townlet.prompt": request.name,
            "townlet.reask": request.attempt,
            "townlet.resend": request.sending,
        }
        if self.temperature is not None:
            asked["gen_ai.request.temperature"] = self.temperature
        return asked


def _tell(span: Span, request: Request, reply: Reply) -> None:
    span.set_attributes(
        {
            "gen_ai.response.model": reply.model,
            "gen_ai.response.finish_reasons": [reply.finish],
            "gen_ai.usage.input_tokens": reply.prompt_tokens,
            "gen_ai.usage.output_tokens": reply.answer_tokens,
            "gen_ai.usage.cache_read.input_tokens": reply.cached_tokens,
        }
    )
    if telemetry.content_wanted():
        span.set_attribute("gen_ai.input.messages", _message("user", request.text))
        span.set_attribute("gen_ai.output.messages", _message("assistant", reply.text, reply.finish))


def _message(role: str, text: str, finish: str = "") -> str:
    message = {"role": role, "parts": [{"type": "text", "content": redact(text)}]}
    return json.dumps([message | ({"finish_reason": finish} if finish else {})], ensure_ascii=False)
