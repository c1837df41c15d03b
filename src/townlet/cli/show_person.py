"""One person on a few screens: now, plan, memories, reflection trees."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence

from rich.console import RenderableType
from rich.rule import Rule
from rich.table import Table
from rich.text import Text
from rich.tree import Tree

from townlet.cli.meaning import embedder_at
from townlet.cli.portrait import (
    DEEPEST,
    memory_json,
    portrait_json,
    recalled_json,
)
from townlet.cli.printing import console, print_json
from townlet.cognition.state import PlanItem
from townlet.cognition.telling import say_date, say_time
from townlet.memory.record import Memory
from townlet.memory.retrieval import Recalled
from townlet.study.portrait import Portrait, Sight, portrait
from townlet.world.tree import clock_words, label

FALLBACK = " (by habit: no model has planned this)"


def show_person(sight: Sight, name: str, query: str, top: int, as_json: bool) -> None:
    """Print the portrait, as text or as JSON."""
    seen = portrait(sight, name)
    ranked = asyncio.run(_ranked(seen, query, top)) if query else ()
    newest = seen.stream.newest(top)[::-1]
    if as_json:
        memories = [recalled_json(each) for each in ranked] if query else [memory_json(each) for each in newest]
        print_json(portrait_json(seen, memories, top))
        return
    screen = console()
    for part in _parts(seen, newest, ranked, query, top):
        screen.print(part)


async def _ranked(seen: Portrait, query: str, top: int) -> tuple[Recalled, ...]:
    async with embedder_at(seen.sight) as embedder:
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
        where = (f" at {label(item.place)}" if item.place else "") + (FALLBACK if item.fallback else "")
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
    for each in seen.evidence(memory) if depth < DEEPEST else []:
        _grow(tree.add(_leaf(each)), seen, each, depth + 1)


def _leaf(memory: Memory) -> Text:
    leaf = Text(memory.text)
    leaf.append(f"  {_when(memory)}, {memory.source}", style="dim")
    return leaf


def _when(memory: Memory) -> str:
    return f"{say_date(memory.created)[:3]} {clock_words(memory.created.hour * 60 + memory.created.minute)}"


def _title(text: str) -> Rule:
    return Rule(Text(text, style="bold"), align="left", style="dim")
