"""Tables as columns of memory: batches of Arrow, and data frames of pandas made of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any

from townlet.study.data.columns import Column, Row, Table, Type
from townlet.study.data.extra import loaded
from townlet.study.source import Source

ROWS_AT_ONCE = 8_192
"""So many rows are held as objects of Python while a table is read."""


def chunks(rows: Iterable[Row], size: int = ROWS_AT_ONCE) -> Iterator[list[Row]]:
    """The rows in lists of at most this length."""
    rows = iter(rows)
    while chunk := list(islice(rows, size)):
        yield chunk


def arrow_schema(table: Table) -> Any:
    """A `pyarrow.Schema` whose fields tell what they mean. Raises MissingExtra."""
    pa = loaded("pyarrow", "An Arrow table")
    fields = [
        pa.field(column.name, _arrow_type(pa, column.type), metadata={"about": column.about, "unit": column.unit})
        for column in table.columns
    ]
    return pa.schema(fields, metadata={"about": table.about})


def batches(table: Table, source: Source) -> Iterator[Any]:
    """The table in pieces, each a `pyarrow.RecordBatch`. Raises MissingExtra, RunFileError."""
    schema, pa = arrow_schema(table), loaded("pyarrow", "An Arrow table")
    for chunk in chunks(table.rows(source)):
        columns = zip(*chunk, strict=True)
        arrays = [pa.array(values, field.type) for values, field in zip(columns, schema, strict=True)]
        yield pa.record_batch(arrays, schema=schema)


def arrow(table: Table, source: Source) -> Any:
    """The whole as a `pyarrow.Table`. Raises MissingExtra, RunFileError."""
    pa = loaded("pyarrow", "An Arrow table")
    return pa.Table.from_batches(batches(table, source), arrow_schema(table))


def frame(table: Table, data: Any) -> Any:
    """A `pandas.DataFrame` of an Arrow table or batch, with the types that the columns are described by."""
    pd = loaded("pandas", "A data frame")
    return pd.DataFrame({column.name: _series(pd, column, data.column(column.name)) for column in table.columns})


def _series(pd: Any, column: Column, values: Any) -> Any:
    if column.type == "integer" and column.empty:
        return values.to_pandas(types_mapper={values.type: pd.Int64Dtype()}.get)
    if column.type == "texts":
        return pd.Series(values.to_pylist(), dtype=object)
    return values.to_pandas()


def _arrow_type(pa: Any, kind: Type) -> Any:
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
