"""A study from Python: planned, run and analysed in a few lines, with its tables as data frames."""

from __future__ import annotations

import os
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from townlet.measures.table import Table
from townlet.studies.analysis import StudyAnalysis
from townlet.studies.partings import find_partings, partings_table
from townlet.studies.plan import StudyPlan, plan_study
from townlet.studies.reading import read_study
from townlet.studies.runner import Executor, LocalProcesses, Progress, run_study
from townlet.studies.tables import StudyResults
from townlet.studies.worker import MakeResources, offline_resources

if TYPE_CHECKING:
    import pandas as pd

_RESULTS = ("outcomes", "worlds", "knowledge", "answers")
_ANALYSES = ("contrasts", "means", "curves", "survival")
TABLES_OF_RESULTS = (*_RESULTS, *_ANALYSES, "partings")
"""The tables of a study, each an attribute of `Study`."""


class Study:
    """A study file: many worlds of one town that differ in what the file says.

    Its tables are attributes, as data frames: `study.outcomes`, `study.contrasts`, `study.curves`, `study.partings`.
    They show what is done so far. A script that runs a study has to do so below `if __name__ == "__main__":`, because
    each world lives in a process that imports the script.
    """

    def __init__(self, path: Path | str) -> None:
        """Read and check a study file. Raises StudyFileError with every defect, and StudyError."""
        self.path = Path(path)
        self.plan: StudyPlan = plan_study(read_study(self.path))
        """The cells and the segments of their lives."""

    @cached_property
    def folder(self) -> Path:
        """The folder of its runs and tables."""
        return self.plan.study.folder

    def run(
        self,
        workers: int | None = None,
        *,
        ray: str | None = None,
        make_resources: MakeResources = offline_resources,
    ) -> Progress:
        """Live what is not lived yet, and measure what is not measured; call it again to go on.

        `ray` is 'auto' or the address of a cluster. `make_resources` returns what a world is computed with, given its
        configuration, its seed and the study's folder; without it, only the offline model can be asked. Raises
        StudyError.
        """
        executor: Executor
        if ray is not None:
            from townlet.studies.ray_tasks import RayTasks

            executor = RayTasks(ray, workers, make_resources)
        else:
            executor = LocalProcesses(workers or os.cpu_count() or 1, make_resources)
        return run_study(self.plan, executor)

    def analyse(self) -> str:
        """Return the comparisons of what is done as a page of text. Raises StudyError, MissingExtra."""
        return StudyAnalysis(StudyResults(self.plan)).as_text()

    @property
    def tables(self) -> tuple[str, ...]:
        """The names of all tables."""
        return TABLES_OF_RESULTS

    def __getattr__(self, name: str) -> pd.DataFrame:
        if name not in TABLES_OF_RESULTS:
            raise AttributeError(f"A study has no table {name!r}; it has {', '.join(TABLES_OF_RESULTS)}.")
        return self._table(name).as_frame()

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *TABLES_OF_RESULTS]

    def _table(self, name: str) -> Table:
        results = StudyResults(self.plan)
        if name == "partings":
            primary = self.plan.study.primary
            return partings_table(results, find_partings(results, primary) if primary else [])
        owner: Any = results if name in _RESULTS else StudyAnalysis(results)
        table: Table = getattr(owner, name)()
        return table

    def __repr__(self) -> str:
        done = len(StudyResults(self.plan).lived)
        return f"{self.plan.study.name}: {done} of {len(self.plan.cells)} cells done; tables: {', '.join(self.tables)}"
