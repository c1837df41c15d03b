"""`townlet export`."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from townlet.cli.errors import BadInput
from townlet.cli.options import JsonOption, RawOption, RunFileArgument
from townlet.cli.output import format_count, print_json, print_result, quote_for_shell, refuse_overwriting
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
from townlet.server.standalone_page.excerpt import Excerpt, take_chapters
from townlet.server.standalone_page.page import ClientNotBuilt, render_standalone_page
from townlet.server.standalone_page.parts import export_parts

_CHAPTERS = re.compile(r"(?P<first>[0-9]{1,6})(-(?P<last>[0-9]{1,6}))?")
"""Such as '3' or '3-8'."""
_MOST_CHAPTERS = 1000
"""No story has more; of a range beyond, the ends are enough to refuse it."""


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


def export_standalone_page(run: Path, replay: Path, chapters: str, force: bool, as_json: bool) -> None:
    """Write the run or some chapters as one web page and print its size. Raises BadInput, RunFileError."""
    refuse_overwriting(replay, run, force)
    write_replay(run, replay, chapters)
    size = replay.stat().st_size
    what = f" with {'chapters' if set(chapters) & set('-,') else 'chapter'} {chapters}" if chapters else ""
    print_result(
        {"page": str(replay), "bytes": size},
        as_json,
        f"{replay}{what}: {size / 1e6:.1f} MB. Open it in a browser; it needs no server.",
    )


def write_replay(run: Path, replay: Path, chapters: str = "") -> None:
    """Write the run or some chapters of its story, such as '3-8', as one web page. Raises BadInput, RunFileError."""
    ranges = _parse_chapters(chapters)
    session = RunSession(run)
    excerpt = _take_chapters(session, ranges, run) if ranges else None
    title = f"{session.info().town}: {run.stem}"
    with show_progress("Writing the page") as watch:
        try:
            write_atomically(
                replay,
                render_standalone_page(client_files.CLIENT_FOLDER, title, export_parts(session, watch, excerpt)),
            )
        except ClientNotBuilt:
            raise BadInput(
                "This installation lacks the web client. `uv sync` or `pip install .` builds it with the package."
            ) from None


def _parse_chapters(text: str) -> list[int]:
    """Return the numbers in a text such as '3-8' or '1,4-6', in order; none if it is empty. Raises BadInput."""
    if not text:
        return []
    numbers: set[int] = set()
    for part in text.split(","):
        found = _CHAPTERS.fullmatch(part.strip())
        if not found:
            raise BadInput(f"--chapters {text} names no chapters. Give numbers and ranges, such as 3-8 or 1,4-6.")
        first = int(found["first"])
        last = int(found["last"] or first)
        if not 1 <= first <= last:
            raise BadInput(f"--chapters {text}: a range goes from a smaller number, 1 or more, to a larger one.")
        numbers.update((first, last) if last > _MOST_CHAPTERS else range(first, last + 1))
    return sorted(numbers)


def _take_chapters(session: RunSession, numbers: list[int], run: Path) -> Excerpt:
    """Return the excerpt of these chapters. Raises BadInput."""
    try:
        return take_chapters(session.read_model, numbers)
    except IndexError:
        count = len(session.read_model.teller.story(session.read_model.next_step, live=False).chapters)
        told = f"{count} chapter{'s' * (count != 1)}" if count else "no chapters"
        list_them = f"`townlet story {quote_for_shell(str(run))}` lists them"
        raise BadInput(f"The story of {run} has {told}; there is no chapter {numbers[-1]}. {list_them}.") from None


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
    chapters: Annotated[
        str,
        typer.Option(metavar="A-B", help="With --replay: only these chapters of the story, such as 3-8 or 1,4-6."),
    ] = "",
    force: Annotated[bool, typer.Option("--force", help="Overwrite an earlier export.")] = False,
    raw: RawOption = False,
    as_json: JsonOption = False,
) -> None:
    """Export a run as tables, networks or a self-contained web page.

    With --format, DIR gets the run's tables (people, memories, talks, lines, stays, who learned what from whom and
    more) or its networks, a dictionary of all columns, and a manifest of the run, models and versions. The
    formats parquet and graphml need the extra 'study'.

    With --replay, FILE.html shows the map, timeline and minds. It opens from disk without a server or network access.
    It contains everything that people saw, said, thought and planned. With --chapters it contains only what these
    chapters of the run's story need, and plays them in order. `townlet story` lists the chapters.

    Neither export contains prompts.

    Examples:

      townlet export my.townlet --format csv tables

      townlet export my.townlet --format parquet tables --table lines

      townlet export my.townlet --format graphml networks

      townlet export my.townlet --replay my.html

      townlet export my.townlet --replay party.html --chapters 3-8
    """
    if replay and not (folder or form or tables or raw):
        export_standalone_page(run, replay, chapters, force, as_json)
    elif chapters and not replay:
        raise BadInput(
            "--chapters is for --replay FILE.html, which writes a page. Add --replay or leave out --chapters."
        )
    elif folder and form and not replay:
        export_tables(run, folder, TableExportOptions(form, tuple(tables or ()), force, raw), as_json)
    else:
        raise BadInput("Give either `--format F DIR` or `--replay FILE.html`; see `townlet export --help`.")
