"""Exports the tables and graphs of a run into a folder, as CSV, JSON lines, Parquet or GraphML.

Rows are streamed, so that a table of any size fits in memory. Parquet and GraphML need the extra `study`.
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Literal, NamedTuple

from townlet.errors import BadInput, UnknownName
from townlet.files import find_folder
from townlet.reporting.tables import graphs
from townlet.reporting.tables.catalogue import TABLES, format_dictionary
from townlet.reporting.tables.schema import RunTable
from townlet.runfile.study_files import StudyError
from townlet.runfile.view import RunSource, RunView, open_view

TableFormat = Literal["parquet", "csv", "jsonl"]


def write_table(table: RunTable, source: RunView, path: Path, form: TableFormat, *, raw: bool = False) -> int:
    """Write a table into a new file and return its number of rows. Raises MissingExtra, RunFileError, OSError.

    `raw` writes texts to CSV exactly, even if a spreadsheet would run them as formulas.
    """
    found = table.of(source)
    match form:
        case "parquet":
            with path.open("wb") as file:
                return found.write_parquet(file)
        case "csv":
            with path.open("w", encoding="utf-8", newline="") as text:
                return found.write_csv(text, raw=raw)
        case "jsonl":
            with path.open("w", encoding="utf-8", newline="\n") as text:
                return found.write_json_lines(text)


TABLE_FORMATS: tuple[TableFormat, ...] = ("parquet", "csv", "jsonl")


ExportFormat = TableFormat | Literal["graphml"]

MANIFEST_NAME, DICTIONARY_NAME = "manifest.json", "dictionary.md"


class ExportedFile(NamedTuple):
    """A file that an export has written."""

    name: str
    rows: int
    """The number of rows of a table, or of edges of a graph."""
    size: int
    """The size in bytes."""


def export_run(
    run: RunSource,
    folder: Path | str,
    form: str,
    tables: Sequence[str] = (),
    *,
    force: bool = False,
    raw: bool = False,
    on_file: Callable[[ExportedFile], None] = lambda written: None,
) -> list[ExportedFile]:
    """Write a run's tables, or with 'graphml' its graphs, into a folder, which appears complete or not at all.

    `form` is 'parquet', 'csv', 'jsonl' or 'graphml'. `tables` names the tables to write; empty for all. `force`
    replaces an earlier export, and nothing else. `raw` writes texts to CSV exactly, even if a spreadsheet would run
    them as formulas. `on_file` is called after each file.
    Raises BadInput, StudyError, MissingExtra, RunFileError, OSError.
    """
    known, tables = _parse_format(form), tuple(dict.fromkeys(tables))
    if known == "graphml" and tables:
        raise BadInput("--table does not go with --format graphml, which writes networks. Leave out --table.")
    for name in tables:
        if name not in TABLES:
            raise UnknownName(f"There is no table {name!r}. Choose from {', '.join(TABLES)}.")
    if raw and known != "csv":
        raise BadInput(f"--raw is for --format csv; {known} keeps every text as it is. Leave out --raw.")
    source, files = open_view(run), []
    with _put_at_once(Path(folder), force) as draft:
        for path, write in _writing(source, draft, known, tables, raw):
            rows = write()
            files.append(ExportedFile(path.name, rows, path.stat().st_size))
            on_file(files[-1])
        _describe(source, draft, known, tables)
    return files


def _parse_format(name: str) -> ExportFormat:
    forms: tuple[ExportFormat, ...] = (*TABLE_FORMATS, "graphml")
    for form in forms:
        if form == name:
            return form
    raise BadInput(f"There is no format {name!r}. Choose from {', '.join(forms)}.")


def _writing(
    source: RunView, folder: Path, form: ExportFormat, tables: Sequence[str], raw: bool
) -> Iterator[tuple[Path, Callable[[], int]]]:
    """Yield each file's path with the function that writes it and returns its number of rows or edges."""
    if form == "graphml":
        for name, graph in graphs.build_graphs(source):
            path = folder / f"{name}.graphml"
            yield path, lambda graph=graph, path=path: graphs.write_graphml(graph, path)  # type: ignore[misc]
        return
    for name in tables or TABLES:
        path, table = folder / f"{name}.{form}", TABLES[name]
        yield path, lambda table=table, path=path: write_table(table, source, path, form, raw=raw)  # type: ignore[misc]


def _describe(source: RunView, folder: Path, form: str, tables: Sequence[str]) -> None:
    manifest = json.dumps(source.manifest.as_json(), indent=2, ensure_ascii=False)
    about = graphs.ABOUT_GRAPHS if form == "graphml" else format_dictionary(tables or tuple(TABLES))
    head = f"# {source.manifest.town}, seed {source.manifest.seed}\n\n{source.manifest.note}\n\n"
    for name, text in ((MANIFEST_NAME, f"{manifest}\n"), (DICTIONARY_NAME, head + about)):
        (folder / name).write_text(text, encoding="utf-8", newline="\n")


@contextmanager
def _put_at_once(folder: Path, force: bool) -> Iterator[Path]:
    """Yield a draft folder that replaces `folder` if the block succeeds, and is removed if it fails."""
    folder = find_folder(folder)
    _check(folder, force)
    folder.parent.mkdir(parents=True, exist_ok=True)
    draft, old = (folder.with_name(f".{folder.name}.{os.getpid()}.{what}") for what in ("part", "old"))
    draft.mkdir()
    try:
        yield draft
        for path in draft.iterdir():
            with path.open("r+b") as file:
                os.fsync(file.fileno())
        if folder.exists():
            folder.rename(old)
        draft.rename(folder)
    finally:
        for left in (draft, old):
            shutil.rmtree(left, ignore_errors=True)


def _check(folder: Path, force: bool) -> None:
    """Check that nothing is overwritten, except an earlier export with `force`. Raises StudyError."""
    if not folder.exists() or (folder.is_dir() and not any(folder.iterdir())):
        return
    if not (folder / MANIFEST_NAME).is_file() or not (folder / DICTIONARY_NAME).is_file():
        raise StudyError(f"{folder} already exists and is not an export; choose another name.")
    if not force:
        raise StudyError(f"{folder} already holds an export; give --force to replace it.")
