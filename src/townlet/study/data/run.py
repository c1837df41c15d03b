"""A run file opened to be studied: its tables as data frames, each read when it is first asked for."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

from townlet.engine.runfile import OutsideRun
from townlet.study.data.columns import Table
from townlet.study.data.dictionary import described
from townlet.study.data.extra import loaded
from townlet.study.data.frames import arrow, batches, frame
from townlet.study.data.people import RELATIONS, relations
from townlet.study.data.tables import TABLES
from townlet.study.manifest import Manifest
from townlet.study.source import Source

if TYPE_CHECKING:
    import pandas as pd
    import pyarrow as pa


class Run:
    """A run as it stood when it was opened: tables are attributes, such as `run.memories` or `run.lines`.

    Each is a data frame of its own to change as you like. Nothing is written, and the file is open only while it is
    read. Attributes and methods may raise RunFileError, and MissingExtra where pandas or pyarrow is not installed.
    """

    def __init__(self, path: Path | str) -> None:
        """Raises RunFileError for a file that is no run, or one of another version."""
        self.path = Path(path)
        self._source = Source.of(self.path)
        self._read: dict[str, pd.DataFrame] = {}

    @property
    def manifest(self) -> Manifest:
        """What the run is, and what results of it rest on."""
        return self._source.manifest

    @property
    def tables(self) -> tuple[str, ...]:
        """The names of all tables."""
        return tuple(TABLES)

    def columns(self, table: str) -> pd.DataFrame:
        """What the columns of a table mean, with types and units. Raises KeyError."""
        meanings: pd.DataFrame = loaded("pandas", "A data frame").DataFrame(described(_named(table)))
        return meanings.set_index("column")

    def __getattr__(self, name: str) -> pd.DataFrame:
        if name not in TABLES:
            raise AttributeError(f"A run has no table {name!r}; it has {', '.join(TABLES)}.")
        if name not in self._read:
            self._read[name] = frame(TABLES[name], self.arrow(name))
        return self._read[name].copy(deep=False)

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *(name for name in TABLES if name != RELATIONS.name)]

    def arrow(self, table: str) -> pa.Table:
        """A whole table in Arrow's form, for polars, DuckDB and others. Raises KeyError."""
        return arrow(_named(table), self._source)

    def chunks(self, table: str) -> Iterator[pd.DataFrame]:
        """A table in frames of some thousand rows, for runs that are larger than memory. Raises KeyError."""
        for batch in batches(_named(table), self._source):
            yield frame(_named(table), batch)

    def relations(self, at: datetime | str | None = None) -> pd.DataFrame:
        """Who knew of whom at a moment of the game (None for the end), and how much they had talked by then.

        `at` is a datetime or its text in ISO 8601. Raises ValueError for a text that is none and for a time with a
        zone, OutsideRun for a moment before the start or after the end.
        """
        moment = datetime.fromisoformat(at) if isinstance(at, str) else at
        if moment is not None and moment.tzinfo:
            raise ValueError(f"{at} has a time zone, and game time has none; give {moment:%Y-%m-%dT%H:%M}.")
        until = self._source.last + 1 if moment is None else self._until(moment)
        table = Table(
            RELATIONS.name, RELATIONS.about, RELATIONS.key, RELATIONS.columns, lambda of: relations(of, until)
        )
        return frame(table, arrow(table, self._source))

    def _until(self, moment: datetime) -> int:
        """The step that begins at or just before a moment. Raises OutsideRun."""
        header, end = self._source.header, self._source.last + 1
        if (step := header.step_at(moment)) > end:
            ended = header.time_of(end)
            raise OutsideRun(
                f"{moment:%Y-%m-%d %H:%M} is after the end of {self.path}; give a time up to {ended:%Y-%m-%d %H:%M}."
            )
        return step

    def __repr__(self) -> str:
        tables = "\n".join(f"  {name:<11} {table.about}" for name, table in TABLES.items())
        return f"{self._title()}\n{self.manifest.note}\n\nTables, a row of each being\n{tables}"

    def _repr_html_(self) -> str:
        rows = "".join(
            f"<tr><td><code>{_attribute(name)}</code></td><td style='text-align:left'>{escape(table.about)}</td></tr>"
            for name, table in TABLES.items()
        )
        head = f"<p><b>{escape(self._title())}</b><br>{escape(self.manifest.note)}</p>"
        return f"{head}<table><tr><th>table</th><th>a row is</th></tr>{rows}</table>"

    def _title(self) -> str:
        of = self.manifest
        return f"{of.town}, seed {of.seed}: {len(self._source.residents)} people, {of.game_days:g} game days"


def _attribute(table: str) -> str:
    return f"run.{table}()" if table == RELATIONS.name else f"run.{table}"


def _named(table: str) -> Table:
    if table not in TABLES:
        raise KeyError(f"A run has no table {table!r}; it has {', '.join(TABLES)}.")
    return TABLES[table]
