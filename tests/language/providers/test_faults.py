from __future__ import annotations

import json
import math
from dataclasses import replace

import pytest

from townlet.language.model import ModelError, ModelUnavailable, RequestRefused
from townlet.language.providers.endpoint import Endpoint
from townlet.language.providers.http import error_of_status, is_about_schemas, retry_after
from townlet.language.providers.refusals import FILTERED, limits_in

HERE = Endpoint("openai", "", "a-key", "OPENAI_API_KEY", "docs/models/providers.md")


def fault(status: int, said: object = None, endpoint: Endpoint = HERE, **headers: str) -> ModelError:
    body = said if isinstance(said, bytes) else json.dumps(said).encode()
    return error_of_status(endpoint, status, headers, body)


@pytest.mark.parametrize("status", [408, 409, 424, 425, 429, 498, 500, 502, 503, 504, 529])
def test_what_may_be_over_soon_is_worth_another_sending_and_was_not_paid_for(status: int) -> None:
    error = fault(status)
    assert isinstance(error, ModelUnavailable)
    assert not error.billed


@pytest.mark.parametrize(
    ("status", "told"),
    [
        (400, "its own words say why"),
        (413, "its own words say why"),
        (401, "set OPENAI_API_KEY"),
        (402, "no money left"),
        (403, "choose another model or key"),
        (404, "check the model's name"),
        (307, "the address that it moved to"),
    ],
)
def test_what_would_fail_again_says_what_to_set(status: int, told: str) -> None:
    error = fault(status, {"error": {"message": "This\nis why."}})
    assert not error.transient
    assert told in str(error)
    assert "(This is why.)" in str(error)
    assert len(str(error).splitlines()) == 1


@pytest.mark.parametrize(
    ("said", "only_this"),
    [
        ({"message": "This model's maximum context length is 8192 tokens."}, True),
        ({"message": "Unprocessable."}, True),
        ({"message": "The model `m` does not exist.", "code": "model_not_found"}, False),
        ({"message": "API key not valid. Please pass a valid API key."}, False),
        ({"message": "Invalid model name passed in model=tiny. See `/v1/models`."}, False),
        ({"message": "The model 'tiny' is not loaded"}, False),
        ({"message": "No models loaded. Load one first."}, False),
        ({"message": "The model `tiny` has been decommissioned."}, False),
        ({"message": "model tiny: unknown parameter top_k"}, True),
        ({"message": "Invalid model output"}, True),
        ({"message": "Login fail: authentication failed"}, False),
    ],
)
def test_a_request_that_is_not_taken_is_told_from_a_model_that_there_is_not(said: object, only_this: bool) -> None:
    assert isinstance(fault(400, {"error": said}), RequestRefused) == only_this


def test_an_account_without_money_is_not_asked_again_though_its_status_says_so() -> None:
    for name in ("code", "type"):
        error = fault(429, {"error": {"message": "You exceeded your quota.", name: "insufficient_quota"}})
        assert not error.transient
        assert "no money left" in str(error)


@pytest.mark.parametrize("status", [400, 403, 429, 500])
@pytest.mark.parametrize(
    "said",
    [
        "Your credit balance is too low.",
        "Insufficient account balance",
        "Billing hard limit reached",
        "余额不足",
        "This account hasn't got any credits.",
    ],
)
def test_an_account_without_money_is_known_by_its_words_under_any_status(status: int, said: str) -> None:
    error = fault(status, {"error": {"message": said}})
    assert not isinstance(error, RequestRefused | ModelUnavailable)
    assert "no money left" in str(error)


@pytest.mark.parametrize(
    ("most", "is_refused"), [("You can afford only 900 tokens", True), ("You can afford only 9 tokens", False)]
)
def test_an_account_that_can_pay_a_shorter_answer_is_not_without_money(most: str, is_refused: bool) -> None:
    error = fault(402, {"error": {"message": f"Add credits or lower max_tokens: you asked for 3200. {most}."}})
    assert isinstance(error, RequestRefused) is is_refused
    assert ("no money left" in str(error)) is not is_refused


@pytest.mark.parametrize("status", [400, 403])
@pytest.mark.parametrize(
    "said", ["The prompt has been flagged as violent.", "Content exists danger.", "It may hold inappropriate content."]
)
def test_a_prompt_that_a_filter_stops_is_no_matter_of_the_key(status: int, said: str) -> None:
    error = fault(status, {"error": {"message": said}})
    assert isinstance(error, RequestRefused)
    assert FILTERED.search(error.said)


@pytest.mark.parametrize("said", ["failed to load model: unable to allocate 4 GiB", "CUDA: out of memory"])
def test_too_little_memory_is_told(said: str) -> None:
    error = fault(500, {"error": said})
    assert isinstance(error, ModelUnavailable)
    assert "use a smaller one" in str(error)


