"""A person's day: plans that are changed, and why; a day without a word."""

from __future__ import annotations

import re
from collections.abc import Iterator

from townlet.cognition.wording import CHANGED_PLAN, THOUGHT_LEAD, say_clock
from townlet.memory.record import Memory
from townlet.runfile.traces import ActivitySpan
from townlet.story.chapter import Evidence, StoryChapter, cite_event, cite_line, cite_memory
from townlet.story.telling import SENTENCES, Moment, Telling

LONGEST_WAIT_STEPS = 60
"""A thought counts as the reason for a change of plan if it came at most ten minutes before."""
LONG_DAY_HOURS = 9
"""How long somebody must be up for a day without a word to count."""
SHARED = 0.7
"""The share of a reason's words that a thought must have to be that reason."""
_CHANGE = re.compile(r"is (?P<activity>.+), because (?P<reason>.+)\.$")
# What Townlet writes after the name: "is taking a walk, because the shop is closed."


def find_changed_plans(telling: Telling) -> Iterator[StoryChapter]:
    """Yield changes of plan that have to do with another person or with a thought."""
    chronicle = telling.chronicle
    for memory in chronicle.memories.values():
        name, changed, rest = memory.text.partition(CHANGED_PLAN)
        found = _CHANGE.match(rest) if changed and memory.kind == "plan" and name == memory.id.agent else None
        if not found:
            continue
        activity, reason = found["activity"], found["reason"]
        others = sorted(chronicle.named(f"{activity} {reason}") - {name})
        slots = {"person": telling.someone(name), "activity": activity, "reason": reason}
        evidence: list[Evidence] = [cite_memory(memory.id, memory.text)]
        if thought := _thought_behind(telling, memory, reason):
            evidence.append(cite_memory(thought.id, thought.text))
            bare = thought.text.removeprefix(THOUGHT_LEAD)
            moment = Moment(memory.id.step, (name, *others), evidence, because=_grounds(telling, thought))
            yield telling.chapter("acted_on_thought", ["thought", "now"], moment, **slots, thought=bare, span="")
        elif others:
            avoids = SENTENCES.cues["avoiding"].search(f"{activity} {reason}")
            moment = Moment(memory.id.step, (name, *others), evidence)
            kind = "avoids" if avoids else "changed_plan"
            yield telling.chapter(kind, ["now", "reason"], moment, **slots, other=telling.someone(others[0]))


def _thought_behind(telling: Telling, change: Memory, reason: str) -> Memory | None:
    """Return the reflection that the reason repeats, made shortly before; None if there is none."""
    wanted = telling.chronicle.vocabulary.stems(reason)
    for memory in telling.chronicle.memories_of[change.id.agent]:
        near = change.id.step - LONGEST_WAIT_STEPS <= memory.id.step <= change.id.step
        if near and memory.kind == "reflection" and memory.id < change.id and wanted:
            own = telling.chronicle.vocabulary.stems(memory.text.removeprefix(THOUGHT_LEAD))
            if len(wanted & own) >= SHARED * max(len(wanted), len(own)):
                return memory
    return None


def _grounds(telling: Telling, thought: Memory) -> tuple[Evidence, ...]:
    """Return the spoken lines that a thought is based on, at most two."""
    return tuple(cite_line(line) for line in telling.chronicle.lines_of_evidence(thought)[:2])


def find_silent_days(telling: Telling) -> Iterator[StoryChapter]:
    """Yield days on which somebody was up and about, and neither spoke nor was spoken to."""
    chronicle = telling.chronicle
    clock = chronicle.view.clock
    talked: dict[str, list[int]] = {}
    for line in chronicle.lines.values():
        for name in (line.speaker, line.to):
            talked.setdefault(name, []).append(line.step)
    for name in chronicle.people:
        spoken = talked.get(name, [])
        for first, last, spans in _days(telling, name):
            hours = (last - first) * clock.step_seconds / 3600
            if hours < LONG_DAY_HOURS or any(first <= step < last for step in spoken):
                continue
            middle = spans[len(spans) // 2]
            evidence = (
                cite_event("Acted", first, name, "is up"),
                cite_event("Acted", middle.start, name, middle.doing),
            )
            yield telling.chapter(
                "silent_day",
                ["now"],
                Moment(middle.start, (name,), evidence),
                person=telling.someone(name),
                day=telling.day(first),
                start=say_clock(chronicle.view.time(first)),
                finish=say_clock(chronicle.view.time(last)),
            )


def _days(telling: Telling, name: str) -> Iterator[tuple[int, int, list[ActivitySpan]]]:
    """Yield the stretches in which a person was awake, from waking to going to bed."""
    awake: list[ActivitySpan] = []
    for span in telling.chronicle.spans_of.get(name, ()):
        if not span.asleep:
            awake.append(span)
        elif awake:
            yield awake[0].start, span.start, awake
            awake = []
