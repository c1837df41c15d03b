"""The catalogue of a run's tables, and their data dictionary."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from townlet.measures.table import Column
from townlet.reporting.tables.minds import CALLS, EVIDENCE, MEMORIES, PLANS, RECALLS
from townlet.reporting.tables.people import ACTIVITIES, OBJECTS, PEOPLE, RELATIONS, STAYS
from townlet.reporting.tables.schema import RunTable
from townlet.reporting.tables.studies import INTERVIEWS, RANKINGS
from townlet.reporting.tables.talks import FACTS, KNOWING, LINES, TALKS

_ALL_TABLES = (
    PEOPLE,
    MEMORIES,
    EVIDENCE,
    RECALLS,
    PLANS,
    STAYS,
    ACTIVITIES,
    TALKS,
    LINES,
    RELATIONS,
    FACTS,
    KNOWING,
    OBJECTS,
    CALLS,
    INTERVIEWS,
    RANKINGS,
)
TABLES: Mapping[str, RunTable] = {table.name: table for table in _ALL_TABLES}


TYPE_LABELS = {
    "text": "text",
    "category": "text of few values",
    "integer": "whole number",
    "number": "number",
    "boolean": "true or false",
    "time": "time",
    "texts": "list of texts",
}


def describe_columns(table: RunTable) -> list[dict[str, str]]:
    """Return the data dictionary of a table, with one entry for each column."""
    return [
        {
            "column": column.name,
            "type": TYPE_LABELS[column.type],
            "unit": column.unit,
            "meaning": column.about,
            "empty": column.empty and f"if {column.empty}",
        }
        for column in table.columns
    ]


def format_dictionary(tables: Iterable[str]) -> str:
    """Return the data dictionary of several tables as Markdown, with a second-level heading for each."""
    return "\n".join(line for name in tables for line in _section(TABLES[name]))


def _section(table: RunTable) -> Iterator[str]:
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
    return f"| `{column.name}` | {TYPE_LABELS[column.type]} | {column.about}{unit}{empty} |"
