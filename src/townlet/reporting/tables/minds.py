"""Tables of minds: memories with their evidence, retrievals, plans, and calls to models."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from townlet.language.routing import JOB_OF_PROMPT
from townlet.measures.table import TableRow
from townlet.reporting.tables.schema import (
    STEP_COLUMN,
    TIME_COLUMN,
    RunTable,
    boolean_column,
    category_column,
    integer_column,
    number_column,
    step_column,
    text_column,
    time_column,
)
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
        text_column("memory", "Id of the memory: person/step/ordinal"),
        text_column("person", "The person who has the memory"),
        STEP_COLUMN,
        TIME_COLUMN,
        category_column("kind", "observation, reflection or plan"),
        category_column(
            "source", "How the memory came about: seed, seen, done, said, heard, thought, planned, told or inner voice"
        ),
        text_column("text", "The remembered text"),
        integer_column("importance", "From 1 (mundane) to 10 (poignant)"),
        text_column(
            "heard_from",
            "The speaker, or whom the talk was with if the memory is an outcome; users appear under the name they gave",
            empty="the memory is of nothing heard",
        ),
        text_column("utterance", "The remembered line, as in `lines`", empty="the memory is not of a line"),
        boolean_column("hearsay", "The memory rests on something that the person only heard"),
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
        text_column("memory", f"The reflection or takeaway, {MEMORY_ID}"),
        text_column("rests_on", f"The memory that it cites, {MEMORY_ID}"),
        integer_column("place", "Position among the citations of this memory, from 0"),
        text_column("person", "The person who has both memories"),
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
        text_column("person", "The person who retrieved the memory"),
        STEP_COLUMN,
        TIME_COLUMN,
        text_column("memory", f"The retrieved memory, {MEMORY_ID}"),
        integer_column("place", "Position among the memories retrieved in the step, from 0"),
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
        text_column("person", "The person whose plan it is"),
        step_column("made_step", "The step in which this version of the plan was made"),
        integer_column("revision", "How often the plan had been revised that day: 0 for the morning's plan"),
        time_column("made", "When this version was made"),
        step_column("noted_step", "The step in which this item was added; the finest level is planned just in time"),
        category_column("level", "day (a chunk), hour or step"),
        step_column("start_step", "The first step of the item"),
        step_column("end_step", "The step after the last one"),
        time_column("start", "When the item begins"),
        time_column("end", "When the item ends"),
        text_column("activity", "The planned activity"),
        text_column("place", "Address of the place or object for the activity", empty="no place is set"),
        text_column("why", "The reason for this item", empty="no reason was given"),
        text_column("reason", "The reason for the revision", empty="it is the morning's plan"),
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
        text_column("person", "The person it was sent for", empty="texts of several people were embedded together"),
        STEP_COLUMN,
        TIME_COLUMN,
        text_column("path", "Position of the call within the person's turn"),
        integer_column("attempt", "Number of the attempt, from 0"),
        category_column("prompt", "The kind of prompt"),
        category_column("job", f"The job of the prompt: dialogue, planning, importance, or {OTHER_JOBS}"),
        category_column("status", "answered, failed, or sent (no reply is known)"),
        category_column("model", "The name that the model reported", empty="no model answered"),
        integer_column("input_tokens", "Length of the prompt", "tokens"),
        integer_column("cached_tokens", "Input tokens that the provider had cached", "tokens"),
        integer_column("output_tokens", "Length of the reply, thinking included", "tokens"),
        integer_column("reasoning_tokens", "Output tokens spent on thinking", "tokens"),
        number_column("usd", "Cost of the call", "US dollars"),
        number_column("usd_at_most", "The most that the call can have cost", "US dollars"),
        number_column("seconds", "Real time from request to reply", "seconds"),
        number_column("temperature", "The requested temperature", empty="the provider chose it"),
        boolean_column("fallback", "No model answered, and the prompt's fallback was used"),
        boolean_column("from_cache", "The reply came from the reply cache and cost nothing"),
        boolean_column("estimated", "The endpoint reported no usable token counts: tokens and cost are upper bounds"),
        text_column("prompt_sha256", "SHA-256 of the prompt"),
    ),
    _calls,
)
