"""The table of every result: described once, written as text, CSV, JSON and Parquet, and read as a data frame.

Rows may be made one by one as they are written, so that a table of any size fits in memory.
"""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, fields
from datetime import datetime
from io import StringIO
from itertools import islice
from typing import TYPE_CHECKING, Any, BinaryIO, Literal, TextIO

from rich.console import Console
from rich.table import Table as RichTable
from rich.text import Text

from townlet.measures.extras import import_extra
from townlet.runfile import Json

if TYPE_CHECKING:
    import pandas as pd
    import pyarrow as pa

_CONSOLE_WIDTH = 1_000
"""The width of the console in characters: more than any table has, so that rich neither wraps nor cuts a cell."""

_GAP = 2
"""Spaces between two columns."""


_ROWS_AT_ONCE = 8_192
"""How many rows are held as Python objects while a table is read."""

ColumnType = Literal["text", "category", "integer", "number", "boolean", "time", "texts", "any"]
"""category: a text with few different values. time: a datetime without a time zone, in game time unless the column
says otherwise. texts: a list of texts. any: whatever its values are."""

TableRow = Sequence[Any]
"""The values of a row in the order of the columns; None for a missing value."""


@dataclass(frozen=True)
class Column:
    """A column of a table."""

    name: str
    type: ColumnType = "any"
    about: str = ""
    """What its values mean."""
    unit: str = ""
    """The unit of a number; empty if it has none."""
    empty: str = ""
    """When a value is missing, as a clause such as 'it was not heard'. Empty if every row has a value."""
    align: Literal["left", "right"] = "left"
    width: int = 0
    """The least width in characters, so that tables below one another line up."""


@dataclass(frozen=True)
class Cell:
    """A value that people read in another form than programs do: 0.25 as '25.0 %'."""

    value: Json
    text: str


@dataclass(frozen=True)
class Table:
    """Rows under columns. A cell is plain data, or a `Cell` where its text differs from its value.

    The rows of a table that is read from a run file can be gone through once.
    """

    columns: tuple[Column, ...]
    rows: Iterable[TableRow]
    title: str = ""
    key: str = ""
    """Its name in JSON and among files."""
    about: str = ""
    """What a row is, as a noun phrase."""

    @classmethod
    def of(cls, key: str, title: str, names: Iterable[str], rows: Iterable[TableRow]) -> Table:
        """Return a table whose columns have nothing but names."""
        return cls(tuple(map(Column, names)), tuple(rows), title, key)

    @classmethod
    def of_records(cls, kind: type, records: Iterable[Any]) -> Table:
        """Return a table of dataclasses of one kind, with a column for each field."""
        names = [field.name for field in fields(kind)]
        return cls(tuple(map(Column, names)), [[getattr(record, name) for name in names] for record in records])

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the columns."""
        return tuple(column.name for column in self.columns)

    def as_text(self, indent: int = 0, *, headings: bool = True) -> str:
        """Return aligned plain text without colour codes, each line ended. The rows stand two spaces under a title."""
        table = RichTable(box=None, show_header=headings, padding=(0, _GAP, 0, 0), pad_edge=False)
        for column in self.columns:
            table.add_column(Text(column.name), justify=column.align, min_width=column.width, no_wrap=True)
        for row in self.rows:
            table.add_row(*(Text(_text(cell)) for cell in row))
        page = StringIO()
        Console(force_jupyter=False, file=page, width=_CONSOLE_WIDTH, color_system=None).print(table)
        rows_at = indent + (2 if self.title else 0)
        lines = [" " * rows_at + line for line in page.getvalue().splitlines() if line.strip()]
        head = [" " * indent + self.title] if self.title else []
        return "".join(f"{line.rstrip()}\n" for line in (*head, *lines))

    def as_json(self) -> list[dict[str, Json]]:
        """Return one object for each row, by the columns' names."""
        return [dict(zip(self.names, map(_value, row), strict=True)) for row in self.rows]

    def as_csv(self, *, raw: bool = False) -> str:
        """Return a heading line and one line for each row, as `write_csv_rows` writes them."""
        file = StringIO(newline="")
        self.write_csv(file, raw=raw)
        return file.getvalue()

    def write_csv(self, file: TextIO, *, raw: bool = False) -> int:
        """Write the table as `as_csv` returns it, and return its number of rows."""
        types = [column.type for column in self.columns]
        rows = ([*map(_csv_value, types, row)] for row in self.rows)
        return write_csv_rows(file, self.names, rows, raw=raw)

    def write_json_lines(self, file: TextIO) -> int:
        """Write one JSON object for each row, and return the number of rows."""
        number = 0
        for row in self.rows:
            file.write(_json_line(dict(zip(self.names, row, strict=True))) + "\n")
            number += 1
        return number

    def write_parquet(self, file: BinaryIO) -> int:
        """Write the table as Parquet, and return its number of rows. Raises MissingExtra."""
        parquet: Any = import_extra("pyarrow.parquet", "The format parquet")
        number = 0
        whole = None if self._is_typed else self.as_arrow()
        with parquet.ParquetWriter(file, whole.schema if whole else self._arrow_schema, compression="zstd") as writer:
            for batch in whole.to_batches() if whole else self.batches():
                writer.write_batch(batch)
                number += batch.num_rows
        return number

    def as_arrow(self) -> pa.Table:
        """Return the table as a `pyarrow.Table`. Raises MissingExtra."""
        pa: Any = import_extra("pyarrow", "An Arrow table")
        if self._is_typed:
            return pa.Table.from_batches(self.batches(), self._arrow_schema)
        rows = [*self.rows]
        columns = zip(*rows, strict=True) if rows else ((),) * len(self.columns)
        return pa.table([pa.array(values) for values in columns], list(self.names))

    def batches(self, size: int = _ROWS_AT_ONCE) -> Iterator[pa.RecordBatch]:
        """Yield a table whose columns all have a type as `pyarrow.RecordBatch`es of at most `size` rows.

        Raises MissingExtra.
        """
        pa: Any = import_extra("pyarrow", "An Arrow table")
        rows, schema = iter(self.rows), self._arrow_schema
        while chunk := list(islice(rows, size)):
            columns = zip(*chunk, strict=True)
            arrays = [pa.array(values, field.type) for values, field in zip(columns, schema, strict=True)]
            yield pa.record_batch(arrays, schema=schema)

    def as_frame(self, arrow: Any = None) -> pd.DataFrame:
        """Return the table, or a part of it as Arrow data, as a `pandas.DataFrame`. Raises MissingExtra."""
        data = self.as_arrow() if arrow is None else arrow
        pandas: Any = import_extra("pandas", "A data frame")
        frame: pd.DataFrame = pandas.DataFrame(
            {column.name: _series(pandas, column, data.column(column.name)) for column in self.columns}
        )
        return frame

    @property
    def _is_typed(self) -> bool:
        return all(column.type != "any" for column in self.columns)

    @property
    def _arrow_schema(self) -> Any:
        """The `pyarrow.Schema`, with the meaning of each field as metadata. Raises MissingExtra."""
        pa: Any = import_extra("pyarrow", "An Arrow table")
        fields = [
            pa.field(column.name, _arrow_type(pa, column.type), metadata={"about": column.about, "unit": column.unit})
            for column in self.columns
        ]
        return pa.schema(fields, metadata={"about": self.about})


