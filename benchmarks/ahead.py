"""What people who think ahead gain, on a clock of replies and processor time.

    uv run python benchmarks/ahead.py [--town smallville] [--copies 1] [--from 0] [--hours 24] [--calls 8] [--reply 0]

The same hours are lived four times with the offline model, each reply of which takes 0.15 s, 0.1 ms for each token of
the prompt and 12 ms for each token of the answer: in lock-step, with people ahead, with people ahead who guess, and as
an oracle would plan it who knew beforehand who will see whom. The clock jumps to the next reply and counts the
processor time of all that is computed meanwhile; the oracle computes nothing. `--copies` lays the town out several
times, joined by streets. Hours before `--from` are lived without a clock. With `--reply`, each reply takes so many
seconds, whatever its length.
"""

from __future__ import annotations

import argparse
import asyncio
import bisect
import heapq
import selectors
import shutil
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Mapping
from pathlib import Path
from unittest.mock import patch

from tiled_town import tiled

from townlet.engine.ahead.run_ahead import RunAhead
from townlet.engine.engine import Engine
from townlet.engine.resources import RunResources
from townlet.engine.simulation import Simulation
from townlet.language.model import Reply, Request
from townlet.offline.model import OfflineModel
from townlet.town import Town, load_town

HOUR = 360
"""Steps."""
UNLIMITED = 10_000

Turns = dict[tuple[str, int], float]


class _Selector(selectors.SelectSelector):
    waited = 0.0

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        self.waited += max(0.0, timeout or 0.0)
        return super().select(0)


class VirtualLoop(asyncio.SelectorEventLoop):
    """An event loop whose clock jumps to the next timer. It also counts processor time, unless that is `free`."""

    def __init__(self, free: bool) -> None:
        self._free, self._jumping = free, _Selector()
        super().__init__(self._jumping)

    def time(self) -> float:
        return self._jumping.waited + (0.0 if self._free else time.process_time())


class SlowModel:
    """Rules whose replies take as long as those of a large model. It counts calls and seconds."""

    name = "offline"
    """The offline model's, so that the run file is written as for that."""

    def __init__(self, reply: float = 0.0) -> None:
        """With `reply`, each takes so many seconds."""
        self._rules, self._reply = OfflineModel(1), reply
        self.calls, self.seconds = 0, 0.0
        self.takes_time = False

    async def __call__(self, request: Request) -> Reply:
        reply = await self._rules(request)
        if not self.takes_time:
            return reply
        seconds = self._reply or 0.15 + reply.prompt_tokens * 0.0001 + reply.answer_tokens * 0.012
        self.calls += 1
        self.seconds += seconds
        await asyncio.sleep(seconds)
        return reply


class Lived:
    """What the same hours took, lived in one way."""

    def __init__(
        self,
        before: Path,
        hours: float,
        calls: int,
        reply: float,
        *,
        ahead: bool = False,
        guess: bool = False,
        free: bool = False,
    ) -> None:
        """`before` is a run as far as the hours begin. Processor time does not count if it is `free`."""
        self.given_up = ""
        self.model, self.turns = SlowModel(reply), Turns()
        self.tiles: list[dict[str, tuple[int, int]]] = []
        self._ahead, self._guess, self._calls = ahead, guess, calls
        loop = VirtualLoop(free)
        with patch.object(Engine, "_turn", self._timed(Engine._turn)):
            self.hash, self.errors = loop.run_until_complete(self._live(before, round(hours * HOUR)))
        loop.close()

    def _timed(self, turn: Callable[..., object]) -> Callable[..., object]:
        async def timed(engine: Engine, name: str, step: int) -> object:
            clock = asyncio.get_running_loop()
            began = clock.time()
            thought = await turn(engine, name, step)  # type: ignore[misc]
            self.turns.setdefault((name, step), clock.time() - began)
            return thought

        return timed

    async def _live(self, before: Path, steps: int) -> tuple[str, int]:
        resources = RunResources(model=self.model, concurrency=self._calls)
        with tempfile.TemporaryDirectory() as folder:
            path = shutil.copy(before, Path(folder) / "lived.townlet")
            async with await Simulation.resume(path, resources=resources) as simulation:
                self.first, self.sees = simulation.next_step, simulation.engine.state.terrain.sight.sees
                self.model.takes_time, worked = True, time.process_time()
                clock = asyncio.get_running_loop()
                began = clock.time()
                if self._ahead:
                    simulation.ahead = RunAhead(simulation.engine, guess=self._guess)
                    simulation.end_at(self.first + steps)
                while simulation.next_step < self.first + steps:
                    step = simulation.next_step
                    await simulation.step()
                    bodies = simulation.engine.state.world.bodies.values()
                    self.tiles.append({body.name: body.tile(step) for body in bodies})
                self.cpu, self.seconds = time.process_time() - worked, clock.time() - began
                if simulation.ahead is None:
                    return simulation.finish(), 0
                self.given_up = simulation.ahead.why_given_up
                return simulation.finish(), len(simulation.ahead.errors)


