"""Replies that are nested without end, from a server on a real socket: one line, and `--on-failure` applies."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from townlet.language import retry

from .typed import done, typed


class Nested(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers["Content-Length"]))
        body = b"[" * 500_000
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *values: object) -> None:
        """Nothing is written on the terminal of the tests."""


@pytest.fixture(autouse=True)
def _no_network() -> None:
    """Lifts the ban that holds for other tests: the server is on this machine."""


@pytest.fixture
def url(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    monkeypatch.chdir(tmp_path)
    soon = retry.RetryBounds(max_attempts=2, initial_backoff=0.001, max_backoff=0.001, give_up_after=0.01)
    monkeypatch.setattr(
        retry.RetryPolicy.__init__, "__defaults__", (soon, *retry.RetryPolicy.__init__.__defaults__[1:])
    )
    with ThreadingHTTPServer(("127.0.0.1", 0), Nested) as server:
        threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_address[1]}/v1#m"
        server.shutdown()


def test_a_run_pauses_with_one_line(url: str) -> None:
    paused = typed("run", "applegarth", "--days", "0.1", "--model", url, "--out", "a.townlet", "--json")
    assert paused.status == 3
    [line] = paused.stderr.splitlines()
    assert "nested too deeply" in line


def test_fallbacks_take_the_place_of_such_replies(url: str) -> None:
    words = ("--model", url, "--out", "a.townlet", "--on-failure", "fallback", "--json")
    assert done("run", "applegarth", "--days", "0.1", *words).json["fallbacks"] > 0


def test_the_doctor_names_it(url: str) -> None:
    told = typed("doctor", "--model", url)
    assert told.status == 3
    assert "nested too deeply" in " ".join(told.stdout.split())
