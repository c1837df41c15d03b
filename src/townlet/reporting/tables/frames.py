"""A run's tables in memory: Arrow batches, and pandas data frames made from them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime
from html import escape
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from townlet.errors import UnknownName
from townlet.measures.extras import import_extra
from townlet.measures.run_measures import RunMeasures, measure_run
from townlet.measures.table import Column, Table
from townlet.reporting.tables.catalogue import TABLES, describe_columns
from townlet.reporting.tables.people import RELATIONS, list_relations
from townlet.reporting.tables.schema import ColumnType, RunTable, TableColumn, TableRow
from townlet.runfile import OutsideRun
from townlet.runfile.manifest import Manifest
from townlet.runfile.view import RunView
from townlet.story import CHAPTERS, Story, tell_story

ROWS_AT_ONCE = 8_192
"""How many rows are held as Python objects while a table is read."""


def chunk_rows(rows: Iterable[TableRow], size: int = ROWS_AT_ONCE) -> Iterator[list[TableRow]]:
    """Yield the rows in lists of at most `size`."""
    rows = iter(rows)
    while chunk := list(islice(rows, size)):
        yield chunk


def make_arrow_schema(table: RunTable) -> Any:
    """Return a table's `pyarrow.Schema`, with the meaning of each field as metadata. Raises MissingExtra."""
    pa = import_extra("pyarrow", "An Arrow table")
    fields = [
        pa.field(column.name, _arrow_type(pa, column.type), metadata={"about": column.about, "unit": column.unit})
        for column in table.columns
    ]
    return pa.schema(fields, metadata={"about": table.about})


def read_batches(table: RunTable, source: RunView) -> Iterator[Any]:
    """Yield a table as `pyarrow.RecordBatch`es. Raises MissingExtra, RunFileError."""
    schema, pa = make_arrow_schema(table), import_extra("pyarrow", "An Arrow table")
    for chunk in chunk_rows(table.rows(source)):
        columns = zip(*chunk, strict=True)
        arrays = [pa.array(values, field.type) for values, field in zip(columns, schema, strict=True)]
        yield pa.record_batch(arrays, schema=schema)


def read_arrow_table(table: RunTable, source: RunView) -> Any:
    """Return a whole table as a `pyarrow.Table`. Raises MissingExtra, RunFileError."""
    pa = import_extra("pyarrow", "An Arrow table")
    return pa.Table.from_batches(read_batches(table, source), make_arrow_schema(table))


def make_data_frame(table: RunTable, data: Any) -> Any:
    """Return an Arrow table or batch as a `pandas.DataFrame`, with the types of the table's columns."""
    pd = import_extra("pandas", "A data frame")
    return pd.DataFrame({column.name: _series(pd, column, data.column(column.name)) for column in table.columns})


def _series(pd: Any, column: TableColumn, values: Any) -> Any:
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


if TYPE_CHECKING:
    import pandas as pd
    import pyarrow as pa


