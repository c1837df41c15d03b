"""The schema of a run's tables: columns with type, meaning and unit, and the function that reads the rows."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Literal

from townlet.runfile.view import RunView

ColumnType = Literal["text", "category", "integer", "number", "boolean", "time", "texts"]
"""category: a text with few different values. time: a datetime without a time zone, in game time unless the column
says otherwise. texts: a list of texts."""

TableRow = tuple[Any, ...]
"""The values of a row in the order of the columns; None for a missing value."""


@dataclass(frozen=True)
class TableColumn:
    """One column of a table."""

    name: str
    type: ColumnType
    about: str
    """What its values mean."""
    unit: str = ""
    """The unit of a number; empty if it has none."""
    empty: str = ""
    """When a value is missing, as a clause such as 'it was not heard'. Empty if every row has a value."""


@dataclass(frozen=True)
class RunTable:
    """A table that every run has, such as its memories."""

    name: str
    about: str
    """What a row is, as a noun phrase."""
    key: tuple[str, ...]
    """The columns whose values together identify a row."""
    columns: tuple[TableColumn, ...]
    rows: Callable[[RunView], Iterator[TableRow]]
    """Reads the rows of a run one by one. Raises RunFileError."""

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the columns."""
        return tuple(column.name for column in self.columns)


STEP_COLUMN = TableColumn("step", "integer", "The step of the run in which it happened", "steps from the start")
TIME_COLUMN = TableColumn("time", "time", "When it happened")


def category_column(name: str, about: str, empty: str = "") -> TableColumn:
    """Return a column of texts with few different values."""
    return TableColumn(name, "category", about, empty=empty)


def text_column(name: str, about: str, empty: str = "") -> TableColumn:
    """Return a column of texts."""
    return TableColumn(name, "text", about, empty=empty)


def integer_column(name: str, about: str, unit: str = "", empty: str = "") -> TableColumn:
    """Return a column of whole numbers."""
    return TableColumn(name, "integer", about, unit, empty)


def step_column(name: str, about: str, empty: str = "") -> TableColumn:
    """Return a column of steps, counted from the start of the run."""
    return TableColumn(name, "integer", about, "steps from the start", empty)


def time_column(name: str, about: str, empty: str = "") -> TableColumn:
    """Return a column of game times."""
    return TableColumn(name, "time", about, empty=empty)


def boolean_column(name: str, about: str) -> TableColumn:
    """Return a column of true and false."""
    return TableColumn(name, "boolean", about)


def texts_column(name: str, about: str) -> TableColumn:
    """Return a column of lists of texts."""
    return TableColumn(name, "texts", about)
