"""`townlet study analyse`, `export` and `freeze`."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from townlet.cli.commands.study import StudyArgument
from townlet.cli.errors import BadInput
from townlet.cli.options import JsonOption
from townlet.cli.output import print_result

if TYPE_CHECKING:
    from townlet.measures.table import Table
    from townlet.runfile import Json
    from townlet.studies.analysis import StudyAnalysis
    from townlet.studies.figures import StudyFigure
    from townlet.studies.partings import WorldParting
    from townlet.studies.study import StudySpec
    from townlet.studies.tables import StudyResults

PAIRS_PRINTED = 6
"""Of how many pairs it is printed where they part; the table has all of them."""


@dataclass(frozen=True)
class _AnalysedStudy:
    """A study with everything that its analysis says."""

    results: StudyResults
    analysis: StudyAnalysis
    partings: list[WorldParting]
    text: str
    page: str
    """As one HTML file."""
    figures: tuple[StudyFigure, ...]
    data: dict[str, Json]
    tables: tuple[Table, ...]

    @property
    def study(self) -> StudySpec:
        return self.results.study


def _analyse(study: Path) -> _AnalysedStudy:
    """Analyse a study as far as it is lived. Raises StudyError, MissingExtra."""
    from townlet.measures.extras import import_extra
    from townlet.studies.analysis import StudyAnalysis
    from townlet.studies.figures import draw_figures
    from townlet.studies.page import render_study_page
    from townlet.studies.partings import describe_parting, find_partings, partings_table
    from townlet.studies.plan import plan_study
    from townlet.studies.reading import read_study
    from townlet.studies.record import describe_registration, methods_paragraph
    from townlet.studies.tables import StudyResults
    from townlet.studies.validity import validity_card

    import_extra("scipy.stats", "The analysis of a study")
    results = StudyResults(plan_study(read_study(study)))
    analysis = StudyAnalysis(results)
    partings = find_partings(results, results.study.primary) if results.study.primary else []
    parted = partings_table(results, partings)
    told = [line for each in partings[:PAIRS_PRINTED] for line in describe_parting(results, each)]
    registration = [*describe_registration(results.study)]
    parts = [analysis.as_text(), *(["WHERE WORLDS PART\n" + "\n".join(told) + "\n"] if told else [])]
    card = validity_card(analysis)
    written = "\n".join(
        [
            *parts,
            "VALIDITY",
            *(f"  {check}" for check in card),
            "",
            "REGISTRATION",
            *(f"  {line}" for line in registration),
            "",
        ]
    )
    data: dict[str, Json] = {
        **analysis.as_json(),
        "partings": parted.as_json(),
        "validity": [check.as_json() for check in card],
        "registration": list(registration),
        "methods": methods_paragraph(results),
    }
    figures = draw_figures(analysis)
    page = render_study_page(analysis, partings, figures)
    return _AnalysedStudy(
        results, analysis, partings, written, page, figures, data, (*results.tables(), *analysis.tables(), parted)
    )


def _write_files(found: _AnalysedStudy, folder: Path) -> list[Path]:
    """Write tables, page, figures and manifest into a folder, and return their paths. Raises OSError."""
    from townlet.runfile.study_files import write_atomically
    from townlet.studies.record import write_manifest
    from townlet.studies.tables import has_parquet, write_tables

    written = write_tables(found.tables, folder, has_parquet())
    files = {"report.html": found.page.encode()}
    for figure in found.figures:
        files |= {f"{figure.name}.svg": figure.svg, f"{figure.name}.pdf": figure.pdf}
    for name, content in files.items():
        write_atomically(folder / name, [content])
    return [*written, *(folder / name for name in files), write_manifest(found.results, folder)]


def _write_replays(found: _AnalysedStudy, out: Path) -> list[Path]:
    """Write each pair as a page with the replays of its two worlds. Raises BadInput, RunFileError, OSError."""
    from townlet.cli.commands.export import write_replay
    from townlet.runfile.study_files import write_atomically
    from townlet.studies.page import render_side_by_side, render_study_page, side_by_side_file
    from townlet.studies.worker import run_path

    folder = out / "replays"
    folder.mkdir()
    worlds = dict.fromkeys(each.cell.segment for pair in found.partings for each in pair.cells)
    for world in worlds:
        write_replay(run_path(found.study.folder, world), folder / f"{world}.html")
    pages = []
    for pair in found.partings:
        page = out / side_by_side_file(found.analysis, pair)
        content = render_side_by_side(found.analysis, pair, lambda world: f"replays/{world}.html")
        write_atomically(page, [content.encode()])
        pages.append(page)
    report = render_study_page(found.analysis, found.partings, found.figures, with_replays=True)
    write_atomically(out / "report.html", [report.encode()])
    return [*pages, *(folder / f"{world}.html" for world in worlds)]


def study_analyse_command(study: StudyArgument, as_json: JsonOption = False) -> None:
    """Compare the worlds of a study within pairs.

    Seeds are the unit: the differences of a seed are averaged first. Each comparison gets a 95 % interval by Student's
    t and an exact p by sign flips, secondary ones after Holm. For each pair it is told where its worlds part: the first
    act and the first line that differ, with the chain of memories and lines that leads there from what was done.

    The study's folder gets report.html, which answers the study on one page and opens from disk, the figures as SVG and
    PDF, and the tables. Facts and outcomes that were added to the file are measured by `townlet
    study run` without living anything again.

    Example:

      townlet study analyse rumour.toml
    """
    found = _analyse(study)
    folder = found.study.folder
    files = [path.name for path in _write_files(found, folder)]
    print_result(found.data | {"folder": str(folder), "files": list(files)}, as_json, found.text)
    if not as_json:
        typer.echo(f"{folder / 'report.html'} shows it on one page. Beside it: {', '.join(files)}.", err=True)


def study_export_command(
    study: StudyArgument,
    out: Annotated[Path, typer.Option("--out", metavar="DIR", help="The folder to write; it must be new or empty.")],
    replays: Annotated[
        bool, typer.Option("--replays", help="Also write the two worlds of each pair as replays side by side.")
    ] = False,
    as_json: JsonOption = False,
) -> None:
    """Write what a reader needs to check a study.

    The folder holds the study file, the page, the figures as SVG and PDF, the tables as CSV and Parquet, the analysis
    as text and JSON, a paragraph on methods, a CITATION.cff to complete, and the manifest: the hashes of the file and
    of every world, who played which role, and every act with step, person and words. Run files are not part of it.

    With --replays, a page for each pair of the primary comparison plays its two worlds side by side from where they
    part. The pages open from disk.

    Examples:

      townlet study export rumour.toml --out rumour-data

      townlet study export rumour.toml --out rumour-data --replays
    """
    import json

    from townlet.runfile.study_files import write_atomically
    from townlet.studies.record import citation_of

    if out.exists() and (not out.is_dir() or any(out.iterdir())):
        raise BadInput(f"{out} already exists and is not an empty folder. Give a new folder.")
    found = _analyse(study)
    written = _write_files(found, out)
    texts = {
        study.name: study.read_bytes(),
        "analysis.txt": found.text.encode(),
        "analysis.json": json.dumps(found.data, ensure_ascii=False, indent=1).encode() + b"\n",
        "methods.txt": f"{found.data['methods']}\n".encode(),
        "CITATION.cff": citation_of(found.results).encode(),
    }
    for name, content in texts.items():
        write_atomically(out / name, [content])
    if replays:
        written += _write_replays(found, out)
    files = sorted([str(path.relative_to(out)) for path in written] + list(texts))
    print_result({"folder": str(out), "files": list(files)}, as_json, f"{out} holds {', '.join(files)}.")


def study_freeze_command(study: StudyArgument, as_json: JsonOption = False) -> None:
    """Register a study file before it is run.

    The file is kept as it is now, and what changes afterwards is told with every result. So nobody can say that its
    comparisons were chosen after the results were seen.

    Example:

      townlet study freeze rumour.toml
    """
    from townlet.studies.plan import plan_study
    from townlet.studies.reading import read_study
    from townlet.studies.record import describe_registration, freeze_study
    from townlet.studies.worker import row_path

    plan = plan_study(read_study(study))
    done = sum(row_path(plan.study.folder, cell.row).exists() for cell in plan.cells)
    frozen = freeze_study(plan.study, done)
    data = {"study": str(study), "sha256": frozen.digest, "frozen": frozen.frozen, "cells_done": frozen.cells_done}
    print_result(data, as_json, f"{' '.join(describe_registration(plan.study))} SHA-256: {frozen.digest}")
