"""Calls through a provider's client library (pydantic-ai), which end in a result or in one of our own errors."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

from pydantic_ai.embeddings import EmbeddingModel
from pydantic_ai.models import Model
from pydantic_ai.providers import Provider

from townlet.language.model import ModelError, ModelUnavailable
from townlet.language.providers.http import CURRENT_EXCHANGE, HttpExchange, said_in

Result = TypeVar("Result")


class UnreadableReply(ModelUnavailable):
    """A complete answer arrived, but it could not be read."""

    def __init__(self, body: bytes, why: str) -> None:
        said = said_in(body)
        told = f"it begins with '{said}'" if said else "it is empty"
        line = f"An answer does not have the form that its API documents ({why}): {told}; check the address of the API."
        super().__init__(line, billed=True)
        self.body = body


async def through_library(call: Callable[[], Awaitable[Result]], endpoint: str, id: str = "") -> Result:  # noqa: A002
    """Await a library's call. Raises ModelError, and UnreadableReply if a complete answer could not be read."""
    exchange = HttpExchange(id)
    token = CURRENT_EXCHANGE.set(exchange)
    try:
        return await call()
    except Exception as error:
        raise _as_model_error(error, exchange, endpoint) from error
    finally:
        CURRENT_EXCHANGE.reset(token)


def _as_model_error(error: Exception, exchange: HttpExchange, endpoint: str) -> ModelError:
    """Return our own error if it caused the library's error, or else a new one that quotes the library's."""
    cause: BaseException | None = error
    while cause is not None:
        if isinstance(cause, ModelError):
            return cause
        cause = cause.__cause__ or cause.__context__
    line = " ".join(f"{type(error).__name__}: {error}".split())[:200]
    if isinstance(error, RecursionError):
        line = "it is nested too deeply"
    if exchange.body is not None:
        return UnreadableReply(exchange.body, line)
    return ModelError(f"{endpoint} could not be asked: {line}")


def chat_model(kind: str, name: str, provider: Provider[Any]) -> Model[Any]:
    """Return the library's chat model for a provider."""
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
    """Return the library's embedding model for a provider."""
    if kind == "google":
        from pydantic_ai.embeddings.google import GoogleEmbeddingModel

        return GoogleEmbeddingModel(name, provider=provider)
    from pydantic_ai.embeddings.openai import OpenAIEmbeddingModel

    return OpenAIEmbeddingModel(name, provider=provider)
