"""How a game day grows with the number of people, up to a thousand: the built-in town tiled.

    uv run python benchmarks/thousand.py [--people 25 250 1000] [--days 1]

Each size is a process of its own. What counts is the processor time for one person and game day, and its ratio to
that of the first size: it holds on a busy machine, too, where wall time does not. A whole game day is lived at each
size unless --days says less; people sleep through the first quarter of one. At the end `townlet story` tells each run,
in a process of its own, whose time and memory stand in the last two columns.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

from tiled_town import tiled
from two_days import peak_mebibytes

from townlet import open_run
from townlet.engine.simulation import Simulation
from townlet.town import load_town
from townlet.world.events import Said


async def day_of(people: int, days: float, path: Path) -> dict[str, float]:
    town = load_town("smallville")
    copies = -(-people // len(town.people))
    crowd = tiled(town, copies, columns=max(1, round(copies**0.5)))
    home = {persona.name: place // len(town.people) for place, persona in enumerate(crowd.people)}
    lines = between = 0
    began, used = time.perf_counter(), time.process_time()
    with Simulation.start(crowd, path, seed=1) as simulation:
        async for log in simulation.run(days):
            said = [event for event in log.actions if isinstance(event, Said)]
            lines += len(said)
            between += sum(home[event.speaker] != home[event.to] for event in said)
        simulation.finish()
    size = path.stat().st_size / 2**20
    return {
        "people": len(crowd.people),
        "wall": time.perf_counter() - began,
        "cpu": time.process_time() - used,
        "lines": lines,
        "between": between,
        "file": size,
        "memory": peak_mebibytes(),
    }


def told(path: Path) -> dict[str, float]:
    view = open_run(path)
    used = time.process_time()
    chapters = len(view.story().chapters)
    return {"chapters": chapters, "told": time.process_time() - used, "story": peak_mebibytes()}


def alone(*arguments: str) -> dict[str, float]:
    """Run this script in a process of its own and return what it prints."""
    command = [sys.executable, __file__, *arguments]
    return json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout)


def main(sizes: list[int], days: float) -> None:
    print(
        f"{'people':>7} {'wall s':>8} {'CPU s':>8} {'CPU s/person-day':>17} {'ratio':>7} {'lines':>7}"
        f" {'between tiles':>14} {'file MiB':>9} {'peak MiB':>9} {'story s':>8} {'its MiB':>8}"
    )
    baseline = 0.0
    for size in sizes:
        with tempfile.TemporaryDirectory() as folder:
            path = str(Path(folder) / "crowd.townlet")
            result = alone("--one", str(size), "--days", str(days), "--file", path) | alone("--tell", "--file", path)
        person_day = result["cpu"] / (result["people"] * days)
        baseline = baseline or person_day
        print(
            f"{result['people']:7.0f} {result['wall']:8.1f} {result['cpu']:8.1f} {person_day:17.3f}"
            f" {person_day / baseline:6.2f}x {result['lines']:7.0f} {result['between']:14.0f}"
            f" {result['file']:9.1f} {result['memory']:9.0f} {result['told']:8.1f} {result['story']:8.0f}",
            flush=True,
        )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--people", type=int, nargs="+", default=[25, 250, 1000])
    parser.add_argument("--days", type=float, default=1)
    parser.add_argument("--one", type=int, help=argparse.SUPPRESS)
    parser.add_argument("--tell", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--file", type=Path, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.one:
        print(json.dumps(asyncio.run(day_of(arguments.one, arguments.days, arguments.file))))
    elif arguments.tell:
        print(json.dumps(told(arguments.file)))
    else:
        main(arguments.people, arguments.days)
