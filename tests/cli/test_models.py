"""`townlet models`, with real servers on this machine: scripted ones of each kind, one that hangs, and none."""

from __future__ import annotations

import json
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from townlet.language.providers import reach
from townlet.language.providers.reach import ServerPlace

from .typed import done, refused

KEYS = ("OPENAI_API_KEY", "ANTHROPIC_API_KEY", "GEMINI_API_KEY", "GOOGLE_API_KEY", "OPENROUTER_API_KEY", "OLLAMA_HOST")


@pytest.fixture(autouse=True)
def _no_network() -> None:
    """Lifts the ban that holds for all other tests: servers on this machine are asked."""


@pytest.fixture(autouse=True)
def _folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in KEYS:
        monkeypatch.delenv(name, raising=False)


@contextmanager
def listing(body: str, status: int = 200) -> Iterator[str]:
    """The address of a server that answers /v1/models so; it fails for a request that brings a key."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            wanted = self.path == "/v1/models" and self.headers.get("Authorization") is None
            self.send_response(status if wanted else 500)
            self.end_headers()
            self.wfile.write(body.encode())

        def log_message(self, *args: object) -> None:
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/v1"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


@contextmanager
def hanging() -> Iterator[str]:
    """The address of a port that accepts connections and never says anything."""
    with socket.create_server(("127.0.0.1", 0)) as held:
        yield f"http://127.0.0.1:{held.getsockname()[1]}/v1"


def models(*names: str, owner: str = "") -> str:
    return json.dumps({"object": "list", "data": [{"id": name, "owned_by": owner} for name in names]})


def test_each_kind_of_server_is_found_with_a_line_to_copy(monkeypatch: pytest.MonkeyPatch) -> None:
    with ExitStack() as stack:
        ollama = stack.enter_context(listing(models("qwen3:4b", "nomic-embed-text", owner="library")))
        studio = stack.enter_context(listing(models("one", "two", owner="organization_owner")))
        plain = stack.enter_context(listing(models("model.gguf", owner="llamacpp")))
        places = (ServerPlace("Ollama", ollama), ServerPlace("LM Studio", studio), ServerPlace("vLLM", plain))
        monkeypatch.setattr(reach, "USUAL_PLACES", places)
        told, data = done("models", "--town", "ternholm").stdout, done("models", "--json").json
    assert "townlet run ternholm --model ollama:qwen3:4b\n" in told
    assert "embed" not in told
    assert f"townlet run ternholm --model {studio}#two\n" in told
    assert f"llama.cpp at {plain}\n    townlet run ternholm --model {plain}\n" in told
    assert [(each["kind"], [model["name"] for model in each["models"]]) for each in data["servers"]] == [
        ("Ollama", ["qwen3:4b"]),
        ("LM Studio", ["one", "two"]),
        ("llama.cpp", ["model.gguf"]),
    ]


@pytest.mark.parametrize("body", ["<html>", "[]", '{"data": "x"}', '{"data": [{"id": 3}]}', models()])
def test_what_is_no_list_of_models_is_no_server(monkeypatch: pytest.MonkeyPatch, body: str) -> None:
    with listing(body) as address, listing(models("m"), status=404) as missing:
        monkeypatch.setattr(reach, "USUAL_PLACES", (ServerPlace("vLLM", address), ServerPlace("Ollama", missing)))
        told = done("models").stdout
    assert f"no server. Looked for vLLM at {address.removesuffix('/v1')}, Ollama at" in told
    assert "offline: rules, not a language model" in told


def test_a_port_that_hangs_delays_nothing_but_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    with hanging() as silent, hanging() as too, listing(models("m")) as address:
        places = (ServerPlace("Ollama", silent), ServerPlace("LM Studio", too), ServerPlace("vLLM", address))
        monkeypatch.setattr(reach, "USUAL_PLACES", places)
        monkeypatch.setattr(reach, "SECONDS", 0.2)
        began = time.monotonic()
        data = done("models", "--json").json
        print(f"{time.monotonic() - began:.2f} s")
    assert [each["address"] for each in data["servers"]] == [address]


def test_keys_are_told_by_name_and_never_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reach, "USUAL_PLACES", ())
    monkeypatch.setenv("ANTHROPIC_API_KEY", "sk-secret-word")
    told, data = done("models").stdout, done("models", "--json")
    assert "anthropic: ANTHROPIC_API_KEY is set\n    townlet run smallville --model anthropic:NAME" in told
    assert "openai: no OPENAI_API_KEY" in told
    assert "sk-secret-word" not in told + data.stdout
    assert [each["name"] for each in data.json["providers"] if each["has_key"]] == ["anthropic"]


def test_ollama_is_looked_for_where_its_variable_says(monkeypatch: pytest.MonkeyPatch) -> None:
    with listing(models("llama3.2")) as address:
        monkeypatch.setattr(reach, "USUAL_PLACES", (ServerPlace("Ollama", "http://127.0.0.1:9/v1"),))
        monkeypatch.setenv("OLLAMA_HOST", address.removesuffix("/v1"))
        assert done("models", "--json").json["servers"][0]["models"] == [
            {"name": "llama3.2", "model": "ollama:llama3.2"}
        ]


def test_a_file_of_keys_that_cannot_be_read_is_told_in_one_line() -> None:
    Path(".env").write_bytes(b"\xff\xfe")
    assert ".env is not UTF-8 text" in refused("models")
