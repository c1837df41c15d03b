"""Measures one run, and gives the result as plain data or as a page of text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from textwrap import wrap

from townlet.errors import UnknownName
from townlet.measures.coherence import measure_coherence
from townlet.measures.diffusion import measure_diffusion
from townlet.measures.emergence.boundaries import measure_boundaries
from townlet.measures.emergence.result import (
    Emergence,
    FigureCount,
    PaperComparison,
    build_emergence_data,
    compare_with_paper,
    find_emergence,
    list_who_said_yes,
    measure_emergence,
)
from townlet.measures.figures import Figure, FigureBar, FigureForm, FigureGroup, MeasureSection
from townlet.measures.liveliness import measure_liveliness
from townlet.measures.record import RunRecord, read_run_record
from townlet.measures.table import Cell, Column, Table, TableRow, format_cell
from townlet.runfile import Json
from townlet.runfile.manifest import OTHER_JOBS
from townlet.runfile.view import RunSource, RunView, open_view
from townlet.town.defects import nearest

LABEL_COLUMN = Column("figure", width=44)
"""The column of labels in all tables of figures. It is wide enough for nearly all labels, so the tables line up."""
PAPER_HEADING = "BESIDE THE PAPER (Park et al. 2023, section 7.1: 25 people, two days, gpt-3.5-turbo, by interview)"
PAGE_INDENT = 4
"""Spaces before each figure of a page."""
ROWS_SHOWN = 6
"""How many rows of a listing are printed; the data hold all of them."""
LINE_WIDTH = 110
"""Characters after which the row of a listing is cut."""


def _paper_table(rows: Sequence[PaperComparison]) -> Table:
    headings = ("by memory", "by interview", "paper")
    return Table(
        (LABEL_COLUMN, *(Column(heading, width=17) for heading in headings)),
        [(row.label, *map(_count_cell, (row.by_provenance, row.by_interview, row.paper))) for row in rows],
    )


def _count_cell(count: FigureCount | None) -> Cell:
    return Cell(None, "-") if count is None else Cell(count.as_json(), str(count))


def _group_lines(part: FigureGroup) -> Iterator[str]:
    yield f"  {part.title}"
    yield from _figures_table(part.figures).as_text(PAGE_INDENT, headings=False).splitlines()
    for listing in part.listings:
        yield from _listing_lines(listing)
    yield from wrap(part.remark, LINE_WIDTH, initial_indent=" " * PAGE_INDENT, subsequent_indent=" " * PAGE_INDENT)


def _figures_table(figures: Sequence[Figure]) -> Table:
    return Table(
        (LABEL_COLUMN, Column("value", align="right", width=9), Column("bar", width=17), Column("verdict")),
        [
            (
                figure.label,
                Cell(figure.value, format_figure(figure.value, figure.form)),
                format_bar(figure.bar, figure.form) if figure.bar else "",
                {True: "ok", False: "MISSED", None: ""}[figure.met],
            )
            for figure in figures
        ],
    )


def format_figure(value: float | None, form: FigureForm) -> str:
    """Return a figure's value as a person writes it, with its unit; a dash for None."""
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
        case "count":
            return f"{value:g}"


def format_bar(bar: FigureBar, form: FigureForm) -> str:
    """Return a bar as a person writes it: 'none', 'at most 1.5 %', 'at least 8' or '2 to 3'."""
    if bar.most == 0 and bar.least is None:
        return "none"
    if bar.least is None:
        return f"at most {format_figure(bar.most, form)}"
    if bar.most is None:
        return f"at least {format_figure(bar.least, form)}" if (bar.least, form) != (1, "share") else "all"
    return f"{format_figure(bar.least, form)} to {format_figure(bar.most, form)}"


def _listing_lines(listing: Table) -> Iterator[str]:
    rows = tuple(listing.rows)
    if not rows:
        return
    yield f"      {listing.title}:"
    for row in rows[:ROWS_SHOWN]:
        yield _listing_line(row)
    if len(rows) > ROWS_SHOWN:
        yield f"        ... and {len(rows) - ROWS_SHOWN} more"


def _listing_line(row: TableRow) -> str:
    text = "        " + " | ".join(format_cell(cell) for cell in row if cell not in ("", None))
    return text if len(text) <= LINE_WIDTH else text[: LINE_WIDTH - 3].rstrip() + "..."


@dataclass(frozen=True)
class RunMeasures:
    """Everything that was measured in a run."""

    about: Mapping[str, Json]
    """Identifies the run: its town, seed, model, people and days."""
    sections: tuple[MeasureSection, ...]
    data: Mapping[str, Json] = field(default_factory=dict)
    """Results that are not figures, such as the facts, by their JSON keys."""
    beside: tuple[PaperComparison, ...] = ()
    """The figures that the paper reports, with the run's own."""

    def as_json(self) -> dict[str, Json]:
        """Return plain data: what the run is, each section under its key, and the paper's figures under `paper`."""
        sections = {section.key: section.as_json() for section in self.sections}
        return {**self.about, **sections, **self.data, "paper": {row.key: row.as_json() for row in self.beside}}

    def as_text(self) -> str:
        """Return a page to read: which run, the paper's figures, then each section, with figures beside their bars."""
        return "\n".join(line.rstrip() for line in self._lines()) + "\n"

    def _lines(self) -> Iterator[str]:
        about = self.about
        yield f"{about['town']}, seed {about['seed']}: {about['agents']} people, {about['game_days']} game days"
        yield str(about["note"])
        verdicts = [figure.met for section in self.sections for figure in section.figures() if figure.met is not None]
        yield f"{sum(verdicts)} of {len(verdicts)} bars met."
        if self.beside:
            yield ""
            yield PAPER_HEADING
            yield from _paper_table(self.beside).as_text(PAGE_INDENT).splitlines()
        for section in self.sections:
            yield ""
            yield section.title.upper()
            for part in section.parts:
                yield from _group_lines(part)

    def figure(self, key: str) -> float | None:
        """Return the value of the figure with a key, as in `as_json`. Raises UnknownName."""
        figures = {figure.key: figure for section in reversed(self.sections) for figure in [*section.figures()][::-1]}
        if key not in figures:
            raise UnknownName(f"There is no figure {key!r}.{nearest(key, figures)} `as_json()` has the keys of all.")
        return figures[key].value


def measure_run(run: RunSource) -> RunMeasures:
    """Measure a run; it may still be growing. Nobody is asked anything. Raises RunFileError."""
    return compute_measures(read_emergence(open_view(run)))


def read_emergence(view: RunView) -> Emergence:
    """Read what emerged in a run, without a survey. Raises RunFileError."""
    return find_emergence(read_run_record(view))


def compute_measures(emerged: Emergence) -> RunMeasures:
    """Compute all measures from what emerged in a run."""
    record = emerged.record
    spreading, facts = measure_diffusion(record, emerged.spreads)
    answered = [
        {**fact, **list_who_said_yes(emerged, spread.fact)} for fact, spread in zip(facts, emerged.spreads, strict=True)
    ]
    emergent = (*measure_emergence(emerged), measure_boundaries(record, emerged.survey))
    sections = (
        measure_coherence(record),
        measure_liveliness(record),
        spreading,
        MeasureSection("emergence", "What emerges", emergent),
    )
    return RunMeasures(
        _about(record), sections, {"facts": answered, **build_emergence_data(emerged)}, compare_with_paper(emerged)
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
