from __future__ import annotations

import asyncio
import gzip
import json
import math
import socket
from collections.abc import Callable
from typing import Any

import pytest

from townlet.language.model import ModelError, ModelUnavailable, Reply
from townlet.language.network import NetworkForbidden, forbid_network_models
from townlet.language.providers import connection
from townlet.language.providers.chat import Sampling
from townlet.language.providers.knobs import Knobs
from townlet.language.providers.spec import NotConfigured

from .asking import SCHEMA, completion, model_at, request
from .responder import Answer, Asked, responding


async def replied(answer: Answer, **changes: Any) -> Reply:
    """What a server's one answer becomes."""
    async with responding(lambda asked: answer) as server:
        model = model_at(f"{server.base_url}#small", seconds=changes.pop("seconds", 20.0))
        try:
            return await model(request(**changes))
        finally:
            await model.aclose()


async def failed(answer: Answer, **changes: Any) -> ModelUnavailable:
    with pytest.raises(ModelUnavailable) as failure:
        await replied(answer, **changes)
    assert len(str(failure.value).splitlines()) == 1
    return failure.value


async def test_a_reply_says_what_it_took_and_who_gave_it() -> None:
    usage = {"prompt_tokens": 90, "completion_tokens": 50, "total_tokens": 140}
    details = {"prompt_tokens_details": {"cached_tokens": 64}, "completion_tokens_details": {"reasoning_tokens": 41}}
    reply = await replied(Answer(completion(usage={**usage, **details})))
    assert reply == Reply('{"mood": "merry"}', "small-2026-01-02", 90, 50, 64, 41)


async def test_the_server_is_sent_the_prompt_its_schema_its_limit_and_its_id() -> None:
    async with responding(lambda asked: Answer(completion())) as server:
        await model_at(f"{server.base_url}#small", Sampling(3, Knobs(temperature=0.4)))(request(max_tokens=77))
    [asked] = server.asked
    assert (asked.method, asked.path) == ("POST", "/v1/chat/completions")
    assert asked.body["model"] == "small"
    assert asked.body["messages"] == [{"role": "user", "content": "How is Mira today?"}]
    assert (asked.body["max_tokens"], asked.body["temperature"]) == (77, 0.4)
    form = asked.body["response_format"]
    assert (form["type"], form["json_schema"]["name"]) == ("json_schema", "mood")
    assert form["json_schema"]["schema"]["properties"] == SCHEMA["properties"]
    assert asked.headers["x-request-id"] == asked.headers["idempotency-key"] == "call-7"


async def test_what_a_server_put_into_its_cache_is_told_apart() -> None:
    details = {"prompt_tokens_details": {"cached_tokens": 10, "cache_write_tokens": 20}}
    reply = await replied(Answer(completion(usage={"prompt_tokens": 90, "completion_tokens": 5, **details})))
    assert (reply.prompt_tokens, reply.cached_tokens, reply.cache_written_tokens) == (90, 10, 20)


@pytest.mark.parametrize(
    "usage",
    [
        None,
        {},
        [],
        "many",
        {"prompt_tokens": None, "completion_tokens": None, "prompt_tokens_details": None},
        {"prompt_tokens": 31},
        {"prompt_tokens": -31, "completion_tokens": 9},
        {"prompt_tokens": 31, "completion_tokens": -9},
        {"prompt_tokens": 2**70, "completion_tokens": 9},
        {"prompt_tokens": 31, "completion_tokens": math.inf},
        {"prompt_tokens": math.nan, "completion_tokens": 9},
        {"prompt_tokens": True, "completion_tokens": 9},
        {"prompt_tokens": 31, "completion_tokens": 9, "prompt_tokens_details": {"cached_tokens": -1}},
        {"prompt_tokens": 31, "completion_tokens": 9, "completion_tokens_details": {"reasoning_tokens": "all"}},
    ],
)
async def test_an_answer_without_usable_token_counts_is_an_answer_whose_tokens_are_unknown(usage: object) -> None:
    reply = await replied(Answer(completion(usage=usage)))
    assert (reply.text, reply.prompt_tokens, reply.answer_tokens) == ('{"mood": "merry"}', 0, 0)


