"""A run that another process writes is followed as it grows, and neither notices the other's end."""

import json
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from townlet.engine.runfile import first_difference, is_owned
from townlet.engine.simulation import opened

PATIENCE_SECONDS = 120.0


@contextmanager
def process(*words: str) -> Iterator[subprocess.Popen[str]]:
    """A townlet command in a process of its own, killed at the end if it still runs."""
    command = [sys.executable, "-m", "townlet", *words]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as running:
        try:
            yield running
        finally:
            running.kill()


def served(serving: subprocess.Popen[str]) -> str:
    """The address that a server told of."""
    assert serving.stdout
    for line in serving.stdout:
        if line.startswith("{"):
            address: str = json.loads(line)["address"]
            return address
    raise AssertionError("The server told of no address.")


def asked(address: str, path: str) -> Any:
    """What is answered, once the server stands."""
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
    until = time.monotonic() + PATIENCE_SECONDS
    while (session := asked(address, "api/session"))["next_step"] <= beyond:
        assert time.monotonic() < until
        time.sleep(0.1)
    found: dict[str, Any] = session
    return found


def test_a_run_is_followed_while_another_process_writes_it(run: Path, tmp_path: Path) -> None:
    path = tmp_path / "other.townlet"
    with process("run", "applegarth", "--days", "2", "--seed", "3", "--out", str(path)) as running:
        until = time.monotonic() + PATIENCE_SECONDS
        while not path.exists() or not is_owned(path):
            assert time.monotonic() < until
            time.sleep(0.05)
        with process("serve", str(path), "--json", "--no-open", "--port", "8377") as serving:
            address = served(serving)
            first = grown(address, 60)
            assert first["mode"] == "following"
            later = grown(address, first["next_step"])
            assert asked(address, f"api/reel?from_step=0&to_step={later['next_step']}")["events"]
            # Whoever follows may be gone at any moment.
            serving.kill()
            serving.wait()
        assert running.poll() is None
        running.terminate()
        running.wait()
    with opened(path) as followed, opened(run) as alone:
        both = min(followed.last_step() or 0, alone.last_step() or 0)
        assert both > 60
        assert first_difference(followed, alone, both) is None
