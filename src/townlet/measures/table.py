"""A table that is described once and written as text through rich, as CSV or as JSON."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from io import StringIO
from typing import Literal, TextIO

from rich.console import Console
from rich.table import Table as RichTable
from rich.text import Text

from townlet.runfile import Json

_CONSOLE_WIDTH = 1_000
"""The width of the console in characters: more than any table has, so that rich neither wraps nor cuts a cell."""

_GAP = 2
"""Spaces between two columns."""


@dataclass(frozen=True)
class Column:
    """A column of a table. CSV and JSON name it by its heading."""

    heading: str
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
    """Rows under columns. A cell is plain JSON, or a `Cell` where its text differs from its value."""

    columns: tuple[Column, ...]
    rows: Sequence[Sequence[Cell | Json]]
    title: str = ""

    def as_text(self, indent: int = 0, *, headings: bool = True) -> str:
        """Return aligned plain text without colour codes, each line ended. The rows stand two spaces under a title."""
        table = RichTable(box=None, show_header=headings, padding=(0, _GAP, 0, 0), pad_edge=False)
        for column in self.columns:
            table.add_column(Text(column.heading), justify=column.align, min_width=column.width, no_wrap=True)
        for row in self.rows:
            table.add_row(*(Text(_text(cell)) for cell in row))
        page = StringIO()
        Console(force_jupyter=False, file=page, width=_CONSOLE_WIDTH, color_system=None).print(table)
        rows_at = indent + (2 if self.title else 0)
        lines = [" " * rows_at + line for line in page.getvalue().splitlines() if line.strip()]
        head = [" " * indent + self.title] if self.title else []
        return "".join(f"{line.rstrip()}\n" for line in (*head, *lines))

    def as_json(self) -> list[dict[str, Json]]:
        """Return one object for each row, by the columns' headings."""
        names = [column.heading for column in self.columns]
        return [dict(zip(names, map(_value, row), strict=True)) for row in self.rows]

    def as_csv(self, *, raw: bool = False) -> str:
        """Return a heading line and one line for each row, as `write_csv_rows` writes them."""
        file, headings = StringIO(newline=""), [column.heading for column in self.columns]
        write_csv_rows(file, headings, ([_value(cell) for cell in row] for row in self.rows), raw=raw)
        return file.getvalue()


_FORMULA = re.compile(r"[=+\-@\t\r]")
"""The first character of a cell that spreadsheets run as a formula."""

_NUMBER = re.compile(r"[+-]?\d+([.,]\d+)*(e[+-]?\d+)?", re.IGNORECASE)


def write_csv_rows(
    file: TextIO, headings: Sequence[str], rows: Iterable[Sequence[object]], *, raw: bool = False
) -> None:
    """Write a heading line and one line for each row as CSV; the items of a list are joined by '; '.

    A spreadsheet runs a text that begins with '=', '+', '-', '@', a tab or a carriage return as a formula, which can
    send data away. Such a text gets an apostrophe in front, unless it is a number or `raw` is set.
    """
    writer = csv.writer(_NewlineEnds(file), lineterminator="\r\n")
    writer.writerow(headings)
    writer.writerows([_csv_cell(value, raw) for value in row] for row in rows)


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


def _value(cell: Cell | Json) -> Json:
    return cell.value if isinstance(cell, Cell) else cell


def format_cell(value: Json) -> str:
    """Return a value as people read it: floats without needless digits, lists with commas, None as an empty text."""
    if isinstance(value, list):
        return ", ".join(map(format_cell, value))
    return "" if value is None else f"{value:g}" if isinstance(value, float) else str(value)


def _text(cell: Cell | Json) -> str:
    return cell.text if isinstance(cell, Cell) else format_cell(cell)
