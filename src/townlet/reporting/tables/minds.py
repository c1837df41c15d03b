"""Tables of minds: memories with their evidence, retrievals, plans, and calls to models."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from townlet.language.routing import JOB_OF_PROMPT
from townlet.reporting.tables.schema import (
    STEP_COLUMN,
    TIME_COLUMN,
    RunTable,
    TableColumn,
    TableRow,
    boolean_column,
    category_column,
    integer_column,
    step_column,
    text_column,
    time_column,
)
from townlet.runfile import CallFilter
from townlet.runfile.events import MindChanged
from townlet.runfile.manifest import OTHER_JOBS
from townlet.runfile.view import RunView, format_memory_id

PLAN_LEVELS = {"chunks": "day", "hours": "hour", "steps": "step"}
"""The levels of a plan by their names in the run file, with their names in the table (Park et al., section 4.3)."""

MEMORY_ID = "as in `memories`: person/step/ordinal"


def _memories(source: RunView) -> Iterator[TableRow]:
    for person in source.joined:
        for memory in source.memories(person):
            yield (
                format_memory_id(memory.id),
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


MEMORIES = RunTable(
    "memories",
    "a record of a memory stream",
    ("memory",),
    (
        text_column("memory", "Its id: person/step/ordinal"),
        text_column("person", "Whose it is"),
        STEP_COLUMN,
        TIME_COLUMN,
        category_column("kind", "observation, reflection or plan"),
        category_column(
            "source", "How it came about: seed, seen, done, said, heard, thought, planned, told or inner voice"
        ),
        text_column("text", "What is remembered"),
        integer_column("importance", "From 1 (mundane) to 10 (poignant)"),
        text_column("heard_from", "Who said it; of what was told, under whatever name", empty="it was not heard"),
        text_column("utterance", "The spoken line that it remembers, as in `lines`", empty="it remembers none"),
        boolean_column("hearsay", "Something that it rests on was only heard"),
    ),
    _memories,
)


def _evidence(source: RunView) -> Iterator[TableRow]:
    for person in source.joined:
        for memory in source.memories(person):
            for place, cited in enumerate(memory.evidence):
                yield (
                    format_memory_id(memory.id),
                    format_memory_id(cited),
                    place,
                    person,
                    memory.id.step,
                    memory.created,
                )


EVIDENCE = RunTable(
    "evidence",
    "a memory that a reflection, or what somebody made of a talk, rests on",
    ("memory", "place"),
    (
        text_column("memory", f"What rests, {MEMORY_ID}"),
        text_column("rests_on", f"What it rests on, {MEMORY_ID}"),
        integer_column("place", "Its place among all that the memory rests on, from 0"),
        text_column("person", "Whose memory it is"),
        STEP_COLUMN,
        TIME_COLUMN,
    ),
    _evidence,
)


def _recalls(source: RunView) -> Iterator[TableRow]:
    for recall in source.recalls():
        for place, memory in enumerate(recall.memories):
            yield recall.agent, recall.step, source.time(recall.step), format_memory_id(memory), place


RECALLS = RunTable(
    "recalls",
    "a memory that came back to somebody: the retrievals of a step touched it",
    ("person", "step", "place"),
    (
        text_column("person", "Who remembered"),
        STEP_COLUMN,
        TIME_COLUMN,
        text_column("memory", f"What they remembered, {MEMORY_ID}"),
        integer_column("place", "Its place among all that the step touched, from 0"),
    ),
    _recalls,
)


def _plans(source: RunView) -> Iterator[TableRow]:
    """Yield each item of each version of a plan once, although a version grows: its steps are made just in time."""
    known: dict[str, tuple[tuple[int, int], set[TableRow]]] = {}
    for row in source.events(MindChanged.__name__):
        plan: dict[str, Any] | None = json.loads(row.data).get("plan")
        if plan is None:
            continue
        version = (plan.get("made", 0), plan.get("revision", 0))
        if known.get(row.agent, ((-1, -1),))[0] != version:
            known[row.agent] = (version, set())
        seen = known[row.agent][1]
        for key, level in PLAN_LEVELS.items():
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


PLANS = RunTable(
    "plans",
    "a stretch of a plan: of the day in broad strokes, of its hours, or of its steps of 5 to 15 minutes",
    ("person", "made_step", "revision", "noted_step", "level", "start_step", "end_step", "activity", "place"),
    (
        text_column("person", "Whose plan it is"),
        step_column("made_step", "The step in which this version of the plan was made"),
        integer_column("revision", "How often it had been redone that day: 0 for the morning's plan"),
        time_column("made", "When this version was made"),
        step_column("noted_step", "The step in which the stretch was made: steps of a plan are made just in time"),
        category_column("level", "day (broad strokes), hour or step"),
        step_column("start_step", "Where it begins"),
        step_column("end_step", "Where it ends; not part of it"),
        time_column("start", "When it begins"),
        time_column("end", "When it ends"),
        text_column("activity", "What is planned"),
        text_column("place", "Address of the place or object meant", empty="it is wherever they are"),
        text_column("why", "The reason for this stretch", empty="none was given"),
        text_column("reason", "Why the plan was redone", empty="it is the morning's plan"),
    ),
    _plans,
)


def _calls(source: RunView) -> Iterator[TableRow]:
    with source.reader() as reader:
        for call in reader.calls(CallFilter(to_step=source.last)):
            yield (
                call.agent or None,
                call.step,
                source.time(call.step),
                call.path,
                call.attempt,
                call.name,
                JOB_OF_PROMPT.get(call.name, OTHER_JOBS),
                call.status,
                call.model or None,
                call.prompt_tokens,
                call.cached_tokens,
                call.answer_tokens,
                call.reasoning_tokens,
                call.cost,
                call.ceiling,
                call.seconds,
                call.temperature,
                call.fallback,
                call.from_cache,
                call.prompt_sha,
            )


CALLS = RunTable(
    "calls",
    "one sending of a prompt to a model, or of texts to an embedder that is paid or counted; "
    "words and errors are for `townlet calls`",
    ("person", "step", "path", "attempt"),
    (
        text_column("person", "For whom", empty="texts of several people were embedded together"),
        STEP_COLUMN,
        TIME_COLUMN,
        text_column("path", "Where within the person's turn it was asked"),
        integer_column("attempt", "Counted from 0"),
        category_column("prompt", "The kind of prompt"),
        category_column("job", f"What it is part of: dialogue, planning, importance, or {OTHER_JOBS}"),
        category_column("status", "answered, failed, or sent (nothing more is known)"),
        category_column("model", "What the model calls itself", empty="none answered"),
        integer_column("input_tokens", "What was sent", "tokens"),
        integer_column("cached_tokens", "Of them, those that the provider had cached", "tokens"),
        integer_column("output_tokens", "What came back", "tokens"),
        integer_column("reasoning_tokens", "Of them, those spent on thinking", "tokens"),
        TableColumn("usd", "number", "What it cost", "US dollars"),
        TableColumn("usd_at_most", "number", "What it can have cost at most", "US dollars"),
        TableColumn("seconds", "number", "How long the answer took, in real time", "seconds"),
        TableColumn("temperature", "number", "As it was asked for", empty="it was left to the provider"),
        boolean_column("fallback", "No model gave the answer: the prompt's declared fallback stood in"),
        boolean_column("from_cache", "The reply was kept from another run and cost nothing"),
        text_column("prompt_sha256", "Hash of what was sent"),
    ),
    _calls,
)
