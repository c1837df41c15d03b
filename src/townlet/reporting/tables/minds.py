"""Tables of minds: memories with their evidence, retrievals, plans, and calls to models."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from townlet.language.routing import JOB_OF_PROMPT
from townlet.measures.table import Column, TableRow
from townlet.reporting.tables.schema import FROM_START, STEP_COLUMN, TIME_COLUMN, RunTable
from townlet.runfile import CallFilter
from townlet.runfile.manifest import OTHER_JOBS
from townlet.runfile.view import RunView, format_memory_id
from townlet.state.events import MindChanged

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
    "a memory in a person's memory stream",
    ("memory",),
    (
        Column("memory", "text", "Id of the memory: person/step/ordinal"),
        Column("person", "text", "The person who has the memory"),
        STEP_COLUMN,
        TIME_COLUMN,
        Column("kind", "category", "observation, reflection or plan"),
        Column(
            "source",
            "category",
            "How the memory came about: seed, seen, done, said, heard, thought, planned, told or inner voice",
        ),
        Column("text", "text", "The remembered text"),
        Column("importance", "integer", "From 1 (mundane) to 10 (poignant)"),
        Column(
            "heard_from",
            "text",
            "The speaker, or whom the talk was with if the memory is an outcome; users appear under the name they gave",
            empty="the memory is of nothing heard",
        ),
        Column("utterance", "text", "The remembered line, as in `lines`", empty="the memory is not of a line"),
        Column("hearsay", "boolean", "The memory rests on something that the person only heard"),
    ),
    _memories,
)


def _evidence(source: RunView) -> Iterator[TableRow]:
    for person in source.joined:
        for memory in source.memories(person):
            for index, cited in enumerate(memory.evidence):
                yield (
                    format_memory_id(memory.id),
                    format_memory_id(cited),
                    index,
                    person,
                    memory.id.step,
                    memory.created,
                )


EVIDENCE = RunTable(
    "evidence",
    "a memory that a reflection or a takeaway from a talk cites as evidence",
    ("memory", "place"),
    (
        Column("memory", "text", f"The reflection or takeaway, {MEMORY_ID}"),
        Column("rests_on", "text", f"The memory that it cites, {MEMORY_ID}"),
        Column("place", "integer", "Position among the citations of this memory, from 0"),
        Column("person", "text", "The person who has both memories"),
        STEP_COLUMN,
        TIME_COLUMN,
    ),
    _evidence,
)


def _recalls(source: RunView) -> Iterator[TableRow]:
    for recall in source.recalls():
        for index, memory in enumerate(recall.memories):
            yield recall.agent, recall.step, source.time(recall.step), format_memory_id(memory), index


RECALLS = RunTable(
    "recalls",
    "a memory that a person retrieved in a step",
    ("person", "step", "place"),
    (
        Column("person", "text", "The person who retrieved the memory"),
        STEP_COLUMN,
        TIME_COLUMN,
        Column("memory", "text", f"The retrieved memory, {MEMORY_ID}"),
        Column("place", "integer", "Position among the memories retrieved in the step, from 0"),
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
    "an item of a plan, at one of three levels: chunks of the day, hours, or steps of 5 to 15 minutes",
    ("person", "made_step", "revision", "noted_step", "level", "start_step", "end_step", "activity", "place"),
    (
        Column("person", "text", "The person whose plan it is"),
        Column("made_step", "integer", "The step in which this version of the plan was made", FROM_START),
        Column("revision", "integer", "How often the plan had been revised that day: 0 for the morning's plan"),
        Column("made", "time", "When this version was made"),
        Column(
            "noted_step",
            "integer",
            "The step in which this item was added; the finest level is planned just in time",
            FROM_START,
        ),
        Column("level", "category", "day (a chunk), hour or step"),
        Column("start_step", "integer", "The first step of the item", FROM_START),
        Column("end_step", "integer", "The step after the last one", FROM_START),
        Column("start", "time", "When the item begins"),
        Column("end", "time", "When the item ends"),
        Column("activity", "text", "The planned activity"),
        Column("place", "text", "Address of the place or object for the activity", empty="no place is set"),
        Column("why", "text", "The reason for this item", empty="no reason was given"),
        Column("reason", "text", "The reason for the revision", empty="it is the morning's plan"),
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
                call.estimated,
                call.prompt_sha,
            )


CALLS = RunTable(
    "calls",
    "one request to a model, or to an embedder that is paid or counted; "
    "`townlet calls` shows the prompts, replies and errors",
    ("person", "step", "path", "attempt"),
    (
        Column("person", "text", "The person it was sent for", empty="texts of several people were embedded together"),
        STEP_COLUMN,
        TIME_COLUMN,
        Column("path", "text", "Position of the call within the person's turn"),
        Column("attempt", "integer", "Number of the attempt, from 0"),
        Column("prompt", "category", "The kind of prompt"),
        Column("job", "category", f"The job of the prompt: dialogue, planning, importance, or {OTHER_JOBS}"),
        Column("status", "category", "answered, failed, or sent (no reply is known)"),
        Column("model", "category", "The name that the model reported", empty="no model answered"),
        Column("input_tokens", "integer", "Length of the prompt", "tokens"),
        Column("cached_tokens", "integer", "Input tokens that the provider had cached", "tokens"),
        Column("output_tokens", "integer", "Length of the reply, thinking included", "tokens"),
        Column("reasoning_tokens", "integer", "Output tokens spent on thinking", "tokens"),
        Column("usd", "number", "Cost of the call", "US dollars"),
        Column("usd_at_most", "number", "The most that the call can have cost", "US dollars"),
        Column("seconds", "number", "Real time from request to reply", "seconds"),
        Column("temperature", "number", "The requested temperature", empty="the provider chose it"),
        Column("fallback", "boolean", "No model answered, and the prompt's fallback was used"),
        Column("from_cache", "boolean", "The reply came from the reply cache and cost nothing"),
        Column(
            "estimated", "boolean", "The endpoint reported no usable token counts: tokens and cost are upper bounds"
        ),
        Column("prompt_sha256", "text", "SHA-256 of the prompt"),
    ),
    _calls,
)
