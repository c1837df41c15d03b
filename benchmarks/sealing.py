"""What the seal of a run file costs: processor time, size, and how many steps lie between seals.

    uv run python benchmarks/sealing.py [--town smallville] [--days 2] [--seed 1] [--times 5]

A run is lived once with the offline model, and everything that it writes is kept. The same writes then go into new
files, in turns with a seal and without one. The difference is what sealing costs; it is compared with the processor
time of the run. A run with a model that takes time is sealed more often, as paid calls have to be on disk at once, so
the writes are also repeated with a commit for each group of calls. Such a run takes more time besides: about a
millisecond for each call.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import sqlite3
import tempfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager
from itertools import pairwise
from pathlib import Path
from time import process_time
from typing import Any
from unittest.mock import patch

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

from townlet import Simulation, load_town
from townlet.engine.simulation import STEPS_A_COMMIT
from townlet.runfile import RunReader, RunWriter, create_run, open_reader
from townlet.runfile.seal import Chain, Row

Writes = list[tuple[str, tuple[Any, ...], dict[str, Any]]]
WRITES = ("commit_step", "commit_commands", "record_calls", "store_vectors", "intend", "finish")


class Unsealed(Chain):
    """A chain that keeps count of the steps and seals nothing."""

    def copy(self) -> Chain:
        return self

    def add(self, name: str, rows: Iterable[Row]) -> None:
        pass

    def complete(self, last_step: int) -> None:
        self.last_step = last_step

    def seal(self) -> list[tuple[int, bytes, bytes]]:
        return []

    @property
    def tail(self) -> bytes:
        return b""

    def head(self, tail: bytes) -> bytes:
        return b""


@contextmanager
def kept(writes: Writes) -> Iterator[None]:
    """Keep what is written to run files."""

    def keeping(name: str, method: Callable[..., Any]) -> Callable[..., Any]:
        def write(run: RunWriter, *given: Any, **named: Any) -> Any:
            values = tuple(tuple(each) if isinstance(each, Iterator) else each for each in given)
            named = {key: tuple(each) if isinstance(each, Iterator) else each for key, each in named.items()}
            writes.append((name, values, named))
            return method(run, *values, **named)

        return write

    with patch.multiple(RunWriter, **{name: keeping(name, getattr(RunWriter, name)) for name in WRITES}):
        yield


async def lived(town: str, days: float, seed: int, path: Path) -> float:
    """Live a run, and return its processor seconds."""
    began = process_time()
    with Simulation.start(load_town(town), path, seed=seed) as simulation:
        async for _ in simulation.run(days):
            pass
        simulation.finish()
    return process_time() - began


def written(source: RunReader, writes: Writes, path: Path, *, sealed: bool, durable: bool) -> float:
    """Write the same once more, and return the processor seconds."""
    with create_run(path, source.header, source.town_files(), steps_a_commit=STEPS_A_COMMIT) as run:
        if not sealed:
            run._transaction.chain = run._transaction._committed = Unsealed(b"")
        began = process_time()
        for name, given, named in writes:
            getattr(run, name)(*given, **(named | {"durable": True} if durable and name == "record_calls" else named))
        return process_time() - began


def largest_gap(path: Path) -> int:
    with closing(sqlite3.connect(path)) as connection:
        steps = [step for (step,) in connection.execute("SELECT step FROM seal ORDER BY step")]
    return max((after - before for before, after in pairwise(steps)), default=0)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--town", default="smallville")
    parser.add_argument("--days", type=float, default=2)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--times", type=int, default=5, help="how often everything is written with a seal and without")
    options = parser.parse_args()
    writes: Writes = []
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "run.townlet")
        with kept(writes):
            seconds = asyncio.run(lived(options.town, options.days, options.seed, path))
        print(f"{options.town}, {options.days:g} days: {seconds:.1f} s of processor time, {len(writes):,} writes")
        for durable in (False, True):
            found: dict[bool, list[float]] = {True: [], False: []}
            sizes, gap = {}, 0
            with open_reader(path) as source:
                for number in range(options.times):
                    for sealed in (True, False):
                        copy = Path(folder, f"{number}-{sealed}-{durable}.townlet")
                        found[sealed].append(written(source, writes, copy, sealed=sealed, durable=durable))
                        sizes[sealed] = copy.stat().st_size
                        gap = max(gap, largest_gap(copy))
                        copy.unlink()
            least = {sealed: min(each) for sealed, each in found.items()}
            cost = least[True] - least[False]
            print(f"{'each call on disk at once' if durable else 'as with the offline model'}:")
            print(f"  written in {least[True]:.2f} s with a seal, {least[False]:.2f} s without: {cost:.2f} s, ", end="")
            print(f"{cost / seconds:.2%} of the run's time")
            print(f"  {sizes[True] / 1e6:.2f} MB with a seal, {sizes[False] / 1e6:.2f} MB without: ", end="")
            print(f"{sizes[True] / sizes[False] - 1:.2%} more; at most {gap} steps between seals")


if __name__ == "__main__":
    main()
