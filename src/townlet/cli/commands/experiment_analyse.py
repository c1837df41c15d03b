"""`townlet experiment analyse`, `export` and `freeze`."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from townlet.cli.commands.experiment import StudyArgument
from townlet.cli.errors import BadInput
from townlet.cli.options import JsonOption
from townlet.cli.output import print_result

if TYPE_CHECKING:
    from townlet.runfile import Json
    from townlet.studies.study import StudySpec
    from townlet.studies.tables import StudyResults, StudyTable

PAIRS_PRINTED = 6
"""Of how many pairs it is printed where they part; the table has all of them."""


@dataclass(frozen=True)
class _AnalysedStudy:
    """A study with everything that its analysis says."""

    results: StudyResults
    page: str
    data: dict[str, Json]
    tables: tuple[StudyTable, ...]

    @property
    def study(self) -> StudySpec:
        return self.results.study


def _analyse(study: Path) -> _AnalysedStudy:
    """Analyse a study as far as it is lived. Raises StudyError, MissingExtra."""
    from townlet.analysis.extras import import_extra
    from townlet.studies.analysis import StudyAnalysis
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
    page = "\n".join(
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
        "partings": parted.records(),
        "validity": [check.as_json() for check in card],
        "registration": list(registration),
        "methods": methods_paragraph(results),
    }
    return _AnalysedStudy(results, page, data, (*results.tables(), *analysis.tables(), parted))


def experiment_analyse_command(study: StudyArgument, as_json: JsonOption = False) -> None:
    """Compare the worlds of a study within pairs.

    Seeds are the unit: the differences of a seed are averaged first. Each comparison gets a 95 % interval by Student's
    t and an exact p by sign flips, secondary ones after Holm. For each pair it is told where its worlds part: the first
    act and the first line that differ, with the chain of memories and lines that leads there from what was done.

    The tables go to the study's folder. Facts and outcomes that were added to the file are measured by `townlet
    experiment run` without living anything again.

    Example:

      townlet experiment analyse rumour.toml
    """
    from townlet.studies.record import write_manifest
    from townlet.studies.tables import has_parquet, write_tables

    found = _analyse(study)
    folder = found.study.folder
    written = [*write_tables(found.tables, folder, has_parquet()), write_manifest(found.results, folder)]
    files = [path.name for path in written]
    print_result(found.data | {"folder": str(folder), "files": list(files)}, as_json, found.page)
    if not as_json:
        typer.echo(f"In {folder}: {', '.join(files)}.", err=True)


def experiment_export_command(
    study: StudyArgument,
    out: Annotated[Path, typer.Option("--out", metavar="DIR", help="The folder to write; it must be new or empty.")],
    as_json: JsonOption = False,
) -> None:
    """Write what a reader needs to check a study.

    The folder holds the study file, the tables as CSV and Parquet, the analysis as text and JSON, a paragraph on
    methods, and the manifest: the hashes of the file and of every world, who played which role, and every act with
    step, person and words. Run files are not part of it.

    Example:

      townlet experiment export rumour.toml --out rumour-data
    """
    import json

    from townlet.runfile.study_files import write_atomically
    from townlet.studies.record import write_manifest
    from townlet.studies.tables import has_parquet, write_tables

    if out.exists() and (not out.is_dir() or any(out.iterdir())):
        raise BadInput(f"{out} already exists and is not an empty folder. Give a new folder.")
    found = _analyse(study)
    written = [*write_tables(found.tables, out, has_parquet()), write_manifest(found.results, out)]
    texts = {
        study.name: study.read_bytes(),
        "analysis.txt": found.page.encode(),
        "analysis.json": json.dumps(found.data, ensure_ascii=False, indent=1).encode() + b"\n",
        "methods.txt": f"{found.data['methods']}\n".encode(),
    }
    for name, content in texts.items():
        write_atomically(out / name, [content])
    files = sorted([path.name for path in written] + list(texts))
    print_result({"folder": str(out), "files": list(files)}, as_json, f"{out} holds {', '.join(files)}.")


def experiment_freeze_command(study: StudyArgument, as_json: JsonOption = False) -> None:
    """Register a study file before it is run.

    The file is kept as it is now, and what changes afterwards is told with every result. So nobody can say that its
    comparisons were chosen after the results were seen.

    Example:

      townlet experiment freeze rumour.toml
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
