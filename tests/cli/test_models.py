"""`townlet models`, with real servers on this machine: scripted ones of each kind, one that hangs, and none."""

from __future__ import annotations

import asyncio
import json
import threading
from contextlib import ExitStack
from pathlib import Path
from typing import Any, get_args

import pytest
from pydantic_ai.models import KnownModelName

from billing.server import BillingServer
from townlet.evaluation.estimate import reference_sample
from townlet.language.pricing import PriceList
from townlet.language.providers import reach
from townlet.language.providers.reach import ServerPlace, known_models

from .local_servers import OLLAMA, STUDIO, Says, as_chat, hanging, in_form, listing, models, scripted
from .typed import done, refused

KEYS = tuple(f"{name}_API_KEY" for name in ("OPENAI", "ANTHROPIC", "GEMINI", "GOOGLE", "OPENROUTER"))
USUAL_SECONDS = reach.SECONDS + reach.ANSWER_SECONDS
ADDRESSES = ("OPENAI_BASE_URL", "OLLAMA_HOST")


@pytest.fixture(autouse=True)
def _no_network() -> None:
    """Lifts the ban that holds for all other tests: servers on this machine are asked."""


@pytest.fixture(autouse=True)
def _time_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    """Gives servers the time that they may need on a busy machine; what is told must not depend on it."""
    monkeypatch.setattr(reach, "SECONDS", 30)
    monkeypatch.setattr(reach, "ANSWER_SECONDS", 30)


@pytest.fixture(autouse=True)
def _folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in (*KEYS, *ADDRESSES):
        monkeypatch.delenv(name, raising=False)


def test_each_kind_of_server_is_found_with_a_line_to_copy(monkeypatch: pytest.MonkeyPatch) -> None:
    with ExitStack() as stack:
        ollama = stack.enter_context(scripted(OLLAMA))
        studio = stack.enter_context(scripted(STUDIO))
        plain = stack.enter_context(scripted({"/v1/models": models("model.gguf", owner="llamacpp")}))
        places = (
            ServerPlace("Ollama", ollama.url),
            ServerPlace("LM Studio", studio.url),
            ServerPlace("vLLM", plain.url),
        )
        monkeypatch.setattr(reach, "USUAL_PLACES", places)
        told, data = done("models", "--town", "ternholm").stdout, done("models", "--json").json
        asked = [[each["model"] for each in server.asked] for server in (ollama, studio, plain)]
    assert "townlet run ternholm --model ollama:qwen3:4b\n      free; answers in the form that is needed, " in told
    assert "townlet run ternholm --model ollama:llama3.2\n      free; not in memory, so not asked" in told
    assert "embed" not in told
    assert "gte-small" not in told
    assert f"townlet run ternholm --model {studio.url}#two\n      free; answers" in told
    assert f"llama.cpp at {plain.url}\n    townlet run ternholm --model {plain.url}\n      free; answers" in told
    assert [(each["kind"], [model["name"] for model in each["models"]]) for each in data["servers"]] == [
        ("Ollama", ["llama3.2", "qwen3:4b"]),
        ("LM Studio", ["one", "two"]),
        ("llama.cpp", ["model.gguf"]),
    ]
    assert {model["usd"] for each in data["servers"] for model in each["models"]} == {0.0}
    assert asked == [["qwen3:4b"] * 2, ["two"] * 2, ["model.gguf"] * 2], "only what is in memory is asked"


def test_check_asks_every_model(monkeypatch: pytest.MonkeyPatch) -> None:
    with scripted(OLLAMA) as ollama:
        monkeypatch.setattr(reach, "USUAL_PLACES", (ServerPlace("Ollama", ollama.url),))
        found = done("models", "--check", "--json").json["servers"][0]["models"]
        assert [each["model"] for each in ollama.asked] == ["llama3.2", "qwen3:4b"]
    assert [(each["loaded"], each["answer"]["in_form"]) for each in found] == [(False, True), (True, True)]


def in_words(sent: dict[str, Any]) -> tuple[int, str]:
    """A server that knows no schemas, with a model that does what it is told."""
    if "response_format" in sent:
        return 400, json.dumps({"error": {"message": "response_format is not supported"}})
    told = "JSON schema" in sent["messages"][0]["content"]
    return as_chat('<think>Noon less {seven}.</think>\n```json\n{"hours": 5}\n```' if told else "Five hours.")


