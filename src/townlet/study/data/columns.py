"""What a table is: its columns, each with type, meaning and unit, and where its rows come from."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Literal

from townlet.study.source import Source

Type = Literal["text", "category", "integer", "number", "boolean", "time", "texts"]
"""category: a text of which there are few; time: a datetime without a zone, in game time unless it says otherwise;
texts: a list of texts."""

Row = tuple[Any, ...]
"""The values of a row in the order of the columns; None for what there is not."""


@dataclass(frozen=True)
class Column:
    """A variable."""

    name: str
    type: Type
    about: str
    unit: str = ""
    """Of a number, where it has one."""
    empty: str = ""
    """When there is no value; empty where there always is one."""


@dataclass(frozen=True)
class Table:
    """A kind of thing of which a run has many."""

    name: str
    about: str
    """What a row is, as a noun phrase."""
    key: tuple[str, ...]
    """The columns of which no two rows have the same."""
    columns: tuple[Column, ...]
    rows: Callable[[Source], Iterator[Row]]
    """Reads them one by one. May raise RunFileError."""

    @property
    def names(self) -> tuple[str, ...]:
        """Of the columns."""
        return tuple(column.name for column in self.columns)


STEP = Column("step", "integer", "The step of the run in which it happened", "steps from the start")
TIME = Column("time", "time", "When it happened")


def one_of(name: str, about: str, empty: str = "") -> Column:
    """A category."""
    return Column(name, "category", about, empty=empty)


def text(name: str, about: str, empty: str = "") -> Column:
    return Column(name, "text", about, empty=empty)


def count(name: str, about: str, unit: str = "", empty: str = "") -> Column:
    """A whole number."""
    return Column(name, "integer", about, unit, empty)


def at_step(name: str, about: str, empty: str = "") -> Column:
    return Column(name, "integer", about, "steps from the start", empty)


def when(name: str, about: str, empty: str = "") -> Column:
    """A moment."""
    return Column(name, "time", about, empty=empty)


def whether(name: str, about: str) -> Column:
    """Yes or no."""
    return Column(name, "boolean", about)


def several(name: str, about: str) -> Column:
    """A list of texts."""
    return Column(name, "texts", about)
