"""Calls as OpenTelemetry sees them."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from opentelemetry.trace import SpanKind, StatusCode

from spans_seen import exporter, points, reader, spans
from townlet.language import secrets, telemetry
from townlet.language.model import ModelUnavailable, Reply, Request
from townlet.language.secrets import learn_secrets
from townlet.language.telemetry import TracedModel

CANARY = "kn4ry-0815-swordfish"
REQUEST = Request("emoji", f"Which one fits {CANARY}?", {}, {}, reask=1, attempt=4, max_tokens=90)
TOKENS, SECONDS = "gen_ai.client.token.usage", "gen_ai.client.operation.duration"


class Quill:
    name = "compatible:quill"
    served = "quill"

    def __init__(self, error: Exception | None = None) -> None:
        self.error = error

    async def __call__(self, request: Request) -> Reply:
        if self.error:
            raise self.error
        return Reply(f'{{"text": "{CANARY}"}}', "quill-2031", 70, 30, cached_tokens=8, finish="length")


@pytest.fixture(autouse=True)
def _watched() -> None:
    reader()
    exporter().clear()


async def test_a_call_is_a_client_span_with_the_attributes_of_the_conventions() -> None:
    await TracedModel(Quill(), "compatible", 0.7)(REQUEST)
    [span] = spans("chat")
    assert (span.name, span.kind) == ("chat quill", SpanKind.CLIENT)
    assert dict(span.attributes or {}) == {
        "gen_ai.operation.name": "chat",
        "gen_ai.provider.name": "openai",
        "gen_ai.request.model": "quill",
        "gen_ai.request.max_tokens": 90,
        "gen_ai.request.temperature": 0.7,
        "gen_ai.output.type": "json",
        "gen_ai.response.model": "quill-2031",
        "gen_ai.response.finish_reasons": ("length",),
        "gen_ai.usage.input_tokens": 70,
        "gen_ai.usage.output_tokens": 30,
        "gen_ai.usage.cache_read.input_tokens": 8,
        "townlet.prompt": "emoji",
        "townlet.reask": 1,
        "townlet.resend": 4,
    }


async def test_a_failure_is_told_by_its_kind_alone() -> None:
    with pytest.raises(ModelUnavailable):
        await TracedModel(Quill(ModelUnavailable(f"no {CANARY}")), "openai")(REQUEST)
    [span] = spans("chat")
    assert span.status.status_code is StatusCode.ERROR
    assert (span.attributes or {})["error.type"] == "ModelUnavailable"
    assert CANARY not in span.to_json()


async def test_tokens_and_time_are_measured() -> None:
    traced = TracedModel(Quill(), "test-of-tokens")
    await traced(REQUEST)
    await traced(REQUEST)
    mine = [each for each in points(TOKENS) if each[0]["gen_ai.provider.name"] == "test-of-tokens"]
    assert {(kind["gen_ai.token.type"], total, count) for kind, total, count in mine} == {
        ("input", 140, 2),
        ("output", 60, 2),
    }
    [(attributes, seconds, count)] = [
        each for each in points(SECONDS) if each[0]["gen_ai.provider.name"] == "test-of-tokens"
    ]
    assert (attributes["gen_ai.request.model"], attributes["gen_ai.response.model"]) == ("quill", "quill-2031")
    assert (seconds > 0, count) == (True, 2)


async def test_the_time_of_a_failure_is_measured_with_its_kind() -> None:
    with pytest.raises(ModelUnavailable):
        await TracedModel(Quill(ModelUnavailable("away")), "test-of-failures")(REQUEST)
    [found] = [each[0] for each in points(SECONDS) if each[0]["gen_ai.provider.name"] == "test-of-failures"]
    assert found["error.type"] == "ModelUnavailable"


async def test_no_prompt_and_no_answer_is_in_a_span_unless_asked_for() -> None:
    await TracedModel(Quill(), "openai")(REQUEST)
    [span] = spans("chat")
    assert not any(text in span.to_json() for text in (CANARY, "Which one fits"))


async def test_prompts_and_answers_that_are_asked_for_hold_no_secret(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(secrets._KnownSecrets, "forms", ())
    monkeypatch.setenv(telemetry.CONTENT_VARIABLE, "1")
    learn_secrets({"QUILL_API_KEY": CANARY})
    await TracedModel(Quill(), "openai")(REQUEST)
    [span] = spans("chat")
    assert "Which one fits [redacted]?" in str((span.attributes or {})["gen_ai.input.messages"])
    assert '"role": "assistant"' in str((span.attributes or {})["gen_ai.output.messages"])
    assert CANARY not in span.to_json()


def test_a_run_that_nobody_watches_loads_nothing_of_it(tmp_path: Path) -> None:
    live = """
import asyncio, sys
from townlet.engine.build import build_resources
from townlet.engine.model_options import ModelOptions
from townlet.engine.model_options import ModelOptions, resolve_run_config
from townlet.engine.simulation import Simulation
from townlet.town import load_town

async def main():
    machinery = build_resources(resolve_run_config(ModelOptions(), "economical"), 1, ModelOptions())
    async for _ in Simulation.start(load_town("applegarth"), resources=machinery).run(0.25):
        pass

asyncio.run(main())
print([name for name in sys.modules if name.startswith("opentelemetry")])
"""
    command = [sys.executable, "-c", live]
    told = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True).stdout
    assert told.strip() == "[]"
