"""What an export of a run takes, by format: processor time, and the most memory.

    uv run python benchmarks/export.py [RUN] [--formats csv jsonl parquet graphml]

RUN is a run file; without one the built-in town lives for two days first. Each format is a process of its own. The
baseline is what SQLite's own rows take as CSV, with nothing worked out of them: no talk put together, no stay, no path
of news. What counts is the ratio of processor times to it, and that memory does not grow with the run.
"""

from __future__ import annotations

import argparse
import csv
import json
import os
import sqlite3
import subprocess
import sys
import tempfile
import time
from contextlib import closing
from pathlib import Path

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

from two_days import peak_mebibytes

BARE = "bare"
FORMATS = ("csv", "jsonl", "parquet", "graphml")
TABLES = ("event", "memory", "evidence", "recall", "call")


def bare(run: Path, folder: Path) -> int:
    """The tables of the run file as they are; returns the number of rows."""
    rows = 0
    folder.mkdir()
    with closing(sqlite3.connect(f"{run.absolute().as_uri()}?mode=ro", uri=True)) as connection:
        for table in TABLES:
            with (folder / f"{table}.csv").open("w", encoding="utf-8", newline="") as file:
                writer = csv.writer(file)
                for row in connection.execute(f"SELECT * FROM {table}"):
                    writer.writerow(row)
                    rows += 1
    return rows


def exported(run: Path, folder: Path, form: str) -> int:
    from townlet.reporting.tables.export import export_run
    from townlet.runfile.view import RunView

    return sum(file.rows for file in export_run(RunView(run), folder, form))  # type: ignore[arg-type]


def one(run: Path, form: str) -> None:
    """What one format takes, as JSON."""
    with tempfile.TemporaryDirectory() as parent:
        folder = Path(parent) / "out"
        began, used = time.perf_counter(), time.process_time()
        rows = bare(run, folder) if form == BARE else exported(run, folder, form)
        seconds, wall = time.process_time() - used, time.perf_counter() - began
        size = sum(path.stat().st_size for path in folder.iterdir()) / 2**20
    memory = peak_mebibytes()
    print(json.dumps({"rows": rows, "cpu": seconds, "wall": wall, "size": size, "memory": memory}))


def main(run: Path, formats: list[str]) -> None:
    print(f"{run.name}: {run.stat().st_size / 2**20:.0f} MiB\n")
    print(f"{'':<10}{'rows':>10}{'CPU s':>9}{'ratio':>8}{'wall s':>9}{'MiB written':>13}{'peak MiB':>10}")
    base = 0.0
    for form in (BARE, *formats):
        command = [sys.executable, __file__, str(run), "--only", form]
        told = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
        base = base or told["cpu"]
        print(
            f"{form:<10}{told['rows']:>10,}{told['cpu']:>9.2f}{told['cpu'] / base:>8.1f}{told['wall']:>9.2f}"
            f"{told['size']:>13.1f}{told['memory']:>10.0f}"
        )


def lived(path: Path) -> Path:
    """Two days of the built-in town."""
    subprocess.run([sys.executable, "-m", "townlet", "run", "smallville", "--out", str(path), "--json"], check=True)
    return path


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("run", nargs="?", type=Path)
    parser.add_argument("--formats", nargs="+", default=FORMATS, choices=FORMATS)
    parser.add_argument("--only", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.only:
        one(given.run, given.only)
    elif given.run:
        main(given.run, given.formats)
    else:
        with tempfile.TemporaryDirectory() as kept:
            main(lived(Path(kept) / "two-days.townlet"), given.formats)
