"""Runs lived with and without a faculty: what they come to, beside the runs of the whole architecture."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from operator import attrgetter

import numpy as np

from townlet.engine.runfile import Json
from townlet.study.figures import BOUNDED, Form
from townlet.study.manifest import Manifest
from townlet.study.measures import Measures
from townlet.study.truth.asking import Judged
from townlet.study.truth.intervals import DIFFERENCE, FEWEST_RUNS, UNBOUNDED, Estimate, mean_of
from townlet.study.truth.scoring import scores

ARCHITECTURES: Mapping[str, tuple[str, ...]] = {
    "full": (),
    "no-reflection": ("reflection",),
    "no-planning": ("planning", "reflection"),
}
"""By the names of the conditions of interviews, as far as people can live so: the faculties that they live without."""

_SECTIONS = ("coherence", "liveliness", "diffusion", "emergence")
_TRUTH = "Questions answered rightly"


@dataclass(frozen=True)
class Figured:
    """One figure of one run."""

    part: str
    label: str
    form: Form
    value: float


@dataclass(frozen=True)
class Lived:
    """One run of one architecture."""

    architecture: str
    seed: int
    manifest: Manifest
    figures: Mapping[str, Figured]
    """By key: those of `townlet measure`, and of `townlet ablate` the shares that are right with nothing withheld."""


@dataclass(frozen=True)
class Compared:
    """One figure under all architectures."""

    key: str
    figure: Figured
    means: Mapping[str, float]
    """For each architecture, over its runs."""
    differences: Mapping[str, Estimate]
    """For each ablated one, from the whole one, paired by seed."""

    @property
    def moved(self) -> bool:
        """Whether leaving anything out has changed it at all."""
        return any((each.value, each.low or 0, each.high or 0) != (0, 0, 0) for each in self.differences.values())


def lived(architecture: str, measures: Measures, manifest: Manifest, judged: Sequence[Judged]) -> Lived:
    """What is compared of one run, given what was measured of it and how its people answered."""
    figures = {
        f"{section.key}.{figure.key}": Figured(part.title, figure.label, figure.form, float(figure.value))
        for section in measures.sections
        if section.key in _SECTIONS
        for part in section.parts
        for figure in part.figures
        if figure.value is not None
    }
    [shares] = scores({manifest.run: judged}).shares.values()
    truth = {f"truth.{column}": Figured(_TRUTH, column, "share", each.value) for column, each in shares.items()}
    return Lived(architecture, manifest.seed, manifest, {**truth, **figures})


def compared(runs: Sequence[Lived]) -> list[Compared]:
    """Every figure that the whole architecture has and an ablated one can be held against."""
    by_name = {name: [run for run in runs if run.architecture == name] for name in ARCHITECTURES}
    whole = by_name.pop("full")
    found = []
    for key, figure in whole[0].figures.items():
        means = {"full": _mean(whole, key)}
        differences = {}
        for name, ablated in by_name.items():
            if pairs := _paired(ablated, whole, key):
                means[name] = _mean(ablated, key)
                ends = DIFFERENCE if figure.form in BOUNDED else UNBOUNDED
                differences[name] = mean_of(np.array([one - other for one, other in pairs]), ends)
        if differences:
            found.append(Compared(key, figure, means, differences))
    return found


def page(town: str, runs: Sequence[Lived], note: str) -> str:
    """For a person to read."""
    return "\n".join(_page(town, runs, compared(runs), note))


def data(runs: Sequence[Lived], note: str) -> dict[str, Json]:
    """All of it, with what each run is."""
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
            for row in compared(runs)
        },
    }


def _page(town: str, runs: Sequence[Lived], rows: Sequence[Compared], note: str) -> Iterator[str]:
    names = [name for name in ARCHITECTURES if any(run.architecture == name for run in runs)]
    seeds = sorted({run.seed for run in runs})
    yield f"{town}, lived anew without single faculties: {len(seeds)} seeds, {runs[0].manifest.game_days:g} game days"
    yield f"  {note}"
    yield ""
    yield f"  {'means over seeds':<64}" + "".join(f"{name:>16}" for name in names)
    part = ""
    for row in filter(attrgetter("moved"), rows):
        if row.figure.part != part:
            part = row.figure.part
            yield f"  {part}"
        cells = "".join(f"{_cell(row, name):>16}" for name in names)
        yield f"    {row.figure.label:<62}{cells}".rstrip()
    yield f"  {sum(not row.moved for row in rows)} more figures are the same in all runs of a seed."
    told = sum(len(row.differences) for row in rows)
    apart = sum(each.apart for row in rows for each in row.differences.values())
    if len(seeds) < FEWEST_RUNS:
        yield f"  So few seeds tell nothing from the whole architecture; give {FEWEST_RUNS} at least."
        return
    yield f"  * can be told from the whole architecture, paired by seed ({apart} of {told}; the others cannot here)."
    yield f"  Nothing is adjusted for their number: by chance alone about {told / 20:.0f} would be marked."


def _cell(row: Compared, name: str) -> str:
    if name not in row.means:
        return "-"
    mark = "*" if name in row.differences and row.differences[name].apart else " "
    value = row.means[name]
    return (f"{100 * value:.0f} %" if row.figure.form == "share" else f"{value:.2f}") + mark


def _mean(runs: Sequence[Lived], key: str) -> float:
    values = [run.figures[key].value for run in runs if key in run.figures]
    return sum(values) / len(values)


def _paired(ablated: Sequence[Lived], whole: Sequence[Lived], key: str) -> list[tuple[float, float]]:
    """The figure in the runs of one seed, of both."""
    of = {run.seed: run.figures[key].value for run in whole if key in run.figures}
    return [(run.figures[key].value, of[run.seed]) for run in ablated if key in run.figures and run.seed in of]
