"""Measures reflection: how often people reflect, how deep the trees are, and whether the evidence was shown."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from townlet.measures.figures import NEVER_BAR, Figure, FigureBar, FigureGroup, compute_share
from townlet.measures.record import RunRecord
from townlet.measures.table import Table
from townlet.memory.record import Memory, MemoryId


def measure_reflections(record: RunRecord) -> FigureGroup:
    """Measure how often people reflect, the depth of the trees, unseen citations, and the use of reflections."""
    found = collect_reflections(record)
    occasions = {_occasion(memory) for memory in found.values()}
    levels = compute_reflection_depths(found)
    deepest = {person.name: 0 for person in record.people}
    for memory_id, level in levels.items():
        deepest[memory_id.agent] = max(deepest.get(memory_id.agent, 0), level)
    shown = _shown(record, occasions)
    unseen = [memory for memory in found.values() if not shown[_occasion(memory)].issuperset(memory.evidence)]
    days = len(tuple(record.person_days()))
    return FigureGroup(
        "Reflection",
        (
            Figure(
                "reflections_a_day",
                "occasions per person and day",
                compute_share(len(occasions), days),
                "number",
                FigureBar(2, 3),
            ),
            Figure("reflection_depth", "deepest tree, in levels", max(deepest.values(), default=0), bar=FigureBar(2)),
            Figure("people_with_deep_trees", "people with trees of two levels", _share_deep(deepest), "share"),
            Figure("citations_not_shown", "reflections citing what was not shown", len(unseen), bar=NEVER_BAR),
            Figure("lines_shown_reflections", "lines shown a reflection", _lines_shown(record, found), "share"),
            Figure("plans_shown_reflections", "plans that rest on one", _plans_resting(record, found), "share"),
        ),
        (
            Table.of(
                "reflection_depths",
                "depth by person",
                ("person", "occasions", "depth"),
                tuple(
                    (person.name, sum(agent == person.name for agent, _ in occasions), deepest[person.name])
                    for person in record.people
                ),
            ),
        ),
    )


def collect_reflections(record: RunRecord) -> dict[MemoryId, Memory]:
    """Return all reflections by id, in the order in which they were made."""
    return {memory.id: memory for memory in record.remembered.thoughts.values() if memory.kind == "reflection"}


def compute_reflection_depths(found: Mapping[MemoryId, Memory]) -> dict[MemoryId, int]:
    """Return the depth of each reflection's tree: 1, or one more than the deepest reflection that it cites."""
    levels: dict[MemoryId, int] = {}
    for memory_id in sorted(found, key=lambda each: (each.step, each.agent, each.ordinal)):
        cited = found[memory_id].evidence
        levels[memory_id] = 1 + max((levels.get(each, 0) for each in cited), default=0)
    return levels


def _occasion(memory: Memory) -> tuple[str, int]:
    return memory.id.agent, memory.id.step


def _shown(record: RunRecord, occasions: Iterable[tuple[str, int]]) -> dict[tuple[str, int], frozenset[MemoryId]]:
    """Return the memories that were retrieved on each occasion."""
    found = dict.fromkeys(occasions, frozenset[MemoryId]())
    for recall in record.view.recalls():
        if (recall.agent, recall.step) in found:
            found[recall.agent, recall.step] = frozenset(recall.memories)
    return found


def _share_deep(deepest: Mapping[str, int]) -> float | None:
    return compute_share(sum(level > 1 for level in deepest.values()), len(deepest))


def _lines_shown(record: RunRecord, found: Mapping[MemoryId, Memory]) -> float | None:
    with_reflection = (any(each in found for each in shown) for _, shown in record.view.lines_with_memories())
    return compute_share(sum(with_reflection), len(record.own_lines))


def _plans_resting(record: RunRecord, found: Mapping[MemoryId, Memory]) -> float | None:
    made = [memory for memory in record.remembered.thoughts.values() if memory.kind == "plan" and memory.evidence]
    return compute_share(sum(any(each in found for each in plan.evidence) for plan in made), len(made))
