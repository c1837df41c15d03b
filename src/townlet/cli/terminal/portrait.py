"""A person's portrait as `townlet show` prints it: as text or as JSON."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.console import RenderableType
from rich.rule import Rule
from rich.table import Table
from rich.text import Text
from rich.tree import Tree

from townlet.cli.output import make_console, print_result
from townlet.cognition.state import PlanItem
from townlet.cognition.wording import say_date, say_time
from townlet.measures.portrait import MAX_EVIDENCE_DEPTH, Portrait
from townlet.memory.record import Memory
from townlet.memory.retrieval import Recalled
from townlet.world.tree import clock_words, label

FALLBACK_NOTICE = " (by habit: a fallback, not planned by a model)"


def print_portrait(portrait: Portrait, query: str, top: int, as_json: bool) -> None:
    """Print a person's portrait, with the memories that rank best for the query, or else the newest."""
    ranked = _recall(portrait, query, top) if query else ()
    newest = portrait.stream.newest(top)[::-1]

    def print_text() -> None:
        screen = make_console()
        for part in _render_portrait(portrait, newest, ranked, query, top):
            screen.print(part)

    print_result(portrait.as_json(ranked if query else newest, top), as_json, print_text)


def _recall(portrait: Portrait, query: str, top: int) -> tuple[Recalled, ...]:
    # Imported here because it loads the engine and the providers, which `show` without --query does not need.
    from townlet.evaluation.recall import recall

    return recall(portrait, query, top)


def _render_portrait(
    portrait: Portrait, newest: Sequence[Memory], ranked: Sequence[Recalled], query: str, top: int
) -> Iterator[RenderableType]:
    yield from _render_moment(portrait)
    yield from _render_plan(portrait)
    if query:
        yield _make_heading(f"Memories that rank best for “{query}”")
        yield _make_ranking_table(ranked)
    else:
        yield _make_heading(f"The newest of {len(portrait.stream)} memories (use --query TEXT to rank them)")
        yield _make_memory_table(newest)
    yield _make_heading("Reflections, with their evidence")
    thoughts = portrait.reflections()[:top]
    yield from (_make_evidence_tree(portrait, memory) for memory in thoughts)
    if not thoughts:
        yield "  Nothing yet."


def _render_moment(portrait: Portrait) -> Iterator[RenderableType]:
    persona = portrait.agent.persona
    yield Text(f"{persona.name}, {persona.age}, {', '.join(persona.traits)}", style="bold")
    yield Text(f"{say_time(portrait.sight.now)}, {portrait.where}", style="cyan")
    yield f"Now: {portrait.doing}" + (f", because {portrait.why}" if portrait.why else "")
    if portrait.talk:
        yield from (f"  {line.speaker}: “{line.text}”" for line in portrait.talk.lines)
    if portrait.agent.summary:
        yield Text(portrait.agent.summary, style="italic")


def _render_plan(portrait: Portrait) -> Iterator[RenderableType]:
    plan = portrait.agent.plan
    changed = f" (changed {plan.revision} times, last because {plan.reason})" if plan.reason else ""
    yield _make_heading(f"Plan{changed}")
    if not plan.chunks:
        yield "  None yet."
    for level, items in (("Day", plan.chunks), ("Hours", plan.hours), ("Minutes", plan.steps)):
        if items:
            yield _plan_table(portrait, level, items)


def _plan_table(portrait: Portrait, level: str, items: Sequence[PlanItem]) -> Table:
    clock, step = portrait.sight.state.clock, portrait.sight.step
    table = Table.grid(padding=(0, 2, 0, 0))
    table.add_column(width=7, style="dim")
    table.add_column(justify="right", no_wrap=True)
    for place, item in enumerate(items):
        style = "bold" if item.start <= step < item.end else "dim" if item.end <= step else ""
        where = (f" at {label(item.place)}" if item.place else "") + (FALLBACK_NOTICE if item.fallback else "")
        start = clock_words(clock.minute(item.start))
        table.add_row("" if place else level, start, f"{item.activity}{where}", style=style)
    return table


def _make_memory_table(memories: Sequence[Memory]) -> Table:
    table = Table("When", "Kind", "Source", "Importance", "Memory", box=None, header_style="dim")
    for memory in memories:
        table.add_row(_format_time(memory), memory.kind, memory.source, str(memory.importance), memory.text)
    return table


def _make_ranking_table(ranked: Sequence[Recalled]) -> Table:
    heads = ("Score", "Recency", "Importance", "Relevance", "When", "Memory")
    table = Table(*heads, box=None, header_style="dim")
    for each in ranked:
        scores = (each.score, each.recency, each.importance, each.relevance)
        table.add_row(*(f"{score:.2f}" for score in scores), _format_time(each.memory), each.memory.text)
    return table


def _make_evidence_tree(portrait: Portrait, memory: Memory) -> Tree:
    tree = Tree(_format_leaf(memory), guide_style="dim")
    _add_evidence(tree, portrait, memory, 1)
    return tree


def _add_evidence(tree: Tree, portrait: Portrait, memory: Memory, depth: int) -> None:
    for each in portrait.evidence(memory) if depth < MAX_EVIDENCE_DEPTH else []:
        _add_evidence(tree.add(_format_leaf(each)), portrait, each, depth + 1)


def _format_leaf(memory: Memory) -> Text:
    leaf = Text(memory.text)
    leaf.append(f"  {_format_time(memory)}, {memory.source}", style="dim")
    return leaf


def _format_time(memory: Memory) -> str:
    return f"{say_date(memory.created)[:3]} {clock_words(memory.created.hour * 60 + memory.created.minute)}"


def _make_heading(text: str) -> Rule:
    return Rule(Text(text, style="bold"), align="left", style="dim")
