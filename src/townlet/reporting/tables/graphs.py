"""Networks of a run as GraphML, which networkx, igraph, Gephi and others read; node by node, whatever their size."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from itertools import count
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape, quoteattr

from townlet.analysis.diffusion import read_tracked_facts
from townlet.reporting.tables.people import RELATIONS
from townlet.reporting.tables.schema import RunTable, TableRow
from townlet.reporting.tables.talks import KNOWING, list_knowing
from townlet.runfile.view import RunView, format_memory_id

ABOUT_GRAPHS = """\
All graphs are directed. Times are ISO 8601, in game time.

- `relations.graphml`: people, with an edge from each to everybody they know of; `since` when, whether it is `mutual`,
  as `weight` how many talks the two have had, and of how many `lines`.
- `news-FACT.graphml`, one for each fact of the town's facts.toml: people who came to know it, by which `way` and at
  what `time`; an edge leads from whom to whom it was told, with the `time`, the `utterance` and its `text`.
- `evidence.graphml`: memories that rest on others, and those; an edge leads from what rests to what it rests on.
"""

ElementValues = Mapping[str, Any]
GraphItem = tuple[str, ElementValues] | tuple[str, str, ElementValues]
"""A node (its id and values) or an edge (the ids of its ends and values)."""

_WORDS = re.compile(r"[^\w-]+")
_NOT_IN_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


@dataclass(frozen=True)
class RunGraph:
    """A network: which values nodes and edges have, by their types, and where both come from, in any order."""

    nodes: Mapping[str, str]
    edges: Mapping[str, str]
    items: Callable[[], Iterator[GraphItem]]
    """May raise RunFileError."""


def build_graphs(source: RunView) -> Mapping[str, RunGraph]:
    """The networks of a run by the names of their files."""
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
    """The facts by the names of their files: each its own, also where case does not count and signs fall away."""
    files: dict[str, str] = {}
    taken: set[str] = set()
    for fact in facts:
        name = f"news-{_WORDS.sub('-', fact)}"
        numbered = (name if number == 1 else f"{name}-{number}" for number in count(1))
        file = next(each for each in numbered if each.casefold() not in taken)
        taken.add(file.casefold())
        files[file] = fact
    return files


def write_graphml(graph: RunGraph, path: Path) -> int:
    """Write a graph into a new file; returns how many edges it has. Raises RunFileError, OSError."""
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
    told = {row["utterance"] for row in known}
    texts = {line.utterance: line.text for line, _ in source.lines_with_memories() if line.utterance in told}
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
    """A row's values by their columns."""
    return dict(zip(table.names, row, strict=True))


def _head(graph: RunGraph) -> Iterator[str]:
    yield '<?xml version="1.0" encoding="UTF-8"?>'
    yield '<graphml xmlns="http://graphml.graphdrawing.org/xmlns">'
    for of, values in (("node", graph.nodes), ("edge", graph.edges)):
        for name, kind in values.items():
            yield f'<key id="{of}-{name}" for="{of}" attr.name="{name}" attr.type="{kind}"/>'
    yield '<graph edgedefault="directed">'


def _element(ends: list[str], values: ElementValues) -> str:
    of = "node" if len(ends) == 1 else "edge"
    names = ("id",) if of == "node" else ("source", "target")
    which = " ".join(f"{name}={quoteattr(_text(end))}" for name, end in zip(names, ends, strict=True))
    data = "".join(f'<data key="{of}-{name}">{escape(_text(value))}</data>' for name, value in values.items())
    return f"<{of} {which}>{data}</{of}>\n"


def _text(value: Any) -> str:
    """A value as text without what XML cannot say."""
    match value:
        case datetime():
            return value.isoformat()
        case bool():
            return "true" if value else "false"
    return _NOT_IN_XML.sub("", str(value))
