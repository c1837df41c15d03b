"""What models are told beside their prompts, and what becomes of what they refuse."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Any

import pytest
from pydantic import ValidationError

from townlet.language.model import ModelError
from townlet.language.providers.chat import Sampling
from townlet.language.providers.endpoint import Credentials
from townlet.language.providers.factory import ProviderFactory
from townlet.language.providers.knobs import Knobs

from .asking import completion, model_at, request
from .responder import Answer, Asked, responding

ALL = Knobs(temperature=0.7, thinking="low", service_tier="flex", cache="1h", max_tokens=900, extra_body={"top_k": 20})


def refusing(*names: str, instead: str = "") -> Callable[[Asked], Answer]:
    """A server that refuses requests with these fields, one complaint at a time."""

    def says(asked: Asked) -> Answer:
        for name in names:
            if name in asked.body:
                told = f"Unsupported parameter: '{name}' is not supported with this model. {instead}"
                return Answer({"error": {"message": told, "code": "unsupported_parameter"}}, status=400)
        return Answer(completion())

    return says


async def test_a_compatible_server_gets_each_knob_under_openais_name() -> None:
    async with responding(lambda asked: Answer(completion())) as server:
        reply = await model_at(f"{server.base_url}#small", Sampling(3, ALL))(request())
    [asked] = server.asked
    sent = {key: asked.body.get(key) for key in ("temperature", "reasoning_effort", "service_tier", "top_k")}
    assert sent == {"temperature": 0.7, "reasoning_effort": "low", "service_tier": "flex", "top_k": 20}
    assert asked.body["max_tokens"] == 900
    assert reply.temperature == 0.7


async def test_openai_gets_them_as_its_api_wants_them(monkeypatch: pytest.MonkeyPatch) -> None:
    async with responding(lambda asked: Answer(completion())) as server:
        monkeypatch.setenv("OPENAI_BASE_URL", f"{server.address}/v1")
        monkeypatch.setenv("OPENAI_API_KEY", "a-key")
        await model_at("openai:gpt-5-mini", Sampling(3, Knobs(thinking="low", service_tier="flex", max_tokens=900)))(
            request()
        )
    body = server.asked[0].body
    assert (body["reasoning_effort"], body["service_tier"], body["max_completion_tokens"]) == ("low", "flex", 900)


async def test_anthropic_is_told_to_cache_the_prompt_and_for_how_long(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("anthropic")
    usage = {"input_tokens": 30, "output_tokens": 9}
    content = [{"type": "text", "text": '{"mood": "merry"}'}]
    said = {"id": "m", "type": "message", "role": "assistant", "model": "c", "content": content, "usage": usage}
    async with responding(lambda asked: Answer({**said, "stop_reason": "end_turn", "stop_sequence": None})) as server:
        monkeypatch.setenv("ANTHROPIC_BASE_URL", server.address)
        monkeypatch.setenv("ANTHROPIC_API_KEY", "a-key")
        for knobs in (Knobs(), Knobs(cache="1h")):
            await model_at("anthropic:claude-haiku-4-5", Sampling(3, knobs))(request())
    plain, cached = (asked.body for asked in server.asked)
    assert "cache_control" not in str(plain)
    assert "'cache_control': {'type': 'ephemeral', 'ttl': '1h'}" in str(cached)


@pytest.mark.parametrize("refused", [("temperature",), ("seed",), ("reasoning_effort", "service_tier"), ("top_k",)])
async def test_what_a_model_refuses_it_is_asked_without_from_then_on_and_that_is_said_once(
    refused: tuple[str, ...], caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.WARNING, "townlet"):
        async with responding(refusing(*refused)) as server:
            model = model_at(f"{server.base_url}#small", Sampling(3, ALL))
            replies = [await model(request()) for _ in range(3)]
    assert [reply.text for reply in replies] == ['{"mood": "merry"}'] * 3
    assert len(server.asked) == 3 + len(refused), "each is refused once"
    assert not set(refused) & server.asked[-1].body.keys()
    assert len(caplog.records) == len(refused)
    assert replies[0].temperature == (None if "temperature" in refused else 0.7)


async def test_a_server_that_wants_the_newer_name_of_the_token_limit_gets_it() -> None:
    says = refusing("max_tokens", instead="Use 'max_completion_tokens' instead.")
    async with responding(says) as server:
        model = model_at(f"{server.base_url}#small", Sampling(3, Knobs(max_tokens=900)))
        await model(request())
        await model(request())
    assert [asked.body.get("max_completion_tokens") for asked in server.asked] == [None, 900, 900]


async def test_a_refusal_of_nothing_that_was_sent_stays_an_error() -> None:
    def says(asked: Asked) -> Answer:
        return Answer({"error": {"message": "The temperature of the room is wrong."}}, status=400)

    async with responding(says) as server:
        with pytest.raises(ModelError, match="room is wrong"):
            await model_at(f"{server.base_url}#small")(request())
    # The schema goes into words, and then the seed goes: a server may refuse either without naming it.
    assert ["seed" in asked.body for asked in server.asked] == [True, True, False]


async def test_an_endpoint_never_has_more_calls_under_way_than_its_knob_allows() -> None:
    under_way: list[int] = [0]
    most = 0

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        nonlocal most
        await reader.readuntil(b"\r\n\r\n")
        under_way[0] += 1
        most = max(most, under_way[0])
        await asyncio.sleep(0.03)
        under_way[0] -= 1
        writer.write(b"HTTP/1.1 503 Busy\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
        writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    factory = ProviderFactory(5.0, Credentials())
    sampling = Sampling(knobs=Knobs(concurrency=2))
    models = [factory.model(f"http://127.0.0.1:{port}/v1#{name}", sampling) for name in ("a", "b")]
    await asyncio.gather(*(model(request()) for model in models * 4), return_exceptions=True)
    await factory.aclose()
    server.close()
    assert most == 2


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"thinking": "hard"}, "thinking"),
        ({"max_tokens": 5}, "max_tokens"),
        ({"extra_body": {"messages": []}}, "sets messages, which Townlet sets itself"),
        ({"speed": 3}, "speed"),
    ],
)
def test_a_knob_that_is_none_is_refused(given: dict[str, Any], says: str) -> None:
    with pytest.raises(ValidationError, match=says):
        Knobs(**given)


def test_a_jobs_knobs_count_before_its_models() -> None:
    job, model = Knobs(thinking="off", extra_body={"top_k": 5}), Knobs(thinking="high", cache="1h", extra_body={"a": 1})
    assert job.over(model) == Knobs(thinking="off", cache="1h", extra_body={"a": 1, "top_k": 5})


def limiting(context: int, prompt: int, words: str) -> Callable[[Asked], Answer]:
    """A server whose prompts of so many tokens and their answers have to share a context."""

    def says(asked: Asked) -> Answer:
        if prompt + (limit := asked.body["max_tokens"]) > context:
            told = words.format(prompt=prompt, limit=limit, both=prompt + limit, context=context)
            return Answer({"error": {"message": told}}, 400)
        return Answer(completion())

    return says


@pytest.mark.parametrize(
    "words",
    [
        "prompt and `max_tokens` exceed context limit: {prompt} + {limit} > {context}",
        "context length exceeded: {both} tokens requested, maximum is {context}",
        "Prompt ({prompt} tokens) plus max_tokens ({limit}) is larger than {context}",
    ],
)
async def test_the_context_that_a_server_names_beside_what_was_sent_is_the_one_that_is_learnt(words: str) -> None:
    async with responding(limiting(1800, 700, words)) as server:
        model = model_at(f"{server.base_url}#small")
        assert (await model(request(max_tokens=1500))).text
    assert model.context == 1800


async def test_what_was_asked_for_is_never_taken_for_the_context(caplog: pytest.LogCaptureFixture) -> None:
    async with responding(limiting(1800, 700, "The context length is {limit}, too much")) as server:
        model = model_at(f"{server.base_url}#small")
        assert (await model(request(max_tokens=1500))).text
    assert (model.context, caplog.records) == (0, [])


async def test_the_longest_answer_is_learnt_from_a_server_that_names_it_in_other_words() -> None:
    def says(asked: Asked) -> Answer:
        if asked.body["max_tokens"] > 900:
            return Answer({"message": "The maximum output tokens (3200) exceeds the model limit of 900"}, 400)
        return Answer(completion())

    async with responding(says) as server:
        model = model_at(f"{server.base_url}#small")
        await model(request())
        await model(request())
    assert [asked.body["max_tokens"] for asked in server.asked] == [4000, 900, 900]
