"""An endpoint that answers so many requests at once, each after the same time, and knows when it was idle.

    python benchmarks/slots.py --slots 8 --seconds 0.5 --answers FILE

Prints its port, answers as OpenAI's chat completions do, and tells at /changes when how many slots were busy. The
file holds one answer for each name of a prompt. What comes while all slots are busy waits for one, as it does with
real servers.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import time
from collections.abc import Sequence
from pathlib import Path

Change = tuple[float, int]
"""A moment, and how many slots are busy from then on."""


class Slots:
    """So many places in which something takes so many seconds."""

    def __init__(self, count: int, seconds: float) -> None:
        self.changes: list[Change] = []
        self._seconds = seconds
        self._free = asyncio.Semaphore(count)
        self._busy = 0

    async def work(self) -> None:
        """Wait for a slot and be busy in it."""
        async with self._free:
            self._note(1)
            await asyncio.sleep(self._seconds)
            self._note(-1)

    def _note(self, more: int) -> None:
        self._busy += more
        self.changes.append((time.monotonic(), self._busy))


def busy_share(changes: Sequence[Change], slots: int, start: float, end: float) -> float:
    """Which share of the slots was busy between two moments, on the mean."""
    worked, since, busy = 0.0, start, 0
    for moment, now_busy in changes:
        moment = min(max(moment, start), end)
        worked += busy * (moment - since)
        since, busy = moment, now_busy
    return (worked + busy * (end - since)) / (slots * (end - start))


async def serve(slots: Slots, answers: dict[str, str]) -> None:
    """Answer requests on a port of this machine until the process is ended."""

    async def converse(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(asyncio.IncompleteReadError, ConnectionError):
            while True:
                path, body = await _request(reader)
                if path == "/changes":
                    answer = json.dumps(slots.changes)
                else:
                    await slots.work()
                    answer = _completion(body, answers)
                writer.write(_response(answer.encode()))

    server = await asyncio.start_server(converse, "127.0.0.1", 0)
    print(server.sockets[0].getsockname()[1], flush=True)
    await server.serve_forever()


async def _request(reader: asyncio.StreamReader) -> tuple[str, bytes]:
    head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
    sizes = [line.split(":", 1)[1] for line in head if line.lower().startswith("content-length:")]
    return head[0].split()[1], await reader.readexactly(int(sizes[0]) if sizes else 0)


def _completion(body: bytes, answers: dict[str, str]) -> str:
    form = json.loads(body)["response_format"]["json_schema"]
    message = {"role": "assistant", "content": answers[form["name"]]}
    choice = {"index": 0, "message": message, "finish_reason": "stop"}
    usage = {"prompt_tokens": 800, "completion_tokens": 60, "total_tokens": 860}
    kind = {"id": "1", "object": "chat.completion", "created": 1, "model": "slots"}
    return json.dumps({**kind, "choices": [choice], "usage": usage})


def _response(body: bytes) -> bytes:
    head = f"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
    return head.encode() + body


async def main(given: argparse.Namespace) -> None:
    answers = json.loads(given.answers.read_text(encoding="utf-8"))
    await serve(Slots(given.slots, given.seconds), answers)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--slots", type=int, default=8)
    parser.add_argument("--seconds", type=float, default=0.5)
    parser.add_argument("--answers", type=Path, required=True)
    asyncio.run(main(parser.parse_args()))