NESTED = b"[" * 500_000
"""JSON that is nested without end."""


@pytest.mark.parametrize(
    "body", [NESTED, b'{"usage": {"prompt_tokens": 1}, "choices": ' + NESTED, b'{"usage": ' + NESTED]
)
async def test_an_answer_that_is_nested_without_end_is_one_that_cannot_be_read(body: bytes) -> None:
    error = await failed(Answer(body))
    assert "nested too deeply" in str(error)
    assert error.billed


async def test_an_error_that_is_nested_without_end_is_still_the_error_of_its_status() -> None:
    assert "answered 503" in str(await failed(Answer(NESTED, status=503)))


async def test_a_key_is_sent_where_one_is_set_and_none_where_none_is(monkeypatch: pytest.MonkeyPatch) -> None:
    async with responding(lambda asked: Answer(completion())) as server:
        await model_at(f"{server.base_url}#small")(request())
        monkeypatch.setenv("TOWNLET_API_KEY", "a-key")
        await model_at(f"{server.base_url}#small")(request())
    assert [asked.headers.get("authorization") for asked in server.asked] == [None, "Bearer a-key"]


async def test_another_schema_of_the_same_prompt_is_the_one_that_is_sent() -> None:
    async with responding(lambda asked: Answer(completion())) as server:
        model = model_at(f"{server.base_url}#small")
        await model(request())
        await model(request(schema={"type": "object"}))
    assert server.asked[1].body["response_format"]["json_schema"]["schema"] == {"type": "object"}


async def test_the_temperature_asked_for_is_kept_with_the_reply() -> None:
    async with responding(lambda asked: Answer(completion())) as server:
        assert (
            await model_at(f"{server.base_url}#small", Sampling(knobs=Knobs(temperature=0.4)))(request())
        ).temperature == 0.4


async def test_a_call_sent_again_has_the_same_seed_and_other_calls_have_others() -> None:
    async with responding(lambda asked: Answer(completion())) as server:
        model, other_run = (model_at(f"{server.base_url}#small", Sampling(seed)) for seed in (1, 2))
        await model(request(id="one"))
        await model(request(id="two"))
        await model(request(reask=1, complaint="no"))
        await model(request(text="And tomorrow?"))
        await other_run(request(id="one"))
    first, again, *others = (asked.body["seed"] for asked in server.asked)
    assert first == again
    assert len({first, *others}) == 4


async def test_a_second_asking_shows_what_was_wrong_and_keeps_the_beginning() -> None:
    async with responding(lambda asked: Answer(completion())) as server:
        await model_at(f"{server.base_url}#small")(request(reask=1, complaint="mood: Field required"))
    content = server.asked[0].body["messages"][0]["content"]
    assert content.startswith("How is Mira today?")
    assert "mood: Field required" in content


async def test_a_server_without_schemas_is_asked_in_words_from_then_on() -> None:
    def says(asked: Asked) -> Answer:
        if "response_format" in asked.body:
            return Answer({"error": {"message": "response_format is not supported"}}, 400)
        return Answer(completion('Sure!\n```json\n{"mood": "merry"}\n```'))

    async with responding(says) as server:
        model = model_at(f"{server.base_url}#small")
        assert '{"mood": "merry"}' in (await model(request())).text
        assert model.mode == "words"
        await model(request())
    assert len(server.asked) == 3
    assert '"maxLength":40' in server.asked[-1].body["messages"][0]["content"]


async def test_the_one_model_that_a_server_has_need_not_be_named() -> None:
    def says(asked: Asked) -> Answer:
        return Answer({"object": "list", "data": [{"id": "only-one"}]} if asked.method == "GET" else completion())

    async with responding(says) as server:
        model = model_at(server.base_url)
        await model(request())
        await model(request())
    assert [(asked.method, (asked.body or {}).get("model")) for asked in server.asked] == [
        ("GET", None),
        ("POST", "only-one"),
        ("POST", "only-one"),
    ]


