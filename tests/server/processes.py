"""Townlet commands in separate processes, and requests to their servers."""

from __future__ import annotations

import json
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from waiting import PATIENCE_SECONDS, wait_until


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
    return str(announced(serving)["address"])


def announced(serving: subprocess.Popen[str]) -> dict[str, Any]:
    """Return what a server printed with --json before it serves."""
    assert serving.stdout
    for line in serving.stdout:
        if line.startswith("{"):
            told: dict[str, Any] = json.loads(line)
            return told
    raise AssertionError("The server told nothing of itself.")


def asked(address: str, path: str) -> Any:
    """Return the answer to a request, once the server runs."""

    def answers() -> list[Any]:
        try:
            with urllib.request.urlopen(address + path, timeout=PATIENCE_SECONDS) as answer:
                return [json.load(answer)]
        except urllib.error.HTTPError:
            raise
        except OSError:
            return []

    return wait_until(answers, every_seconds=0.1)[0]


def grown(address: str, beyond: int) -> dict[str, Any]:
    """Return the session once the run has passed a step."""
    found: dict[str, Any] = {"next_step": -1}

    def is_beyond() -> bool:
        found.update(asked(address, "api/session"))
        return bool(found["next_step"] > beyond)

    wait_until(is_beyond, progress=lambda: found["next_step"], every_seconds=0.1)
    return found
