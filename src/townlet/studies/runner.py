"""Runs the cells of a study: prefixes first, as many worlds at once as there are workers, each in a process."""

from __future__ import annotations

import json
import multiprocessing
import os
import pickle
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field, replace
from multiprocessing.connection import wait
from pathlib import Path
from typing import Any, Literal, Protocol, cast

from townlet.engine.build import require_prices
from townlet.engine.calls.budget import spend_on_file
from townlet.engine.model_options import ModelOptions
from townlet.errors import BadInput
from townlet.language.pricing import Spend
from townlet.language.secrets import redact
from townlet.language.settings import read_config
from townlet.runfile import Json, Lock, RunFileError, lock_path
from townlet.runfile.files import open_unchecked
from townlet.runfile.kept_settings import find_unpriced_models
from townlet.runfile.study_files import StudyError
from townlet.studies.asking import KeptAnswers
from townlet.studies.leases import LOOPBACK, LeaseServer
from townlet.studies.outcomes import Measured
from townlet.studies.plan import StudyPlan
from townlet.studies.worker import (
    FAILED,
    STOPPED,
    Job,
    error_path,
    is_measured,
    printed_path,
    run_packed_job,
    run_path,
)

ATTEMPTS = 3
"""How often a segment is begun whose process dies without a word."""

PILOT = "pilot"
"""The folder of a study's pilot, within the study's own."""

End = Literal["done", "died", "failed", "paused", "stopped"]
"""What came of a job. died: its process ended without a word, which is worth another try."""


@dataclass(frozen=True)
class JobEnd:
    """A job that has ended, and how."""

    job: Job
    end: End
    message: str = ""


class Executor(Protocol):
    """Computes jobs somewhere. All that comes of them lies in the study's folder."""

    workers: int
    host: str
    """The address of this machine at which its jobs can reach it."""

    def submit(self, job: Job) -> None:
        """Begin a job."""

    def wait(self, seconds: float) -> list[JobEnd]:
        """Return the jobs that have ended since, waiting for one at most so long."""

    def stop(self) -> None:
        """Ask all jobs to end after their current step."""

    def close(self) -> None:
        """End everything at once."""


def usual_workers() -> int:
    """Return how many worlds live at once unless the user says otherwise."""
    return os.cpu_count() or 1


class LocalProcesses:
    """A process for each job, forked from a server that has imported and read everything. Implements `Executor`."""

    def __init__(self, workers: int) -> None:
        self.workers, self.host = workers, LOOPBACK
        # Vectors are compared in one thread, whatever the number of cores, and so many processes share these.
        os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
        forks = "forkserver" in multiprocessing.get_all_start_methods()
        self._context: Any = multiprocessing.get_context("forkserver" if forks else "spawn")
        if forks:
            self._context.set_forkserver_preload(["townlet.studies.worker", "townlet.studies.warm"])
        self._running: dict[int, tuple[Job, Any]] = {}

    def submit(self, job: Job) -> None:
        printed = printed_path(job.folder, job.segment.id)
        printed.unlink(missing_ok=True)
        # The process unpickles these itself, once what it prints has a file: what cannot be imported there says so.
        packed = pickle.dumps(job)
        process = self._context.Process(target=run_packed_job, args=(printed, packed))
        try:
            process.start()
        except (EOFError, ConnectionError) as error:
            raise StudyError(
                "The process from which worlds are forked was killed. What was lived is kept: give the command again."
            ) from error
        self._running[process.sentinel] = job, process

    def wait(self, seconds: float) -> list[JobEnd]:
        ended = []
        for sentinel in wait([*self._running], seconds):
            job, process = self._running.pop(cast("int", sentinel))
            process.join()
            ended.append(_end_of(job, process.exitcode))
            process.close()
        return ended

    def stop(self) -> None:
        for _, process in self._running.values():
            process.terminate()

    def close(self) -> None:
        for _, process in self._running.values():
            process.kill()
            process.join()
        self._running.clear()


def failure_of(job: Job) -> JobEnd:
    """Return the end of a job that failed or paused, by its file of errors."""
    told = json.loads(error_path(job.folder, job.segment.id).read_text(encoding="utf-8"))
    return JobEnd(job, told["kind"], told["message"])


def _last_words(job: Job) -> str:
    """Return the last line that the process of a job printed on stderr."""
    path = printed_path(job.folder, job.segment.id)
    try:
        printed = path.read_bytes()
    except FileNotFoundError:
        return ""
    path.unlink(missing_ok=True)
    return last_line(printed.decode("utf-8", errors="replace"))


def last_line(text: str) -> str:
    """Return the last line of a text that isn't blank, without secrets."""
    return redact(next((line.strip() for line in reversed(text.splitlines()) if line.strip()), ""))


_SERVER_DIED = 255
"""What multiprocessing says of a process whose status it cannot learn, because the server that forked it is gone."""


