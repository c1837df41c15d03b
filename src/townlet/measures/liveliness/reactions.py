"""Measures reactions: what people decide about what they perceive, and how soon they notice changed objects."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from townlet.measures.figures import Figure, FigureBar, FigureGroup
from townlet.measures.record import RunRecord
from townlet.measures.table import Table
from townlet.runfile import Json
from townlet.runfile.traces import ObjectChange
from townlet.world.tree import spoken

NOTICED_MINUTES = 2
"""The time within which a person who is awake and near should notice a change."""

_SOON = FigureBar(most=NOTICED_MINUTES)


@dataclass(frozen=True)
class ChangeNotice:
    """One person's first sight of a change."""

    person: str
    step: int
    reaction: str
    """Their reason for changing their plan because of it; empty if they did not."""


def measure_reactions(record: RunRecord) -> FigureGroup:
    """Measure reactions by kind, and, for each object changed by a command, who noticed it when and what they did."""
    changed = [change for change in record.object_changes if not change.event.by]
    noticed = list(zip(changed, _notices(record, changed), strict=True))
    soonest = [record.minutes(notices[0].step - change.step) for change, notices in noticed if notices]
    rows = tuple(_row(record, change, each) for change, notices in noticed for each in notices)
    choices: tuple[tuple[Json, ...], ...] = tuple(record.reactions.items())
    return FigureGroup(
        "Reactions",
        (
            Figure("reactions_considered", "times a reaction was considered", sum(record.reactions.values())),
            Figure("reactions", "times something else was done", _changed_course(record)),
            Figure("objects_changed", "objects changed from outside", len(changed)),
            Figure("objects_unnoticed", "of them never noticed", sum(not notices for _, notices in noticed)),
            Figure("slowest_notice", "slowest first notice", max(soonest, default=None), "minutes", _SOON),
        ),
        (
            Table.of("reaction_choices", "choices", ("choice", "times"), choices),
            Table.of("noticed", "noticed", ("object", "state", "at", "person", "minutes", "plan_changed"), rows),
        ),
    )


def _changed_course(record: RunRecord) -> int:
    return sum(times for choice, times in record.reactions.items() if choice != "go on")


def _notices(record: RunRecord, changed: Sequence[ObjectChange]) -> list[list[ChangeNotice]]:
    """Return, for each change, each person's first memory of the object in its new state, in order of steps."""
    texts = [f"{spoken(change.event.address)} is {change.event.state}.".lower() for change in changed]
    seen: list[dict[str, int]] = [{} for _ in changed]
    for memory in record.remembered.by_step() if changed else ():
        if memory.source == "seen":
            for change, text, found in zip(changed, texts, seen, strict=True):
                if memory.id.step >= change.step and memory.text.lower() == text:
                    found.setdefault(memory.id.agent, memory.id.step)
    return [
        [ChangeNotice(person, step, _plan_changed(record, person, step, change)) for person, step in found.items()]
        for change, found in zip(changed, seen, strict=True)
    ]


def _plan_changed(record: RunRecord, person: str, step: int, change: ObjectChange) -> str:
    """Return the reason of the person's first later plan change that names the object; empty if none does."""
    thing = spoken(change.event.address)
    for plan in record.plans:
        if plan.person == person and plan.step >= step and plan.revision and thing.lower() in plan.reason.lower():
            return plan.reason
    return ""


def _row(record: RunRecord, change: ObjectChange, notice: ChangeNotice) -> tuple[Json, ...]:
    minutes, event = round(record.minutes(notice.step - change.step), 1), change.event
    return str(event.address), event.state, record.when(change.step), notice.person, minutes, notice.reaction
