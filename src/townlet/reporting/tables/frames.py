"""Tables as columns of memory: batches of Arrow, and data frames of pandas made of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime
from html import escape
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from townlet.analysis.extras import import_extra
from townlet.reporting.tables.catalogue import TABLES, describe_columns
from townlet.reporting.tables.people import RELATIONS, list_relations
from townlet.reporting.tables.schema import ColumnType, RunTable, TableColumn, TableRow
from townlet.runfile import OutsideRun
from townlet.runfile.manifest import Manifest
from townlet.runfile.view import RunView

ROWS_AT_ONCE = 8_192
"""So many rows are held as objects of Python while a table is read."""


def chunk_rows(rows: Iterable[TableRow], size: int = ROWS_AT_ONCE) -> Iterator[list[TableRow]]:
    """The rows in lists of at most this length."""
    rows = iter(rows)
    while chunk := list(islice(rows, size)):
        yield chunk


def make_arrow_schema(table: RunTable) -> Any:
    """A `pyarrow.Schema` whose fields tell what they mean. Raises MissingExtra."""
    pa = import_extra("pyarrow", "An Arrow table")
    fields = [
        pa.field(column.name, _arrow_type(pa, column.type), metadata={"about": column.about, "unit": column.unit})
        for column in table.columns
    ]
    return pa.schema(fields, metadata={"about": table.about})


def read_batches(table: RunTable, source: RunView) -> Iterator[Any]:
    """The table in pieces, each a `pyarrow.RecordBatch`. Raises MissingExtra, RunFileError."""
    schema, pa = make_arrow_schema(table), import_extra("pyarrow", "An Arrow table")
    for chunk in chunk_rows(table.rows(source)):
        columns = zip(*chunk, strict=True)
        arrays = [pa.array(values, field.type) for values, field in zip(columns, schema, strict=True)]
        yield pa.record_batch(arrays, schema=schema)


def read_arrow_table(table: RunTable, source: RunView) -> Any:
    """The whole as a `pyarrow.Table`. Raises MissingExtra, RunFileError."""
    pa = import_extra("pyarrow", "An Arrow table")
    return pa.Table.from_batches(read_batches(table, source), make_arrow_schema(table))


def make_data_frame(table: RunTable, data: Any) -> Any:
    """A `pandas.DataFrame` of an Arrow table or batch, with the types that the columns are described by."""
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
    return pa.string()


if TYPE_CHECKING:
    import pandas as pd
    import pyarrow as pa


class RunTables:
    """A run as it stood when it was opened: tables are attributes, such as `run.memories` or `run.lines`.

    Each is a data frame of its own to change as you like. Nothing is written, and the file is open only while it is
    read. Attributes and methods may raise RunFileError, and MissingExtra where pandas or pyarrow is not installed.
    """

    def __init__(self, path: Path | str) -> None:
        """Raises RunFileError for a file that is no run, or one of another version."""
        self.path = Path(path)
        self._source = RunView(self.path)
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
        """A whole table in Arrow's form, for polars, DuckDB and others. Raises KeyError."""
        return read_arrow_table(_table_named(table), self._source)

    def chunks(self, table: str) -> Iterator[pd.DataFrame]:
        """A table in frames of some thousand rows, for runs that are larger than memory. Raises KeyError."""
        for batch in read_batches(_table_named(table), self._source):
            yield make_data_frame(_table_named(table), batch)

    def relations(self, at: datetime | str | None = None) -> pd.DataFrame:
        """Who knew of whom at a moment of the game (None for the end), and how much they had talked by then.

        `at` is a datetime or its text in ISO 8601. Raises ValueError for a text that is none and for a time with a
        zone, OutsideRun for a moment before the start or after the end.
        """
        moment = datetime.fromisoformat(at) if isinstance(at, str) else at
        if moment is not None and moment.tzinfo:
            raise ValueError(f"{at} has a time zone, and game time has none; give {moment:%Y-%m-%dT%H:%M}.")
        until = self._source.last + 1 if moment is None else self._until(moment)
        table = RunTable(
            RELATIONS.name, RELATIONS.about, RELATIONS.key, RELATIONS.columns, lambda of: list_relations(of, until)
        )
        return make_data_frame(table, read_arrow_table(table, self._source))

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


def _table_named(table: str) -> RunTable:
    if table not in TABLES:
        raise KeyError(f"A run has no table {table!r}; it has {', '.join(TABLES)}.")
    return TABLES[table]
