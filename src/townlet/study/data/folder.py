"""A run as a folder of files: its tables or its networks, what it is, and what every column means."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Literal, NamedTuple

from townlet.study.data import graphs
from townlet.study.data.dictionary import as_markdown
from townlet.study.data.files import Format, write_table
from townlet.study.data.tables import TABLES
from townlet.study.defects import StudyFault
from townlet.study.source import Source

Form = Format | Literal["graphml"]

MANIFEST, DICTIONARY = "manifest.json", "dictionary.md"


class Written(NamedTuple):
    """A file of an export."""

    name: str
    rows: int
    """Of a network, its edges."""
    size: int
    """In bytes."""


def export(
    source: Source,
    folder: Path,
    form: Form,
    tables: Sequence[str] = (),
    *,
    force: bool = False,
    told: Callable[[Written], None] = lambda written: None,
) -> list[Written]:
    """Write a run's tables, or with 'graphml' its networks, into a folder that is there as a whole or not at all.

    `tables` are those wanted, none for all. `force` replaces an earlier export, and nothing else. `told` hears of each
    file when it is written. Raises StudyFault, MissingExtra, RunFileError, OSError.
    """
    files = []
    with _put_at_once(folder, force) as draft:
        for path, write in _writing(source, draft, form, tables):
            rows = write()
            files.append(Written(path.name, rows, path.stat().st_size))
            told(files[-1])
        _describe(source, draft, form, tables)
    return files


def _writing(
    source: Source, folder: Path, form: Form, tables: Sequence[str]
) -> Iterator[tuple[Path, Callable[[], int]]]:
    """Each file to write, and how; writing returns the number of rows or edges."""
    if form == "graphml":
        for name, graph in graphs.graphs_of(source).items():
            path = folder / f"{name}.graphml"
            yield path, lambda graph=graph, path=path: graphs.write_graph(graph, path)  # type: ignore[misc]
        return
    for name in tables or TABLES:
        path, table = folder / f"{name}.{form}", TABLES[name]
        yield path, lambda table=table, path=path: write_table(table, source, path, form)  # type: ignore[misc]


def _describe(source: Source, folder: Path, form: str, tables: Sequence[str]) -> None:
    manifest = json.dumps(source.manifest.as_json(), indent=2, ensure_ascii=False)
    about = graphs.ABOUT if form == "graphml" else as_markdown(tables or tuple(TABLES))
    head = f"# {source.manifest.town}, seed {source.manifest.seed}\n\n{source.manifest.note}\n\n"
    for name, text in ((MANIFEST, f"{manifest}\n"), (DICTIONARY, head + about)):
        (folder / name).write_text(text, encoding="utf-8", newline="\n")


@contextmanager
def _put_at_once(folder: Path, force: bool) -> Iterator[Path]:
    """A new folder that takes the place of `folder` if all goes well, and is gone if not."""
    folder = folder.resolve()
    _check(folder, force)
    folder.parent.mkdir(parents=True, exist_ok=True)
    draft, old = (folder.with_name(f".{folder.name}.{os.getpid()}.{what}") for what in ("part", "old"))
    draft.mkdir()
    try:
        yield draft
        if folder.exists():
            folder.rename(old)
        draft.rename(folder)
    finally:
        for left in (draft, old):
            shutil.rmtree(left, ignore_errors=True)


def _check(folder: Path, force: bool) -> None:
    """Raises StudyFault where something would be lost that is not an export, or that nobody said may be."""
    if not folder.exists() or (folder.is_dir() and not any(folder.iterdir())):
        return
    if not (folder / MANIFEST).is_file() or not (folder / DICTIONARY).is_file():
        raise StudyFault(f"{folder} exists already and holds something else than an export; give another name.")
    if not force:
        raise StudyFault(f"{folder} exists already; --force replaces the export in it.")
