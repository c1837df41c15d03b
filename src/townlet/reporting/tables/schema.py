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


FROM_START = "steps from the start"
"""The unit of steps."""
STEP_COLUMN = Column("step", "integer", "The step of the run in which it happened", FROM_START)
TIME_COLUMN = Column("time", "time", "When it happened")