@pytest.mark.parametrize(
    ("listed", "name"),
    [
        ([{"id": "only-one"}], "only-one"),
        ({"data": ["only-one"]}, "only-one"),
        ({"models": [{"name": "only-one"}]}, "only-one"),
        ({"data": None}, "default"),
        (b"<html><body>Hello</body></html>", "default"),
        (b"", "default"),
        (b'"fine"', "default"),
    ],
)
async def test_a_list_of_models_is_read_in_every_form_and_done_without_where_it_is_none(listed: Any, name: str) -> None:
    async with responding(lambda asked: Answer(listed if asked.method == "GET" else completion())) as server:
        model = model_at(server.base_url)
        await model.prepare()
        assert model.served == name


async def test_a_server_that_stumbles_over_its_first_question_is_asked_again() -> None:
    def says(asked: Asked) -> Answer:
        return Answer({}, 500) if len(server.asked) == 1 else Answer({"data": [{"id": "only-one"}]})

    async with responding(says) as server:
        model = model_at(server.base_url)
        await model.prepare()
    assert model.served == "only-one"


async def test_of_several_models_one_has_to_be_named() -> None:
    async with responding(lambda asked: Answer({"object": "list", "data": [{"id": "a 1"}, {"id": "b"}]})) as server:
        with pytest.raises(
            NotConfigured, match=r"serves several models \(a 1, b\).*#NAME, such as (\S*)#a%201\."
        ) as told:
            await model_at(server.base_url).prepare()
        model = model_at(str(told.value).split()[-1].rstrip("."))
        await model.prepare()
        assert model.served == "a 1"


@pytest.mark.parametrize("status", [401, 404, 500])
async def test_a_server_that_does_not_tell_its_models_is_asked_all_the_same(
    status: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection, "_WAITS", (0.0,))

    def says(asked: Asked) -> Answer:
        return Answer({}, status) if asked.method == "GET" else Answer(completion())

    async with responding(says) as server:
        assert (await model_at(server.base_url)(request())).text


async def test_an_answer_that_was_cut_off_is_a_reply_that_says_so() -> None:
    reply = await replied(Answer(completion('{"mood": "mer', finish_reason="length")))
    assert (reply.text, reply.finish, reply.answer_tokens) == ('{"mood": "mer', "length", 9)


async def test_an_answer_of_nothing_but_thinking_is_an_empty_reply() -> None:
    thought = completion("", finish_reason="length", message={"reasoning_content": "Let me think. Mira is ..."})
    reply = await replied(Answer(thought))
    assert (reply.text, reply.finish) == ("", "length")
    assert (await replied(Answer(completion("<think>Hm.</think>")))).text == ""


async def test_a_refusal_is_a_reply_that_says_so() -> None:
    refusal = completion(None, message={"refusal": "I can't help with that."})
    assert (await replied(Answer(refusal))).finish == "refusal"
    assert (await replied(Answer(completion("", finish_reason="content_filter")))).finish == "refusal"


async def test_a_paid_answer_that_the_library_cannot_read_is_a_reply_with_its_tokens() -> None:
    reply = await replied(Answer(completion(choices=[])))
    assert (reply.text, reply.prompt_tokens, reply.answer_tokens) == ("", 31, 9)


@pytest.mark.parametrize("body", [b"", b"It works!", b'{"id": "c1", "choi', b"[]", b'{"hello": "there"}'])
async def test_a_success_that_is_no_answer_may_have_been_paid_for(body: bytes) -> None:
    assert (await failed(Answer(body))).billed


async def test_an_endpoint_that_is_busy_says_when_to_come_back() -> None:
    error = await failed(Answer({"error": {"message": "Slow down."}}, 429, {"Retry-After": "7"}))
    assert (error.retry_after, error.billed) == (7.0, False)


