"""Writes graphs of a run as GraphML, for networkx, igraph, Gephi and others.

Nodes and edges are streamed, so that a graph of any size fits in memory.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from itertools import count
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape, quoteattr

from townlet.measures.diffusion import read_tracked_facts
from townlet.reporting.tables.people import RELATIONS
from townlet.reporting.tables.schema import RunTable, TableRow
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

ElementValues = Mapping[str, Any]
GraphItem = tuple[str, ElementValues] | tuple[str, str, ElementValues]
"""A node (its id and values) or an edge (the ids of its two ends and values)."""

# The blanks and signs in "Sal's party!", which become one hyphen each.
_NOT_IN_FILE_NAME = re.compile(r"[^\w-]+")
# Characters that XML 1.0 cannot hold, even escaped: control characters such as "\x07" and lone surrogates.
_NOT_IN_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


@dataclass(frozen=True)
class RunGraph:
    """A directed graph that is read from a run when it is written."""

    nodes: Mapping[str, str]
    """The GraphML types of the nodes' values, such as {'age': 'long'}."""
    edges: Mapping[str, str]
    """The GraphML types of the edges' values."""
    items: Callable[[], Iterator[GraphItem]]
    """Yields nodes and edges in any order. Raises RunFileError."""


def build_graphs(source: RunView) -> Mapping[str, RunGraph]:
    """Return the graphs of a run by the names of their files, without the suffix."""
    facts = read_tracked_facts(source.town)
    return {
        "relations": RunGraph(
            {"age": "long"},
            {"weight": "long", "lines": "long", "since": "string", "since_step": "long", "mutual": "boolean"},
            lambda: _relations(source),
        ),
        **{file: _news_graph(source, fact) for file, fact in name_fact_files(fact.name for fact in facts).items()},
        "evidence": RunGraph(
            {"person": "string", "kind": "string", "source": "string", "time": "string", "text": "string"},
            {"place": "long"},
            lambda: _evidence(source),
        ),
    }


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


def write_graphml(graph: RunGraph, path: Path) -> int:
    """Write a graph into a new file and return its number of edges. Raises RunFileError, OSError."""
    edges = 0
    with path.open("w", encoding="utf-8", newline="\n") as file:
        file.writelines(f"{line}\n" for line in _head(graph))
        for *ends, values in graph.items():
            edges += len(ends) == 2
            file.write(_element(ends, values))
        file.write("</graph>\n</graphml>\n")
    return edges


def _news_graph(source: RunView, fact: str) -> RunGraph:
    return RunGraph(
        {"way": "string", "step": "long", "time": "string"},
        {"step": "long", "time": "string", "utterance": "string", "text": "string"},
        lambda: _news(source, fact),
    )


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
            for place, each in enumerate(memory.evidence):
                yield format_memory_id(memory.id), format_memory_id(each), {"place": place}


def _named(table: RunTable, row: TableRow) -> dict[str, Any]:
    """Return a row's values by the names of the columns."""
    return dict(zip(table.names, row, strict=True))


def _head(graph: RunGraph) -> Iterator[str]:
    yield '<?xml version="1.0" encoding="UTF-8"?>'
    yield '<graphml xmlns="http://graphml.graphdrawing.org/xmlns">'
    for element, values in (("node", graph.nodes), ("edge", graph.edges)):
        for name, kind in values.items():
            yield f'<key id="{element}-{name}" for="{element}" attr.name="{name}" attr.type="{kind}"/>'
    yield '<graph edgedefault="directed">'


def _element(ends: list[str], values: ElementValues) -> str:
    element = "node" if len(ends) == 1 else "edge"
    names = ("id",) if element == "node" else ("source", "target")
    ids = " ".join(f"{name}={quoteattr(_text(end))}" for name, end in zip(names, ends, strict=True))
    data = "".join(f'<data key="{element}-{name}">{escape(_text(value))}</data>' for name, value in values.items())
    return f"<{element} {ids}>{data}</{element}>\n"


def _text(value: Any) -> str:
    """Return a value as text, without the characters that XML cannot hold."""
    match value:
        case datetime():
            return value.isoformat()
        case bool():
            return "true" if value else "false"
        case _:
            return _NOT_IN_XML.sub("", str(value))
