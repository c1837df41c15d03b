"""`townlet export`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from townlet.cli.options import AsJson, RunFile


def export(
    run: RunFile,
    folder: Annotated[Path | None, typer.Argument(metavar="DIR", help="The folder to write, with --format.")] = None,
    form: Annotated[
        str, typer.Option("--format", metavar="F", help="Tables as parquet, csv or jsonl; or networks as graphml.")
    ] = "",
    tables: Annotated[
        list[str] | None, typer.Option("--table", metavar="NAME", help="Only this table; give it again for more.")
    ] = None,
    replay: Annotated[Path | None, typer.Option(metavar="FILE.html", help="The page to write instead.")] = None,
    force: Annotated[bool, typer.Option("--force", help="Overwrite an earlier export of that name.")] = False,
    as_json: AsJson = False,
) -> None:
    """Write a run as data to work with, or as one page to send to anyone.

    DIR holds the run's tables (people, memories, talks, lines, stays, who knew what from whom ...), or its networks,
    with a dictionary of all columns and a manifest: what run it is, who answered, which versions. parquet needs the
    extra 'study'; the others need nothing.

    FILE.html opens from disk, with map, timeline and minds, and needs no server and no network. It holds everything
    that people saw, said, thought and planned. Prompts are in neither.

    Examples:

      townlet export my.townlet --format csv tables

      townlet export my.townlet --format parquet tables --table lines

      townlet export my.townlet --format graphml networks

      townlet export my.townlet --replay my.html
    """
    from townlet.cli.export_data import export_data
    from townlet.cli.export_page import export_page
    from townlet.cli.failures import BadInput

    if replay and not (folder or form or tables):
        export_page(run, replay, force, as_json)
    elif folder and form and not replay:
        export_data(run, folder, form, tables or (), force, as_json)
    else:
        raise BadInput("Give either `--format F DIR` or `--replay FILE.html`; see `townlet export --help`.")
