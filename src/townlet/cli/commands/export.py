"""`townlet export`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from townlet.cli.options import JsonOption, RawOption, RunFileArgument
from townlet.cli.output import format_count, page_target, print_json, print_page, print_result
from townlet.cli.progress import show_progress
from townlet.errors import BadInput
from townlet.reporting.tables.export import DICTIONARY_NAME, MANIFEST_NAME, ExportedFile, export_run
from townlet.runfile.view import RunView
from townlet.server.standalone_page.export import export_page, export_site

ExportFolderArgument = Annotated[
    Path | None, typer.Argument(metavar="DIR", help="The folder to write; only with --format.")
]
FormOption = Annotated[
    str, typer.Option("--format", metavar="F", help="parquet, csv or jsonl for tables, or graphml for networks.")
]
TablesOption = Annotated[
    list[str] | None,
    typer.Option("--table", metavar="NAME", help="Export only this table. Repeat the option for more."),
]
ReplayOption = Annotated[
    Path | None,
    typer.Option(metavar="FILE.html", help="Write a web page instead of tables: to this file, or - for stdout."),
]
SiteOption = Annotated[
    Path | None,
    typer.Option(metavar="FOLDER", help="Write a folder for a static web server: the run's story as a moving page."),
]
ChaptersOption = Annotated[
    str,
    typer.Option(
        metavar="A-B", help="With --replay or --site: only these chapters of the story, such as 3-8 or 1,4-6."
    ),
]
ForceOption = Annotated[bool, typer.Option("--force", help="Overwrite an earlier export.")]


def export_command(  # noqa: PLR0913 - as many as the command has options
    run: RunFileArgument,
    folder: ExportFolderArgument = None,
    form: FormOption = "",
    tables: TablesOption = None,
    replay: ReplayOption = None,
    site: SiteOption = None,
    chapters: ChaptersOption = "",
    force: ForceOption = False,
    raw: RawOption = False,
    as_json: JsonOption = False,
) -> None:
    """Export a run as tables, networks, a web page or a web site.

    With --format, DIR gets the run's tables (people, memories, talks, lines, stays, who learned what from whom and
    more) or its networks, a dictionary of all columns, and a manifest of the run, models and versions. The
    formats parquet and graphml need the extra 'study'.

    With --replay, FILE.html shows the map, timeline and minds. It opens from disk without a server or network access.
    It contains everything that people saw, said, thought and planned. With --chapters it contains only what these
    chapters of the run's story need, and plays them in order. `townlet story` lists the chapters.

    With --site, FOLDER gets an index.html that plays the story: all its chapters, and nothing between them. Put the
    folder on any web server, and a link shows the town.

    No export contains prompts.

    Examples:

      townlet export my.townlet --format csv tables

      townlet export my.townlet --format parquet tables --table lines

      townlet export my.townlet --format graphml networks

      townlet export my.townlet --replay my.html

      townlet export my.townlet --replay party.html --chapters 3-8

      townlet export my.townlet --site public
    """
    if site and not (replay or folder or form or tables or raw):
        with show_progress("Writing the page") as watch:
            size = export_site(run, site, chapters, force=force, on_progress=watch)
        _print_site(site, size, as_json)
    elif replay and not (site or folder or form or tables or raw):
        with page_target(replay, as_json) as page, show_progress("Writing the page") as watch:
            size = export_page(run, page, chapters, force=force, on_progress=watch)
        what = f" with {'chapters' if set(chapters) & set('-,') else 'chapter'} {chapters}" if chapters else ""
        print_page(replay, size, as_json, what=what)
    elif chapters and not (replay or site):
        raise BadInput(
            "--chapters is for --replay FILE.html, which writes a page. Add --replay or leave out --chapters."
        )
    elif folder and form and not (replay or site):

        def on_file(file: ExportedFile) -> None:
            if not as_json:
                typer.echo(f"  {file.name:<24} {format_count(file.rows, 'edge' if form == 'graphml' else 'row')}")

        view = RunView(run)
        files = export_run(view, folder, form, tables or (), force=force, raw=raw, on_file=on_file)
        _print_tables(folder, files, view, as_json)
    else:
        raise BadInput(
            "Give either `--format F DIR`, `--replay FILE.html` or `--site FOLDER`; see `townlet export --help`."
        )


def _print_site(site: Path, size: int, as_json: bool) -> None:
    text = f"{site}: index.html, {size / 1e6:.1f} MB. Put the folder on any web server, or open the file in a browser."
    print_result({"site": str(site), "bytes": size}, as_json, text)


def _print_tables(folder: Path, files: list[ExportedFile], view: RunView, as_json: bool) -> None:
    manifest = view.manifest
    if as_json:
        rows = [{"name": file.name, "rows": file.rows, "bytes": file.size} for file in files]
        print_json({"folder": str(folder), "files": rows, "manifest": manifest.as_json()})
        return
    size = sum(file.size for file in files)
    typer.echo(
        f"{folder}: {size / 1e6:.1f} MB. {DICTIONARY_NAME} explains all columns, {MANIFEST_NAME} describes the run."
    )
    typer.echo(manifest.note)
