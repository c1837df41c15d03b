"""Lives the worlds of a study in the process of the test, one after another."""

from __future__ import annotations

from townlet.studies.plan import StudyPlan
from townlet.studies.runner import JobEnd, run_study
from townlet.studies.worker import Job, attempt_job


class InProcess:
    """Implements `Executor` without another process."""

    workers, host = 1, "127.0.0.1"

    def __init__(self) -> None:
        self._ended: list[JobEnd] = []

    def submit(self, job: Job) -> None:
        end = attempt_job(job, lambda: False)
        self._ended.append(JobEnd(job, end))

    def wait(self, seconds: float) -> list[JobEnd]:
        ended, self._ended = self._ended, []
        return ended

    def stop(self) -> None: ...

    def close(self) -> None: ...


def live(plan: StudyPlan) -> None:
    """Live all cells of a plan that are not done."""
    progress = run_study(plan, InProcess())
    assert progress.done == progress.cells, progress.problems
