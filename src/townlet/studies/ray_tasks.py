"""Worlds as tasks of Ray, on this machine or on a cluster. Ray is imported only here, and only when it is asked for."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

from townlet.runfile.study_files import StudyError
from townlet.studies.leases import LOOPBACK
from townlet.studies.runner import Executor, JobEnd, LocalProcesses, failure_of, last_line, usual_workers
from townlet.studies.worker import Job, JobOutcome, attempt_job

HERE = "auto"
"""The address that stands for a Ray of our own on this machine."""

STOP = "stop"
"""A file in the study's folder that asks tasks on any machine to end after their step."""

STORE_BYTES = 100 * 2**20
"""The size of Ray's object store, which is hardly used: results lie in files."""

_SECONDS_BETWEEN_LOOKS = 0.5


def open_executor(workers: int | None = None, ray: str | None = None) -> Executor:
    """Return where worlds live: in processes here, or on Ray ('auto', or a cluster's address). Raises StudyError."""
    return LocalProcesses(workers or usual_workers()) if ray is None else RayTasks(ray, workers)


class RayTasks:
    """A Ray task for each job. Implements `Executor`.

    On a cluster, every machine needs Townlet, and the study's folder on a file system that all of them share.
    """

    def __init__(self, address: str = HERE, workers: int | None = None) -> None:
        """Start Ray here, or join the cluster at an address. Raises StudyError if Ray is missing or not reached."""
        self._ray, own = _ray(), address == HERE
        # Ray's workers run at the lowest priority but one by default, and starve beside anything else.
        os.environ.setdefault("RAY_worker_niceness", "0")
        options: dict[str, Any] = {"address": address, "log_to_driver": False, "logging_level": "ERROR"}
        if own:
            # Without "local", Ray joins whatever cluster it finds on this machine.
            options |= {"address": "local", "num_cpus": workers or os.cpu_count(), "include_dashboard": False}
            options |= {"_node_ip_address": LOOPBACK, "object_store_memory": STORE_BYTES}
        try:
            self._ray.init(**options)
        except Exception as error:  # noqa: BLE001 - Ray raises nothing more special if a node does not come up in time
            why = str(error).rstrip(".")
            if own:
                mend = "Try again when this machine is less busy, or leave --ray out to use processes."
                raise StudyError(f"Ray did not start on this machine: {why}. {mend}") from None
            raise StudyError(f"No Ray cluster answers at {address}: {why}. Give its address, or --ray auto.") from None
        self.workers = workers or max(1, int(self._ray.cluster_resources().get("CPU", 1)))
        self.host = LOOPBACK if own else str(self._ray.util.get_node_ip_address())
        variables = {"OPENBLAS_NUM_THREADS": "1"}
        self._task = self._ray.remote(num_cpus=1, max_retries=0, runtime_env={"env_vars": variables})(run_task)
        self._running: dict[Any, Job] = {}
        self._stops: set[Path] = set()

    def submit(self, job: Job) -> None:
        (job.folder / STOP).unlink(missing_ok=True)
        self._running[self._task.remote(job)] = job

    def wait(self, seconds: float) -> list[JobEnd]:
        done, _ = self._ray.wait([*self._running], num_returns=1, timeout=seconds)
        return [self._end(reference) for reference in done]

    def stop(self) -> None:
        for job in self._running.values():
            (job.folder / STOP).touch()
            self._stops.add(job.folder / STOP)

    def close(self) -> None:
        for path in self._stops:
            path.unlink(missing_ok=True)
        self._running.clear()
        self._ray.shutdown()

    def _end(self, reference: Any) -> JobEnd:
        job = self._running.pop(reference)
        try:
            end: JobOutcome = self._ray.get(reference)
        except self._ray.exceptions.RayError as error:
            return JobEnd(job, "died", f"{type(error).__name__}: {last_line(str(error))}")
        return JobEnd(job, end) if end in ("done", "stopped") else failure_of(job)


def run_task(job: Job) -> JobOutcome:
    """Run a job in a process of Ray's, and say what came of it."""
    return attempt_job(job, _stop_file(job.folder / STOP))


def _stop_file(path: Path) -> Callable[[], bool]:
    """Return a function that says whether a file is there, and looks for it twice a second."""
    looked, found = 0.0, False

    def is_there() -> bool:
        nonlocal looked, found
        if time.monotonic() - looked > _SECONDS_BETWEEN_LOOKS:
            looked, found = time.monotonic(), path.exists()
        return found

    return is_there


def _ray() -> Any:
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    # Under `uv run`, Ray would have its workers run by uv as well, from a folder that holds the project. Every machine
    # has Townlet already.
    os.environ.setdefault("RAY_ENABLE_UV_RUN_RUNTIME_ENV", "0")
    try:
        return import_module("ray")
    except ImportError:
        raise StudyError(
            "Ray is not installed; run `pip install 'townlet[ray]'`, or leave --ray out to use local processes."
        ) from None
