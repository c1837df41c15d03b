"""Through Google's own client library, against a server that answers in its documented form."""

from __future__ import annotations

from typing import Any

import pytest

from townlet.language.model import ModelError, ModelUnavailable, Reply
from townlet.language.providers.factory import ProviderFactory

from .asking import model_at, request
from .responder import Answer, Asked, Responder, responding


def content(text: str = '{"mood": "merry"}', **changes: Any) -> dict[str, Any]:
    """Generated content as Google documents it."""
    candidate = {"content": {"role": "model", "parts": [{"text": text}]}, "finishReason": "STOP", "index": 0}
    usage = {"promptTokenCount": 31, "candidatesTokenCount": 9, "thoughtsTokenCount": 40, "totalTokenCount": 80}
    usage = {**usage, "cachedContentTokenCount": 12}
    return {"candidates": [candidate], "usageMetadata": usage, "modelVersion": "gemini-2026-01-02", **changes}


@pytest.fixture(autouse=True)
def _a_key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GEMINI_API_KEY", "a-key")


def model_of(server: Responder, monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.setenv("GEMINI_BASE_URL", server.address)
    return model_at("google:gemini-2.5-flash")


async def test_a_reply_counts_thinking_as_part_of_the_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    async with responding(lambda asked: Answer(content())) as server:
        reply = await model_of(server, monkeypatch)(request())
    assert reply == Reply('{"mood": "merry"}', "gemini-2026-01-02", 31, 49, 12, 40)


async def test_the_api_is_sent_the_schema_the_limit_and_the_id(monkeypatch: pytest.MonkeyPatch) -> None:
    async with responding(lambda asked: Answer(content())) as server:
        await model_of(server, monkeypatch)(request(max_tokens=77))
    [asked] = server.asked
    assert asked.path.endswith("models/gemini-2.5-flash:generateContent")
    assert (asked.headers["x-goog-api-key"], asked.headers["x-request-id"]) == ("a-key", "call-7")
    how = asked.body["generationConfig"]
    assert how["maxOutputTokens"] == 77
    assert "seed" in how
    assert set(how["responseJsonSchema"]["properties"]) == {"mood", "stars"}


async def test_a_blocked_prompt_is_a_refusal(monkeypatch: pytest.MonkeyPatch) -> None:
    blocked = content(candidates=[], promptFeedback={"blockReason": "PROHIBITED_CONTENT"})
    async with responding(lambda asked: Answer(blocked)) as server:
        reply = await model_of(server, monkeypatch)(request())
    assert (reply.text, reply.finish, reply.prompt_tokens) == ("", "refusal", 31)


@pytest.mark.parametrize(("reason", "finish"), [("MAX_TOKENS", "length"), ("SAFETY", "refusal")])
async def test_a_reply_says_why_it_ended(reason: str, finish: str, monkeypatch: pytest.MonkeyPatch) -> None:
    cut = content(candidates=[{"finishReason": reason, "index": 0}])
    async with responding(lambda asked: Answer(cut)) as server:
        assert (await model_of(server, monkeypatch)(request())).finish == finish


async def test_nothing_is_sent_again_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    async with responding(lambda asked: Answer({"error": {"message": "Busy."}}, 503)) as server:
        with pytest.raises(ModelUnavailable, match="Busy"):
            await model_of(server, monkeypatch)(request())
    assert len(server.asked) == 1


async def test_a_wrong_key_names_its_variable(monkeypatch: pytest.MonkeyPatch) -> None:
    async with responding(lambda asked: Answer({"error": {"message": "API key not valid."}}, 403)) as server:
        with pytest.raises(ModelError, match=r"GEMINI_API_KEY.*docs/models/providers\.md"):
            await model_of(server, monkeypatch)(request())


async def test_texts_are_embedded(monkeypatch: pytest.MonkeyPatch) -> None:
    def says(asked: Asked) -> Answer:
        places = range(len(asked.body["requests"]))
        return Answer({"embeddings": [{"values": [3.0, float(place)]} for place in places]})

    async with responding(says) as server:
        monkeypatch.setenv("GEMINI_BASE_URL", server.address)
        providers = ProviderFactory()
        vectors = await providers.embedder("google:gemini-embedding-001")(["a", "b"])
        await providers.aclose()
    assert vectors.tolist() == [[3.0, 0.0], [3.0, 1.0]]