@pytest.mark.parametrize(
    ("says", "verdict", "told"),
    [
        (in_words, "words", "answers in the form that is needed if told in words"),
        (lambda sent: as_chat("It is open for {five} hours."), "unfit", "does not keep to the form"),
        (lambda sent: as_chat('{"hours": true}'), "unfit", "does not keep to the form"),
        (lambda sent: (200, '{"choices": []}'), "unfit", "does not keep to the form"),
        (lambda sent: (200, "not JSON"), "failed", "could not be asked"),
        (lambda sent: (500, '{"error": "out of memory"}'), "failed", "(out of memory)"),
    ],
)
def test_how_a_model_answers_is_told(says: Says, verdict: str, told: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with scripted({"/v1/models": models("m", owner="vllm")}, says) as server:
        monkeypatch.setattr(reach, "USUAL_PLACES", (ServerPlace("vLLM", server.url),))
        assert done("models", "--json").json["servers"][0]["models"][0]["answer"]["verdict"] == verdict
        assert told in done("models").stdout


def test_a_model_that_takes_its_time_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    over = threading.Event()

    def late(sent: dict[str, Any]) -> tuple[int, str]:
        over.wait(30)
        return in_form(sent)

    with scripted({"/v1/models": models("m", owner="vllm")}, late) as server:
        monkeypatch.setattr(reach, "USUAL_PLACES", (ServerPlace("vLLM", server.url),))
        monkeypatch.setattr(reach, "ANSWER_SECONDS", 0.2)
        told = done("models").stdout
        over.set()
    assert "no answer within 0." in told


@pytest.mark.parametrize("body", ["<html>", "[]", '{"data": "x"}', '{"data": [{"id": 3}]}', models()])
def test_what_is_no_list_of_models_is_no_server(monkeypatch: pytest.MonkeyPatch, body: str) -> None:
    with listing(body) as address, listing(models("m"), status=404) as missing:
        monkeypatch.setattr(reach, "USUAL_PLACES", (ServerPlace("vLLM", address), ServerPlace("Ollama", missing)))
        told = done("models").stdout
    assert f"no server. Looked for vLLM at {address.removesuffix('/v1')}, Ollama at" in told
    assert "offline: rules, not a language model" in told


def test_a_look_at_all_servers_takes_as_long_as_the_help_says() -> None:
    assert USUAL_SECONDS <= 1.3


def test_a_port_that_hangs_delays_nothing_but_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reach, "SECONDS", 2)
    with hanging() as silent, hanging() as too, scripted({"/v1/models": models("m")}) as server:
        places = (ServerPlace("Ollama", silent), ServerPlace("LM Studio", too), ServerPlace("vLLM", server.url))
        monkeypatch.setattr(reach, "USUAL_PLACES", places)
        data = done("models", "--json").json
    assert [each["address"] for each in data["servers"]] == [server.url]


def test_a_server_whose_own_interface_hangs_is_found_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    over = threading.Event()

    class Pages(dict[str, str]):
        def get(self, path: str, otherwise: Any = None) -> Any:
            if path == "/api/ps":
                over.wait(30)
            return super().get(path, otherwise)

    with scripted(Pages(OLLAMA)) as server:
        monkeypatch.setattr(reach, "USUAL_PLACES", (ServerPlace("Ollama", server.url),))
        found = asyncio.run(reach.find_servers(reach.USUAL_PLACES, 2))
        over.set()
    assert [model.loaded for model in found[0].models] == [False, False]


def test_keys_are_told_by_name_and_never_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reach, "USUAL_PLACES", ())
    monkeypatch.setenv("ANTHROPIC_API_KEY", "sk-secret-word")
    told, data = done("models").stdout, done("models", "--json")
    assert "anthropic: ANTHROPIC_API_KEY is set\n    townlet run smallville --model anthropic:claude-" in told
    assert "openai: no OPENAI_API_KEY; 2 days of smallville from about $" in told
    assert "sk-secret-word" not in told + data.stdout
    assert [each["name"] for each in data.json["providers"] if each["has_key"]] == ["anthropic"]


def test_ollama_is_looked_for_where_its_variable_says(monkeypatch: pytest.MonkeyPatch) -> None:
    with listing(models("llama3.2")) as address:
        monkeypatch.setattr(reach, "USUAL_PLACES", (ServerPlace("Ollama", "http://127.0.0.1:9/v1"),))
        monkeypatch.setenv("OLLAMA_HOST", address.removesuffix("/v1"))
        [found] = done("models", "--json").json["servers"][0]["models"]
    assert (found["name"], found["model"], found["answer"]) == ("llama3.2", "ollama:llama3.2", None)


def test_a_file_of_keys_that_cannot_be_read_is_told_in_one_line() -> None:
    Path(".env").write_bytes(b"\xff\xfe")
    assert ".env is not UTF-8 text" in refused("models")


def test_a_price_is_that_of_the_estimate(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reach, "USUAL_PLACES", ())
    Path("townlet.toml").write_text('[prices."openai:gpt-6-luna"]\ninput = 1000000\noutput = 0\n', encoding="utf-8")
    openai = done("models", "--json").json["providers"][0]["models"][0]
    counted = reference_sample().counted.by_prompt
    assert openai["model"] == "openai:gpt-6-luna"
    assert openai["usd"] == pytest.approx(sum(each.prompt_tokens for each in counted.values()), rel=1e-3)
    talk = sum(counted[name].prompt_tokens for name in ("converse", "after_talk", "farewell"))
    assert openai["usd_only_talk"] == pytest.approx(talk, rel=1e-3)


def test_the_models_that_are_named_have_a_price_and_are_known_to_the_library() -> None:
    prices = PriceList()
    named = [model for name, models in known_models().items() if name != "date" for model in models]
    assert len(named) >= 8
    assert [model for model in named if prices.price_of(model) is None] == []
    direct = [model for model in named if "://" not in model]
    assert [model for model in direct if model not in get_args(KnownModelName.__value__)] == []


def test_check_asks_the_models_of_a_provider(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reach, "USUAL_PLACES", ())
    monkeypatch.setenv("OPENAI_API_KEY", "sk-secret-word")
    with BillingServer() as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.url)
        assert done("models").stdout.count("answers in the form") == 0
        assert server.requests == 0
        told = done("models", "--check").stdout
        assert server.requests == len(known_models()["openai"])
    assert told.count("answers in the form that is needed, ") == len(known_models()["openai"])