class RunTables:
    """The tables of a run as data frames, which are attributes: `run.memories`, `run.lines`.

    They show the run as it stood when it was opened. Each access gives a frame of its own, which you may change.
    Nothing is written, and the file is open only while it is read. Attributes and methods raise RunFileError, and
    MissingExtra where pandas or pyarrow is not installed.
    """

    def __init__(self, path: Path | str) -> None:
        """Raises RunFileError for a file that is no run, or one of another version."""
        self.path = Path(path)
        self.view = RunView(self.path)
        """The run as `RunView`: events, memory streams, and the world and minds at any step."""
        self._read: dict[str, pd.DataFrame] = {}

    @property
    def manifest(self) -> Manifest:
        """The run's manifest: what it is, and everything that its results depend on."""
        return self.view.manifest

    def measure(self) -> RunMeasures:
        """Measure the run: coherence, liveliness, how each tracked fact spread, and what else emerged.

        Needs no pandas and asks nobody. Raises RunFileError, also for a run without a complete step.
        """
        return measure_run(self.view)

    def story(self, chapters: int = CHAPTERS, *, person: str = "") -> Story:
        """Tell the run's story in at most so many chapters; with `person`, only chapters with that person.

        Rules find what is worth telling; nobody is asked. `as_json()` of the result gives each chapter's evidence.
        Raises RunFileError.
        """
        return tell_story(self.view, chapters, person=person)

    @property
    def tables(self) -> tuple[str, ...]:
        """The names of all tables."""
        return tuple(TABLES)

    def columns(self, table: str) -> pd.DataFrame:
        """Return the meaning, type and unit of each column of a table. Raises UnknownName for an unknown table."""
        meanings: pd.DataFrame = import_extra("pandas", "A data frame").DataFrame(describe_columns(_table_named(table)))
        return meanings.set_index("column")

    def __getattr__(self, name: str) -> pd.DataFrame:
        if name not in TABLES:
            raise AttributeError(f"A run has no table {name!r}; it has {', '.join(TABLES)}.")
        if name not in self._read:
            self._read[name] = make_data_frame(TABLES[name], self.arrow(name))
        return self._read[name].copy(deep=False)

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *(name for name in TABLES if name != RELATIONS.name)]

    def arrow(self, table: str) -> pa.Table:
        """Return a whole table as a `pyarrow.Table`, for polars, DuckDB and others. Raises UnknownName."""
        return read_arrow_table(_table_named(table), self.view)

    def chunks(self, table: str) -> Iterator[pd.DataFrame]:
        """Yield a table in frames of 8,192 rows, for runs that are larger than memory. Raises UnknownName."""
        for batch in read_batches(_table_named(table), self.view):
            yield make_data_frame(_table_named(table), batch)

    def relations(self, at: datetime | str | None = None) -> pd.DataFrame:
        """Return who knew of whom at a game time (None for the end), and how much they had talked by then.

        `at` is a datetime or a text in ISO 8601. Raises ValueError for any other text and for a time with a time zone,
        and OutsideRun for a time before the start or after the end of the run.
        """
        moment = datetime.fromisoformat(at) if isinstance(at, str) else at
        if moment is not None and moment.tzinfo:
            raise ValueError(f"{at} has a time zone, but game time has none; give {moment:%Y-%m-%dT%H:%M}.")
        until = self.view.last + 1 if moment is None else self._until(moment)
        table = RunTable(
            RELATIONS.name, RELATIONS.about, RELATIONS.key, RELATIONS.columns, lambda of: list_relations(of, until)
        )
        return make_data_frame(table, read_arrow_table(table, self.view))

    def _until(self, moment: datetime) -> int:
        """Return the step that begins at or just before a game time. Raises OutsideRun."""
        header, end = self.view.header, self.view.last + 1
        if (step := header.step_at(moment)) > end:
            ended = header.time_of(end)
            raise OutsideRun(
                f"{moment:%Y-%m-%d %H:%M} is after the end of {self.path}; give a time up to {ended:%Y-%m-%d %H:%M}."
            )
        return step

    def __repr__(self) -> str:
        rows = [(name, table.about) for name, table in TABLES.items()]
        tables = Table((Column("table"), Column("a row is")), rows).as_text(indent=2, headings=False)
        return f"{self._title()}\n{self.manifest.note}\n\nTables, a row of each being\n{tables.rstrip()}"

    def _repr_html_(self) -> str:
        rows = "".join(
            f"<tr><td><code>{_attribute(name)}</code></td><td style='text-align:left'>{escape(table.about)}</td></tr>"
            for name, table in TABLES.items()
        )
        head = f"<p><b>{escape(self._title())}</b><br>{escape(self.manifest.note)}</p>"
        return f"{head}<table><tr><th>table</th><th>a row is</th></tr>{rows}</table>"

    def _title(self) -> str:
        manifest, people = self.manifest, len(self.view.residents)
        days = f"{manifest.game_days:g} game day{'' if manifest.game_days == 1 else 's'}"
        return f"{manifest.town}, seed {manifest.seed}: {people} people, {days}"


def open_run(path: Path | str) -> RunTables:
    """Open a run file for study: its tables as data frames, its measures, and `view` for all else.

    The run may still be growing. Raises RunFileError for a file that is no run, or one of another format.
    """
    return RunTables(path)


def _attribute(table: str) -> str:
    return f"run.{table}()" if table == RELATIONS.name else f"run.{table}"


def _table_named(table: str) -> RunTable:
    if table not in TABLES:
        raise UnknownName(f"A run has no table {table!r}; it has {', '.join(TABLES)}.")
    return TABLES[table]
