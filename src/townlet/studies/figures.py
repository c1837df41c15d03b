"""The figures of a study: differences by seed, curves of who knows what, and times that have not come yet.

matplotlib draws them, as SVG and PDF without a date, so that the same cells give the same bytes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from io import BytesIO
from itertools import groupby
from textwrap import fill
from typing import Any

from townlet.measures.extras import import_extra
from townlet.measures.table import Table
from townlet.studies.analysis import StudyAnalysis
from townlet.studies.claims import ComparedCells, in_words
from townlet.studies.instruments import title_of

COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#8a6d00")
"""Colours that people with any colour vision tell apart (Okabe and Ito); lines differ in their dashes, too."""
DASHES = ("-", "--", ":", "-.")
_STYLE = {
    "font.family": "sans-serif",
    "font.size": 10,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "svg.fonttype": "none",
    "svg.hashsalt": "townlet",
}
_WIDTH, _ROW, _MARGIN, _CURVE_HEIGHT = 8.0, 0.55, 0.9, 2.6
"""Inches."""
_LABEL_WIDTH = 80
"""The most characters in a line below an axis."""


@dataclass(frozen=True)
class StudyFigure:
    """A drawn figure with what it shows in words."""

    name: str
    """The name of its files."""
    title: str
    told: str
    """What can be read from it, for people who cannot see it."""
    svg: bytes
    pdf: bytes


def draw_figures(analysis: StudyAnalysis) -> tuple[StudyFigure, ...]:
    """Draw all figures of a study. Raises MissingExtra."""
    return (*_differences(analysis), *_curves(analysis.curves()), *_survival(analysis))


def _drawn(name: str, title: str, told: str, height: float, draw: Any) -> StudyFigure:
    matplotlib: Any = import_extra("matplotlib", "A figure")
    figures: Any = import_extra("matplotlib.figure", "A figure")
    with matplotlib.rc_context(_STYLE):
        figure = figures.Figure(figsize=(_WIDTH, height), layout="constrained")
        draw(figure.subplots())
        files = []
        for form, undated in (("svg", {"Date": None}), ("pdf", {"CreationDate": None})):
            file = BytesIO()
            figure.savefig(file, format=form, metadata=undated)
            files.append(file.getvalue())
    return StudyFigure(name, title, told, files[0], files[1])


def _differences(analysis: StudyAnalysis) -> Iterator[StudyFigure]:
    """Yield for each outcome the comparisons on it: a dot for each seed, the mean and its interval."""
    known = [each for each in analysis.comparisons if each.estimate and any(each.estimate.differences)]
    known = [each for each in known if not each.untested]
    named = {name: title_of(outcome) for name, outcome in analysis.study.outcomes.items()}
    for outcome in dict.fromkeys(each.contrast.outcome for each in known):
        found = [each for each in known if each.contrast.outcome == outcome]

        def draw(axes: Any, found: Sequence[ComparedCells] = found, outcome: str = outcome) -> None:
            axes.axvline(0, color="#888", linewidth=1)
            for index, each in enumerate(found):
                estimate, colour = each.estimate, COLOURS[index % len(COLOURS)]
                assert estimate is not None
                axes.plot(estimate.differences, [index] * estimate.seeds, "o", color=colour, alpha=0.35, markersize=6)
                if estimate.interval:
                    axes.plot(estimate.interval, (index, index), "-", color=colour, linewidth=2.5)
                axes.plot([estimate.mean], [index], "D", color=colour, markersize=8)
            axes.set_yticks(range(len(found)), [in_words(each.contrast) for each in found])
            axes.locator_params(axis="x", nbins=7)
            axes.set_ylim(len(found) - 0.5, -0.5)
            axes.set_xlabel(fill(f"difference in {named[outcome]}", _LABEL_WIDTH))

        height = _MARGIN + _ROW * len(found)
        told = " ".join(each.describe() for each in found)
        title = f"Differences in {named[outcome]}, seed by seed"
        yield _drawn(f"difference-{outcome}", title, told, height, draw)


def _curves(table: Table) -> Iterator[StudyFigure]:
    """Yield for each fact and factor the share of residents who know it over time, with bands over seeds."""
    for (fact, factor), rows in groupby(table.rows, key=lambda row: row[:2]):
        levels = {level: list(points) for level, points in groupby(rows, key=lambda row: row[2])}

        def draw(axes: Any, levels: dict[str, list[Any]] = levels, fact: str = fact) -> None:
            for index, (level, points) in enumerate(levels.items()):
                colour = COLOURS[index % len(COLOURS)]
                times = [datetime.fromisoformat(point[3]) for point in points]
                shares = [point[5] for point in points]
                axes.plot(
                    times,
                    shares,
                    DASHES[index % len(DASHES)],
                    color=colour,
                    label=level.replace("_", " "),
                    drawstyle="steps-post",
                )
                bands = [
                    (time, point[6], point[7])
                    for time, point in zip(times, points, strict=True)
                    if point[6] is not None
                ]
                if bands:
                    axes.fill_between(*zip(*bands, strict=True), color=colour, alpha=0.15, step="post", linewidth=0)
            axes.set_ylim(bottom=0)
            axes.set_ylabel(f"share who know of {fact}")
            axes.legend(frameon=False)
            _label_times(axes)

        ends = "; ".join(f"{level}: {points[-1][5]:.0%} at the end" for level, points in levels.items())
        title = f"Who knows of {fact}, by {factor}"
        yield _drawn(f"curve-{fact}-{factor}", title, f"{title}: {ends}.", _CURVE_HEIGHT, draw)


def _survival(analysis: StudyAnalysis) -> Iterator[StudyFigure]:
    """Yield for each time outcome and factor the share of worlds in which it has not come yet."""
    for (outcome, factor), rows in groupby(analysis.survival().rows, key=lambda row: row[:2]):
        levels = {level: list(points) for level, points in groupby(rows, key=lambda row: row[2])}

        def draw(axes: Any, levels: dict[str, list[Any]] = levels) -> None:
            for index, (level, points) in enumerate(levels.items()):
                hours, shares = [0.0, *(point[4] for point in points)], [1.0, *(point[5] for point in points)]
                style = DASHES[index % len(DASHES)]
                axes.plot(
                    hours,
                    shares,
                    style,
                    color=COLOURS[index % len(COLOURS)],
                    label=level.replace("_", " "),
                    drawstyle="steps-post",
                )
            axes.set_ylim(0, 1.02)
            axes.set_xlabel("hours")
            axes.set_ylabel("share of worlds still waiting")
            axes.legend(frameon=False)

        counted = title_of(analysis.study.outcomes[outcome])
        title = f"{counted[0].upper()}{counted[1:]}, by {factor}"
        ends = "; ".join(
            f"{level}: {points[-1][5]:.0%} of worlds still waiting at the end" for level, points in levels.items()
        )
        yield _drawn(f"waiting-{outcome}-{factor}", title, f"{title}: {ends}.", _CURVE_HEIGHT, draw)


def _label_times(axes: Any) -> None:
    dates: Any = import_extra("matplotlib.dates", "A figure")
    locator = dates.AutoDateLocator(minticks=3, maxticks=9)
    axes.xaxis.set_major_locator(locator)
    axes.xaxis.set_major_formatter(dates.ConciseDateFormatter(locator, show_offset=False))
