"""The schema of a run's tables: columns with type, meaning and unit, and the function that reads the rows."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from townlet.measures.table import Column, Table, TableRow
from townlet.runfile.view import RunView


@dataclass(frozen=True)
class RunTable:
    """A table that every run has, such as its memories: what its `Table` of a run holds, and how it is read."""

    name: str
    about: str
    """What a row is, as a noun phrase."""
    key: tuple[str, ...]
    """The columns whose values together identify a row."""
    columns: tuple[Column, ...]
    rows: Callable[[RunView], Iterator[TableRow]]
    """Reads the rows of a run one by one. Raises RunFileError."""

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the columns."""
        return tuple(column.name for column in self.columns)

    def of(self, source: RunView) -> Table:
        """Return the table of one run; its rows are read when they are gone through."""
        return Table(self.columns, self.rows(source), about=self.about)


STEP_COLUMN = Column(
    "step", type="integer", about="The step of the run in which it happened", unit="steps from the start"
)
TIME_COLUMN = Column("time", type="time", about="When it happened")


def category_column(name: str, about: str, empty: str = "") -> Column:
    """Return a column of texts with few different values."""
    return Column(name, type="category", about=about, empty=empty)


def text_column(name: str, about: str, empty: str = "") -> Column:
    """Return a column of texts."""
    return Column(name, type="text", about=about, empty=empty)


def integer_column(name: str, about: str, unit: str = "", empty: str = "") -> Column:
    """Return a column of whole numbers."""
    return Column(name, type="integer", about=about, unit=unit, empty=empty)


def step_column(name: str, about: str, empty: str = "") -> Column:
    """Return a column of steps, counted from the start of the run."""
    return Column(name, type="integer", about=about, unit="steps from the start", empty=empty)


def number_column(name: str, about: str, unit: str = "", empty: str = "") -> Column:
    """Return a column of numbers."""
    return Column(name, type="number", about=about, unit=unit, empty=empty)


def time_column(name: str, about: str, empty: str = "") -> Column:
    """Return a column of game times."""
    return Column(name, type="time", about=about, empty=empty)


def boolean_column(name: str, about: str) -> Column:
    """Return a column of true and false."""
    return Column(name, type="boolean", about=about)


def texts_column(name: str, about: str) -> Column:
    """Return a column of lists of texts."""
    return Column(name, type="texts", about=about)
