"""Through OpenAI's own client library: what its API is sent beyond what all compatible servers take."""

from __future__ import annotations

import pytest

from townlet.language.model import ModelUnavailable

from .asking import completion, model_at, request
from .responder import Answer, Asked, responding


async def asked_as(spec: str, variables: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> Asked:
    async with responding(lambda asked: Answer(completion())) as server:
        for name, value in variables.items():
            monkeypatch.setenv(name, value.replace("HERE", server.address))
        await model_at(spec)(request())
    [asked] = server.asked
    return asked


async def test_openai_is_told_to_hold_answers_strictly_to_the_schema(monkeypatch: pytest.MonkeyPatch) -> None:
    variables = {"OPENAI_BASE_URL": "HERE/v1", "OPENAI_API_KEY": "a-key"}
    asked = await asked_as("openai:gpt-5-mini", variables, monkeypatch)
    form = asked.body["response_format"]["json_schema"]
    assert form["strict"] is True
    assert set(form["schema"]["required"]) == {"mood", "stars"}
    assert form["schema"]["additionalProperties"] is False
    assert asked.body["max_completion_tokens"] == 4000
    assert asked.headers["authorization"] == "Bearer a-key"


async def test_ollama_is_reached_where_its_variable_says_and_given_the_schema(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = await asked_as("ollama:llama3.2:3b", {"OLLAMA_HOST": "HERE"}, monkeypatch)
    assert (asked.path, asked.body["model"]) == ("/v1/chat/completions", "llama3.2:3b")
    assert asked.body["response_format"]["type"] == "json_schema"


@pytest.mark.parametrize(
    "usage",
    [
        None,
        {"prompt_tokens": -31, "completion_tokens": 9, "total_tokens": 0},
        {"prompt_tokens": 2**70, "completion_tokens": 9, "total_tokens": 0},
        {"prompt_tokens": 31, "completion_tokens": -9, "total_tokens": 0},
    ],
)
async def test_token_counts_that_make_no_sense_are_unknown_through_the_library_too(
    usage: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with responding(lambda asked: Answer(completion(usage=usage))) as server:
        monkeypatch.setenv("OPENAI_BASE_URL", f"{server.address}/v1")
        monkeypatch.setenv("OPENAI_API_KEY", "a-key")
        reply = await model_at("openai:gpt-5-mini")(request())
    assert (reply.prompt_tokens, reply.answer_tokens) == (0, 0)


async def test_an_answer_nested_without_end_cannot_be_read_through_the_library_either(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with responding(lambda asked: Answer(b"[" * 500_000)) as server:
        monkeypatch.setenv("OPENAI_BASE_URL", f"{server.address}/v1")
        monkeypatch.setenv("OPENAI_API_KEY", "a-key")
        with pytest.raises(ModelUnavailable, match="nested too deeply"):
            await model_at("openai:gpt-5-mini")(request())
