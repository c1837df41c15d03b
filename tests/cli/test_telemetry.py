"""A collector that is named by the usual variables gets spans and metrics."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

PARTS_OF_PROMPTS = (b"<data>", b"on a scale", b"plans a picnic", b"planning a picnic")
SECRET = "kn4ry-0815-swordfish"


@contextmanager
def collector() -> Iterator[tuple[str, dict[str, bytes]]]:
    """A server's address, and what was sent to it so far, by path."""
    got: dict[str, bytes] = {}

    class Collect(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            got[self.path] = got.get(self.path, b"") + body
            self.send_response(200)
            self.end_headers()

        def log_message(self, *values: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Collect) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_address[1]}", got
        server.shutdown()


def run(folder: Path, **variables: str) -> None:
    command = [sys.executable, "-m", "townlet", "run", "applegarth", "--days", "0.001", "--json"]
    told = subprocess.run(command, cwd=folder, env={**os.environ, **variables}, capture_output=True, text=True)
    assert (told.returncode, told.stderr) == (0, "")


def test_a_run_is_sent_to_the_collector_and_no_prompt_of_it(tmp_path: Path) -> None:
    with collector() as (address, got):
        run(tmp_path, OTEL_EXPORTER_OTLP_ENDPOINT=address, OTEL_EXPORTER_OTLP_COMPRESSION="none", SOME_API_KEY=SECRET)
    traces, metrics = got["/v1/traces"], got["/v1/metrics"]
    assert all(text in traces for text in (b"townlet", b"invoke_agent ", b"chat offline", b"gen_ai.usage.input_tokens"))
    assert all(text in metrics for text in (b"gen_ai.client.token.usage", b"gen_ai.client.operation.duration"))
    assert not any(name in traces for name in PARTS_OF_PROMPTS)
    assert SECRET.encode() not in traces + metrics


def test_no_collector_gets_anything_that_is_not_named(tmp_path: Path) -> None:
    with collector() as (address, got):
        run(tmp_path, OTEL_EXPORTER_OTLP_ENDPOINT=address, OTEL_SDK_DISABLED="true")
        run(tmp_path)
    assert got == {}
