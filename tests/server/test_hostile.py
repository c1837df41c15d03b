"""Requests that no honest client sends cause no server error, and cost little memory."""

from __future__ import annotations

import http.client
import json
import shutil
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import quote, urlsplit

import pytest

from thorough import times

from .processes import process, served

MORE_MEBIBYTES = 300
NUMBERS = (
    "NaN",
    "Infinity",
    "-Infinity",
    "1e400",
    "-1",
    "true",
    "null",
    "1" + "0" * 400,
    "1" + "0" * 6000,
    '"7"',
    "2.5",
)
TEXTS = ('"\\ud800"', '"\\udfff\\ud800"', '"\\u0000"', '"\\u202e"', '"' + "a" * 5000 + '"', '""', '"Nell Hart"', "[]")
COMMANDS = ("Whisper", "Tell", "SetState", "Arrive", "Take", "Release", "Walk", "Use", "Speak", "Fly")
FIELDS = ("agent", "text", "persona", "address", "state", "name", "at", "look", "to", "doing", "minutes", "leave")
POSTS = ("/api/orders", "/api/fork", "/api/resume", "/api/ask", "/api/what-if")
SEGMENTS = (
    "Nell Hart",
    "..",
    "%00",
    "\N{GRINNING FACE}" * 50,
    "a" * 3000,
    "0",
    "-1",
    "9" * 30,
    "NaN",
    "\\",
    "'",
    "<b>",
)


def hostile_paths(random: Random, known: list[str]) -> str:
    """Return a path of the API with nonsense in the place of its parameters."""
    path = random.choice(known)
    while "{" in path:
        before, _, rest = path.partition("{")
        path = before + quote(random.choice(SEGMENTS), safe="%") + rest.partition("}")[2]
    names = ("at", "from_step", "to_step", "limit", "query", "kind", "search", "before", "who", "around", "address")
    values = ("NaN", "-1", "9" * 40, "%ff%fe", "%ed%a0%80", "true", "", "a" * 900, "100")
    query = "&".join(f"{random.choice(names)}={random.choice(values)}" for _ in range(random.randrange(4)))
    return f"{path}?{query}"


def hostile_body(random: Random) -> bytes:
    """Return a body: JSON with odd values, deep or broken JSON, or bytes that are no text."""
    values = (*NUMBERS, *TEXTS)
    match random.randrange(8):
        case 0:
            return random.choice((b"[", b'{"at": ', b'{"command": [')) * random.randrange(1, 20_000)
        case 1:
            return random.randbytes(random.randrange(2000))
        case 2:
            return b"\xff\xfe" + json.dumps({"at": 1}).encode("utf-16-le")
        case 3:
            return f'{{"at": {random.choice(values)}}}'.encode()
        case 4:
            return f'{{"days": {random.choice(values)}}}'.encode()
        case 5:
            asked = (
                f'"person": {random.choice(TEXTS)}, "question": {random.choice(values)}, "at": {random.choice(values)}'
            )
            return f"{{{asked}}}".encode()
        case _:
            fields = random.sample(FIELDS, random.randrange(6))
            command = f'"command": "{random.choice(COMMANDS)}"'
            return _object(command, *(f'"{each}": {random.choice(values)}' for each in fields))


def _object(*fields: str) -> bytes:
    return f"{{{', '.join(fields)}}}".encode()


def huge_body(random: Random, most: int) -> Iterator[bytes]:
    """Yield a body of up to `most` mebibytes in pieces."""
    piece = random.choice((b" ", b"[", b'"a",')) * (1 << 18)
    for _ in range(random.randrange(1, 4 * most)):
        yield piece


class Attacker:
    """A client that sends one hostile request after another and counts the answers."""

    def __init__(self, address: str, seed: int) -> None:
        self._address, self._random = urlsplit(address).netloc, Random(seed)
        self.statuses: Counter[int | str] = Counter()
        self.failed: list[str] = []
        self._line = http.client.HTTPConnection(self._address, timeout=60)
        self._known = [*self._asked("/openapi.json")["paths"]]

    def attack(self, requests: int, most_mebibytes: int) -> None:
        for number in range(requests):
            self._send(huge=number % 100 == 99, most=most_mebibytes)

    def _send(self, *, huge: bool, most: int) -> None:
        random = self._random
        headers = {
            "Content-Type": random.choice(("application/json",) * 8 + ("text/plain", "application/json;" + "a" * 500))
        }
        if huge:
            method, path, body = "POST", random.choice(POSTS), huge_body(random, most)
        elif random.random() < 0.6:
            method, path, body = "POST", random.choice(POSTS), hostile_body(random)
        else:
            method, path, body = "GET", hostile_paths(random, self._known), None
        # The server may answer before it has read everything.
        with suppress(OSError):
            self._line.request(method, path, body, headers)
        try:
            answer = self._line.getresponse()
            answer.read()
        except (OSError, http.client.HTTPException):
            self.statuses["cut off"] += 1
            self._line.close()
            return
        self.statuses[answer.status] += 1
        if answer.status >= 500:
            self.failed.append(f"{answer.status} for {method} {path} {body!r:.300}")
        if answer.will_close:
            self._line.close()

    def close(self) -> None:
        self._line.close()

    def _asked(self, path: str) -> Any:
        self._line.request("GET", path)
        return json.load(self._line.getresponse())

    def is_answered(self) -> bool:
        """Return whether the server still answers an honest request."""
        return "next_step" in self._asked("/api/session")


def mebibytes(pid: int, field: str) -> float:
    """Return a figure of a process's memory on Linux: 'VmRSS' (now) or 'VmHWM' (the most so far)."""
    lines = Path(f"/proc/{pid}/status").read_text(encoding="ascii").splitlines()
    return next(int(line.split()[1]) / 1024 for line in lines if line.startswith(f"{field}:"))


@pytest.mark.parametrize(
    ("requests", "most_mebibytes"),
    [(100, 4), pytest.param(times(1_000, 10_000), 40, marks=pytest.mark.slow)],
    ids=["sample", "whole"],
)
def test_hostile_requests_cause_no_error_and_cost_little_memory(
    run: Path, tmp_path: Path, requests: int, most_mebibytes: int
) -> None:
    copy = tmp_path / "run.townlet"
    shutil.copy(run, copy)
    with (
        process("serve", str(copy), "--port", "0", "--json", "--no-open", "--days", "1") as serving,
        closing(Attacker(served(serving), seed=requests)) as attacker,
    ):
        before = mebibytes(serving.pid, "VmRSS") if Path("/proc/self/status").exists() else 0.0
        attacker.attack(requests, most_mebibytes)
        assert attacker.is_answered()
        more = mebibytes(serving.pid, "VmHWM") - before if before else 0.0
        print(f"{requests} requests: {dict(attacker.statuses)}; at most {more:.0f} MiB more than {before:.0f} MiB")
        assert attacker.failed == []
        assert {413, 422} <= attacker.statuses.keys()
        assert more <= MORE_MEBIBYTES
