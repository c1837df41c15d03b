"""How a town lives by a real llama.cpp server with a small context, with and without schemas, and what doctor says.

    uv run python benchmarks/llama_grid.py [--contexts 2048 4096 8192] [--slots 1 4] [--days 0.5] [--town applegarth]

The model is that of `tests/real_server`: its weights are random, so answers are nonsense, and its tokens are short, so
prompts take two to three times the tokens that they take elsewhere. A proxy acts out a server without schemas. What it
does with the words that ask for a form:

- enforced: nothing, the server takes schemas;
- followed: it has the server answer in the form that the words ask for, as a model does that heeds them;
- ignored: the model babbles.

Each cell prints doctor's verdict, how the run ended and when, its calls, the fallbacks among them, and how many
requests the server refused.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tests"))

from faults.wire import Listening, Message, answer, read  # noqa: E402
from real_server.build import built_server  # noqa: E402
from real_server.serving import serving  # noqa: E402
from townlet.runfile import open_reader  # noqa: E402

FORMS = ("enforced", "followed", "ignored")
MARK = "and with nothing else:\n"
"""What stands before the schema in a prompt that asks for a form in words."""
UNKNOWN = answer({"error": {"code": 400, "message": "response_format is not supported"}}, 400)


class Between(Listening):
    """Passes requests on to the server of a port, with or without what they say of a form."""

    def __init__(self, upstream: int, form: str) -> None:
        super().__init__(self._served)
        self._upstream, self._form = upstream, form
        self.refused: list[str] = []
        """What the server said to the requests that it refused."""

    async def _served(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        request = await read(reader)
        sent = json.loads(request.body) if request.body else {}
        if self._form != "enforced" and "response_format" in sent:
            given = UNKNOWN
        else:
            given = await self._passed_on(request, self._changed(sent))
        writer.write(given.whole)
        await writer.drain()

    def _changed(self, sent: dict[str, Any]) -> dict[str, Any]:
        words = sent["messages"][0]["content"] if "messages" in sent else ""
        if self._form != "followed" or MARK not in words:
            return sent
        schema, _ = json.JSONDecoder().raw_decode(words.split(MARK)[1])
        return {**sent, "response_format": {"type": "json_schema", "json_schema": {"name": "form", "schema": schema}}}

    async def _passed_on(self, request: Message, sent: dict[str, Any]) -> Message:
        body = json.dumps(sent).encode() if sent else b""
        reader, writer = await asyncio.open_connection("127.0.0.1", self._upstream, limit=2**24)
        try:
            writer.write(Message(request.first, request.headers, body).whole)
            await writer.drain()
            given = await read(reader)
        finally:
            writer.close()
        if " 400 " in given.first or " 500 " in given.first:
            self.refused.append(given.body.decode()[:300])
        return given


async def told(seconds: float, *command: str) -> tuple[int, str, str]:
    """The exit status of a command of townlet, its output and its errors."""
    words = [sys.executable, "-m", "townlet", *command]
    process = await asyncio.create_subprocess_exec(*words, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    try:
        output, errors = await asyncio.wait_for(process.communicate(), seconds)
    except TimeoutError:
        process.terminate()
        output, errors = await process.communicate()
    return process.returncode or 0, output.decode(), errors.decode()


async def cell(url_port: int, form: str, given: argparse.Namespace, run: Path) -> str:
    """What doctor says of a server, and how a town lives by it."""
    async with Between(url_port, form) as between:
        url = f"http://127.0.0.1:{between.port}/v1"
        verdict, _, _ = said = await told(given.seconds, "doctor", given.town, "--model", url)
        refused_first = len(between.refused)
        began = time.perf_counter()
        days = ("--days", str(given.days), "--out", str(run))
        status, _, errors = lived = await told(given.seconds, "run", given.town, "--model", url, *days)
        seconds = time.perf_counter() - began
    if given.verbose:
        print(*said, *lived, *dict.fromkeys(between.refused), sep="\n")
    with open_reader(run) as reader:
        totals = reader.totals()
        clock, last = reader.header.clock, reader.last_step()
        until = f"{clock.at(last + 1):%H:%M}" if last is not None else "nothing"
    agree = "agree" if (verdict == 0) == (status == 0) else "DISAGREE"
    traceback = ", TRACEBACK" if "Traceback" in errors else ""
    return (
        f"doctor {verdict}, run {status} ({agree}{traceback}), until {until}, {totals.calls} calls,"
        f" {totals.fallbacks} fallbacks, {totals.failed} failed, refused {refused_first} and"
        f" {len(between.refused) - refused_first}, {seconds:.0f} s"
    )


def main(given: argparse.Namespace) -> None:
    program = built_server()
    for context in given.contexts:
        for slots in given.slots:
            with tempfile.TemporaryDirectory() as folder, serving(program, Path(folder), slots, context) as server:
                for form in given.forms:
                    port = urlsplit(server.root).port or 0
                    line = asyncio.run(cell(port, form, given, Path(folder) / f"{form}.townlet"))
                    print(f"{context:6,} tokens, {slots} slots, form {form}: {line}", flush=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--contexts", type=int, nargs="+", default=[2048, 4096, 8192])
    parser.add_argument("--slots", type=int, nargs="+", default=[1, 4])
    parser.add_argument("--forms", nargs="+", choices=FORMS, default=FORMS)
    parser.add_argument("--town", default="applegarth")
    parser.add_argument("--days", type=float, default=0.5)
    parser.add_argument("--seconds", type=float, default=240, help="the most that doctor or a run may take")
    parser.add_argument("--verbose", action="store_true", help="print what doctor and the run say")
    main(parser.parse_args())
