"""The model and embedding classes of the client library, by the kind of API."""

from __future__ import annotations

from typing import Any

from pydantic_ai.embeddings import EmbeddingModel
from pydantic_ai.models import Model
from pydantic_ai.providers import Provider


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