def _end_of(job: Job, status: int) -> JobEnd:
    words = _last_words(job)
    if status == 0:
        return JobEnd(job, "done")
    if status == STOPPED:
        return JobEnd(job, "stopped")
    if status == FAILED and error_path(job.folder, job.segment.id).is_file():
        return failure_of(job)
    how = f"its process was ended by signal {-status}" if status < 0 else f"status {status}"
    if status == _SERVER_DIED:
        how = "the process from which worlds are forked has died"
    return JobEnd(job, "died", f"{how}: {words}" if words else how)


@dataclass
class Progress:
    """How far a study has come."""

    cells: int
    done: int
    segments: int
    """Segments that are to be lived or measured in this run of the study."""
    ended: int = 0
    running: int = 0
    problems: list[JobEnd] = field(default_factory=list)
    """The jobs that failed or paused, in the order in which they ended."""
    stopped: bool = False
    seconds: float = 0.0
    steps_left: int = 0
    steps_lived: int = 0
    spent: Spend = field(default_factory=Spend)

    @property
    def seconds_left(self) -> float | None:
        """How long the rest will take, by what was lived so far; None before anything has been."""
        return self.seconds * self.steps_left / self.steps_lived if self.steps_lived else None

    def as_json(self) -> dict[str, Json]:
        """Return what is done, what failed and why, and what was spent as JSON data."""
        ends = [ended.end for ended in self.problems]
        return {
            "cells": self.cells,
            "done": self.done,
            "failed": ends.count("failed") + ends.count("died"),
            "paused": ends.count("paused"),
            "stopped": self.stopped,
            "problems": [
                {
                    "segment": ended.job.segment.id,
                    "seed": ended.job.segment.seed,
                    "end": ended.end,
                    "message": ended.message,
                }
                for ended in self.problems
            ],
            "spent": {"tokens": self.spent.tokens, "usd": round(self.spent.usd, 6)},
            "seconds": round(self.seconds, 2),
        }


def prepare_folder(folder: Path) -> None:
    """Create the folder of a study. Raises OSError."""
    for name in ("runs", "rows", "answers", "errors"):
        (folder / name).mkdir(parents=True, exist_ok=True)


@contextmanager
def owned_folder(folder: Path) -> Iterator[None]:
    """Own a study's folder within this block. Raises StudyError if another process does."""
    prepare_folder(folder)
    lock = Lock(
        folder / "driver.lock",
        lambda who: StudyError(f"The study in {folder} is being run by {who}; wait until it ends, or stop it first."),
    )
    try:
        yield
    finally:
        lock.release()


def run_study(
    plan: StudyPlan,
    executor: Executor,
    on_progress: Callable[[Progress, JobEnd | None], None] = lambda progress, ended: None,
    is_stopped: Callable[[], bool] = lambda: False,
    options: ModelOptions | None = None,
    account: Path | None = None,
) -> Progress:
    """Live what is not lived yet, and measure what is not measured. Returns how far it came.

    What fails is told and stops nothing but what needs it. Give the same again to go on. `account` is the folder of the
    study whose spending counts against the budget, by default that of the plan. Raises BadInput, StudyError.
    """
    options = options or ModelOptions()
    if options.model or options.embedding or options.budget:
        raise BadInput("The file of a study names its models, embedder and budget; change them there.")
    _check_prices(plan, options)
    at_once = options.concurrency or plan.study.at_once
    options = replace(options, concurrency=at_once)
    with ExitStack() as stack:
        stack.enter_context(owned_folder(plan.study.folder))
        stack.callback(executor.close)
        driver = _Driver(plan, executor, on_progress, options)
        if any(not segment.config.offline for segment in plan.segments.values()):
            spent = spend_of_runs(account or plan.study.folder)
            driver.leases = stack.enter_context(LeaseServer(at_once, plan.study.budget, spent, executor.host))
        driver.run(is_stopped)
    return driver.progress


def _check_prices(plan: StudyPlan, options: ModelOptions) -> None:
    """Check that every model of a plan has a price, if the budget is in money. Raises BadInput."""
    prices = read_config(options.config).price_list
    for config in dict.fromkeys(segment.config for segment in plan.segments.values()):
        require_prices(plan.study.budget, find_unpriced_models(config, prices))


def spend_of_runs(folder: Path) -> Spend:
    """Return what all runs of a study and of its pilot have cost by their own files, also of its earlier versions."""
    pilot = folder / PILOT
    total = spend_of_runs(pilot) if pilot.is_dir() else Spend()
    for path in sorted([*(folder / "runs").glob("*.townlet"), *(folder / "runs").glob("*.draft")]):
        try:
            with open_unchecked(path) as reader:
                total = total.plus(spend_on_file(reader))
        except RunFileError:
            # A file that was being laid out when its process was killed, or is damaged: its cell says so.
            continue
    for path in sorted((folder / "answers").glob("*.json")):
        total = total.plus(KeptAnswers(path).spent)
    return total


