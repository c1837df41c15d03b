"""`townlet export`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from townlet.cli.errors import BadInput
from townlet.cli.options import JsonOption, RawOption, RunFileArgument
from townlet.cli.output import format_count, print_json, print_result, refuse_overwriting
from townlet.cli.progress import show_progress
from townlet.reporting.tables.catalogue import TABLES
from townlet.reporting.tables.export import (
    DICTIONARY_NAME,
    MANIFEST_NAME,
    TABLE_FORMATS,
    ExportedFile,
    ExportFormat,
    export_run,
)
from townlet.runfile.study_files import write_atomically
from townlet.runfile.view import RunView
from townlet.server import client_files
from townlet.server.run_session import RunSession
from townlet.server.standalone_page.page import ClientNotBuilt, render_standalone_page
from townlet.server.standalone_page.parts import export_parts


@dataclass(frozen=True)
class TableExportOptions:
    """The format, the tables (empty for all), and how they are written."""

    form: str
    tables: tuple[str, ...]
    force: bool
    raw: bool


def export_tables(run: Path, folder: Path, options: TableExportOptions, as_json: bool) -> None:
    """Export tables or networks to a folder and print a summary. Raises BadInput, RunFileError, MissingExtra."""
    known, tables = _parse_format(options.form), tuple(dict.fromkeys(options.tables))
    if known == "graphml" and tables:
        raise BadInput("--table does not go with --format graphml, which writes networks. Leave out --table.")
    for name in tables:
        if name not in TABLES:
            raise BadInput(f"There is no table {name!r}. Choose from {', '.join(TABLES)}.")
    if options.raw and known != "csv":
        raise BadInput(f"--raw is for --format csv; {known} keeps every text as it is. Leave out --raw.")
    source = RunView(run)
    report = _make_file_reporter(known, as_json)
    files = export_run(source, folder, known, tables, force=options.force, raw=options.raw, on_file=report)
    if as_json:
        print_json(
            {
                "folder": str(folder),
                "files": [{"name": file.name, "rows": file.rows, "bytes": file.size} for file in files],
                "manifest": source.manifest.as_json(),
            }
        )
        return
    size = sum(file.size for file in files)
    typer.echo(
        f"{folder}: {size / 1e6:.1f} MB. {DICTIONARY_NAME} explains all columns, {MANIFEST_NAME} describes the run."
    )
    typer.echo(source.manifest.note)


def _parse_format(name: str) -> ExportFormat:
    forms: tuple[ExportFormat, ...] = (*TABLE_FORMATS, "graphml")
    for form in forms:
        if form == name:
            return form
    raise BadInput(f"There is no format {name!r}. Choose from {', '.join(forms)}.")


def _make_file_reporter(form: ExportFormat, as_json: bool) -> Callable[[ExportedFile], None]:
    """Return a callback that prints each file when it is written."""
    thing = "edge" if form == "graphml" else "row"

    def report(file: ExportedFile) -> None:
        if not as_json:
            typer.echo(f"  {file.name:<24} {format_count(file.rows, thing)}")

    return report


def export_standalone_page(run: Path, replay: Path, force: bool, as_json: bool) -> None:
    """Write the run as one web page and print its size. Raises BadInput, RunFileError."""
    refuse_overwriting(replay, run, force)
    write_replay(run, replay)
    size = replay.stat().st_size
    print_result(
        {"page": str(replay), "bytes": size},
        as_json,
        f"{replay}: {size / 1e6:.1f} MB. Open it in a browser; it needs no server.",
    )


def write_replay(run: Path, replay: Path) -> None:
    """Write the run as one web page. Raises BadInput, RunFileError."""
    session = RunSession(run)
    with show_progress("Writing the page") as watch:
        try:
            write_atomically(
                replay,
                render_standalone_page(
                    client_files.CLIENT_FOLDER, f"{session.info().town}: {run.stem}", export_parts(session, watch)
                ),
            )
        except ClientNotBuilt:
            raise BadInput(
                "This installation lacks the web client. `uv sync` or `pip install .` builds it with the package."
            ) from None


def export_command(  # noqa: PLR0913 - as many as the command has options
    run: RunFileArgument,
    folder: Annotated[
        Path | None, typer.Argument(metavar="DIR", help="The folder to write; only with --format.")
    ] = None,
    form: Annotated[
        str, typer.Option("--format", metavar="F", help="parquet, csv or jsonl for tables, or graphml for networks.")
    ] = "",
    tables: Annotated[
        list[str] | None,
        typer.Option("--table", metavar="NAME", help="Export only this table. Repeat the option for more."),
    ] = None,
    replay: Annotated[
        Path | None, typer.Option(metavar="FILE.html", help="Write a web page to this file instead of tables.")
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Overwrite an earlier export.")] = False,
    raw: RawOption = False,
    as_json: JsonOption = False,
) -> None:
    """Export a run as tables, networks or a self-contained web page.

    With --format, DIR gets the run's tables (people, memories, talks, lines, stays, who learned what from whom and
    more) or its networks, a dictionary of all columns, and a manifest of the run, models and versions. The parquet
    format needs the extra 'study'.

    With --replay, FILE.html shows the map, timeline and minds. It opens from disk without a server or network access.
    It contains everything that people saw, said, thought and planned.

    Neither export contains prompts.

    Examples:

      townlet export my.townlet --format csv tables

      townlet export my.townlet --format parquet tables --table lines

      townlet export my.townlet --format graphml networks

      townlet export my.townlet --replay my.html
    """
    if replay and not (folder or form or tables or raw):
        export_standalone_page(run, replay, force, as_json)
    elif folder and form and not replay:
        export_tables(run, folder, TableExportOptions(form, tuple(tables or ()), force, raw), as_json)
    else:
        raise BadInput("Give either `--format F DIR` or `--replay FILE.html`; see `townlet export --help`.")
