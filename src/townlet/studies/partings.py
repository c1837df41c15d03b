"""Where two worlds of a pair part, and the chain of memories and lines that leads there from what was done to them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import zip_longest
from typing import Any

from townlet.measures.diffusion.facts import TrackedFact
from townlet.measures.diffusion.spread import iterate_step_contents
from townlet.measures.table import Table
from townlet.memory.record import Memory, MemoryId
from townlet.runfile import EventRow
from townlet.runfile.event_log import ACTIONS, COMMANDS, PASSING, event_of
from townlet.runfile.view import RunView
from townlet.studies.study import Contrast
from townlet.studies.tables import LivedCell, StudyResults
from townlet.studies.worker import run_path
from townlet.world.events import Acted, Arrived, Blocked, Halted, Said, StateChanged, SteppedAside
from townlet.world.tree import label

LONGEST_CHAIN = 30
NO_CHAIN = "No memory of what was done leads to this line: it was said because people had done something else before."


@dataclass(frozen=True)
class ChainLink:
    """One step of a chain: a memory that somebody made, or a line that somebody said, and what it came from."""

    step: int
    time: str
    person: str
    what: str
    """'remembers', with the source of the memory, or 'says to NAME'."""
    text: str

    def __str__(self) -> str:
        return f"{self.time} {self.person} {self.what}: {self.text}"


@dataclass(frozen=True)
class WorldParting:
    """The first step at which two worlds of a pair differ, in each of them."""

    cells: tuple[LivedCell, LivedCell]
    step: int | None
    """None if nothing but what was done to them differs."""
    act_step: int | None
    acts: tuple[str, str]
    """The first thing that somebody does in one world and not in the other."""
    line_step: int | None
    lines: tuple[str, str]
    """The first line that is said in one world and not in the other."""
    chains: tuple[tuple[ChainLink, ...], tuple[ChainLink, ...]]
    """For each of these lines the chain from what was done to the world; empty where none leads to it."""


def find_partings(results: StudyResults, contrast: Contrast) -> list[WorldParting]:
    """Return where the worlds of each pair of a comparison part, in the order of the plan. Raises RunFileError."""
    return [find_parting(results, plus, minus) for plus, minus in results.pairs(contrast.terms[0])]


def find_parting(results: StudyResults, one: LivedCell, other: LivedCell) -> WorldParting:
    """Return where two worlds part. Raises RunFileError."""
    cells, until = (one, other), results.study.until
    views = [RunView(run_path(results.study.folder, each.cell.segment), before_step=until) for each in cells]
    begin = _common_steps(results, one, other)
    step = _first_difference(views, begin, phases=(PASSING, 2, ACTIONS))
    act = _first_difference(views, begin, phases=(PASSING, ACTIONS))
    line = _first_difference(views, begin, phases=(ACTIONS,), kinds=(Said.__name__,))
    chains = [
        _chain_to(view, begin, each, row)
        for view, each, row in zip(views, cells, line[1] if line else (None, None), strict=True)
    ]
    return WorldParting(
        cells,
        step[0] if step else None,
        act[0] if act else None,
        _in_words(views, act),
        line[0] if line else None,
        _in_words(views, line),
        (chains[0], chains[1]),
    )


def _common_steps(results: StudyResults, one: LivedCell, other: LivedCell) -> int:
    """Return the steps that two worlds share, because they are lived once: 0 for worlds with pasts of their own."""
    pasts = set(results.plan.ancestry(one.cell.segment))
    for name in results.plan.ancestry(other.cell.segment):
        if name in pasts:
            return min(
                [results.study.until]
                + [
                    results.plan.segments[each].begin
                    for cell in (one, other)
                    for each in results.plan.ancestry(cell.cell.segment)
                    if results.plan.segments[each].parent == name
                ]
            )
    return 0


Difference = tuple[int, tuple[EventRow | None, EventRow | None]]


def _first_difference(
    views: Sequence[RunView], begin: int, phases: tuple[int, ...], kinds: tuple[str, ...] = ()
) -> Difference | None:
    """Return the first events that differ; of the later one of two steps there is none in the other world."""
    with views[0].reader() as one, views[1].reader() as other:
        rows = [
            (row for row in reader.events(begin, view.last, kinds=kinds) if row.phase in phases)
            for reader, view in zip((one, other), views, strict=True)
        ]
        try:
            for left, right in zip_longest(*rows):
                if left != right:
                    return _earlier(left, right)
        finally:
            for each in rows:
                each.close()
    return None


def first_line_that_differs(views: Sequence[RunView]) -> tuple[int, tuple[str, str]] | None:
    """Return the first line that is said in one of two worlds alone, in each of them, with its step; None without one.

    Raises RunFileError.
    """
    found = _first_difference(views, 0, phases=(ACTIONS,), kinds=(Said.__name__,))
    return (found[0], _in_words(views, found)) if found else None


def _earlier(left: EventRow | None, right: EventRow | None) -> Difference:
    step = min(row.step for row in (left, right) if row)
    kept = [row if row and row.step == step else None for row in (left, right)]
    return step, (kept[0], kept[1])


def _in_words(views: Sequence[RunView], found: Difference | None) -> tuple[str, str]:
    rows = found[1] if found else (None, None)
    told = [_event_in_words(row) if row else "" for row in rows]
    return told[0], told[1]


def _event_in_words(row: EventRow) -> str:
    match event_of(row):
        case Said() as said:
            return f"{said.speaker} to {said.to}: {said.text}"
        case Acted() as acted:
            return f"{acted.agent}: {acted.activity.doing}"
        case Arrived() as arrived:
            return f"{arrived.agent} arrives"
        case Halted() as halted:
            return f"{halted.agent} stops what they are doing"
        case Blocked() as blocked:
            return f"{blocked.agent} cannot go on: {blocked.obstacle}"
        case SteppedAside() as aside:
            return f"{aside.agent} finds the tile taken and walks on"
        case StateChanged() as changed:
            return f"{label(changed.address)}: {changed.state}"
        case other:
            return f"{getattr(other, 'agent', row.agent)}: {row.kind.lower()}"


# Chains.


@dataclass
class _Traces:
    """All that rests on what was done to a world: memories and lines, each with what it came from."""

    memories: dict[MemoryId, MemoryId | str | None] = field(default_factory=dict)
    lines: dict[str, MemoryId | str | None] = field(default_factory=dict)
    links: dict[MemoryId | str, ChainLink] = field(default_factory=dict)
    talks: dict[str, str] = field(default_factory=dict)
    """The first line of each talk that rests on it; the rest of the talk follows from that."""

    def nearest(self, shown: Iterable[MemoryId], line: str, facts: Sequence[TrackedFact]) -> MemoryId | None:
        """Return the memory from which a line came: of those shown that tell the same fact, the shortest chain."""
        known = [each for each in shown if each in self.memories]
        told = [fact for fact in facts if fact.told_by(line, "")]

        def distance(memory: MemoryId) -> tuple[bool, int]:
            text = self.links[memory].text
            return not any(fact.told_by(text, memory.agent) for fact in told), len(self.chain(memory))

        return min(known, key=distance, default=None)

    def chain(self, end: MemoryId | str) -> tuple[ChainLink, ...]:
        """Return the links from what was done to a memory or line."""
        found: list[ChainLink] = []
        here: MemoryId | str | None = end
        while here is not None and len(found) < LONGEST_CHAIN:
            found.append(self.links[here])
            here = self.lines.get(here) if isinstance(here, str) else self.memories.get(here)
        return tuple(reversed(found))


def _chain_to(view: RunView, begin: int, cell: LivedCell, row: EventRow | None) -> tuple[ChainLink, ...]:
    said = event_of(row) if row else None
    if not isinstance(said, Said):
        return ()
    traces = trace_acts(view, begin, cell.row["acts"], cell.cell.measured.facts)
    return traces.chain(said.utterance) if said.utterance in traces.lines else ()


def trace_acts(
    view: RunView, begin: int, acts: Sequence[Mapping[str, Any]], facts: Sequence[TrackedFact] = ()
) -> _Traces:
    """Return what rests on the acts of a world from a step on: by provenance, so every link is on file.

    A line in which none of the facts is told had what was done in view, and need not have come of it.
    """
    told = {(act["tell"], act["step"]) for act in acts if act["kind"] == "tell"}
    people = {person for person, _ in told}
    first = min((act["step"] for act in acts), default=begin)
    with view.reader() as reader:
        rows = reader.events(first, view.last, kinds=(Said.__name__,), phase=COMMANDS)
        sent = {event.utterance for row in rows if isinstance(event := event_of(row), Said)}
    traces = _Traces()
    for step, memories, spoken in iterate_step_contents(view):
        if step < first:
            continue
        for memory in memories:
            _note_memory(traces, memory, view, people)
        for line, shown in spoken:
            root = traces.nearest(shown, line.text, facts)
            if line.utterance in sent or root is not None or line.talk in traces.talks:
                traces.lines[line.utterance] = root if root is not None else traces.talks.get(line.talk)
                traces.talks.setdefault(line.talk, line.utterance)
                tells = line.utterance in sent or any(fact.told_by(line.text, line.speaker) for fact in facts)
                what = f"says to {line.to}" + ("" if tells or not facts else ", with this in view")
                traces.links[line.utterance] = ChainLink(
                    step, f"{view.time(step):%H:%M}", line.speaker, what, line.text
                )
    return traces


def _note_memory(traces: _Traces, memory: Memory, view: RunView, people: set[str]) -> None:
    came_from: MemoryId | str | None
    if memory.source in ("inner voice", "told") and memory.id.agent in people:
        came_from = None
    elif memory.utterance in traces.lines:
        came_from = memory.utterance
    elif cited := next((each for each in memory.evidence if each in traces.memories), None):
        came_from = cited
    else:
        return
    traces.memories[memory.id] = came_from
    step = memory.id.step
    what = f"remembers ({memory.source})"
    traces.links[memory.id] = ChainLink(step, f"{view.time(step):%H:%M}", memory.id.agent, what, memory.text)


def partings_table(results: StudyResults, found: Sequence[WorldParting]) -> Table:
    """Return one row for each pair: where its worlds part, and the chains that lead there."""
    names, clock = results.study.label_names, results.study.clock

    def time(step: int | None) -> str | None:
        return None if step is None else clock.at(step).isoformat()

    rows = [
        (
            each.cells[0].cell.seed,
            *map(each.cells[0].cell.labels.get, names),
            each.cells[0].cell.segment,
            each.cells[1].cell.segment,
            each.step,
            time(each.step),
            time(each.act_step),
            *each.acts,
            time(each.line_step),
            *each.lines,
            *("\n".join(map(str, chain)) for chain in each.chains),
        )
        for each in found
    ]
    columns = (
        "seed", *names, "world", "other_world", "step", "time", "act_time", "act", "act_in_other", "line_time", "line",
        "line_in_other", "chain", "chain_in_other",
    )  # fmt: skip
    return Table.of("partings", "", columns, rows)


def arm_names(found: WorldParting) -> tuple[str, str]:
    """Return by which levels the two worlds of a pair differ."""
    one, other = (each.cell.labels for each in found.cells)
    compared = [name for name in one if one[name] != other[name]]
    return " ".join(one[name] for name in compared), " ".join(other[name] for name in compared)


def pair_name(results: StudyResults, found: WorldParting) -> str:
    """Return what the two worlds of a pair have in common: their seed, and levels of which there are several."""
    one, other = (each.cell for each in found.cells)
    varied = [name for name in one.labels if len({cell.labels[name] for cell in results.plan.cells}) > 1]
    rest = [f"{name} {one.labels[name]}".replace("_", " ") for name in varied if other.labels[name] == one.labels[name]]
    return ", ".join([f"seed {one.seed}", *rest])


def describe_parting(results: StudyResults, found: WorldParting) -> Iterator[str]:
    """Say where the worlds of a pair part, and how it came about."""
    arms, head = arm_names(found), pair_name(results, found)
    if found.step is None:
        yield f"  {head}: nothing differs but what was done."
        return
    when = f"from {results.study.clock.at(found.step):%Y-%m-%d %H:%M:%S} on"
    if not any(found.acts) and not any(found.lines):
        yield f"  {head}: {when} people remember other things. Nothing that they do or say differs."
        return
    yield f"  {head}: {when}."
    for arm, act, line, chain in zip(arms, found.acts, found.lines, found.chains, strict=True):
        if act and found.act_step is not None:
            yield f"    {arm}, at {results.study.clock.at(found.act_step):%H:%M}: {act}"
        if line and line != act and found.line_step is not None:
            yield f"    {arm}, at {results.study.clock.at(found.line_step):%H:%M}: {line}"
        yield from (f"      <- {link}" for link in reversed(chain[:-1]))
    if any(found.lines) and not any(found.chains):
        yield f"    {NO_CHAIN}"