def _series(pd: Any, column: Column, values: Any) -> Any:
    if column.type == "integer" and column.empty:
        return values.to_pandas(types_mapper={values.type: pd.Int64Dtype()}.get)
    if column.type == "texts":
        return pd.Series(values.to_pylist(), dtype=object)
    return values.to_pandas()


def _arrow_type(pa: Any, kind: ColumnType) -> Any:
    match kind:
        case "category":
            return pa.dictionary(pa.int32(), pa.string())
        case "integer":
            return pa.int64()
        case "number":
            return pa.float64()
        case "boolean":
            return pa.bool_()
        case "time":
            return pa.timestamp("us")
        case "texts":
            return pa.list_(pa.string())
        case "text":
            return pa.string()
        case "any":
            return pa.null()


_json_line = json.JSONEncoder(ensure_ascii=False, default=datetime.isoformat).encode


_FORMULA = re.compile(r"[=+\-@\t\r]")
"""The first character of a cell that spreadsheets run as a formula."""

_NUMBER = re.compile(r"[+-]?\d+([.,]\d+)*(e[+-]?\d+)?", re.IGNORECASE)


def write_csv_rows(
    file: TextIO, headings: Sequence[str], rows: Iterable[Sequence[object]], *, raw: bool = False
) -> int:
    """Write a heading line and one line for each row as CSV, and return the number of rows.

    The items of a list are joined by '; '.

    A spreadsheet runs a text that begins with '=', '+', '-', '@', a tab or a carriage return as a formula, which can
    send data away. Such a text gets an apostrophe in front, unless it is a number or `raw` is set.
    """
    writer = csv.writer(_NewlineEnds(file), lineterminator="\r\n")
    writer.writerow(headings)
    number = 0
    for row in rows:
        writer.writerow([_csv_cell(value, raw) for value in row])
        number += 1
    return number


class _NewlineEnds:
    """Ends the rows of a `csv.writer` with a newline alone.

    The writer itself is told to end them with '\\r\\n', as it quotes a cell with a carriage return only then. Without
    quotes, spreadsheets begin a row, and maybe a formula, after the carriage return.
    """

    def __init__(self, file: TextIO) -> None:
        self._file = file

    def write(self, row: str) -> int:
        return self._file.write(row.removesuffix("\r\n") + "\n")


def _csv_cell(value: object, raw: bool) -> object:
    if isinstance(value, list | tuple):
        value = "; ".join(map(str, value))
    if isinstance(value, str) and not raw and _FORMULA.match(value) and not _NUMBER.fullmatch(value):
        return f"'{value}"
    return value


def _csv_value(kind: ColumnType, cell: Any) -> Any:
    """Return a cell's value, a time in ISO 8601, and a truth value of a typed column in lower case."""
    value = _value(cell)
    if isinstance(value, datetime):
        return value.isoformat()
    return str(value).lower() if kind == "boolean" and value is not None else value


def _value(cell: Any) -> Any:
    return cell.value if isinstance(cell, Cell) else cell


def format_cell(value: Json) -> str:
    """Return a value as people read it: floats without needless digits, lists with commas, None as an empty text."""
    if isinstance(value, list):
        return ", ".join(map(format_cell, value))
    return "" if value is None else f"{value:g}" if isinstance(value, float) else str(value)


def _text(cell: Any) -> str:
    return cell.text if isinstance(cell, Cell) else format_cell(cell)
