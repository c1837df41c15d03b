"""Starting the real server on this machine, and ending it."""

from __future__ import annotations

import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from .weights import CONTEXT_TOKENS, NAME, write_model

BOUND = Path(__file__).with_name("bound.py")
"""What the server runs under, so that it does not outlive the tests."""
SLOTS = 4
"""How many answers it works on at once; it keeps a whole context for each."""
PATIENCE_SECONDS = 60
"""In which a server that has been started has to be ready."""


@dataclass(frozen=True)
class RealServer:
    """A server that answers as OpenAI's does."""

    root: str
    """Its address without a path, such as 'http://127.0.0.1:8080'."""
    model: str = NAME

    @property
    def url(self) -> str:
        """What a client of OpenAI's takes as its base URL."""
        return f"{self.root}/v1"


class CannotServe(Exception):
    """The server did not get ready; the message ends with its own last words."""


@contextmanager
def serving(
    program: Path, folder: Path, slots: int = SLOTS, context_tokens: int = CONTEXT_TOKENS
) -> Iterator[RealServer]:
    """A server for as long as the block lasts; its model and its log lie in the folder."""
    model, log, port = folder / "tiny.gguf", folder / "server.log", _free_port()
    write_model(model)
    with log.open("wb") as output:
        command = [sys.executable, str(BOUND), *_command(program, model, port, slots, context_tokens)]
        process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=output, stderr=subprocess.STDOUT)
    try:
        server = RealServer(f"http://127.0.0.1:{port}")
        _wait_until_ready(server, process, log)
        yield server
    finally:
        process.communicate(timeout=PATIENCE_SECONDS)


def _command(program: Path, model: Path, port: int, slots: int, context_tokens: int) -> list[str]:
    where = ["--host", "127.0.0.1", "--port", str(port), "--offline", "--no-webui"]
    what = ["--model", str(model), "--alias", NAME, "--jinja", "--embeddings", "--pooling", "mean"]
    how_much = ["--parallel", str(slots), "--ctx-size", str(slots * context_tokens), "--threads", "1"]
    # A prompt to embed has to fit into one batch.
    return [str(program), *where, *what, *how_much, "--ubatch-size", "4096", "--batch-size", "4096"]


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def _wait_until_ready(server: RealServer, process: subprocess.Popen[bytes], log: Path) -> None:
    until = time.monotonic() + PATIENCE_SECONDS
    while not _is_ready(server):
        if process.poll() is not None or time.monotonic() > until:
            last_words = log.read_text(encoding="utf-8", errors="replace")[-2000:]
            raise CannotServe(f"The language model server for tests did not get ready:\n{last_words}")
        time.sleep(0.1)


def _is_ready(server: RealServer) -> bool:
    try:
        with urllib.request.urlopen(f"{server.root}/health", timeout=5) as answer:
            return bool(answer.status == 200)
    except (urllib.error.URLError, OSError):
        return False
