"""Reactions: what people decide to do about what they perceive, and how soon they notice what has changed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from townlet.engine.runfile import Json
from townlet.study.figures import Bar, Figure, Listing, Part
from townlet.study.record import RunRecord
from townlet.study.traces import ObjectChange
from townlet.world.tree import spoken

NOTICED_MINUTES = 2
"""Who is awake and near should notice a change within so many minutes."""

_SOON = Bar(most=NOTICED_MINUTES)


@dataclass(frozen=True)
class Notice:
    """Somebody's first sight of a change, and what they changed their plan for because of it."""

    person: str
    step: int
    reaction: str


def reactions(record: RunRecord) -> Part:
    """Choices by kind, and for each object that a person at the keyboard changed: who noticed, when, and did what."""
    changed = [change for change in record.object_changes if not change.event.by]
    first = [next(iter(sorted(_notices(record, change), key=_when)), None) for change in changed]
    soonest = [record.minutes(each.step - change.step) for change, each in zip(changed, first, strict=True) if each]
    rows = tuple(row for change in changed for row in _rows(record, change))
    choices: tuple[tuple[Json, ...], ...] = tuple(record.reactions.items())
    return Part(
        "Reactions",
        (
            Figure("reactions_considered", "times a reaction was considered", sum(record.reactions.values())),
            Figure("reactions", "times something else was done", _changed_course(record)),
            Figure("objects_changed", "objects changed from outside", len(changed)),
            Figure("objects_unnoticed", "of them never noticed", sum(each is None for each in first)),
            Figure("slowest_notice", "slowest first notice", max(soonest, default=None), "minutes", _SOON),
        ),
        (
            Listing("reaction_choices", "choices", ("choice", "times"), choices),
            Listing("noticed", "noticed", ("object", "state", "at", "person", "minutes", "plan_changed"), rows),
        ),
    )


def _changed_course(record: RunRecord) -> int:
    return sum(times for choice, times in record.reactions.items() if choice != "go on")


def _notices(record: RunRecord, change: ObjectChange) -> Iterator[Notice]:
    """The first memory of each person that says the object is in its new state."""
    thing = spoken(change.event.address)
    text = f"{thing} is {change.event.state}."
    seen: dict[str, int] = {}
    for memory in record.memories.values():
        after = memory.id.step >= change.step and memory.source == "seen"
        if after and memory.id.agent not in seen and memory.text.lower() == text.lower():
            seen[memory.id.agent] = memory.id.step
    for person, step in sorted(seen.items()):
        yield Notice(person, step, _plan_changed(record, person, step, thing))


def _plan_changed(record: RunRecord, person: str, step: int, thing: str) -> str:
    """The reason of the first change of plan that names the thing."""
    for plan in record.plans:
        if plan.person == person and plan.step >= step and plan.revision and thing.lower() in plan.reason.lower():
            return plan.reason
    return ""


def _rows(record: RunRecord, change: ObjectChange) -> Iterator[tuple[Json, ...]]:
    for each in sorted(_notices(record, change), key=_when):
        minutes = round(record.minutes(each.step - change.step), 1)
        event = change.event
        yield str(event.address), event.state, record.when(change.step), each.person, minutes, each.reaction


def _when(notice: Notice) -> tuple[int, str]:
    return notice.step, notice.person
