"""Whether an endpoint is kept full: the share of its slots that are busy while enough asks are outstanding.

    uv run python benchmarks/endpoint.py [--slots 8 32 64] [--ahead 0 0.25] [--rate 250] [--asks 2000]

A mock answers N requests at a time, each after a fixed time, which is such that N slots always busy answer `--rate`
calls a second. Twice as many people as there are slots ask, one prompt after the other; the prompts are those of a
town's morning. As many calls may be under way as there are slots, and, once more, a few ahead (`--ahead`, a share of
the slots), which wait at the mock: without them a slot is idle while its next call travels. Three ways to the mock are
compared:

- bare: a loop over httpx2 that posts the same prompts and keeps nothing: what any client has to spend;
- engine: the gateway, the validation and the call log, each call on the disk before it is sent and when it has come,
  with a model that sleeps in this process;
- whole: the same with the network model, over real sockets.

Busy is the mock's own count, from the first ask until fewer are outstanding than there are slots. The client keeps to
one core where the system allows that; the mock is another process. CPU is the client's processor time a call; what one
core could do follows from it, and holds on a busy machine too, where the calls a second do not. A rate of 0 makes the
mock answer at once: the most that gets through.
"""

from __future__ import annotations

import argparse
import asyncio
import math
import os
import time
from collections.abc import Iterable, Sequence
from itertools import product
from typing import NamedTuple

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

from asked import answers_by_prompt, asked_in, prompts_of
from pydantic import BaseModel
from slots import busy_share
from ways import WAYS, Ask, Mock

from townlet.language.prompt import Prompt


class Asked(NamedTuple):
    """When people began to ask, when fewer asks were left than there are slots, and what all of it took."""

    start: float
    end: float
    calls: int
    cpu_seconds: float


async def ask_all(ask: Ask, prompts: Sequence[Prompt[BaseModel]], slots: int) -> Asked:
    """Let twice as many people as slots ask all the prompts."""
    left = iter(prompts)
    answered: list[float] = []

    async def person(name: str) -> None:
        for step, prompt in enumerate(left):
            await ask(prompt, name, step)
            answered.append(time.monotonic())

    start, cpu = time.monotonic(), time.process_time()
    await asyncio.gather(*(person(f"Person {number}") for number in range(2 * slots)))
    full = len(prompts) - slots
    return Asked(start, answered[full - 1], full, time.process_time() - cpu)


async def measured(way: str, mock: Mock, concurrency: int, asked: Iterable[Prompt[BaseModel]]) -> None:
    """Go one way to the mock, and print what came of it."""
    prompts = list(asked)
    async with WAYS[way](mock, concurrency) as (ask, changes):
        await ask(prompts[0], "Somebody", 0)
        done = await ask_all(ask, prompts, mock.slots)
        share = busy_share(await changes(), mock.slots, done.start, done.end)
    milliseconds = 1000 * done.cpu_seconds / len(prompts)
    print(
        f"{way:8}{mock.slots:6}{concurrency:11}{share:8.1%}{done.calls / (done.end - done.start):10.0f}"
        f"{milliseconds:10.2f}{1000 / milliseconds:12.0f}",
        flush=True,
    )


async def main(given: argparse.Namespace) -> None:
    asked = await asked_in("ternholm", 0.4)
    answers, prompts = answers_by_prompt(asked), prompts_of(asked)
    print(f"{'way':8}{'slots':>6}{'under way':>11}{'busy':>8}{'calls/s':>10}{'CPU ms':>10}{'a core/s':>12}")
    for slots in given.slots:
        mock = Mock(slots, slots / given.rate if given.rate else 0.0, answers)
        for way, ahead in product(WAYS, given.ahead):
            concurrency = slots + math.ceil(slots * ahead)
            await measured(way, mock, concurrency, (next(prompts) for _ in range(given.asks)))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--slots", type=int, nargs="+", default=[8, 32, 64])
    parser.add_argument("--ahead", type=float, nargs="+", default=[0, 0.25], help="calls ahead: a share of the slots")
    parser.add_argument("--rate", type=float, default=250, help="calls a second that the mock answers when full")
    parser.add_argument("--asks", type=int, default=2000)
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    asyncio.run(main(parser.parse_args()))
