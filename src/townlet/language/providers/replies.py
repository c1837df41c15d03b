"""Replies out of what the client library makes of an answer."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping

from pydantic_ai.messages import ModelResponse

from townlet.language.model import Finish, Reply
from townlet.language.providers.library_call import Unreadable

FINISHES: Mapping[str, Finish] = {"length": "length", "content_filter": "refusal"}
"""What providers call the ends of answers that are not complete."""
_FENCED = re.compile(r"```(?:json)?\s*\n(.*?)\n?\s*```", re.DOTALL)
_REASONING = ("reasoning_tokens", "thoughts_tokens")
"""What providers call the tokens spent on thinking."""


def reply_of(response: ModelResponse, asked: str) -> Reply:
    """An answer as a reply. One that is nothing but thinking has no text."""
    usage = response.usage
    thinking = next((usage.details[name] for name in _REASONING if name in usage.details), 0)
    return Reply(
        json_in(response.text or ""),
        response.model_name or asked,
        usage.input_tokens,
        usage.output_tokens,
        usage.cache_read_tokens,
        thinking,
        finish=FINISHES.get(response.finish_reason or "", "stop"),
        cache_written_tokens=usage.cache_write_tokens,
    )


def json_in(text: str) -> str:
    """The JSON that a model has wrapped into a fence or into words; the text as it is if there is none."""
    bare = text.strip()
    if bare.startswith(("{", "[")):
        return bare
    if fenced := _FENCED.search(bare):
        return fenced[1].strip()
    start, end = bare.find("{"), bare.rfind("}")
    return bare[start : end + 1] if 0 <= start < end else text


def salvaged(error: Unreadable, asked: str) -> Reply:
    """A reply without text for an answer that was paid for but cannot be read. Raises the error if it is no answer."""
    try:
        data = json.loads(error.body)
    except ValueError:
        raise error from None
    usage = next((data[name] for name in ("usage", "usageMetadata") if _is_record(data, name)), None)
    if usage is None:
        raise error
    told = _number(usage, "prompt_tokens", "input_tokens", "promptTokenCount")
    said = _number(usage, "completion_tokens", "output_tokens", "candidatesTokenCount")
    return Reply("", str(data.get("model") or data.get("modelVersion") or asked), told, said)


def _is_record(data: object, name: str) -> bool:
    return isinstance(data, dict) and isinstance(data.get(name), dict)


def _number(usage: Mapping[str, object], *names: str) -> int:
    found = (usage.get(name) for name in names)
    return next((number for number in found if isinstance(number, int)), 0)