async def test_nothing_is_sent_again_by_itself() -> None:
    async with responding(lambda asked: Answer({}, 503)) as server:
        with pytest.raises(ModelUnavailable):
            await model_at(f"{server.base_url}#small")(request())
    assert len(server.asked) == 1


async def test_a_wrong_key_is_told_with_what_to_set() -> None:
    async with responding(lambda asked: Answer({"error": {"message": "Wrong key."}}, 401)) as server:
        with pytest.raises(ModelError, match="set TOWNLET_API_KEY") as refused:
            await model_at(f"{server.base_url}#small")(request())
    assert not refused.value.transient


async def test_an_answer_that_breaks_off_may_have_been_paid_for() -> None:
    error = await failed(Answer(completion(), breaks_off=True))
    assert error.billed
    assert "broke off" in str(error)


async def test_a_server_that_is_not_there_was_not_paid() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        model = model_at(f"http://127.0.0.1:{free.getsockname()[1]}/v1#small")
    with pytest.raises(ModelUnavailable, match="cannot be reached") as failure:
        await model(request())
    assert not failure.value.billed


async def test_a_server_that_hangs_is_left_after_a_while() -> None:
    error = await failed(Answer(completion(), pause=30), seconds=0.3)
    assert error.billed
    assert "no complete answer in 0.3 s" in str(error)


async def test_a_drip_of_bytes_does_not_keep_a_call_alive() -> None:
    error = await failed(Answer(completion(), pause=0.05), seconds=0.5)
    assert "no complete answer" in str(error)


async def test_ten_megabytes_are_not_read_to_their_end() -> None:
    error = await failed(Answer(completion("a" * 10_000_000)))
    assert error.billed
    assert "more than 1 MiB" in str(error)


async def test_ten_megabytes_that_travel_as_few_bytes_are_not_read_either() -> None:
    small = gzip.compress(bytes(Answer(completion("a" * 10_000_000))))
    assert "more than 1 MiB" in str(await failed(Answer(small, headers={"Content-Encoding": "gzip"})))


async def test_a_compressed_answer_is_read() -> None:
    small = gzip.compress(bytes(Answer(completion())))
    assert (await replied(Answer(small, headers={"Content-Encoding": "gzip"}))).text == '{"mood": "merry"}'


async def test_a_redirection_is_not_followed_with_the_prompt_and_the_key() -> None:
    async with responding(lambda asked: Answer(completion())) as other:
        moved = Answer({}, 307, {"Location": f"{other.base_url}/chat/completions"})
        with pytest.raises(ModelError, match="it has moved"):
            await replied(moved)
    assert other.asked == []


async def test_many_calls_share_connections_and_do_not_mix_their_ids() -> None:
    def says(asked: Asked) -> Answer:
        return Answer(completion(f'{{"mood": "{asked.headers["x-request-id"]}"}}'))

    async with responding(says) as server:
        model = model_at(f"{server.base_url}#small")
        replies = await asyncio.gather(*(model(request(id=f"call-{number}")) for number in range(20)))
        await model.aclose()
    assert [reply.text for reply in replies] == [f'{{"mood": "call-{number}"}}' for number in range(20)]


async def test_no_model_is_reached_while_that_is_forbidden() -> None:
    async with responding(lambda asked: Answer(completion())) as server:
        with forbid_network_models(), pytest.raises(NetworkForbidden):
            await model_at(f"{server.base_url}#small")(request())
    assert server.asked == []


def test_a_model_works_in_one_event_loop_after_another() -> None:
    model = model_at("http://127.0.0.1:9/v1#small")

    async def ask() -> str:
        async with responding(lambda asked: Answer(completion())) as server:
            here = model_at(f"{server.base_url}#small").connection.endpoint
            model.connection.endpoint = here
            text = (await model(request())).text
            await model.aclose()
            return text

    assert {asyncio.run(ask()), asyncio.run(ask())} == {'{"mood": "merry"}'}


