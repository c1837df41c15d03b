"""What the runner of studies adds to the worlds that it runs, and what a second worker gains.

    uv run python benchmarks/experiment.py [--seeds 12] [--until 22:00] [--ray]

The worlds of one study (a town of four, two arms, a common past for each seed) are lived three times: one after another
in this process, which is the baseline, by one worker, and by two workers. Printed are seconds of wall time, so the
machine should be calm, and by how much one worker's exceed the processor time that the worlds took by their own count:
that is what the runner adds. The first world also waits until the process is there from which worlds are forked.
With --ray, tasks of a Ray that is started here are a fourth way. The tables of all ways have to be equal to the byte.
At last a plan of 1,000 cells is made.
"""

from __future__ import annotations

import argparse
import json
import tempfile
import time
from pathlib import Path

from townlet.studies.plan import plan_study
from townlet.studies.reading import read_study
from townlet.studies.runner import Executor, JobEnd, LocalProcesses, run_study
from townlet.studies.tables import StudyResults
from townlet.studies.worker import Job, attempt_job

STUDY = """\
[experiment]
name = "overhead"
town = "applegarth"
until = "{until}"
seeds = "1..{seeds}"

[[facts]]
name = "fireworks"
question = "Do you know what will happen on Sunday?"
match = [["firework"]]

[factors.source]
at = "07:00"
[factors.source.levels]
told = [{{ tell = "Nell Hart", text = "You have heard that there will be fireworks on Sunday." }}]
untold = []

[outcomes]
knew = {{ fact = "fireworks", count = "knew" }}

[analysis]
primary = {{ outcome = "knew", contrast = "source: told - untold" }}
"""


class InThisProcess:
    """Lives one world after the other, without another process. Implements `Executor`."""

    workers = 1
    host = "127.0.0.1"

    def __init__(self) -> None:
        self._ended: list[JobEnd] = []

    def submit(self, job: Job) -> None:
        self._ended.append(JobEnd(job, attempt_job(job, lambda: False)))

    def wait(self, seconds: float) -> list[JobEnd]:
        ended, self._ended = self._ended, []
        return ended

    def stop(self) -> None:
        """Nothing runs between two worlds."""

    def close(self) -> None:
        """There is nothing to close."""


def lived(folder: Path, text: str, executor: Executor) -> tuple[float, float, list[str]]:
    """Live a study in a folder; return its seconds, the worlds' own seconds of processor time, and its tables."""
    folder.mkdir()
    path = folder / "study.toml"
    path.write_text(text, encoding="utf-8")
    plan = plan_study(read_study(path))
    began = time.perf_counter()
    progress = run_study(plan, executor)
    seconds = time.perf_counter() - began
    assert progress.done == progress.cells, progress.problems
    timings = (plan.study.folder / "timings.jsonl").read_text(encoding="utf-8").splitlines()
    own = sum(json.loads(line)["seconds"] for line in timings)
    return seconds, own, [table.as_csv() for table in StudyResults(plan).tables()]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seeds", type=int, default=12)
    parser.add_argument("--until", default="22:00")
    parser.add_argument("--ray", action="store_true", help="also as tasks of Ray")
    options = parser.parse_args()
    text = STUDY.format(until=options.until, seeds=options.seeds)
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        lived(folder / "warm", text.replace(f"1..{options.seeds}", "1"), InThisProcess())
        alone, _, tables = lived(folder / "alone", text, InThisProcess())
        cells = 2 * options.seeds
        print(f"{cells} worlds, one after the other in one process: {alone:.1f} s, {alone / cells:.2f} s each")
        ways: dict[str, Executor] = {"1 worker": LocalProcesses(1), "2 workers": LocalProcesses(2)}
        if options.ray:
            from townlet.studies.ray_tasks import RayTasks

            ways["Ray, 2 workers"] = RayTasks("auto", 2)
        took: dict[str, float] = {}
        for name, executor in ways.items():
            took[name], own, found = lived(folder / name, text, executor)
            assert found == tables, f"{name} gives other tables"
            print(f"{name}: {took[name]:.1f} s, {took[name] / alone:.2f} times the baseline", end="")
            over = took[name] * executor.workers / own - 1
            print(f"; {over:.1%} over the worlds' own {own:.1f} s of processor time")
        print(f"two workers are {took['1 worker'] / took['2 workers']:.2f} times as fast as one")
        path = folder / "plan.toml"
        path.write_text(text.replace(f"1..{options.seeds}", "1..500"), encoding="utf-8")
        began = time.perf_counter()
        plan = plan_study(read_study(path))
        print(f"a plan of {len(plan.cells):,} cells: {time.perf_counter() - began:.2f} s")


if __name__ == "__main__":
    main()
