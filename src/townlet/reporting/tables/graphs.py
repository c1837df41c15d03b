"""Graphs of a run, which networkx writes as GraphML for igraph, Gephi and others."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from itertools import count
from pathlib import Path
from typing import Any

from townlet.measures.diffusion import read_tracked_facts
from townlet.measures.extras import import_extra
from townlet.measures.table import TableRow
from townlet.reporting.tables.people import RELATIONS
from townlet.reporting.tables.schema import RunTable
from townlet.reporting.tables.talks import KNOWING, list_knowing
from townlet.runfile.view import RunView, format_memory_id

ABOUT_GRAPHS = """\
All graphs are directed. Times are ISO 8601, in game time.

- `relations.graphml`: the nodes are people; an edge leads from a person to somebody they know of. It has the time
  `since` when, whether it is `mutual`, and the number of their talks (`weight`) and `lines`.
- `news-FACT.graphml`, one for each fact of the town's facts.toml: the nodes are people who came to know it, with the
  `way` and the `time`; an edge leads from the teller to the listener, with the `time`, the `utterance` and its `text`.
- `evidence.graphml`: the nodes are memories; an edge leads from a memory to one that it rests on.
"""

GraphItem = tuple[str, Mapping[str, Any]] | tuple[str, str, Mapping[str, Any]]
"""A node (its id and values) or an edge (the ids of its two ends and values)."""

# The blanks and signs in "Sal's party!", which become one hyphen each.
_NOT_IN_FILE_NAME = re.compile(r"[^\w-]+")
# Characters that XML 1.0 cannot hold, even escaped: control characters such as "\x07" and lone surrogates.
_NOT_IN_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_FEATURE = "The format graphml"


def build_graphs(source: RunView) -> Iterator[tuple[str, Any]]:
    """Yield the graphs of a run as `networkx.DiGraph`s, each with the name of its file, without the suffix.

    Raises MissingExtra, RunFileError.
    """
    yield "relations", _graph(_relations(source))
    facts = read_tracked_facts(source.town)
    for file, fact in name_fact_files(each.name for each in facts).items():
        yield file, _graph(_news(source, fact))
    yield "evidence", _graph(_evidence(source))


def name_fact_files(facts: Iterable[str]) -> dict[str, str]:
    """Return the facts by file names, which are unique even where file names ignore case."""
    files: dict[str, str] = {}
    taken: set[str] = set()
    for fact in facts:
        name = f"news-{_NOT_IN_FILE_NAME.sub('-', fact)}"
        numbered = (name if number == 1 else f"{name}-{number}" for number in count(1))
        file = next(each for each in numbered if each.casefold() not in taken)
        taken.add(file.casefold())
        files[file] = fact
    return files


def write_graphml(graph: Any, path: Path) -> int:
    """Write a graph into a new file and return its number of edges. Raises OSError."""
    import_extra("networkx", _FEATURE).write_graphml_xml(graph, path)
    edges: int = graph.number_of_edges()
    return edges


def _graph(items: Iterable[GraphItem]) -> Any:
    graph = import_extra("networkx", _FEATURE).DiGraph()
    for *ends, values in items:
        add = graph.add_node if len(ends) == 1 else graph.add_edge
        add(*map(_xml_value, ends), **{name: _xml_value(value) for name, value in values.items()})
    return graph


def _relations(source: RunView) -> Iterator[GraphItem]:
    for name in source.residents:
        yield name, {"age": source.joined[name][1].persona.age}
    for row in (_named(RELATIONS, each) for each in RELATIONS.rows(source)):
        kept = {key: row[key] for key in ("lines", "since", "since_step", "mutual")}
        yield row["person"], row["other"], {"weight": row["talks"], **kept}


def _news(source: RunView, fact: str) -> Iterator[GraphItem]:
    known = [_named(KNOWING, row) for row in list_knowing(source, fact)]
    for row in known:
        yield row["person"], {key: row[key] for key in ("way", "step", "time")}
    heard = {row["utterance"] for row in known}
    texts = {line.utterance: line.text for line, _ in source.lines_with_memories() if line.utterance in heard}
    for row in known:
        if row["way"] == "heard":
            kept = {key: row[key] for key in ("step", "time", "utterance")}
            yield row["heard_from"], row["person"], {**kept, "text": texts[row["utterance"]]}


def _evidence(source: RunView) -> Iterator[GraphItem]:
    for person in source.joined:
        memories = list(source.memories(person))
        cited = {each for memory in memories for each in memory.evidence}
        for memory in memories:
            if memory.evidence or memory.id in cited:
                about = {"person": person, "kind": memory.kind, "source": memory.source}
                yield format_memory_id(memory.id), {**about, "time": memory.created, "text": memory.text}
            for index, each in enumerate(memory.evidence):
                yield format_memory_id(memory.id), format_memory_id(each), {"place": index}


def _named(table: RunTable, row: TableRow) -> dict[str, Any]:
    """Return a row's values by the names of the columns."""
    return dict(zip(table.names, row, strict=True))


def _xml_value(value: Any) -> Any:
    """Return a time in ISO 8601, and a text without the characters that XML cannot hold."""
    if isinstance(value, datetime):
        return value.isoformat()
    return _NOT_IN_XML.sub("", value) if isinstance(value, str) else value
