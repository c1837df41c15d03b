from __future__ import annotations

import json
from typing import Any
from urllib.request import Request, urlopen

from pydantic import BaseModel

from townlet.cognition import answers
from townlet.language.answer_reader import read_answer

from .server import BillingServer

ANSWERS = [kind for kind in vars(answers).values() if isinstance(kind, type) and issubclass(kind, BaseModel)]


def asked(url: str, request_id: str, schema: Any, text: str = "How are you?") -> Any:
    body = {
        "model": "any",
        "messages": [{"role": "user", "content": text}],
        "response_format": {"type": "json_schema", "json_schema": {"name": "answer", "schema": schema}},
    }
    request = Request(f"{url}/chat/completions", json.dumps(body).encode(), {"X-Request-Id": request_id})
    with urlopen(request, timeout=10) as response:
        return json.loads(response.read())


def test_every_answer_that_a_prompt_can_ask_for_fits_its_schema() -> None:
    kinds = [kind for kind in ANSWERS if kind.__name__ not in ("BaseModel", "_Answer")]
    assert len(kinds) > 10
    with BillingServer() as server:
        for kind in kinds:
            for number in range(20):
                reply = asked(server.url, f"{kind.__name__}{number}", kind.model_json_schema(), f"Question {number}")
                read = read_answer(reply["choices"][0]["message"]["content"], kind)
                # What the schema cannot say is that an emoji is one.
                assert read.answer is not None, read.error
                assert set(read.mends) <= {"emoji dropped"}


def test_a_question_is_always_answered_alike_and_billed_each_time() -> None:
    with BillingServer() as server:
        first, second, other = (asked(server.url, key, answers.Line.model_json_schema()) for key in ("a", "b", "b"))
    assert first == second == other
    assert {key: len(bills) for key, bills in server.bills.items()} == {"a": 1, "b": 2}
    assert (server.requests, server.paid_twice) == (3, 1)
    assert server.tokens == 3 * (first["usage"]["prompt_tokens"] + first["usage"]["completion_tokens"])