class _Driver:
    def __init__(
        self,
        plan: StudyPlan,
        executor: Executor,
        on_progress: Callable[[Progress, JobEnd | None], None],
        options: ModelOptions,
    ) -> None:
        # Another machine, or a process of Ray's, is in another folder.
        self._options = replace(options, config=options.config and options.config.absolute())
        self.plan, self.executor, self._tell = plan, executor, on_progress
        self.leases: LeaseServer | None = None
        self._tries: dict[str, int] = {}
        self._began = time.monotonic()
        self._missing = self._missing_rows()
        self._waiting = self._jobs()
        self._steps_of = {name: self._steps(job) for name, job in self._waiting.items()}
        steps, cells = sum(self._steps_of.values()), plan.cells
        missing = {row for rows in self._missing.values() for row in rows}
        done = sum(cell.row not in missing for cell in cells)
        self.progress = Progress(len(cells), done, len(self._waiting), steps_left=steps)

    def run(self, is_stopped: Callable[[], bool]) -> None:
        self._tell(self.progress, None)
        running: dict[str, Job] = {}
        while True:
            self.progress.stopped = self.progress.stopped or is_stopped()
            if self.progress.stopped:
                self.executor.stop()
                self._waiting.clear()
            for job in self._ready(running)[: self.executor.workers - len(running)]:
                running[job.segment.id] = self._waiting.pop(job.segment.id)
                self._submit(job)
            if self.leases:
                self.leases.expect({job.group for job in (*self._waiting.values(), *running.values())})
            self.progress.running = len(running)
            if not running:
                return
            for ended in self.executor.wait(0.5):
                del running[ended.job.segment.id]
                self.progress.running = len(running)
                self._take(ended)

    def _jobs(self) -> dict[str, Job]:
        """Return the jobs that are not done, by segment, in the order of the plan."""
        study, rows = self.plan.study, self._missing
        town = str(Path(study.town_folder).absolute()) if Path(study.town_folder).is_dir() else study.town_folder
        groups: dict[str, int] = {}
        for cell in self.plan.cells:
            if cell.segment in rows:
                name = cell.segment
                while name:
                    groups.setdefault(name, cell.group)
                    # A segment that is there needs its past no more.
                    name = "" if run_path(study.folder, name).exists() else self.plan.segments[name].parent
        return {
            name: Job(
                segment,
                self.plan.ends[name],
                tuple(rows.get(name, {}).items()),
                study.folder.absolute(),
                town,
                groups[name],
                self._options,
            )
            for name, segment in self.plan.segments.items()
            if name in groups and (name in rows or not self._is_finished(name))
        }

    def _missing_rows(self) -> dict[str, dict[str, Measured]]:
        found: dict[str, dict[str, Measured]] = {}
        for cell in self.plan.cells:
            if not is_measured(self.plan.study.folder, cell.row, cell.segment, cell.measured.until):
                found.setdefault(cell.segment, {})[cell.row] = cell.measured
        return found

    def _lived(self, segment: str) -> int:
        """Return how many steps a segment's run has; 0 if there is none, or none that can be read."""
        path = run_path(self.plan.study.folder, segment)
        if not path.exists():
            return 0
        try:
            with open_unchecked(path) as reader:
                last = reader.last_step()
        except RunFileError:
            return 0
        return 0 if last is None else last + 1

    def _is_finished(self, segment: str) -> bool:
        """Whether a segment was lived to its end and then closed, not killed in between."""
        path = run_path(self.plan.study.folder, segment)
        return self._lived(segment) >= self.plan.ends[segment] and not lock_path(path).exists()

    def _steps(self, job: Job) -> int:
        return max(0, job.end - max(job.segment.begin, self._lived(job.segment.id)))

    def _ready(self, running: dict[str, Job]) -> Sequence[Job]:
        """Return the jobs whose past is lived, the earliest of the plan first."""
        return [
            job
            for job in self._waiting.values()
            if (past := _needed_past(job)) not in self._waiting and past not in running
        ]

    def _submit(self, job: Job) -> None:
        if self.leases:
            job = replace(job, lease=self.leases.address)
        self.executor.submit(job)

    def _take(self, ended: JobEnd) -> None:
        """Note that a job has ended: try again, or leave out what needs it."""
        name, progress = ended.job.segment.id, self.progress
        if self.leases:
            progress.spent = self.leases.spent
        self._tries[name] = self._tries.get(name, 0) + 1
        if ended.end == "died" and self._tries[name] < ATTEMPTS and not progress.stopped:
            self._waiting = {name: replace(ended.job, lease=None), **self._waiting}
            self._tell(progress, ended)
            return
        progress.ended += 1
        progress.seconds = time.monotonic() - self._began
        if ended.end == "done":
            progress.done += sum(cell.row in dict(ended.job.rows) for cell in self.plan.cells)
            progress.steps_lived += self._steps_of[name]
            progress.steps_left -= self._steps_of[name]
        elif ended.end != "stopped":
            progress.problems.append(ended)
            for other in self._needing(name):
                del self._waiting[other]
        self._tell(progress, ended)

    def _needing(self, segment: str) -> list[str]:
        """Return the waiting segments that fork from a segment, or from one that does."""
        found = {segment}
        for name, job in self._waiting.items():
            if _needed_past(job) in found:
                found.add(name)
        return [name for name in found if name in self._waiting]


def _needed_past(job: Job) -> str:
    """Return the segment that a job has to fork from; none if it has a run of its own already."""
    return "" if job.run.exists() else job.segment.parent
