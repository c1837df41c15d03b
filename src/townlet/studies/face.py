"""A study from Python: planned, run and analysed in a few lines, with its tables as data frames."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from townlet.engine.model_options import ModelOptions
from townlet.language.pricing import Spend
from townlet.measures.table import Table
from townlet.runfile import is_owned
from townlet.studies.analysed import AnalysedStudy, analyse_study
from townlet.studies.analysis import StudyAnalysis
from townlet.studies.audit import StudyAudit, audit_study
from townlet.studies.partings import find_partings, partings_table
from townlet.studies.pilot import run_pilot
from townlet.studies.plan import StudyPlan, plan_study
from townlet.studies.ray_tasks import open_executor
from townlet.studies.reading import read_study
from townlet.studies.record import FrozenStudy, freeze_study, note_deviation
from townlet.studies.reproduction import CheckedStudy, reproduce_study, verify_study
from townlet.studies.runner import JobEnd, Progress, run_study, spend_of_runs
from townlet.studies.tables import StudyResults, has_parquet, write_tables
from townlet.studies.worker import error_path, is_measured

if TYPE_CHECKING:
    import pandas as pd

_RESULTS = ("outcomes", "worlds", "knowledge", "answers")
_ANALYSES = ("contrasts", "means", "curves", "survival")
TABLES_OF_RESULTS = (*_RESULTS, *_ANALYSES, "partings")
"""The tables of a study, each an attribute of `Study`."""


@dataclass(frozen=True)
class StudyStatus:
    """How far a study has come."""

    cells: int
    done: int
    running: bool
    """Whether a process runs the study now."""
    errors: Mapping[str, str]
    """Why segments failed or paused, by the segment's id."""
    spent: Spend


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
        options: ModelOptions | None = None,
        on_progress: Callable[[Progress, JobEnd | None], None] = lambda progress, ended: None,
        is_stopped: Callable[[], bool] = lambda: False,
    ) -> Progress:
        """Live what is not lived yet, and measure what is not measured; call it again to go on.

        `ray` is 'auto' or the address of a cluster. `options` say how the study's models are asked. `on_progress`
        is called with each segment that ends, and `is_stopped` is asked twice a second. Raises BadInput, StudyError.
        """
        note_deviation(self.plan.study, self._cells_done())
        return run_study(self.plan, open_executor(workers, ray), on_progress, is_stopped, options)

    def pilot(self, seeds: int = 1, workers: int | None = None, options: ModelOptions | None = None) -> StudyAnalysis:
        """Live the study with a few seeds that are none of its own, to see whether it could find anything.

        Raises BadInput, StudyError.
        """
        return run_pilot(self.plan.study, seeds, open_executor(workers), options)

    def audit(self, workers: int | None = None, options: ModelOptions | None = None) -> StudyAudit:
        """Audit each claim of the study, with more worlds where that needs them, at most three times its own.

        Raises BadInput, StudyError, MissingExtra.
        """
        return audit_study(self.plan, lambda: open_executor(workers), options)

    def status(self) -> StudyStatus:
        """Return how far the study has come. Raises StudyError, OSError."""
        folder = self.folder
        errors = {
            name: str(json.loads(path.read_text(encoding="utf-8"))["message"])
            for name in self.plan.segments
            if (path := error_path(folder, name)).is_file()
        }
        running, spent = is_owned(folder / "driver"), spend_of_runs(folder)
        return StudyStatus(len(self.plan.cells), self._cells_done(), running, errors, spent)

    def verify(self) -> CheckedStudy:
        """Check that rows and runs are as they were written, and that the runs give the rows. Raises StudyError."""
        return verify_study(self.plan)

    @staticmethod
    def reproduce(folder: Path | str, workers: int | None = None) -> CheckedStudy:
        """Live an exported study again, from recorded replies alone, and compare every file of it byte by byte.

        Raises StudyError, MissingExtra.
        """
        return reproduce_study(Path(folder), lambda: open_executor(workers))

    def freeze(self) -> FrozenStudy:
        """Register the study file as it is now; what changes later is told with every result. Raises StudyError."""
        return freeze_study(self.plan.study, self._cells_done())

    def analyse(self) -> str:
        """Return the comparisons of what is done as a page of text. Raises StudyError, MissingExtra."""
        return StudyAnalysis(StudyResults(self.plan)).as_text()

    def analysed(self) -> AnalysedStudy:
        """Return all that the analysis says of what is done, to be written. Raises StudyError, MissingExtra."""
        note_deviation(self.plan.study, self._cells_done())
        return analyse_study(self.plan)

    def export(self, out: Path | str, write_replay: Callable[[Path, Path], object] | None = None) -> list[str]:
        """Write what a reader needs to check the study into a new or empty folder. Return the files within it.

        `write_replay` is `townlet.export_page`, to write the two worlds of each pair as replays side by side. Raises
        BadInput, StudyError, MissingExtra, OSError.
        """
        return self.analysed().export(out, write_replay)

    def write_tables(self) -> list[Path]:
        """Write the tables of what is done into the study's folder. Return their paths. Raises OSError."""
        return write_tables(StudyResults(self.plan).tables(), self.folder, has_parquet())

    def _cells_done(self) -> int:
        return sum(is_measured(self.folder, cell.row, cell.segment, cell.measured.until) for cell in self.plan.cells)

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