async def live_until(path: Path, town: Town, step: int) -> None:
    """Live a town up to a step, in lock-step and with a model that answers at once."""
    async with Simulation.start(town, path, resources=RunResources(model=SlowModel())) as simulation:
        while simulation.next_step < step:
            await simulation.step()
        simulation.finish()


def needs(lived: Lived, sees: Callable[[tuple[int, int], tuple[int, int]], bool]) -> dict[tuple[str, int], set]:
    """Return the turns that each turn has to wait for: one's own last one, and the last of whom one has seen since."""
    steps: dict[str, list[int]] = defaultdict(list)
    for name, step in sorted(lived.turns):
        steps[name].append(step)
    waits: dict[tuple[str, int], set] = {}
    for name, own in steps.items():
        last = lived.first
        for place, step in enumerate(own):
            waits[name, step] = {(name, own[place - 1])} if place else set()
            for other, theirs in steps.items():
                since = range(step, last - 1, -1) if other != name else ()
                met = next((at for at in since if _near(lived.tiles[at - lived.first], name, other, sees)), None)
                if met is not None and (before := bisect.bisect_right(theirs, min(met, step - 1))):
                    waits[name, step].add((other, theirs[before - 1]))
            last = step
    return waits


def _near(tiles: Mapping[str, tuple[int, int]], one: str, other: str, sees: Callable[..., bool]) -> bool:
    return one in tiles and other in tiles and sees(tiles[one], tiles[other])


def scheduled(turns: Turns, waits: Mapping[tuple[str, int], set], slots: int) -> float:
    """Return how long the turns take if each begins as soon as it may, at most so many at once."""
    left = {turn: len(needed) for turn, needed in waits.items()}
    then: dict[tuple[str, int], list[tuple[str, int]]] = defaultdict(list)
    for turn, needed in waits.items():
        for each in needed:
            then[each].append(turn)
    ready = [(step, name) for (name, step), count in left.items() if not count]
    heapq.heapify(ready)
    running: list[tuple[float, int, str]] = []
    now = 0.0
    while ready or running:
        while ready and len(running) < slots:
            step, name = heapq.heappop(ready)
            heapq.heappush(running, (now + turns[name, step], step, name))
        now, step, name = heapq.heappop(running)
        for turn in then[name, step]:
            left[turn] -= 1
            if not left[turn]:
                heapq.heappush(ready, (turn[1], turn[0]))
    return now


def main(town: Town, begin: float, hours: float, calls: int, reply: float) -> None:
    with tempfile.TemporaryDirectory() as folder:
        before = Path(folder) / "before.townlet"
        asyncio.run(live_until(before, town, round(begin * HOUR)))
        one = Lived(before, hours, calls, reply)
        many = Lived(before, hours, calls, reply, ahead=True)
        guessing = Lived(before, hours, calls, reply, ahead=True, guess=True)
        free = Lived(before, hours, UNLIMITED, reply, free=True)
    oracle = scheduled(free.turns, needs(free, free.sees), calls)
    print(f"{town.name}, {len(town.people)} people, {hours:g} hours from {begin:g}:00, {calls} calls at once")
    print(f"{'':12}{'seconds':>9}{'faster':>9}{'calls':>7}{'at once':>9}{'CPU s':>8}")
    for name, lived in (("lock-step", one), ("ahead", many), ("guessing", guessing)):
        row = f"{lived.seconds:9.0f}{one.seconds / lived.seconds:8.2f}x{lived.model.calls:7}"
        print(f"{name:12}{row}{lived.model.seconds / lived.seconds:9.2f}{lived.cpu:8.1f}")
    print(f"{'oracle':12}{oracle:9.0f}{one.seconds / oracle:8.2f}x")
    for given_up in filter(None, (many.given_up, guessing.given_up)):
        print(given_up)
    print(f"equal: {one.hash == many.hash == guessing.hash}; errors of those ahead: {many.errors + guessing.errors}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--town", default="smallville")
    parser.add_argument("--copies", type=int, default=1)
    parser.add_argument("--from", dest="begin", type=float, default=0.0, metavar="HOUR")
    parser.add_argument("--hours", type=float, default=24.0)
    parser.add_argument("--calls", type=int, default=8, help="calls at once; 0 for no limit")
    parser.add_argument("--reply", type=float, default=0.0, help="seconds of each reply; 0 for those of a large model")
    given = parser.parse_args()
    chosen = load_town(given.town)
    if given.copies > 1:
        chosen = tiled(chosen, given.copies, columns=max(1, round(given.copies**0.5)))
    main(chosen, given.begin, given.hours, given.calls or UNLIMITED, given.reply)
