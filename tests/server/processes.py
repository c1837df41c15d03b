"""Townlet commands in separate processes, and requests to their servers."""

from __future__ import annotations

import json
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

PATIENCE_SECONDS = 120.0
"""How long a test waits for another process, which may be slow on a busy machine."""


@contextmanager
def process(*words: str) -> Iterator[subprocess.Popen[str]]:
    """A running command, which is killed at the end if it still runs."""
    command = [sys.executable, "-m", "townlet", *words]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as running:
        try:
            yield running
        finally:
            running.kill()


def served(serving: subprocess.Popen[str]) -> str:
    """Return the address that a server printed with --json."""
    assert serving.stdout
    for line in serving.stdout:
        if line.startswith("{"):
            address: str = json.loads(line)["address"]
            return address
    raise AssertionError("The server told of no address.")


def asked(address: str, path: str) -> Any:
    """Return the answer to a request, once the server runs."""
    until = time.monotonic() + PATIENCE_SECONDS
    while True:
        try:
            with urllib.request.urlopen(address + path, timeout=20) as answer:
                return json.load(answer)
        except urllib.error.HTTPError:
            raise
        except OSError:
            assert time.monotonic() < until
            time.sleep(0.1)


def grown(address: str, beyond: int) -> dict[str, Any]:
    """Return the session once the run has passed a step."""
    until = time.monotonic() + PATIENCE_SECONDS
    while (session := asked(address, "api/session"))["next_step"] <= beyond:
        assert time.monotonic() < until
        time.sleep(0.1)
    found: dict[str, Any] = session
    return found
