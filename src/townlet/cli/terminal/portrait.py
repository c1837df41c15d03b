"""What `show` tells of a person, as JSON."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from rich.console import RenderableType
from rich.rule import Rule
from rich.table import Table
from rich.text import Text
from rich.tree import Tree

from townlet.analysis.portrait import Portrait, RunMoment, make_portrait
from townlet.cli.config_file import read_config
from townlet.cli.output import make_console, print_json
from townlet.cli.resources import ModelFactory, report_as_bad_input
from townlet.cognition.state import PlanItem
from townlet.cognition.wording import say_date, say_time
from townlet.engine.calls.embedding import embedder_for
from townlet.language.embedder import Embedder
from townlet.language.model import close_all, prepare_all
from townlet.memory.record import Memory, MemoryId
from townlet.memory.retrieval import Recalled
from townlet.runfile.config import config_of
from townlet.world.clock import Clock
from townlet.world.tree import clock_words, label


@asynccontextmanager
async def open_run_embedder(sight: RunMoment, config: Path | None = None) -> AsyncIterator[Embedder]:
    """The embedder of a run. Nothing is written; what the file holds is not embedded again. Raises BadInput."""
    settings = config_of(sight.header)
    embedder = ModelFactory(sight.header.seed, "", read_config(config)).embedder(settings.embedder)
    try:
        with report_as_bad_input():
            await prepare_all(embedder)
        if sight.run is None:
            yield embedder
            return
        with sight.run.reader() as reader:
            yield embedder_for(embedder, reader)
    finally:
        await close_all(embedder)


MAX_EVIDENCE_DEPTH = 5
"""How many levels of evidence a reflection tree shows."""


def person_row_to_json(seen: Portrait) -> dict[str, Any]:
    """What the table of everybody shows."""
    kinds = [memory.kind for memory in seen.stream]
    return {
        "name": seen.agent.name,
        "place": seen.where,
        "doing": seen.doing,
        "why": seen.why,
        "memories": len(kinds),
        "reflections": kinds.count("reflection"),
    }


def portrait_to_json(seen: Portrait, memories: list[dict[str, Any]], top: int) -> dict[str, Any]:
    """Everything about one person."""
    agent, clock, step = seen.agent, seen.sight.state.clock, seen.sight.step
    levels = {"chunks": agent.plan.chunks, "hours": agent.plan.hours, "steps": agent.plan.steps}
    return {
        **person_row_to_json(seen),
        "time": seen.sight.now.isoformat(),
        "age": agent.persona.age,
        "traits": list(agent.persona.traits),
        "summary": agent.summary,
        "plan": {name: [_plan_item_to_json(item, clock, step) for item in items] for name, items in levels.items()},
        "plan_changed_because": agent.plan.reason,
        "memories": memories,
        "reflections": [evidence_tree_to_json(seen, memory) for memory in seen.reflections()[:top]],
    }


def memory_to_json(memory: Memory) -> dict[str, Any]:
    return {
        "id": format_memory_ordinal(memory.id),
        "time": memory.created.isoformat(),
        "kind": memory.kind,
        "source": memory.source,
        "heard_from": memory.heard_from,
        "hearsay": memory.hearsay,
        "importance": memory.importance,
        "text": memory.text,
    }


def recalled_to_json(recalled: Recalled) -> dict[str, Any]:
    scores = ("score", "recency", "importance", "relevance")
    return {
        **memory_to_json(recalled.memory),
        "scores": {name: round(getattr(recalled, name), 4) for name in scores},
    }


def evidence_tree_to_json(seen: Portrait, memory: Memory, depth: int = 1) -> dict[str, Any]:
    below = seen.evidence(memory) if depth < MAX_EVIDENCE_DEPTH else []
    return {**memory_to_json(memory), "evidence": [evidence_tree_to_json(seen, each, depth + 1) for each in below]}


def format_memory_ordinal(memory: MemoryId) -> str:
    """A memory's id within its stream: the step and its place among that step's."""
    return f"{memory.step}.{memory.ordinal}"


def _plan_item_to_json(item: PlanItem, clock: Clock, step: int) -> dict[str, Any]:
    return {
        "start": say_time(clock.at(item.start)),
        "end": clock_words(clock.minute(item.end)),
        "activity": item.activity,
        "place": label(item.place) if item.place else "",
        "why": item.why,
        "fallback": item.fallback,
        "now": item.start <= step < item.end,
    }


FALLBACK_NOTICE = " (by habit: no model has planned this)"


def print_portrait(sight: RunMoment, name: str, query: str, top: int, as_json: bool) -> None:
    """Print the portrait, as text or as JSON."""
    seen = make_portrait(sight, name)
    ranked = asyncio.run(_ranked(seen, query, top)) if query else ()
    newest = seen.stream.newest(top)[::-1]
    if as_json:
        memories = [recalled_to_json(each) for each in ranked] if query else [memory_to_json(each) for each in newest]
        print_json(portrait_to_json(seen, memories, top))
        return
    screen = make_console()
    for part in _parts(seen, newest, ranked, query, top):
        screen.print(part)


async def _ranked(seen: Portrait, query: str, top: int) -> tuple[Recalled, ...]:
    async with open_run_embedder(seen.sight) as embedder:
        return await seen.recalled(query, top, embedder)


def _parts(
    seen: Portrait, newest: Sequence[Memory], ranked: Sequence[Recalled], query: str, top: int
) -> Iterator[RenderableType]:
    yield from _now(seen)
    yield from _plan(seen)
    if query:
        yield _title(f"Memories that rank best for “{query}”")
        yield _ranking(ranked)
    else:
        yield _title(f"The newest of {len(seen.stream)} memories (--query TEXT ranks them)")
        yield _memories(newest)
    yield _title("What they have come to think, and what it rests on")
    thoughts = seen.reflections()[:top]
    yield from (_tree(seen, memory) for memory in thoughts)
    if not thoughts:
        yield "  Nothing yet."


def _now(seen: Portrait) -> Iterator[RenderableType]:
    persona = seen.agent.persona
    yield Text(f"{persona.name}, {persona.age}, {', '.join(persona.traits)}", style="bold")
    yield Text(f"{say_time(seen.sight.now)}, {seen.where}", style="cyan")
    yield f"Now: {seen.doing}" + (f", because {seen.why}" if seen.why else "")
    if seen.talk:
        yield from (f"  {line.speaker}: “{line.text}”" for line in seen.talk.lines)
    if seen.agent.summary:
        yield Text(seen.agent.summary, style="italic")


def _plan(seen: Portrait) -> Iterator[RenderableType]:
    plan = seen.agent.plan
    changed = f" (changed {plan.revision} times, last because {plan.reason})" if plan.reason else ""
    yield _title(f"Plan{changed}")
    if not plan.chunks:
        yield "  None yet."
    for level, items in (("Day", plan.chunks), ("Hours", plan.hours), ("Minutes", plan.steps)):
        if items:
            yield _plan_table(seen, level, items)


def _plan_table(seen: Portrait, level: str, items: Sequence[PlanItem]) -> Table:
    clock, step = seen.sight.state.clock, seen.sight.step
    table = Table.grid(padding=(0, 2, 0, 0))
    table.add_column(width=7, style="dim")
    table.add_column(justify="right", no_wrap=True)
    for place, item in enumerate(items):
        style = "bold" if item.start <= step < item.end else "dim" if item.end <= step else ""
        where = (f" at {label(item.place)}" if item.place else "") + (FALLBACK_NOTICE if item.fallback else "")
        start = clock_words(clock.minute(item.start))
        table.add_row("" if place else level, start, f"{item.activity}{where}", style=style)
    return table


def _memories(memories: Sequence[Memory]) -> Table:
    table = Table("When", "Kind", "From", "Weight", "Memory", box=None, header_style="dim")
    for memory in memories:
        table.add_row(_when(memory), memory.kind, memory.source, str(memory.importance), memory.text)
    return table


def _ranking(ranked: Sequence[Recalled]) -> Table:
    heads = ("Score", "Recency", "Importance", "Relevance", "When", "Memory")
    table = Table(*heads, box=None, header_style="dim")
    for each in ranked:
        scores = (each.score, each.recency, each.importance, each.relevance)
        table.add_row(*(f"{score:.2f}" for score in scores), _when(each.memory), each.memory.text)
    return table


def _tree(seen: Portrait, memory: Memory) -> Tree:
    tree = Tree(_leaf(memory), guide_style="dim")
    _grow(tree, seen, memory, 1)
    return tree


def _grow(tree: Tree, seen: Portrait, memory: Memory, depth: int) -> None:
    for each in seen.evidence(memory) if depth < MAX_EVIDENCE_DEPTH else []:
        _grow(tree.add(_leaf(each)), seen, each, depth + 1)


def _leaf(memory: Memory) -> Text:
    leaf = Text(memory.text)
    leaf.append(f"  {_when(memory)}, {memory.source}", style="dim")
    return leaf


def _when(memory: Memory) -> str:
    return f"{say_date(memory.created)[:3]} {clock_words(memory.created.hour * 60 + memory.created.minute)}"


def _title(text: str) -> Rule:
    return Rule(Text(text, style="bold"), align="left", style="dim")
