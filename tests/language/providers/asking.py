"""Asking a network model something, and what APIs of OpenAI's kind answer."""

from __future__ import annotations

from typing import Any

from townlet.language.model import Request
from townlet.language.providers.chat import NetworkModel, Sampling
from townlet.language.providers.connection import Connection
from townlet.language.providers.endpoint import endpoint_of, read_credentials
from townlet.language.providers.spec import spec_of

_opened: list[NetworkModel] = []

SCHEMA = {
    "type": "object",
    "properties": {"mood": {"type": "string", "maxLength": 40}, "stars": {"type": "integer", "default": 1}},
    "required": ["mood"],
}


def model_at(spec: str, sampling: Sampling | None = None, seconds: float = 20.0) -> NetworkModel:
    """The model of a specification, with what the environment says."""
    parsed = spec_of(spec)
    model = NetworkModel(parsed, Connection(endpoint_of(parsed, read_credentials()), seconds), sampling)
    _opened.append(model)
    return model


async def close_models() -> None:
    """Close all that were made."""
    while _opened:
        await _opened.pop().aclose()


def request(**changes: Any) -> Request:
    """A request as the gateway makes it."""
    usual = {"name": "mood", "text": "How is Mira today?\n", "fields": {}, "schema": SCHEMA, "id": "call-7"}
    return Request(**{**usual, **changes})


def completion(text: str | None = '{"mood": "merry"}', **changes: Any) -> dict[str, Any]:
    """A chat completion as OpenAI documents it."""
    message = {"role": "assistant", "content": text, **changes.pop("message", {})}
    choice = {"index": 0, "message": message, "finish_reason": changes.pop("finish_reason", "stop")}
    usage = {"prompt_tokens": 31, "completion_tokens": 9, "total_tokens": 40}
    whole = {"id": "c1", "object": "chat.completion", "created": 1700000000, "model": "small-2026-01-02"}
    return {**whole, "choices": [choice], "usage": usage, **changes}
