"""Resimulation: compare runs simulated without single faculties with runs of the full architecture."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import attrgetter

import numpy as np

from townlet.evaluation.ablation.scoring import GradedAnswer, compute_ablation_scores
from townlet.measures.figures import BOUNDED_FORMS, FigureForm
from townlet.measures.run_measures import RunMeasures
from townlet.measures.statistics import DIFFERENCE_BOUNDS, FEWEST_RUNS, UNBOUNDED, IntervalEstimate, estimate_mean
from townlet.measures.table import Cell, Column, Table
from townlet.runfile import Json
from townlet.runfile.manifest import Manifest

ARCHITECTURES: Mapping[str, tuple[str, ...]] = {
    "full": (),
    "no-reflection": ("reflection",),
    "no-planning": ("planning", "reflection"),
}
"""The faculties that each architecture lacks. Names are those of the memory conditions that can also be simulated."""

_SECTIONS = ("coherence", "liveliness", "diffusion", "emergence")
_TRUTH = "Questions answered rightly"


@dataclass(frozen=True)
class RunFigure:
    """One figure of one run."""

    part: str
    label: str
    form: FigureForm
    value: float


@dataclass(frozen=True)
class ArchitectureRun:
    """One run of one architecture, with its figures."""

    architecture: str
    seed: int
    manifest: Manifest
    figures: Mapping[str, RunFigure]
    """The figures by key: those of `townlet measure`, and the accuracy under full memory from `townlet ablate`."""


@dataclass(frozen=True)
class ArchitectureFigure:
    """One figure compared across all architectures."""

    key: str
    figure: RunFigure
    means: Mapping[str, float]
    """The mean over runs, by architecture."""
    differences: Mapping[str, IntervalEstimate]
    """For each ablated architecture, its difference from the full one, paired by seed."""

    @property
    def changed(self) -> bool:
        """Whether any ablation changed the figure at all."""
        return any((each.value, each.low or 0, each.high or 0) != (0, 0, 0) for each in self.differences.values())


def summarise_run(
    architecture: str, measures: RunMeasures, manifest: Manifest, graded: Sequence[GradedAnswer]
) -> ArchitectureRun:
    """Return the figures of one run from its measures and from its people's graded answers."""
    figures = {
        f"{section.key}.{figure.key}": RunFigure(part.title, figure.label, figure.form, float(figure.value))
        for section in measures.sections
        if section.key in _SECTIONS
        for part in section.parts
        for figure in part.figures
        if figure.value is not None
    }
    [shares] = compute_ablation_scores({manifest.run: graded}).shares.values()
    truth = {f"truth.{column}": RunFigure(_TRUTH, column, "share", each.value) for column, each in shares.items()}
    return ArchitectureRun(architecture, manifest.seed, manifest, {**truth, **figures})


def compare_architectures(runs: Sequence[ArchitectureRun]) -> list[ArchitectureFigure]:
    """Return each figure that both the full architecture and an ablated one have."""
    by_name = {name: [run for run in runs if run.architecture == name] for name in ARCHITECTURES}
    full = by_name.pop("full")
    found = []
    for key, figure in full[0].figures.items():
        means = {"full": _mean(full, key)}
        differences = {}
        for name, ablated in by_name.items():
            if pairs := _pair_by_seed(ablated, full, key):
                means[name] = _mean(ablated, key)
                ends = DIFFERENCE_BOUNDS if figure.form in BOUNDED_FORMS else UNBOUNDED
                differences[name] = estimate_mean(np.array([value - baseline for value, baseline in pairs]), ends)
        if differences:
            found.append(ArchitectureFigure(key, figure, means, differences))
    return found


def render_resimulation(town: str, runs: Sequence[ArchitectureRun], note: str) -> str:
    """Return the comparison as text."""
    return "\n".join(_page(town, runs, compare_architectures(runs), note))


def build_resimulation_data(runs: Sequence[ArchitectureRun], note: str) -> dict[str, Json]:
    """Return the comparison as JSON data, with the manifest of each run."""
    return {
        "note": note,
        "runs": [
            {"architecture": run.architecture, "seed": run.seed, "manifest": run.manifest.as_json()} for run in runs
        ],
        "figures": {
            row.key: {
                "label": f"{row.figure.part}: {row.figure.label}",
                "means": dict(row.means),
                "differences": {
                    name: {"value": each.value, "low": each.low, "high": each.high, "apart": each.apart}
                    for name, each in row.differences.items()
                },
            }
            for row in compare_architectures(runs)
        },
    }


def _page(town: str, runs: Sequence[ArchitectureRun], rows: Sequence[ArchitectureFigure], note: str) -> Iterator[str]:
    names = [name for name in ARCHITECTURES if any(run.architecture == name for run in runs)]
    seeds = sorted({run.seed for run in runs})
    yield f"{town}, simulated without single faculties: {len(seeds)} seeds, {runs[0].manifest.game_days:g} game days"
    yield f"  {note}"
    yield ""
    columns = [Column(name, width=14) for name in names]
    yield from Table((Column("means over seeds", width=60), *columns), ()).as_text(indent=2).splitlines()
    for part, figures in groupby(filter(attrgetter("changed"), rows), attrgetter("figure.part")):
        cells: list[list[Cell | Json]] = [[row.figure.label, *(_cell(row, name) for name in names)] for row in figures]
        table = Table((Column("figure", width=58), *columns), cells, title=part)
        yield from table.as_text(indent=2, headings=False).splitlines()
    yield f"  {sum(not row.changed for row in rows)} more figures are the same in all runs of a seed."
    tested = sum(len(row.differences) for row in rows)
    apart = sum(each.apart for row in rows for each in row.differences.values())
    if len(seeds) < FEWEST_RUNS:
        yield f"  So few seeds cannot show a difference from the full architecture; give at least {FEWEST_RUNS}."
        return
    yield f"  * differs from the full architecture: 95 % interval, paired by seed, excludes 0 ({apart} of {tested})."
    yield f"  Nothing is adjusted for multiple comparisons: by chance alone about {tested / 20:.0f} would be marked."


def _cell(row: ArchitectureFigure, name: str) -> Cell:
    if name not in row.means:
        return Cell(None, "-")
    mark = "*" if name in row.differences and row.differences[name].apart else ""
    value = row.means[name]
    return Cell(value, (f"{100 * value:.0f} %" if row.figure.form == "share" else f"{value:.2f}") + mark)


def _mean(runs: Sequence[ArchitectureRun], key: str) -> float:
    values = [run.figures[key].value for run in runs if key in run.figures]
    return sum(values) / len(values)


def _pair_by_seed(
    ablated: Sequence[ArchitectureRun], full: Sequence[ArchitectureRun], key: str
) -> list[tuple[float, float]]:
    """Return, for each seed that both architectures have, the figure without the faculty and the one with it."""
    by_seed = {run.seed: run.figures[key].value for run in full if key in run.figures}
    return [
        (run.figures[key].value, by_seed[run.seed]) for run in ablated if key in run.figures and run.seed in by_seed
    ]
