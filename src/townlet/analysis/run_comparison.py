"""The measures of several runs in one table: each figure's mean, range and interval."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from townlet.analysis.emergence.section import FigureCount
from townlet.analysis.figures import BOUNDED_FORMS, FigureForm
from townlet.analysis.measures import LABEL_WIDTH, RunMeasures, format_figure
from townlet.analysis.statistics import FEWEST_RUNS, IntervalEstimate, estimate_mean
from townlet.runfile import Json
from townlet.runfile.study_files import StudyError

_WIDTHS = (10, 20, 20, 10)


@dataclass(frozen=True)
class FigureOverRuns:
    """One figure over runs."""

    key: str
    label: str
    form: FigureForm
    values: tuple[float, ...]
    """Of the runs that give it, one at least."""
    paper: float | None = None

    @cached_property
    def mean(self) -> IntervalEstimate:
        """With the interval that holds it in 95 % of repetitions, by Student's t; none of two values or equal ones.

        It ends where the figure does: there is no share over 1, and nothing that is counted is fewer than none.
        """
        if len(set(self.values)) == 1:
            return IntervalEstimate(self.values[0])
        least = 0.0 if min(self.values) >= 0 else -math.inf
        return estimate_mean(
            np.array(self.values, np.float64), (least, 1.0 if self.form in BOUNDED_FORMS else math.inf)
        )

    def as_json(self) -> Json:
        ends = (self.mean.low, self.mean.high)
        return {
            "mean": round(self.mean.value, 4),
            "least": round(min(self.values), 4),
            "most": round(max(self.values), 4),
            "interval": None if None in ends else [round(end, 4) for end in ends if end is not None],
            "runs": len(self.values),
            "paper": None if self.paper is None else round(self.paper, 4),
        }

    def cells(self) -> tuple[str, str, str, str]:
        """The mean, the range, the interval and the paper's figure, as a person reads them."""
        mean, low, high = self.mean.value, self.mean.low, self.mean.high
        form: FigureForm = "number" if self.form == "count" else self.form
        interval = "" if low is None or high is None else f"{format_figure(low, form)} to {format_figure(high, form)}"
        span = f"{format_figure(min(self.values), self.form)} to {format_figure(max(self.values), self.form)}"
        return format_figure(mean, form), span, interval, "" if self.paper is None else format_figure(self.paper, form)


@dataclass(frozen=True)
class RunComparison:
    """Runs that were measured alike. Raises StudyFault where they are of different towns, or one comes twice."""

    runs: tuple[RunMeasures, ...]

    def __post_init__(self) -> None:
        ids = [str(run.about["run"]) for run in self.runs]
        if len(set(ids)) < len(ids):
            raise StudyError("A run is given twice; give each once.")
        towns = {str(run.about["town"]): str(run.about["run"]) for run in self.runs}
        if len(towns) > 1:
            raise StudyError(f"The runs are of different towns ({', '.join(towns)}); give runs of one town at a time.")

    def as_json(self) -> dict[str, Json]:
        """`runs`: each as it is alone; `over_runs`: each figure by section, and `paper` with those of the paper."""
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
        yield "BESIDE THE PAPER (Park et al. 2023, section 7.1: 25 people, two days, gpt-3.5-turbo, by interview)"
        yield _row("", ("mean", "range", "95 % interval", "paper"))
        yield from (_row(each.label, each.cells()) for each in self._beside())
        for _, title, parts in self._sections():
            yield ""
            yield title.upper()
            for heading, figures in parts:
                yield f"  {heading}"
                yield from (_row(each.label, each.cells()) for each in figures)

    def _beside(self) -> list[FigureOverRuns]:
        """The paper's figures: what is a part of something as a share of it."""
        found: list[FigureOverRuns] = []
        for row in self.runs[0].beside:
            rows = [each for run in self.runs for each in run.beside if each.key == row.key]
            form: FigureForm = "density" if row.paper and row.paper.of is None else "share"
            paper = None if row.paper is None else _plain(row.paper)
            said = "  the same by interview" if row.held else f"{row.label}, said"
            for key, label, counts in (
                (row.key, row.label, [each.held for each in rows]),
                (f"{row.key}_said", said, [each.said for each in rows]),
            ):
                if values := tuple(value for count in counts if count and (value := _plain(count)) is not None):
                    found.append(FigureOverRuns(key, label, form, values, paper))
        return found

    def _sections(self) -> Iterator[tuple[str, str, list[tuple[str, list[FigureOverRuns]]]]]:
        """Sections and parts as the first run has them, with every figure that some run gives a value."""
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
    """A number as it is, a part of something as its share; None of nothing."""
    return count.value if count.of is None else count.share


def _row(label: str, cells: tuple[str, str, str, str]) -> str:
    return f"    {label:<{LABEL_WIDTH}}" + "".join(
        f"{cell:<{width}}" for cell, width in zip(cells, _WIDTHS, strict=True)
    )