def test_a_refusal_without_words_or_without_a_key_does_not_speak_of_them() -> None:
    assert "its own words" not in str(fault(400, b""))
    assert "set OPENAI_API_KEY if it needs a key" in str(fault(403, b"", replace(HERE, key="")))


def test_a_redirection_tells_where_it_leads() -> None:
    assert "(https://new.example/v1/chat)" in str(fault(308, b"", location="https://new.example/v1/chat"))


@pytest.mark.parametrize("status", [400, 422, 500])
def test_an_answer_that_its_server_found_unfit_is_passed_on(status: int) -> None:
    said = {"message": "The generated JSON does not match the schema.", "failed_generation": '{"mood": '}
    error = fault(status, {"error": said})
    assert isinstance(error, RequestRefused)
    assert error.answer == '{"mood": '
    assert not is_about_schemas(error)
    assert isinstance(fault(status, {"error": {"message": "No.", "code": "tool_use_failed"}}), RequestRefused)
    untold = fault(status, {"message": "Failed to generate JSON."})
    assert isinstance(untold, RequestRefused)
    assert untold.answer == ""


def test_a_page_for_people_is_not_told_as_a_matter_of_the_key() -> None:
    error = fault(403, b"<!doctype html><html><body>Are you a robot?</body></html>")
    assert "a page for people" in str(error)
    assert "key" not in str(error)


@pytest.mark.parametrize(
    "said", [b"<html>Bad gateway</html>", b"\xff\xfe", b"[]", b'"no"', b'{"error": "no"}', b"x" * 9**5]
)
def test_an_error_may_say_anything(said: bytes) -> None:
    assert len(str(fault(502, said))) < 300


@pytest.mark.parametrize(
    ("text", "seconds"),
    [("7", 7.0), ("0.5", 0.5), ("-3", -3.0), ("86400", 86400.0), ("", None), ("soon", None), ("Mon, 99 Foo", None)],
)
def test_the_seconds_to_wait_are_as_the_answer_says(text: str, seconds: float | None) -> None:
    assert retry_after({"retry-after": text}) == seconds


@pytest.mark.parametrize(
    ("headers", "said", "seconds"),
    [
        ({"retry-after-ms": "2500"}, "", 2.5),
        ({}, "Rate limit reached. Please try again in 6.5s.", 6.5),
        ({}, "Please try again in 1m6s.", 66.0),
        ({}, "Try again in 250ms", 0.25),
        ({}, "Please retry after 20 seconds.", 20.0),
        ({}, "You may send 20 requests.", None),
        ({"retry-after": "3"}, "Try again in 9s", 3.0),
    ],
)
def test_a_wait_that_is_told_in_another_way_is_known(headers: dict[str, str], said: str, seconds: float | None) -> None:
    assert retry_after(headers, said) == seconds


def test_a_wait_of_more_than_a_minute_is_told() -> None:
    assert "asks to wait 17 minutes" in str(fault(429, {"error": "Slow down."}, **{"retry-after": "1000"}))
    assert "asks to wait" not in str(fault(429, {"error": "Slow down."}, **{"retry-after": "20"}))


def test_an_absurd_number_of_seconds_is_passed_on_for_what_it_is() -> None:
    assert math.isnan(retry_after({"retry-after": "nan"}) or 0.0)


def test_a_date_to_wait_for_counts_from_the_servers_own_time() -> None:
    headers = {"retry-after": "Fri, 21 Nov 2025 08:00:30 GMT", "date": "Fri, 21 Nov 2025 08:00:00 GMT"}
    assert retry_after(headers) == 30.0


def test_a_date_without_the_servers_time_counts_from_now() -> None:
    assert (retry_after({"retry-after": "Sat, 01 Jan 2000 00:00:00 GMT"}) or 0.0) < 0


@pytest.mark.parametrize(
    ("status", "said", "about"),
    [
        (400, "Unknown parameter: response_format", True),
        (501, "json_schema is not there yet", True),
        (403, "This model has no structured output", True),
        (404, "Nobody here can handle the requested parameters", True),
        (405, "No grammar allowed", True),
        (409, "json_schema is off", True),
        (415, "response_format?", True),
        (500, "KeyError: '$defs'", True),
        (500, "guided decoding broke", True),
        (404, "No such path", False),
        (429, "Too many requests with a json_schema", False),
        (400, "The context is too long", False),
        (401, "response_format", False),
        (500, "failed to load model vocabulary, required for format", True),
    ],
)
def test_a_server_without_schemas_is_told_by_its_words(status: int, said: str, about: bool) -> None:
    assert is_about_schemas(fault(status, {"error": {"message": said}})) is about


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ({"detail": "Not so."}, "Not so."),
        ({"detail": [{"loc": ["body", "seed"], "msg": "Extra inputs"}]}, "body.seed: Extra inputs"),
        ({"object": "error", "message": "Not so.", "code": 400}, "Not so."),
        ({"error": "Bad Request", "message": "Not so."}, "Bad Request: Not so."),
        ({"error": {"message": "Unsupported.", "param": "seed"}}, "seed: Unsupported."),
        ({"error": {"message": "Provider error", "metadata": {"raw": "Not so."}}}, "Provider error: Not so."),
        ({"errors": [{"reason": "Not so."}, {"reason": "Nor so."}]}, "Not so.; Nor so."),
        ([{"error": {"message": "Not so."}}], "Not so."),
        (b"Not so.", "Not so."),
        (b"<html><head><style>p {x}</style></head><body><h1>Not so.</h1></body></html>", "Not so."),
    ],
)
def test_the_words_of_an_error_are_read_in_every_form(body: object, said: str) -> None:
    assert f"({said})" in str(fault(422, body))


