"""What the browser costs: the server's share of the first picture, seeking, watchers, and the run that is watched.

    python benchmarks/serve.py RUN [--watchers 30] [--seconds 20]

RUN is a run of two days (`townlet run smallville --days 2`). Processor seconds are of the server with its engine; the
watchers are a process of their own. On a machine with other work, wall seconds tell nothing; processor seconds do.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from urllib.parse import quote

import uvicorn
import websockets

from townlet.cli.hosting import open_socket
from townlet.engine.simulation import Simulation
from townlet.runfile import fork_run
from townlet.server.access import AccessPolicy
from townlet.server.app import create_app
from townlet.server.live_run import LiveRun
from townlet.server.run_session import RunSession

SEEKS = 60
BUSY = 10 * 360
"""The step from which runs are watched live: ten in the morning of the first day."""


@contextmanager
def standing(session: RunSession) -> Iterator[str]:
    """A server in this process; its address."""
    listening = open_socket("127.0.0.1", None)
    policy = AccessPolicy(port=listening.getsockname()[1])
    app = create_app(session, policy)
    server = uvicorn.Server(uvicorn.Config(app, log_level="warning", ws_per_message_deflate=False))
    thread = threading.Thread(target=lambda: asyncio.run(server.serve(sockets=[listening])))
    thread.start()
    try:
        yield policy.address
    finally:
        server.should_exit = True
        thread.join()


def got(address: str, path: str) -> bytes:
    with urllib.request.urlopen(address + path) as answer:
        body: bytes = answer.read()
        return body


def timed(work: Callable[[], object]) -> float:
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def first_picture(run: Path) -> None:
    """What a page asks for before it can draw anything."""
    began = time.process_time()
    session = RunSession(run)
    print(f"opening the run: {time.process_time() - began:.2f} s of processor time, once")
    with standing(session) as address:

        def page() -> None:
            session = json.loads(got(address, "api/session"))
            start = session["opening"] // 360 * 360
            for path in ("api/town", "api/marks", "api/town/files/map.tmj", f"api/reel?from_step={start}"):
                got(address, path)

        print(f"first picture, the server's share: {timed(page):.3f} s, again {timed(page):.3f} s")


def seeking(run: Path) -> None:
    """A random hour of the film, and somebody with the newest of their memories as of a random moment of it."""
    session, random = RunSession(run), Random(1)
    names, until = sorted(session.read_model.past.joined), session.read_model.next_step
    with standing(session) as address:

        def seek() -> None:
            hour = random.randrange(until // 360)
            person, at = quote(random.choice(names)), hour * 360 + random.randrange(1, 360)
            for path in (
                f"reel?from_step={hour * 360}",
                f"people/{person}?at={at}",
                f"people/{person}/memories?at={at}",
            ):
                got(address, f"api/{path}")

        began = time.process_time()
        seconds = [timed(seek) for _ in range(SEEKS)]
        processor = (time.process_time() - began) / SEEKS
    told = f"median {1000 * median(seconds):.0f} ms, worst of {SEEKS} {1000 * max(seconds):.0f} ms"
    print(f"seeking: {told}, {1000 * processor:.0f} ms of processor time, asking included")


@contextmanager
def watched(run: Path, days: float, speed: float, watchers: int) -> Iterator[LiveRun]:
    """The run going on from a busy morning, with so many watchers in another process."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "live.townlet"
        fork_run(run, BUSY, path)
        live = LiveRun(lambda: Simulation.resume(path), days)
        live.start()
        live.set_playback(False, speed)
        with standing(RunSession(path, live=live)) as address:
            command = [sys.executable, __file__, "--watch", address, "--watchers", str(watchers)]
            with subprocess.Popen(command, stdout=subprocess.PIPE) as audience:
                assert audience.stdout
                audience.stdout.readline()
                live.set_playback(True, speed)
                try:
                    yield live
                finally:
                    audience.terminate()


def cost_of_watchers(run: Path, watchers: int, seconds: float) -> None:
    """Processor time at ten times the paper's speed, with watchers and without."""

    def spent(number: int) -> float:
        with watched(run, 2, 600, number):
            began = time.process_time()
            time.sleep(seconds)
            return (time.process_time() - began) / seconds

    none, many = spent(0), spent(watchers)
    each = 100 * (many - none) / watchers
    print(f"at 600 game seconds a second: {100 * none:.1f} % of a core unwatched, {100 * many:.1f} % with {watchers}")
    print(f"each watcher: {each:.2f} % of a core")


def slowed(run: Path, watchers: int) -> None:
    """Two game hours as fast as they are computed, with watchers and without."""

    def took(number: int) -> tuple[float, float]:
        with watched(run, (BUSY + 720) / 8640, 0, number) as live:
            processor, wall = time.process_time(), time.perf_counter()
            while live.running:
                time.sleep(0.01)
            return time.process_time() - processor, time.perf_counter() - wall

    (alone, wall), (with_all, wall_with_all) = took(0), took(watchers)
    print(
        f"two game hours: {alone:.2f} s with no watcher, {with_all:.2f} s with {watchers}: {with_all / alone:.3f} times"
    )
    print(f"by the clock on the wall: {wall:.2f} s and {wall_with_all:.2f} s: {wall_with_all / wall:.3f} times")


async def watch(address: str, watchers: int) -> None:
    """Be the audience, until killed."""

    async def one(ready: asyncio.Semaphore) -> None:
        async with websockets.connect(address.replace("http", "ws") + "ws", max_size=None) as socket:
            await socket.recv()
            ready.release()
            async for _ in socket:
                pass

    ready = asyncio.Semaphore(0)
    sockets = [asyncio.create_task(one(ready)) for _ in range(watchers)]
    for _ in sockets:
        await ready.acquire()
    print("ready", flush=True)
    await asyncio.gather(*sockets, asyncio.sleep(1e6), return_exceptions=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("run", type=Path, nargs="?")
    parser.add_argument("--watchers", type=int, default=30)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--watch", help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.watch:
        asyncio.run(watch(asked.watch, asked.watchers))
        return
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    first_picture(asked.run)
    seeking(asked.run)
    cost_of_watchers(asked.run, asked.watchers, asked.seconds)
    slowed(asked.run, asked.watchers)


if __name__ == "__main__":
    main()
