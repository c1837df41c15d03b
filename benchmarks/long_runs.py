"""What a long run costs on its last day, against day 2: resuming, looking at a moment, a seek in the browser, memory.

    uv run python benchmarks/long_runs.py [--town applegarth] [--days 30] [--seed 1] [--keep FILE]

The town is lived with the offline model and the run file is kept at FILE; if FILE is there already, it is measured as
it is. The same run as it was at the end of day 2 is a fork of it. Each action is done in a process of its own:

- resume: the state is restored and the next step is lived, of a file that this user's last process closed;
- resume a copy: the same of a file that was never opened here, which is compared with its seal first;
- show: `townlet show --at` noon of the last day, the table of everybody;
- seek: a server opens the run and answers what the page asks for when it seeks to noon of the last day: the session,
  the timeline, the hour, the minds of two people;
- the whole command `townlet resume`, which also computes the state hash and a summary of the whole run. These read the
  whole file, so their cost grows with it.

Seconds are of processor time, user and system, the least of three processes. The time that a process takes to load the
modules alone is printed and taken off in the second ratio.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import resource
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from pathlib import Path
from time import process_time

from townlet.engine.simulation import Simulation
from townlet.runfile import fork_run
from townlet.runfile.view import RunView
from townlet.town import load_town

PROCESSES = 3
EARLY = 2
"""The day with which the last one is compared."""

RESUME = """
import asyncio, sys
from pathlib import Path
from townlet.engine.simulation import Simulation

async def resume(path):
    with await Simulation.resume(path) as simulation:
        await simulation.step()

asyncio.run(resume(Path(sys.argv[1]))) if len(sys.argv) > 1 else None
"""
SEEK = """
import sys
from pathlib import Path
from starlette.testclient import TestClient
from townlet.server.access import AccessPolicy
from townlet.server.app import create_app
from townlet.server.run_session import RunSession

def seek(path, step):
    with TestClient(create_app(RunSession(path), AccessPolicy(port=80)), base_url="http://localhost") as client:
        people = client.get("/api/town").json()["people"][:2]
        paths = ["session", "marks", f"reel?from_step={step}", *(f"people/{each['name']}?at={step}" for each in people)]
        for path in paths:
            assert client.get(f"/api/{path}").status_code == 200, path

seek(Path(sys.argv[1]), int(sys.argv[2])) if len(sys.argv) > 1 else None
"""
LOAD_SHOW = "import townlet.cli.commands.show, townlet.cli.terminal.portrait"
TABLES = ("event", "memory", "evidence", "recall", "vector", "call", "prompt", "part", "snapshot")


def seconds_of(*arguments: str) -> float:
    """Processor seconds of a Python process with these arguments, the least of several."""
    return min(_once(arguments) for _ in range(PROCESSES))


def _once(arguments: tuple[str, ...]) -> float:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, *arguments], check=True, stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def resident_mb() -> float:
    """The resident memory of this process in MB."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6


async def live(town: str, days: int, seed: int, path: Path) -> None:
    """Live a run, and print what each day takes."""
    print(f"{'day':>4}{'CPU s':>9}{'RSS MB':>9}{'memories':>10}{'a memory':>12}")
    base = resident_mb()
    with Simulation.start(load_town(town), path, seed=seed) as simulation:
        for day in range(1, days + 1):
            began = process_time()
            async for _ in simulation.run(day):
                pass
            simulation.commit()
            streams, resident = simulation.engine.state.streams, resident_mb()
            memories = sum(map(len, streams.values()))
            each = f"{(resident - base) * 1e3 / memories:.1f} kB"
            print(f"{day:>4}{process_time() - began:>9.2f}{resident:>9.1f}{memories:>10,}{each:>12}", flush=True)
        simulation.finish()


def sizes(path: Path) -> dict[str, tuple[int, float]]:
    """The rows and the megabytes of each table."""
    with sqlite3.connect(path) as file:
        return {
            table: (
                file.execute(f"SELECT count(*) FROM {table}").fetchone()[0],
                (file.execute("SELECT sum(pgsize) FROM dbstat WHERE name = ?", (table,)).fetchone()[0] or 0) / 1e6,
            )
            for table in TABLES
        }


def measure(early: Path, late: Path, folder: Path) -> None:
    """Print the costs of each action on both files, with their ratios."""
    nothing = {
        "resume": seconds_of("-c", RESUME),
        "resume a copy": seconds_of("-c", RESUME),
        "show": seconds_of("-c", LOAD_SHOW),
        "seek": seconds_of("-c", SEEK),
        "whole command": seconds_of("-c", "import townlet.cli.execution.execute"),
    }
    costs = {name: [_cost(name, run, folder) for run in (early, late)] for name in nothing}
    print(f"\n{'CPU seconds':<15}{'loading':>9}{f'day {EARLY}':>9}{'last day':>10}{'ratio':>8}{'without loading':>17}")
    for name, (first, last) in costs.items():
        loading = nothing[name]
        pure = (last - loading) / max(first - loading, 1e-3)
        print(f"{name:<15}{loading:>9.2f}{first:>9.2f}{last:>10.2f}{last / first:>8.2f}{pure:>17.2f}")


def _cost(action: str, run: Path, folder: Path) -> float:
    view = RunView(run)
    day = view.clock.steps_a_day
    noon = (view.until - 1) // day * day + day // 2
    match action:
        case "show":
            return seconds_of("-m", "townlet", "show", str(run), "--at", f"{view.time(noon):%Y-%m-%d %H:%M}")
        case "seek":
            return seconds_of("-c", SEEK, str(run), str(noon))
    copy = folder / "copy.townlet"
    found = []
    for _ in range(PROCESSES):
        shutil.copy(run, copy)
        if action == "resume":
            _once(("-c", RESUME, str(copy)))
            found.append(_once(("-c", RESUME, str(copy))))
        elif action == "resume a copy":
            found.append(_once(("-c", RESUME, str(copy))))
        else:
            found.append(_once(("-m", "townlet", "resume", str(copy), "--days", f"{(view.until + 1) / day:.6f}")))
    return min(found)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--town", default="applegarth", help="a built-in town or a folder")
    parser.add_argument("--days", type=int, default=30)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", type=Path, help="where to keep the run file; if it is there, it is measured as it is")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        late: Path = options.keep or Path(folder, "late.townlet")
        if not late.exists():
            asyncio.run(live(options.town, options.days, options.seed, late))
        view, early = RunView(late), Path(folder, "early.townlet")
        fork_run(late, EARLY * view.clock.steps_a_day, early)
        print(f"\n{view.header.town}, {view.until / view.clock.steps_a_day:g} days\n")
        print(f"{'table':<10}{f'rows, day {EARLY}':>14}{'rows':>12}{f'MB, day {EARLY}':>12}{'MB':>9}")
        before, after = sizes(early), sizes(late)
        for table in TABLES:
            (rows, size), (last_rows, last_size) = before[table], after[table]
            print(f"{table:<10}{rows:>14,}{last_rows:>12,}{size:>12.2f}{last_size:>9.2f}")
        measure(early, late, Path(folder))


if __name__ == "__main__":
    main()
