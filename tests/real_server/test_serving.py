"""The server for tests is what it is taken for: it keeps to any schema that we ask with, and embeds."""

from __future__ import annotations

import asyncio
import json
import urllib.request
from typing import Any

import pytest
from pydantic import BaseModel

from townlet.cognition import answers
from townlet.language.providers.reach import ServerPlace, find_and_ask

from .serving import RealServer

pytestmark = [pytest.mark.real_server, pytest.mark.xdist_group("real_server")]

SCHEMAS = [
    kind
    for name, kind in sorted(vars(answers).items())
    if isinstance(kind, type) and issubclass(kind, BaseModel) and kind.__module__ == answers.__name__ and name[0] != "_"
]


def ask(server: RealServer, path: str, body: dict[str, Any]) -> dict[str, Any]:
    content = json.dumps({"model": server.model, **body}).encode()
    request = urllib.request.Request(f"{server.url}/{path}", content, {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=60) as answer:
        found: dict[str, Any] = json.load(answer)
        return found


@pytest.mark.parametrize("schema", SCHEMAS, ids=lambda schema: schema.__name__)
def test_every_answer_that_we_ask_for_can_be_had_in_its_form(real_server: RealServer, schema: type[BaseModel]) -> None:
    form = {"name": schema.__name__, "schema": schema.model_json_schema()}
    reply = ask(
        real_server,
        "chat/completions",
        {
            "messages": [{"role": "user", "content": "What will you do today?"}],
            "max_tokens": 4000,
            "response_format": {"type": "json_schema", "json_schema": form},
        },
    )
    text = reply["choices"][0]["message"]["content"]
    schema.model_validate_json(text)


def test_texts_become_vectors_of_one_length(real_server: RealServer) -> None:
    data = ask(real_server, "embeddings", {"input": ["tea in the garden", "a letter", "tea in the garden"]})["data"]
    vectors = [each["embedding"] for each in data]
    assert {len(vector) for vector in vectors} == {64}
    assert vectors[0] == pytest.approx(vectors[2], abs=1e-5)
    assert vectors[0] != pytest.approx(vectors[1], abs=1e-3)


def test_it_is_found_as_a_server_of_llama_cpp_and_answers_in_form(real_server: RealServer) -> None:
    [found] = asyncio.run(find_and_ask([ServerPlace("vLLM", real_server.url)], 30, 60))
    assert (found.kind, found.address) == ("llama.cpp", real_server.url)
    [model] = found.models
    assert found.spec(model.name) == real_server.url
    assert model.loaded
    assert model.answer
    assert model.answer.verdict == "schema"
