"""Calling a provider's library so that nothing but replies and our own errors come out of it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

from pydantic_ai.embeddings import EmbeddingModel
from pydantic_ai.models import Model
from pydantic_ai.providers import Provider

from townlet.language.model import ModelError, ModelUnavailable
from townlet.language.providers.http import CURRENT_EXCHANGE, HttpExchange

Result = TypeVar("Result")


class UnreadableReply(ModelUnavailable):
    """An answer came whole, but nothing could be made of it."""

    def __init__(self, body: bytes, why: str) -> None:
        super().__init__(f"An answer came that is not what its API promises: {why}.", billed=True)
        self.body = body


async def through_library(call: Callable[[], Awaitable[Result]], where: str, id: str = "") -> Result:  # noqa: A002
    """What a library's call results in. Raises ModelError; Unreadable for an answer that came whole."""
    exchange = HttpExchange(id)
    token = CURRENT_EXCHANGE.set(exchange)
    try:
        return await call()
    except Exception as error:
        raise _ours(error, exchange, where) from error
    finally:
        CURRENT_EXCHANGE.reset(token)


def _ours(error: Exception, exchange: HttpExchange, where: str) -> ModelError:
    """Our own error where it is at the bottom of a library's; else what can be said of a library's own."""
    below: BaseException | None = error
    while below is not None:
        if isinstance(below, ModelError):
            return below
        below = below.__cause__ or below.__context__
    line = " ".join(f"{type(error).__name__}: {error}".split())[:200]
    if exchange.body is not None:
        return UnreadableReply(exchange.body, line)
    return ModelError(f"{where} could not be asked: {line}")


def chat_model(kind: str, name: str, provider: Provider[Any]) -> Model[Any]:
    """A model that answers prompts."""
    if kind == "anthropic":
        from pydantic_ai.models.anthropic import AnthropicModel

        return AnthropicModel(name, provider=provider)
    if kind == "google":
        from pydantic_ai.models.google import GoogleModel

        return GoogleModel(name, provider=provider)
    if kind == "openrouter":
        from pydantic_ai.models.openrouter import OpenRouterModel

        return OpenRouterModel(name, provider=provider)
    from pydantic_ai.models.openai import OpenAIChatModel

    return OpenAIChatModel(name, provider=provider)


def embedding_model(kind: str, name: str, provider: Provider[Any]) -> EmbeddingModel:
    """A model that embeds texts."""
    if kind == "google":
        from pydantic_ai.embeddings.google import GoogleEmbeddingModel

        return GoogleEmbeddingModel(name, provider=provider)
    from pydantic_ai.embeddings.openai import OpenAIEmbeddingModel

    return OpenAIEmbeddingModel(name, provider=provider)
