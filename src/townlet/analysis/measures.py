"""The result of measuring a run: as plain data and as a page."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from textwrap import wrap

from townlet.analysis.coherence import measure_coherence
from townlet.analysis.diffusion import measure_diffusion
from townlet.analysis.emergence.result import Emergence, find_emergence
from townlet.analysis.emergence.section import (
    PaperComparison,
    build_emergence_data,
    build_emergence_section,
    compare_with_paper,
    list_who_said_yes,
)
from townlet.analysis.figures import Figure, FigureBar, FigureForm, FigureGroup, Listing, MeasureSection
from townlet.analysis.liveliness import measure_liveliness
from townlet.analysis.record import RunRecord, read_run_record
from townlet.runfile import Json
from townlet.runfile.manifest import OTHER_JOBS

LABEL_WIDTH = 46
VALUE_WIDTH = 9
BAR_WIDTH = 18
COUNT_WIDTH = 19
ROWS_SHOWN = 6
"""How many rows of a listing are printed; all of them are in the data."""
LINE_WIDTH = 110


def render_measures(
    about: Mapping[str, Json], sections: Sequence[MeasureSection], beside: Sequence[PaperComparison] = ()
) -> str:
    """The whole page: which run, the paper's figures, then each section with its figures beside their bars."""
    return "\n".join(line.rstrip() for line in _lines(about, sections, beside)) + "\n"


def _lines(
    about: Mapping[str, Json], sections: Sequence[MeasureSection], beside: Sequence[PaperComparison]
) -> Iterator[str]:
    yield f"{about['town']}, seed {about['seed']}: {about['agents']} people, {about['game_days']} game days"
    yield str(about["note"])
    verdicts = [figure.met for section in sections for figure in section.figures() if figure.met is not None]
    yield f"{sum(verdicts)} of {len(verdicts)} bars met."
    if beside:
        yield ""
        yield from _paper_lines(beside)
    for section in sections:
        yield ""
        yield from _section_lines(section)


def _paper_lines(rows: Sequence[PaperComparison]) -> Iterator[str]:
    yield "BESIDE THE PAPER (Park et al. 2023, section 7.1: 25 people, two days, gpt-3.5-turbo, by interview)"
    yield _columns("", "by memory", "by interview", "paper")
    for row in rows:
        yield _columns(row.label, *("-" if count is None else str(count) for count in (row.held, row.said, row.paper)))


def _columns(label: str, *cells: str) -> str:
    return f"    {label:<{LABEL_WIDTH}}" + "".join(f"{cell:<{COUNT_WIDTH}}" for cell in cells)


def _section_lines(section: MeasureSection) -> Iterator[str]:
    yield section.title.upper()
    for part in section.parts:
        yield f"  {part.title}"
        yield from _group_lines(part)


def _group_lines(part: FigureGroup) -> Iterator[str]:
    for figure in part.figures:
        yield _figure_line(figure)
    for listing in part.listings:
        yield from _listing_lines(listing)
    yield from wrap(part.remark, LINE_WIDTH, initial_indent="    ", subsequent_indent="    ")


def _figure_line(figure: Figure) -> str:
    bar = format_bar(figure.bar, figure.form) if figure.bar else ""
    verdict = {True: "ok", False: "MISSED", None: ""}[figure.met]
    value = format_figure(figure.value, figure.form)
    return f"    {figure.label:<{LABEL_WIDTH}}{value:>{VALUE_WIDTH}}   {bar:<{BAR_WIDTH}}{verdict}"


def format_figure(value: float | None, form: FigureForm) -> str:
    """A figure's value as a person writes it; a dash for none."""
    if value is None:
        return "-"
    match form:
        case "share":
            return f"{value * 100:.1f} %"
        case "minutes":
            return f"{value:.1f} min"
        case "density":
            return f"{value:.3f}"
        case "hours" | "number":
            return f"{value:.1f}"
    return f"{value:g}"


def format_bar(bar: FigureBar, form: FigureForm) -> str:
    """'none', 'at most 1.5 %', 'at least 8' or '2 to 3'."""
    if bar.most == 0 and bar.least is None:
        return "none"
    if bar.least is None:
        return f"at most {format_figure(bar.most, form)}"
    if bar.most is None:
        return f"at least {format_figure(bar.least, form)}" if (bar.least, form) != (1, "share") else "all"
    return f"{format_figure(bar.least, form)} to {format_figure(bar.most, form)}"


def _listing_lines(listing: Listing) -> Iterator[str]:
    if not listing.rows:
        return
    yield f"      {listing.label}:"
    for row in listing.rows[:ROWS_SHOWN]:
        yield _listing_line(row)
    if len(listing.rows) > ROWS_SHOWN:
        yield f"        ... and {len(listing.rows) - ROWS_SHOWN} more"


def _listing_line(row: tuple[Json, ...]) -> str:
    text = "        " + " | ".join(_cell(cell) for cell in row if cell not in ("", None))
    return text if len(text) <= LINE_WIDTH else text[: LINE_WIDTH - 3].rstrip() + "..."


def _cell(cell: Json) -> str:
    return f"{cell:g}" if isinstance(cell, float) else str(cell)


@dataclass(frozen=True)
class RunMeasures:
    """All that was measured in a run."""

    about: Mapping[str, Json]
    """Which run: its town, seed, model, people and days."""
    sections: tuple[MeasureSection, ...]
    data: Mapping[str, Json] = field(default_factory=dict)
    """Further results that are not figures, under names of their own beside the sections."""
    beside: tuple[PaperComparison, ...] = ()
    """The figures that the paper printed, with the run's."""

    def as_json(self) -> dict[str, Json]:
        """Plain data: what the run is, then each section by its name, and `paper`."""
        sections = {section.key: section.as_json() for section in self.sections}
        return {**self.about, **sections, **self.data, "paper": {row.key: row.as_json() for row in self.beside}}

    def as_text(self) -> str:
        """A page for a person to read, each figure beside its bar."""
        return render_measures(self.about, self.sections, self.beside)

    def figure(self, key: str) -> float | None:
        """The value of a figure by its key. Raises KeyError."""
        for section in self.sections:
            for figure in section.figures():
                if figure.key == key:
                    return figure.value
        raise KeyError(key)


def measure_run(path: Path) -> RunMeasures:
    """Measure a run file; it may still be growing. Nobody is asked anything. Raises RunFileError."""
    return compute_measures(read_emergence(path))


def read_emergence(path: Path) -> Emergence:
    """What is measured, read from a run file. Raises RunFileError."""
    return find_emergence(read_run_record(path))


def compute_measures(emerged: Emergence) -> RunMeasures:
    """Measure what was read of a run."""
    record = emerged.record
    spreading, facts = measure_diffusion(record, emerged.spreads)
    sections = (measure_coherence(record), measure_liveliness(record), spreading, build_emergence_section(emerged))
    told = [{**fact, **list_who_said_yes(emerged, str(fact["name"]))} for fact in facts]
    return RunMeasures(
        _about(record), sections, {"facts": told, **build_emergence_data(emerged)}, compare_with_paper(emerged)
    )


def _about(record: RunRecord) -> dict[str, Json]:
    manifest = record.manifest
    return {
        "run": manifest.run,
        "town": manifest.town,
        "seed": manifest.seed,
        "model": manifest.models[OTHER_JOBS],
        "agents": len(record.people),
        "game_days": round(manifest.game_days, 2),
        "note": manifest.note,
        "manifest": manifest.as_json(),
    }
