"""How long the measures and the report of a run take, and how much memory, for the built-in town or a larger one.

    uv run python benchmarks/report.py [RUN ...] [--people 25 250] [--days 2] [--interviews]

Without a RUN the built-in town is lived first, tiled to each number of people; that is not counted. Each of measuring,
and measuring with the report, is a process of its own, so that each has its own peak of memory. Seconds are of
processor time and, behind it, of the clock on the wall. The baseline is measuring alone: the ratio says what the
report costs on top. With --interviews everybody is asked about the facts and about each other, at the start and at the
end, as in the paper; of more than 1,000 pairs of people so many are drawn.
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
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

from tiled_town import tiled
from two_days import peak_mebibytes

from townlet.engine.simulation import Simulation
from townlet.evaluation.survey import collect_emergence
from townlet.measures.bill import read_bill
from townlet.measures.run_measures import compute_measures
from townlet.reporting.page.html import render_report
from townlet.reporting.page.subject import ReportSubject
from townlet.runfile.view import RunView
from townlet.town import load_town


async def live(people: int, days: float, path: Path) -> None:
    """Write a run of the built-in town, or of copies of it side by side."""
    town = load_town("smallville")
    copies = -(-people // len(town.people))
    crowd = town if copies == 1 else tiled(town, copies, columns=max(1, round(copies**0.5)))
    with Simulation.start(crowd, path, seed=1) as simulation:
        async for _ in simulation.run(days):
            pass
        simulation.finish()


def once(run: Path, interviews: bool, written: bool) -> dict[str, float]:
    """Measure a run, and write its report if that is wanted."""
    began, used = time.perf_counter(), time.process_time()
    emerged, session = collect_emergence(RunView(run), interviews)
    interviewed = session.settings.model if session else ""
    measures = compute_measures(emerged)
    size = (
        len(render_report(ReportSubject(emerged, measures, read_bill(RunView(run)), interviewed)))
        if written
        else len(json.dumps(measures.as_json()))
    )
    wall, cpu = time.perf_counter() - began, time.process_time() - used
    return {"people": len(emerged.people), "wall": wall, "cpu": cpu, "size": size, "memory": peak_mebibytes()}


def apart(run: Path, interviews: bool, written: bool) -> dict[str, float]:
    """The same in a process of its own."""
    words = [sys.executable, __file__, str(run), "--one", "report" if written else "measure"]
    command = [*words, "--interviews"] if interviews else words
    found: dict[str, float] = json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout)
    return found


@contextmanager
def runs_of(given: list[Path], sizes: list[int], days: float) -> Iterator[Iterator[Path]]:
    """The runs to measure, each lived when its turn comes."""
    with tempfile.TemporaryDirectory() as folder:
        yield iter(given) if given else (_lived(people, days, Path(folder)) for people in sizes)


def _lived(people: int, days: float, folder: Path) -> Path:
    path = folder / f"{people}.townlet"
    asyncio.run(live(people, days, path))
    return path


def main(given: list[Path], sizes: list[int], days: float, interviews: bool) -> None:
    print(f"{'people':>7} {'what':<19} {'CPU s':>7} {'wall s':>7} {'ratio':>6} {'peak MiB':>9} {'result MB':>10}")
    with runs_of(given, sizes, days) as runs:
        for run in runs:
            baseline = 0.0
            for written in (False, True):
                found = apart(run, interviews, written)
                baseline = baseline or found["cpu"]
                what = "measure and report" if written else "measure"
                print(
                    f"{found['people']:7.0f} {what:<19} {found['cpu']:7.1f} {found['wall']:7.1f}"
                    f" {found['cpu'] / baseline:5.2f}x {found['memory']:9.0f} {found['size'] / 1e6:10.2f}",
                    flush=True,
                )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("runs", metavar="RUN", type=Path, nargs="*")
    parser.add_argument("--people", type=int, nargs="+", default=[25])
    parser.add_argument("--days", type=float, default=2)
    parser.add_argument("--interviews", action="store_true")
    parser.add_argument("--one", choices=("measure", "report"), help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.one:
        print(json.dumps(once(arguments.runs[0], arguments.interviews, arguments.one == "report")))
    else:
        main(arguments.runs, arguments.people, arguments.days, arguments.interviews)
