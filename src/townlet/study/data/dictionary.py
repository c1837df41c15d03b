"""The data dictionary: what every table and column means, as data and as a page."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from townlet.study.data.columns import Column, Table
from townlet.study.data.tables import TABLES

TYPES = {
    "text": "text",
    "category": "text of few values",
    "integer": "whole number",
    "number": "number",
    "boolean": "true or false",
    "time": "time",
    "texts": "list of texts",
}


def described(table: Table) -> list[dict[str, str]]:
    """A row a column."""
    return [
        {
            "column": column.name,
            "type": TYPES[column.type],
            "unit": column.unit,
            "meaning": column.about,
            "empty": column.empty and f"if {column.empty}",
        }
        for column in table.columns
    ]


def as_markdown(tables: Iterable[str]) -> str:
    """Tables as Markdown, with headings of the second level."""
    return "\n".join(line for name in tables for line in _section(TABLES[name]))


def _section(table: Table) -> Iterator[str]:
    yield f"## {table.name}"
    yield ""
    yield f"A row is {table.about}. Key: {', '.join(f'`{name}`' for name in table.key)}."
    yield ""
    yield "| Column | Type | Meaning |"
    yield "|---|---|---|"
    yield from (_line(column) for column in table.columns)
    yield ""


def _line(column: Column) -> str:
    unit = f" ({column.unit})" if column.unit else ""
    empty = f"; empty if {column.empty}" if column.empty else ""
    return f"| `{column.name}` | {TYPES[column.type]} | {column.about}{unit}{empty} |"
