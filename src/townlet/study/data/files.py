"""A table as a file: CSV and JSON lines by the standard library, Parquet by pyarrow; row by row, whatever its size."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from pathlib import Path
from typing import Any, Literal

from townlet.study.data.columns import Row, Table
from townlet.study.data.extra import loaded
from townlet.study.data.frames import arrow_schema, batches
from townlet.study.source import Source

Format = Literal["parquet", "csv", "jsonl"]

BETWEEN = "; "
"""What stands between the texts of a list in a cell of CSV."""


def write_table(table: Table, source: Source, path: Path, form: Format) -> int:
    """Write all rows of a table into a new file; returns how many. Raises MissingExtra, RunFileError, OSError."""
    return _WRITERS[form](table, source, path)


def _parquet(table: Table, source: Source, path: Path) -> int:
    parquet = loaded("pyarrow.parquet", "The format parquet")
    rows = 0
    with parquet.ParquetWriter(path, arrow_schema(table), compression="zstd") as writer:
        for batch in batches(table, source):
            writer.write_batch(batch)
            rows += batch.num_rows
    return rows


def _csv(table: Table, source: Source, path: Path) -> int:
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(table.names)
        counted = _Counted(table.rows(source))
        writer.writerows([_cell(value) for value in row] for row in counted)
    return counted.rows


def _jsonl(table: Table, source: Source, path: Path) -> int:
    with path.open("w", encoding="utf-8", newline="\n") as file:
        counted = _Counted(table.rows(source))
        file.writelines(_as_json(dict(zip(table.names, row, strict=True))) + "\n" for row in counted)
    return counted.rows


_as_json = json.JSONEncoder(ensure_ascii=False, default=datetime.isoformat).encode


class _Counted:
    """Rows, and how many of them have gone by."""

    def __init__(self, of: Iterable[Row]) -> None:
        self._of, self.rows = of, 0

    def __iter__(self) -> Any:
        for row in self._of:
            self.rows += 1
            yield row


def _cell(value: Any) -> Any:
    """What is none is empty; numbers and texts are written as they are."""
    match value:
        case datetime():
            return value.isoformat()
        case bool():
            return "true" if value else "false"
        case tuple():
            return BETWEEN.join(value)
    return value


_WRITERS: Mapping[str, Callable[[Table, Source, Path], int]] = {"parquet": _parquet, "csv": _csv, "jsonl": _jsonl}
FORMATS: tuple[Format, ...] = ("parquet", "csv", "jsonl")
