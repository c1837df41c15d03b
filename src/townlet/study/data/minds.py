"""Tables of what goes on in minds: memories, what they rest on, what was retrieved, and plans."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from townlet.engine.events import MindChanged
from townlet.study.data.columns import STEP, TIME, Row, Table, at_step, count, one_of, text, when, whether
from townlet.study.source import Source, memory_key

LEVELS = {"chunks": "day", "hours": "hour", "steps": "step"}
"""The levels of a plan, as a mind keeps them and as the table names them (Park et al. 2023, section 4.3)."""

MEMORY_ID = "as in `memories`: person/step/ordinal"


def _memories(source: Source) -> Iterator[Row]:
    for person in source.joined:
        for memory in source.memories(person):
            yield (
                memory_key(memory.id),
                person,
                memory.id.step,
                memory.created,
                memory.kind,
                memory.source,
                memory.text,
                memory.importance,
                memory.heard_from or None,
                memory.utterance or None,
                memory.hearsay,
            )


MEMORIES = Table(
    "memories",
    "a record of a memory stream",
    ("memory",),
    (
        text("memory", "Its id: person/step/ordinal"),
        text("person", "Whose it is"),
        STEP,
        TIME,
        one_of("kind", "observation, reflection or plan"),
        one_of("source", "How it came about: seed, seen, done, said, heard, thought, planned, told or inner voice"),
        text("text", "What is remembered"),
        count("importance", "From 1 (mundane) to 10 (poignant)"),
        text("heard_from", "Who said it; of what was told, under whatever name", empty="it was not heard"),
        text("utterance", "The spoken line that it remembers, as in `lines`", empty="it remembers none"),
        whether("hearsay", "Something that it rests on was only heard"),
    ),
    _memories,
)


def _evidence(source: Source) -> Iterator[Row]:
    for person in source.joined:
        for memory in source.memories(person):
            for place, cited in enumerate(memory.evidence):
                yield memory_key(memory.id), memory_key(cited), place, person, memory.id.step, memory.created


EVIDENCE = Table(
    "evidence",
    "a memory that a reflection, or what somebody made of a talk, rests on",
    ("memory", "place"),
    (
        text("memory", f"What rests, {MEMORY_ID}"),
        text("rests_on", f"What it rests on, {MEMORY_ID}"),
        count("place", "Its place among all that the memory rests on, from 0"),
        text("person", "Whose memory it is"),
        STEP,
        TIME,
    ),
    _evidence,
)


def _recalls(source: Source) -> Iterator[Row]:
    for recall in source.recalls():
        for place, memory in enumerate(recall.memories):
            yield recall.agent, recall.step, source.time(recall.step), memory_key(memory), place


RECALLS = Table(
    "recalls",
    "a memory that came back to somebody: the retrievals of a step touched it",
    ("person", "step", "place"),
    (
        text("person", "Who remembered"),
        STEP,
        TIME,
        text("memory", f"What they remembered, {MEMORY_ID}"),
        count("place", "Its place among all that the step touched, from 0"),
    ),
    _recalls,
)


def _plans(source: Source) -> Iterator[Row]:
    """Each item of each version of a plan, once: steps are made just in time, so a version grows."""
    known: dict[str, tuple[tuple[int, int], set[Row]]] = {}
    for row in source.events(MindChanged.__name__):
        plan: dict[str, Any] | None = json.loads(row.data).get("plan")
        if plan is None:
            continue
        version = (plan.get("made", 0), plan.get("revision", 0))
        if known.get(row.agent, ((-1, -1),))[0] != version:
            known[row.agent] = (version, set())
        seen = known[row.agent][1]
        for key, level in LEVELS.items():
            for item in plan.get(key, ()):
                planned = (level, item["start"], item["end"], item["activity"], item.get("place"))
                if planned not in seen:
                    seen.add(planned)
                    yield (
                        row.agent,
                        *version,
                        source.time(version[0]),
                        row.step,
                        level,
                        item["start"],
                        item["end"],
                        source.time(item["start"]),
                        source.time(item["end"]),
                        item["activity"],
                        item.get("place"),
                        item.get("why") or None,
                        plan.get("reason") or None,
                    )


PLANS = Table(
    "plans",
    "a stretch of a plan: of the day in broad strokes, of its hours, or of its steps of 5 to 15 minutes",
    ("person", "made_step", "revision", "noted_step", "level", "start_step", "end_step", "activity", "place"),
    (
        text("person", "Whose plan it is"),
        at_step("made_step", "The step in which this version of the plan was made"),
        count("revision", "How often it had been redone that day: 0 for the morning's plan"),
        when("made", "When this version was made"),
        at_step("noted_step", "The step in which the stretch was made: steps of a plan are made just in time"),
        one_of("level", "day (broad strokes), hour or step"),
        at_step("start_step", "Where it begins"),
        at_step("end_step", "Where it ends; not part of it"),
        when("start", "When it begins"),
        when("end", "When it ends"),
        text("activity", "What is planned"),
        text("place", "Address of the place or object meant", empty="it is wherever they are"),
        text("why", "The reason for this stretch", empty="none was given"),
        text("reason", "Why the plan was redone", empty="it is the morning's plan"),
    ),
    _plans,
)
