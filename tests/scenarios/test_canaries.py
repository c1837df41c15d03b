"""Keys in the environment, in `.env` and in `townlet.toml` get nowhere, even if an endpoint sends them back."""

from __future__ import annotations

import json
import os
import sqlite3
import subprocess
import sys
import threading
import zlib
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from random import Random

import pytest

from billing.answers import answer

IN_ENVIRONMENT, IN_ENV_FILE, IN_CONFIG = "kn4ry-environ-0815", "kn4ry-envfile-0815", "kn4ry-config-0815"
CANARIES = (IN_ENVIRONMENT, IN_ENV_FILE, IN_CONFIG)

Respond = Callable[[str, dict[str, object]], tuple[int, object]]
"""The answer of an endpoint to a key and a question: a status and a body."""


def echoing(key: str, question: dict[str, object]) -> tuple[int, object]:
    """An answer that fits and says the key wherever there is room for words."""
    form = question["response_format"]["json_schema"]["schema"]  # type: ignore[index]
    told = json.dumps(_said(answer(form, Random(json.dumps(question))), key))
    choice = {"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": told}}
    usage = {"prompt_tokens": 9, "completion_tokens": 9, "total_tokens": 18}
    return 200, {
        "id": "x",
        "object": "chat.completion",
        "created": 1,
        "model": f"echo of {key}",
        "choices": [choice],
        "usage": usage,
    }


def _said(value: object, key: str) -> object:
    match value:
        case dict():
            return {name: _said(part, key) if name in WORDS else part for name, part in value.items()}
        case list():
            return [_said(part, key) for part in value]
        case str():
            return f"{key} and {IN_ENV_FILE}"
    return value


WORDS = {"summary", "text", "say", "activity", "memory", "reason"}


def refusing(key: str, question: dict[str, object]) -> tuple[int, object]:
    return 401, {"error": {"message": f"Bad credentials: Authorization: Bearer {key}, not {IN_ENV_FILE}"}}


def failing(key: str, question: dict[str, object]) -> tuple[int, object]:
    return 400, {"error": f"{'x' * 190} {key}"}


@contextmanager
def endpoint(respond: Respond) -> Iterator[tuple[str, list[str]]]:
    """Its address, and the keys that were sent to it."""
    keys: list[str] = []

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self._send(200, {"object": "list", "data": [{"id": "echo", "object": "model"}]})

        def do_POST(self) -> None:
            question = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            keys.append(self.headers["Authorization"].removeprefix("Bearer "))
            self._send(*respond(keys[-1], question))

        def log_message(self, *values: object) -> None:
            pass

        def _send(self, status: int, content: object) -> None:
            body = json.dumps(content).encode()
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_address[1]}/v1", keys
        server.shutdown()


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A folder as people have it, with keys in all places."""
    (tmp_path / ".env").write_text(f"ANTHROPIC_API_KEY={IN_ENV_FILE}\n", encoding="utf-8")
    return tmp_path


def townlet(home: Path, *words: str) -> tuple[int, str]:
    """The exit status of a command, and all that it printed."""
    variables = {**os.environ, "TOWNLET_API_KEY": IN_ENVIRONMENT, "OPENAI_LOG": "debug"}
    command = [sys.executable, "-m", "townlet", *words]
    ended = subprocess.run(command, cwd=home, env=variables, capture_output=True, text=True, encoding="utf-8")
    return ended.returncode, ended.stdout + ended.stderr


def leaks(folder: Path) -> list[str]:
    """Where a canary is found in what was written, packed parts of databases included."""
    found = []
    for path in folder.rglob("*"):
        if path.is_file() and path.name not in {".env", "townlet.toml"}:
            texts = [path.read_bytes(), *(_cells(path) if path.suffix == ".townlet" else ())]
            found += [
                f"{canary} in {path.name}" for canary in CANARIES if any(canary.encode() in text for text in texts)
            ]
    return found


def _cells(run: Path) -> Iterator[bytes]:
    with closing(sqlite3.connect(run)) as connection:
        tables = [name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        for table in tables:
            for row in connection.execute(f"SELECT * FROM {table}"):
                yield from (_unpacked(cell) for cell in row)


def _unpacked(cell: object) -> bytes:
    if not isinstance(cell, bytes):
        return str(cell).encode()
    try:
        return zlib.decompress(cell)
    except zlib.error:
        return cell


@pytest.mark.slow
def test_an_endpoint_that_says_the_key_in_its_answers_puts_it_nowhere(home: Path) -> None:
    with endpoint(echoing) as (address, keys):
        options = ("--model", address, "--out", "run.townlet", "--cache", "replies", "--days", "0.26")
        status, told = townlet(home, "run", "applegarth", *options)
        assert status == 0, told
    assert set(keys) == {IN_ENVIRONMENT}
    printed = told + townlet(home, "calls", "run.townlet", "--full")[1] + townlet(home, "read", "run.townlet")[1]
    printed += townlet(home, "calls", "run.townlet", "--json", "--full")[1] + townlet(home, "show", "run.townlet")[1]
    for form in ("csv", "graphml"):
        printed += townlet(home, "export", "run.townlet", "--format", form, form)[1]
    assert "echo of [redacted]" in (home / "csv" / "calls.csv").read_text(encoding="utf-8")
    assert "[redacted]" in printed, "nothing was echoed"
    assert not any(canary in printed for canary in CANARIES)
    assert leaks(home) == []


@pytest.mark.parametrize("respond", [refusing, failing])
def test_an_endpoint_that_says_the_key_in_its_errors_puts_it_nowhere(home: Path, respond: Respond) -> None:
    with endpoint(respond) as (address, keys):
        status, told = townlet(home, "run", "applegarth", "--model", address, "--out", "run.townlet", "--days", "0.26")
    assert (status, bool(keys)) == (3, True)
    assert "answered 40" in told
    told += townlet(home, "calls", "run.townlet", "--full", "--failed")[1]
    assert not any(canary[:12] in told for canary in CANARIES)
    assert leaks(home) == []


def test_a_key_that_is_told_to_somebody_is_not_kept(home: Path) -> None:
    townlet(home, "run", "applegarth", "--out", "run.townlet", "--days", "0.001")
    status, told = townlet(home, "tell", "run.townlet", "nell", f"The key is {IN_ENVIRONMENT}, says Bea")
    assert (status, leaks(home)) == (0, []), told
    townlet(home, "resume", "run.townlet", "--days", "0.002")
    assert leaks(home) == []


def test_a_key_in_the_configuration_is_refused_without_being_repeated(home: Path) -> None:
    (home / "townlet.toml").write_text(f'[models]\napi_key = "{IN_CONFIG}"\n', encoding="utf-8")
    status, told = townlet(home, "run", "applegarth", "--out", "run.townlet")
    assert (status, len(told.splitlines())) == (2, 1)
    assert "models.api_key" in told
    assert IN_CONFIG not in told
    assert leaks(home) == []


def test_a_defect_is_told_without_the_key(home: Path) -> None:
    broken = f"""
import sys
from townlet.cli import main
import townlet.town

def fails(name, *checks):
    raise RuntimeError("sent {IN_ENVIRONMENT}")

townlet.town.load_town = fails
sys.argv = ["townlet", "run", "applegarth"]
main()
"""
    variables = {**os.environ, "TOWNLET_API_KEY": IN_ENVIRONMENT}
    ended = subprocess.run([sys.executable, "-c", broken], cwd=home, env=variables, capture_output=True, text=True)
    assert ended.returncode == 1
    assert "RuntimeError: sent [redacted]" in ended.stderr
    assert IN_ENVIRONMENT not in ended.stderr
