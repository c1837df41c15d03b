"""Compares the measures of several runs: the mean, range and confidence interval of each figure."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from townlet.measures.emergence.result import FigureCount
from townlet.measures.figures import BOUNDED_FORMS, FigureForm
from townlet.measures.run_measures import LABEL_COLUMN, PAGE_INDENT, PAPER_HEADING, RunMeasures, format_figure
from townlet.measures.statistics import FEWEST_RUNS, IntervalEstimate, estimate_mean
from townlet.measures.table import Cell, Column, Table
from townlet.runfile import Json
from townlet.runfile.study_files import StudyError


@dataclass(frozen=True)
class FigureOverRuns:
    """One figure in several runs."""

    key: str
    label: str
    form: FigureForm
    values: tuple[float, ...]
    """One for each run that has the figure; never empty."""
    paper: float | None = None

    @cached_property
    def mean(self) -> IntervalEstimate:
        """The mean with its 95 % confidence interval by Student's t; without one for two values or equal values.

        The interval stays within what the figure can be: a share is at most 1, and a count at least 0.
        """
        if len(set(self.values)) == 1:
            return IntervalEstimate(self.values[0])
        least = 0.0 if min(self.values) >= 0 else -math.inf
        return estimate_mean(
            np.array(self.values, np.float64), (least, 1.0 if self.form in BOUNDED_FORMS else math.inf)
        )

    def as_json(self) -> Json:
        return {
            "mean": round(self.mean.value, 4),
            "least": round(min(self.values), 4),
            "most": round(max(self.values), 4),
            "interval": self.mean.interval and self.mean.interval.rounded(),
            "runs": len(self.values),
            "paper": None if self.paper is None else round(self.paper, 4),
        }

    def table_row(self) -> tuple[str | Cell, ...]:
        """Return the label, mean, range, interval and the paper's figure as a row of a table."""
        mean, ends = self.mean.value, self.mean.interval
        form: FigureForm = "number" if self.form == "count" else self.form
        interval = " to ".join(format_figure(end, form) for end in ends or ())
        span = f"{format_figure(min(self.values), self.form)} to {format_figure(max(self.values), self.form)}"
        paper = Cell(self.paper, "" if self.paper is None else format_figure(self.paper, form))
        return self.label, Cell(mean, format_figure(mean, form)), span, interval, paper


@dataclass(frozen=True)
class RunComparison:
    """Several measured runs of one town. Raises StudyError for runs of different towns or the same run twice."""

    runs: tuple[RunMeasures, ...]

    def __post_init__(self) -> None:
        ids = [str(run.about["run"]) for run in self.runs]
        if len(set(ids)) < len(ids):
            raise StudyError("The same run is given twice; give each run once.")
        towns = {str(run.about["town"]): str(run.about["run"]) for run in self.runs}
        if len(towns) > 1:
            raise StudyError(f"The runs are of different towns ({', '.join(towns)}); compare runs of one town.")

    def as_json(self) -> dict[str, Json]:
        """Return JSON data with two keys.

        `runs` holds the measures of each run. `over_runs` holds, by section, each figure over all runs; its section
        `paper` holds the figures that the paper reports.
        """
        over: dict[str, Json] = {"paper": {each.key: each.as_json() for each in self._beside()}}
        for key, _, parts in self._sections():
            over[key] = {each.key: each.as_json() for _, figures in parts for each in figures}
        return {"runs": [run.as_json() for run in self.runs], "over_runs": over}

    def as_text(self) -> str:
        return "\n".join(line.rstrip() for line in self._lines()) + "\n"

    def _lines(self) -> Iterator[str]:
        first = self.runs[0].about
        seeds = ", ".join(str(run.about["seed"]) for run in self.runs)
        yield f"{first['town']}, {len(self.runs)} runs, seeds {seeds}: {first['agents']} people"
        yield from dict.fromkeys(str(run.about["note"]) for run in self.runs)
        if len(self.runs) < FEWEST_RUNS:
            yield f"{len(self.runs)} runs are too few for intervals; give {FEWEST_RUNS} at least."
        yield ""
        yield PAPER_HEADING
        yield from _table(self._beside()).as_text(PAGE_INDENT).splitlines()
        for _, title, parts in self._sections():
            yield ""
            yield title.upper()
            for heading, figures in parts:
                yield f"  {heading}"
                yield from _table(figures).as_text(PAGE_INDENT, headings=False).splitlines()

    def _beside(self) -> list[FigureOverRuns]:
        """Return the figures that the paper reports, for these runs. A count out of a total is given as a share."""
        found: list[FigureOverRuns] = []
        for row in self.runs[0].beside:
            rows = [each for run in self.runs for each in run.beside if each.key == row.key]
            form: FigureForm = "density" if row.paper and row.paper.total is None else "share"
            paper = None if row.paper is None else _plain(row.paper)
            said = "  the same by interview" if row.by_provenance else f"{row.label}, said"
            for key, label, counts in (
                (row.key, row.label, [each.by_provenance for each in rows]),
                (f"{row.key}_said", said, [each.by_interview for each in rows]),
            ):
                if values := tuple(value for count in counts if count and (value := _plain(count)) is not None):
                    found.append(FigureOverRuns(key, label, form, values, paper))
        return found

    def _sections(self) -> Iterator[tuple[str, str, list[tuple[str, list[FigureOverRuns]]]]]:
        """Yield key, title and parts of the first run's sections, with the figures that any run has a value for."""
        values: dict[tuple[str, str], list[float]] = {}
        for run in self.runs:
            for section in run.sections:
                for figure in section.figures():
                    if figure.value is not None:
                        values.setdefault((section.key, figure.key), []).append(figure.value)
        for section in self.runs[0].sections:
            parts = [
                (
                    part.title,
                    [
                        FigureOverRuns(f.key, f.label, f.form, tuple(values[section.key, f.key]))
                        for f in part.figures
                        if (section.key, f.key) in values
                    ],
                )
                for part in section.parts
            ]
            yield section.key, section.title, parts


def _plain(count: FigureCount) -> float | None:
    """Return a number as it is, and a count out of a total as a share; None if the total is 0."""
    return count.value if count.total is None else count.share


def _table(figures: Sequence[FigureOverRuns]) -> Table:
    columns = (Column("mean", width=8), Column("range", width=18), Column("95 % interval", width=18), Column("paper"))
    return Table((LABEL_COLUMN, *columns), [figure.table_row() for figure in figures])