@pytest.mark.parametrize(
    ("said", "context"),
    [
        ("This model's maximum context length is 4096 tokens. However, you requested 4399 tokens.", 4096),
        ("'max_tokens' is too large: 4000. This model's maximum context length is 4,096 tokens.", 4096),
        ("request (5000 tokens) exceeds the available context size (4096 tokens), try increasing it", 4096),
        ("Requested tokens (4399) exceed context window of 4096", 4096),
        ("The model is loaded with context length of only 4096 tokens", 4096),
        ("Prompt too large for model with 4096 maximum context length", 4096),
        ("`inputs` tokens + `max_new_tokens` must be <= 4096. Given: 399 `inputs` tokens", 4096),
        ("Prompt length 5000 is greater than max_seq_len 4096", 4096),
        ("prompt and `max_tokens` exceed context limit: 1130 + 3200 > 4096, ask for less", 4096),
        ("Context length exceeded: 4330 tokens requested, the maximum is 4096", 4096),
        ("Messages (1130 tokens) plus max_completion_tokens (3200) is more than 4,096", 4096),
        ("max_total - max_seq_len(4096) - prompt_len(1130) must be at least 1", 4096),
        ("prompt is too long: 5,211 tokens > 4,096 maximum", 4096),
        ("The input token count (5211) exceeds the maximum number of tokens allowed (4096).", 4096),
        ("too many tokens: over by 1115 tokens. The limit for this model is 4096 tokens.", 4096),
        ("Range of input length should be [1,4096]", 4096),
        ("The context window is 4k tokens", 4000),
        ("输入过长，上下文最多4096个 tokens", 4096),
        ("Der Prompt ist zu lang: 5211 Tokens, höchstens 4096", 4096),
        ("Context length exceeded: 4330 tokens", 0),
        ("The prompt is too big for the KV cache", 0),
        ("max_tokens must be less than 900; the context window has nothing to do with it", None),
        ("too many tokens: max tokens must be no more than 900 for this model", None),
        ("The context length was exceeded.", 0),
        ("Invalid schema: In context=(), 'additionalProperties' is required", None),
        ("Unprocessable.", None),
    ],
)
def test_the_context_is_learnt_from_the_words_that_name_it(said: str, context: int | None) -> None:
    error = fault(400, {"error": {"message": said}})
    assert isinstance(error, RequestRefused)
    assert error.context == context
    assert ("larger one" in str(error)) is (context is not None)


@pytest.mark.parametrize(
    ("said", "limits"),
    [
        ("max_tokens: 8192 > 4096, which is the maximum", [4096]),
        ("Your maximum tokens are over the model limit of 900. Ask for a value lower than 900.", [900, 899]),
        ("a maxOutputTokens value of 3200, but the range is from 1 (inclusive) to 901 (exclusive)", [900]),
        ("The maximum output tokens (3200) exceeds what this model allows: 1,024", [1024]),
        ("the valid range of max_tokens is [128, 900]", [900]),
        ("maxOutputTokens must be in the range 1 to 2k", [2000]),
        ("asked for 3200 output tokens, 900 at most", [900]),
        ("llama-3.1-4096 got 3200 tokens", []),
    ],
)
def test_a_number_that_was_sent_is_told_from_a_limit(said: str, limits: list[int]) -> None:
    assert limits_in(said) == limits


def test_advice_about_an_embedding_never_speaks_of_schemas() -> None:
    error = error_of_status(HERE, 400, {}, b"{}", "/v1/embeddings")
    assert "for embeddings" in str(error)
    assert "schema" not in str(error)


@pytest.mark.parametrize("said", ["Jinja Exception: role", "input (512 tokens) is too large to process", "bad grammar"])
def test_an_error_of_the_server_about_the_request_is_not_worth_another_sending(said: str) -> None:
    assert isinstance(fault(500, {"error": {"message": said}}), RequestRefused)
