"""Through Anthropic's own client library, against a server that answers in its documented form."""

from __future__ import annotations

from typing import Any

import pytest

from townlet.language.model import ModelError, ModelUnavailable, Reply
from townlet.language.providers.chat import NetworkModel

from .asking import model_at, request
from .responder import Answer, Responder, Says, responding

# Models go out of service sooner or later; their form of answers does not.
pytestmark = pytest.mark.filterwarnings("ignore:The model:DeprecationWarning")

NEWER, OLDER = "anthropic:claude-sonnet-4-5", "anthropic:claude-3-haiku-20240307"


def message(text: str = '{"mood": "merry"}', **changes: Any) -> dict[str, Any]:
    """A message as Anthropic documents it."""
    whole = {"id": "m1", "type": "message", "role": "assistant", "model": "claude-2026-01-02", "stop_sequence": None}
    usage = {"input_tokens": 11, "cache_read_input_tokens": 20, "cache_creation_input_tokens": 5, "output_tokens": 9}
    content = [{"type": "text", "text": text}] if text else []
    return {**whole, "content": content, "stop_reason": "end_turn", "usage": usage, **changes}


def model_of(server: Responder, monkeypatch: pytest.MonkeyPatch, name: str = NEWER) -> NetworkModel:
    monkeypatch.setenv("ANTHROPIC_API_KEY", "a-key")
    monkeypatch.setenv("ANTHROPIC_BASE_URL", server.address)
    return model_at(name)


async def replied(says: Says, monkeypatch: pytest.MonkeyPatch, name: str = NEWER) -> tuple[Reply, Any]:
    async with responding(says) as server:
        reply = await model_of(server, monkeypatch, name)(request(max_tokens=77))
    [asked] = server.asked
    assert asked.path.partition("?")[0] == "/v1/messages"
    assert (asked.headers["authorization"], asked.headers["x-request-id"]) == ("Bearer a-key", "call-7")
    return reply, asked.body


async def test_a_reply_counts_what_was_read_from_the_cache_and_written_to_it(monkeypatch: pytest.MonkeyPatch) -> None:
    reply, _ = await replied(lambda asked: Answer(message()), monkeypatch)
    assert reply == Reply('{"mood": "merry"}', "claude-2026-01-02", 36, 9, 20, cache_written_tokens=5)


async def test_a_newer_model_is_held_to_the_schema_by_its_provider(monkeypatch: pytest.MonkeyPatch) -> None:
    _, body = await replied(lambda asked: Answer(message()), monkeypatch)
    form = body.get("output_config", {}).get("format") or body["output_format"]
    assert form["type"] == "json_schema"
    assert set(form["schema"]["properties"]) == {"mood", "stars"}
    assert body["max_tokens"] == 77


async def test_an_older_model_is_shown_the_schema_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    _, body = await replied(lambda asked: Answer(message()), monkeypatch, OLDER)
    assert "output_config" not in body
    assert "output_format" not in body
    assert '"maxLength":40' in str(body["messages"])


@pytest.mark.parametrize(("reason", "finish"), [("max_tokens", "length"), ("refusal", "refusal"), ("end_turn", "stop")])
async def test_a_reply_says_why_it_ended(reason: str, finish: str, monkeypatch: pytest.MonkeyPatch) -> None:
    reply, _ = await replied(lambda asked: Answer(message("", stop_reason=reason)), monkeypatch)
    assert (reply.text, reply.finish, reply.answer_tokens) == ("", finish, 9)


async def test_an_overloaded_api_is_worth_another_sending(monkeypatch: pytest.MonkeyPatch) -> None:
    error = {"type": "error", "error": {"type": "overloaded_error", "message": "Overloaded"}}
    async with responding(lambda asked: Answer(error, 529, {"retry-after": "3"})) as server:
        with pytest.raises(ModelUnavailable, match="Overloaded") as failure:
            await model_of(server, monkeypatch)(request())
    assert failure.value.retry_after == 3
    assert len(server.asked) == 1


async def test_a_wrong_key_names_its_variable(monkeypatch: pytest.MonkeyPatch) -> None:
    async with responding(lambda asked: Answer({"error": {"message": "invalid x-api-key"}}, 401)) as server:
        with pytest.raises(ModelError, match=r"set ANTHROPIC_API_KEY.*docs/models/providers\.md"):
            await model_of(server, monkeypatch)(request())
