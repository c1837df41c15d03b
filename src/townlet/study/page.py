"""Measures as a page of text for a person to read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from textwrap import wrap

from townlet.engine.runfile import Json
from townlet.study.emergence.beside import Beside
from townlet.study.figures import Bar, Figure, Form, Listing, Part, Section

LABEL_WIDTH = 46
VALUE_WIDTH = 9
BAR_WIDTH = 18
COUNT_WIDTH = 19
ROWS_SHOWN = 6
"""How many rows of a listing are printed; all of them are in the data."""
LINE_WIDTH = 110


def page(about: Mapping[str, Json], sections: Sequence[Section], beside: Sequence[Beside] = ()) -> str:
    """The whole page: which run, the paper's figures, then each section with its figures beside their bars."""
    return "\n".join(line.rstrip() for line in _lines(about, sections, beside)) + "\n"


def _lines(about: Mapping[str, Json], sections: Sequence[Section], beside: Sequence[Beside]) -> Iterator[str]:
    yield f"{about['town']}, seed {about['seed']}: {about['agents']} people, {about['game_days']} game days"
    yield str(about["note"])
    verdicts = [figure.met for section in sections for figure in section.figures() if figure.met is not None]
    yield f"{sum(verdicts)} of {len(verdicts)} bars met."
    if beside:
        yield ""
        yield from _beside(beside)
    for section in sections:
        yield ""
        yield from _section(section)


def _beside(rows: Sequence[Beside]) -> Iterator[str]:
    yield "BESIDE THE PAPER (Park et al. 2023, section 7.1: 25 people, two days, gpt-3.5-turbo, by interview)"
    yield _columns("", "by memory", "by interview", "paper")
    for row in rows:
        yield _columns(row.label, *("-" if count is None else str(count) for count in (row.held, row.said, row.paper)))


def _columns(label: str, *cells: str) -> str:
    return f"    {label:<{LABEL_WIDTH}}" + "".join(f"{cell:<{COUNT_WIDTH}}" for cell in cells)


def _section(section: Section) -> Iterator[str]:
    yield section.title.upper()
    for part in section.parts:
        yield f"  {part.title}"
        yield from _part(part)


def _part(part: Part) -> Iterator[str]:
    for figure in part.figures:
        yield _figure(figure)
    for listing in part.listings:
        yield from _listing(listing)
    yield from wrap(part.remark, LINE_WIDTH, initial_indent="    ", subsequent_indent="    ")


def _figure(figure: Figure) -> str:
    bar = told_bar(figure.bar, figure.form) if figure.bar else ""
    verdict = {True: "ok", False: "MISSED", None: ""}[figure.met]
    value = told(figure.value, figure.form)
    return f"    {figure.label:<{LABEL_WIDTH}}{value:>{VALUE_WIDTH}}   {bar:<{BAR_WIDTH}}{verdict}"


def told(value: float | None, form: Form) -> str:
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


def told_bar(bar: Bar, form: Form) -> str:
    """'none', 'at most 1.5 %', 'at least 8' or '2 to 3'."""
    if bar.most == 0 and bar.least is None:
        return "none"
    if bar.least is None:
        return f"at most {told(bar.most, form)}"
    if bar.most is None:
        return f"at least {told(bar.least, form)}" if (bar.least, form) != (1, "share") else "all"
    return f"{told(bar.least, form)} to {told(bar.most, form)}"


def _listing(listing: Listing) -> Iterator[str]:
    if not listing.rows:
        return
    yield f"      {listing.label}:"
    for row in listing.rows[:ROWS_SHOWN]:
        yield _row(row)
    if len(listing.rows) > ROWS_SHOWN:
        yield f"        ... and {len(listing.rows) - ROWS_SHOWN} more"


def _row(row: tuple[Json, ...]) -> str:
    text = "        " + " | ".join(_cell(cell) for cell in row if cell not in ("", None))
    return text if len(text) <= LINE_WIDTH else text[: LINE_WIDTH - 3].rstrip() + "..."


def _cell(cell: Json) -> str:
    return f"{cell:g}" if isinstance(cell, float) else str(cell)
