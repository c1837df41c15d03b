"""Scripted servers of language models on this machine, as Ollama, LM Studio and others answer."""

from __future__ import annotations

import json
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Says = Callable[[dict[str, Any]], tuple[int, str]]
"""What a scripted server answers to a question: a status and a body."""


def as_chat(text: str) -> tuple[int, str]:
    return 200, json.dumps({"choices": [{"message": {"role": "assistant", "content": text}}]})


def in_form(sent: dict[str, Any]) -> tuple[int, str]:
    """The right answer, if the question wants it in the form of the schema that it brings."""
    form = sent["response_format"]["json_schema"]["schema"]
    return as_chat(json.dumps(dict.fromkeys(form["required"], 5)))


class Scripted:
    """A server that answers questions with `says`, and each other path with its page."""

    def __init__(self, pages: dict[str, str], says: Says, status: int) -> None:
        self.asked: list[dict[str, Any]] = []
        scripted = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                assert self.headers.get("Authorization") is None, "no key goes to a stranger"
                self.answer(status if self.path in pages else 404, pages.get(self.path, "{}"))

            def do_POST(self) -> None:
                assert self.headers.get("Authorization") is None, "no key goes to a stranger"
                sent = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                scripted.asked.append(sent)
                self.answer(*says(sent) if self.path == "/v1/chat/completions" else (404, "{}"))

            def answer(self, status: int, body: str) -> None:
                self.send_response(status)
                self.end_headers()
                with suppress(BrokenPipeError, ConnectionResetError):
                    self.wfile.write(body.encode())

            def log_message(self, *args: object) -> None:
                """Say nothing."""

        self.http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.http.server_port}/v1"


@contextmanager
def scripted(pages: dict[str, str], says: Says = in_form, status: int = 200) -> Iterator[Scripted]:
    server = Scripted(pages, says, status)
    thread = threading.Thread(target=server.http.serve_forever)
    thread.start()
    try:
        yield server
    finally:
        server.http.shutdown()
        thread.join(60)
        server.http.server_close()


@contextmanager
def listing(body: str, status: int = 200) -> Iterator[str]:
    """The address of a server that answers /v1/models so."""
    with scripted({"/v1/models": body}, status=status) as server:
        yield server.url


@contextmanager
def hanging() -> Iterator[str]:
    """The address of a port that accepts connections and never says anything."""
    with socket.create_server(("127.0.0.1", 0)) as held:
        yield f"http://127.0.0.1:{held.getsockname()[1]}/v1"


def models(*names: str, owner: str = "") -> str:
    return json.dumps({"object": "list", "data": [{"id": name, "owned_by": owner} for name in names]})


RUNNING = json.dumps({"models": [{"name": "qwen3:4b", "model": "qwen3:4b"}]})
STATES = json.dumps(
    {
        "data": [
            {"id": "one", "type": "llm", "state": "not-loaded"},
            {"id": "two", "type": "vlm", "state": "loaded"},
            {"id": "gte-small", "type": "embeddings", "state": "loaded"},
        ]
    }
)
OLLAMA = {"/v1/models": models("llama3.2", "qwen3:4b", "nomic-embed-text", owner="library"), "/api/ps": RUNNING}
STUDIO = {"/v1/models": models("one", "two", "gte-small", owner="organization_owner"), "/api/v0/models": STATES}