async def test_https_to_a_server_without_tls_is_said_to_be_that() -> None:
    async with responding(lambda asked: Answer(completion())) as server:
        model = model_at(f"{server.base_url.replace('http:', 'https:')}#small")
        with pytest.raises(ModelError, match=r"TLS.* write http://") as failure:
            await model(request())
    assert len(str(failure.value).splitlines()) == 1


async def test_https_to_a_server_that_waits_for_plain_words_names_tls_too() -> None:
    async def wait(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read()
        writer.close()

    server = await asyncio.start_server(wait, "127.0.0.1", 0)
    async with server:
        model = model_at(f"https://127.0.0.1:{server.sockets[0].getsockname()[1]}/v1#small", seconds=0.5)
        with pytest.raises(ModelUnavailable, match=r"no connection in time.*TLS"):
            await model(request())


CALLED = {"name": "mood", "arguments": '{"mood": "merry"}'}


@pytest.mark.parametrize(
    "message",
    [
        {"tool_calls": [{"id": "1", "type": "function", "function": CALLED}]},
        {"tool_calls": [{"function": {"name": "mood", "arguments": {"mood": "merry"}}}]},
        {"function_call": CALLED},
        {"parsed": {"mood": "merry"}},
        {"content": {"mood": "merry"}},
    ],
)
async def test_an_answer_beside_the_content_is_read(message: dict[str, Any]) -> None:
    assert (await replied(Answer(completion(None, message=message)))).text == '{"mood": "merry"}'


async def test_a_choice_of_the_older_completions_api_is_read() -> None:
    choice = {"text": '{"mood": "merry"}', "finish_reason": "stop"}
    assert (await replied(Answer({"choices": [choice]}))).text == '{"mood": "merry"}'


@pytest.mark.parametrize(
    ("reason", "finish"),
    [("MAX_TOKENS", "length"), ("max_output_tokens", "length"), ("SAFETY", "refusal"), ({"type": "stop"}, "stop")],
)
async def test_how_an_answer_ended_is_known_in_the_words_of_other_apis(reason: object, finish: str) -> None:
    assert (await replied(Answer(completion("", finish_reason=reason)))).finish == finish


def streamed(*deltas: dict[str, Any], end: str = "data: [DONE]\n\n", before: str = "") -> Answer:
    """An answer that comes piece by piece although nobody asked for that."""
    chunks = [{"choices": [{"index": 0, "delta": delta, "finish_reason": None}]} for delta in deltas]
    events = "".join(f"data: {json.dumps(chunk, ensure_ascii=False)}\r\n\r\n" for chunk in chunks)
    return Answer(f"{before}{events}{end}".encode())


@pytest.mark.parametrize("before", ["", ": PROCESSING\r\n\r\n", "event: message\n", "\n"])
async def test_a_stream_of_events_is_joined(before: str) -> None:
    stream = streamed({"content": '{"mood": '}, {"content": '"me\u2028rry"}'}, before=before)
    assert (await replied(stream)).text == '{"mood": "me\u2028rry"}'
    called = [{"tool_calls": [{"function": {"arguments": part}}]} for part in ('{"mood": ', '"merry"}')]
    assert (await replied(streamed(*called))).text == '{"mood": "merry"}'


@pytest.mark.parametrize("end", ["", 'data: {"error": {"message": "The mill burned."}}\n\n'])
async def test_a_stream_without_an_end_is_no_answer(end: str) -> None:
    error = await failed(streamed({"content": '{"mood": "merry"}'}, end=end))
    assert "broke off its answer" in str(error)
    assert error.billed


@pytest.mark.parametrize("body", [{"detail": "Log in."}, {"success": False, "errors": [{"message": "Log in."}]}])
async def test_an_error_that_came_as_a_success_says_what_it_is(body: dict[str, Any]) -> None:
    assert "(Log in.)" in str(await failed(Answer(body)))


async def test_what_is_no_answer_is_quoted() -> None:
    error = await failed(Answer(b"<html><head><title>x</title></head><body>Please\nlog in.</body></html>"))
    assert "it begins with 'Please log in.'; check the address" in str(error)
    assert "it is empty" in str(await failed(Answer(b"")))


def without_schemas(answer: Answer) -> Callable[[Asked], Answer]:
    """A server that has this answer to every request with a schema."""
    return lambda asked: answer if "response_format" in asked.body else Answer(completion())


@pytest.mark.parametrize(
    "answer",
    [
        Answer(b"Internal Server Error", 500),
        Answer({"error": {"message": "Something broke."}}, 500),
        Answer({"error": {"message": "Could not generate JSON", "code": "json_validate_failed"}}, 400),
        Answer({"status": "error", "message": "response_format is not there"}),
        Answer({"code": 1210, "msg": "bad field response_format", "data": None}),
        Answer({"error_code": 40012, "error_msg": "what is this"}),
        Answer({"base_resp": {"status_code": 2013, "status_msg": "wrong params"}, "choices": None, "object": "x"}),
        Answer({"success": False, "message": "no"}),
    ],
)
async def test_a_server_that_fails_over_schemas_without_a_word_of_them_is_asked_in_words(answer: Answer) -> None:
    async with responding(without_schemas(answer)) as server:
        model = model_at(f"{server.base_url}#small")
        for _ in range(3):
            assert (await model(request())).text == '{"mood": "merry"}'
        assert model.mode == "words"
    assert "response_format" not in server.asked[-1].body


async def test_one_failure_does_not_cost_a_server_its_schemas() -> None:
    async with responding(lambda asked: Answer({}, 500) if len(server.asked) == 1 else Answer(completion())) as server:
        model = model_at(f"{server.base_url}#small")
        await model(request())
        await model(request())
        assert model.mode == "schema"


async def test_an_answer_that_its_server_found_unfit_is_a_reply() -> None:
    refused = Answer({"error": {"message": "See 'failed_generation'.", "failed_generation": '{"mood": 5'}}, 400)
    async with responding(lambda asked: refused if len(server.asked) > 1 else Answer(completion())) as server:
        model = model_at(f"{server.base_url}#small")
        await model(request())
        assert (await model(request())).text == '{"mood": 5'
        assert model.mode == "schema"


@pytest.mark.parametrize(
    ("body", "told"),
    [
        (
            {"choices": [{"finish_reason": "error", "error": {"code": 502, "message": "It sleeps."}}]},
            "answered 200 (It sleeps.)",
        ),
        ({"base_resp": {"status_code": 1002, "status_msg": "rate limit"}, "choices": None}, "(rate limit)"),
        ({"error_code": 18, "error_msg": "System busy"}, "(System busy)"),
        ([{"error": {"code": 503, "message": "It sleeps."}}], "answered 200 (It sleeps.)"),
    ],
)
async def test_an_error_that_came_as_a_success_is_read_wherever_it_stands(body: object, told: str) -> None:
    assert told in str(await failed(Answer(body)))


async def test_a_number_of_the_servers_own_does_not_make_an_answer_an_error() -> None:
    for more in ({"code": 0, "msg": "ok"}, {"base_resp": {"status_code": 0, "status_msg": ""}}, {"error": None}):
        assert (await replied(Answer(completion(**more)))).text == '{"mood": "merry"}'
    assert (await replied(Answer({"code": 0, "msg": "ok", "data": completion()}))).text == '{"mood": "merry"}'


async def test_a_page_that_comes_again_and_again_is_not_waited_out() -> None:
    async with responding(lambda asked: Answer(b"<html><body>Log in.</body></html>")) as server:
        model = model_at(f"{server.base_url}#small")
        for _ in range(4):
            with pytest.raises(ModelUnavailable):
                await model(request())
        with pytest.raises(ModelError, match=r"'Log in.'; check the address .* It said the same 5 times") as lasting:
            await model(request())
    assert not lasting.value.transient
