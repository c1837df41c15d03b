"""What a table is: its columns, each with type, meaning and unit, and where its rows come from."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Literal

from townlet.runfile.view import RunView

ColumnType = Literal["text", "category", "integer", "number", "boolean", "time", "texts"]
"""category: a text of which there are few; time: a datetime without a zone, in game time unless it says otherwise;
texts: a list of texts."""

TableRow = tuple[Any, ...]
"""The values of a row in the order of the columns; None for what there is not."""


@dataclass(frozen=True)
class TableColumn:
    """A variable."""

    name: str
    type: ColumnType
    about: str
    unit: str = ""
    """Of a number, where it has one."""
    empty: str = ""
    """When there is no value; empty where there always is one."""


@dataclass(frozen=True)
class RunTable:
    """A kind of thing of which a run has many."""

    name: str
    about: str
    """What a row is, as a noun phrase."""
    key: tuple[str, ...]
    """The columns of which no two rows have the same."""
    columns: tuple[TableColumn, ...]
    rows: Callable[[RunView], Iterator[TableRow]]
    """Reads them one by one. May raise RunFileError."""

    @property
    def names(self) -> tuple[str, ...]:
        """Of the columns."""
        return tuple(column.name for column in self.columns)


STEP_COLUMN = TableColumn("step", "integer", "The step of the run in which it happened", "steps from the start")
TIME_COLUMN = TableColumn("time", "time", "When it happened")


def category_column(name: str, about: str, empty: str = "") -> TableColumn:
    """A category."""
    return TableColumn(name, "category", about, empty=empty)


def text_column(name: str, about: str, empty: str = "") -> TableColumn:
    return TableColumn(name, "text", about, empty=empty)


def integer_column(name: str, about: str, unit: str = "", empty: str = "") -> TableColumn:
    """A whole number."""
    return TableColumn(name, "integer", about, unit, empty)


def step_column(name: str, about: str, empty: str = "") -> TableColumn:
    return TableColumn(name, "integer", about, "steps from the start", empty)


def time_column(name: str, about: str, empty: str = "") -> TableColumn:
    """A moment."""
    return TableColumn(name, "time", about, empty=empty)


def boolean_column(name: str, about: str) -> TableColumn:
    """Yes or no."""
    return TableColumn(name, "boolean", about)


def texts_column(name: str, about: str) -> TableColumn:
    """A list of texts."""
    return TableColumn(name, "texts", about)
