"""`townlet serve` as people start it: a process of its own, on the first free port."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any
from urllib.request import urlopen

from waiting import PATIENCE_SECONDS

_ADDRESS = re.compile(r"http://[^\s]+")


@contextmanager
def serving(*words: str | Path, folder: Path, by: tuple[str, ...] = ("serve",)) -> Iterator[str]:
    """The address at which `townlet serve WORDS` can be seen, run within a folder; or what another command serves."""
    command = [sys.executable, "-m", "townlet", *by, *map(str, words), "--no-open"]
    environment = {**os.environ, "PYTHONUNBUFFERED": "1", "NO_COLOR": "1", "COLUMNS": "200"}
    with subprocess.Popen(
        command, cwd=folder, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    ) as process:
        try:
            yield _address(process)
        finally:
            with suppress(ProcessLookupError):
                process.send_signal(signal.SIGINT)
            try:
                process.wait(20)
            except subprocess.TimeoutExpired:
                process.kill()


def asked(address: str, path: str) -> Any:
    """What the API of a server answers."""
    with urlopen(f"{address}/api/{path}", timeout=PATIENCE_SECONDS) as answer:
        return json.load(answer)


def _address(process: subprocess.Popen[str]) -> str:
    """The first address that it prints."""
    assert process.stdout is not None
    said: list[str] = []
    for line in process.stdout:
        said.append(line)
        if found := _ADDRESS.search(line):
            return found.group().rstrip("/.,")
    raise AssertionError(f"`townlet serve` ended with {process.wait()}:\n{''.join(said)}")
