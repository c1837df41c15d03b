"""Measures plans: days planned, days kept, changes and what caused them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Literal

from townlet.cognition.wording import PROMISE_LEAD
from townlet.measures.figures import (
    NEVER_BAR,
    Figure,
    FigureBar,
    FigureGroup,
    compute_mean,
    compute_share,
    largest_counts,
)
from townlet.measures.record import RunRecord
from townlet.measures.table import Table
from townlet.memory.record import Source
from townlet.runfile.traces import PlanChange


def measure_plans(record: RunRecord) -> FigureGroup:
    """Measure plans made, kept and changed, and count the reasons for changes with names and times masked."""
    days = tuple(record.person_days())
    changes = changes_of_plans(record.plans)
    made = {(plan.person, record.day(plan.step)) for plan in record.plans if not plan.revision}
    a_day = Counter((plan.person, record.day(plan.step)) for plan in changes)
    planned = [(person.name, day) for person, day in days if (person.name, day) in made]
    reasons = Counter(record.vocabulary.masked(plan.reason) or "(none given)" for plan in changes)
    busiest = sorted(a_day.items(), key=lambda item: (-item[1], item[0]))[:10]
    causes = find_plan_causes(record)
    perceived = sum(causes[cause] for cause in PERCEIVED_CAUSES)
    return FigureGroup(
        "Plans",
        (
            Figure("planned_days", "person-days begun with a plan", compute_share(len(planned), len(days)), "share"),
            Figure("plans_kept", "of them kept unchanged", _share_of_plans_kept(planned, a_day), "share"),
            Figure(
                "plan_changes_a_day",
                "changes per person and day",
                compute_mean(a_day[day] for day in planned),
                "number",
                FigureBar(1, 3),
            ),
            Figure(
                "plan_changes_perceived",
                "because of something seen, heard or felt",
                compute_share(perceived, len(changes)),
                "share",
                FigureBar(0.5),
            ),
            Figure("plan_changes_without_reason", "changes without a reason", reasons["(none given)"], bar=NEVER_BAR),
        ),
        (
            Table.of("plan_causes", "causes of changes", ("cause", "times"), tuple(largest_counts(causes))),
            Table.of("plan_reasons", "commonest reasons", ("reason", "times"), tuple(largest_counts(reasons))),
            Table.of(
                "plans_most_changed",
                "most changed",
                ("person", "day", "changes"),
                tuple((person, day + 1, times) for (person, day), times in busiest),
            ),
        ),
    )


def changes_of_plans(plans: Iterable[PlanChange]) -> list[PlanChange]:
    """Return the changes among the versions of plans: every version of a day's plan but its first."""
    return [plan for plan in plans if plan.revision]


PlanCause = Literal["seen", "heard", "felt", "promised", "closed", "other", "none given"]
"""What made somebody change their plan. closed: a place that closes or is full, or an object that is taken."""

PERCEIVED_CAUSES: tuple[PlanCause, ...] = ("seen", "heard", "felt")

RECENT_MINUTES = 10
"""What somebody perceived within this time before a change can be its cause."""

_CLOSED = re.compile(r"\b(?:clos(?:es|ed|ing)|shut|locked|occupied|taken|full|no way)\b", re.IGNORECASE)
_FELT = re.compile(
    r"\b(?:feel(?:s|ing)?|felt|tired|exhausted|hungry|thirsty|cold|ill|sick|sad|lonely|happy|glad|excited|worried|worr(?:y|ies)"
    r"|afraid|anxious|nervous|restless|angry|upset|ashamed|sorry|bored|curious|proud|relieved|miss(?:es)?|hopes?|longs?"
    r"|can(?:'t|not) (?:sleep|wait|rest))\b",
    re.IGNORECASE,
)
_CAUSE_BY_SOURCE: Mapping[Source, PlanCause] = {
    "seen": "seen",
    "heard": "heard",
    "told": "heard",
    "inner voice": "heard",
    "thought": "felt",
}


def find_plan_causes(record: RunRecord) -> Counter[str]:
    """Count changes of plans by what caused them.

    A promise and a closed place are recognised by the words of the reason. Otherwise the cause is how the person came
    by the memory of the last minutes that shares most word stems with the reason, or a feeling that the reason names.
    """
    changes = changes_of_plans(record.plans)
    return Counter(_plan_cause(record, plan) for plan in sorted(changes, key=lambda plan: plan.person))


def _plan_cause(record: RunRecord, plan: PlanChange) -> PlanCause:
    if not plan.reason:
        return "none given"
    if plan.reason.startswith(PROMISE_LEAD.strip()):
        return "promised"
    if _CLOSED.search(plan.reason):
        return "closed"
    stems, since = record.vocabulary.stems(plan.reason), plan.step - record.clock.steps(RECENT_MINUTES)
    shared: dict[PlanCause, int] = {}
    for memory in record.remembered.of(plan.person).values():
        if since <= memory.id.step <= plan.step and (cause := _CAUSE_BY_SOURCE.get(memory.source)):
            alike = len(stems & record.vocabulary.stems(memory.text)) + (plan.reason in memory.text)
            shared[cause] = max(shared.get(cause, 0), alike)
    if shared and max(shared.values()):
        return max(shared, key=lambda cause: shared[cause])
    return "felt" if _FELT.search(plan.reason) else "other"


def _share_of_plans_kept(planned: list[tuple[str, int]], changes: Counter[tuple[str, int]]) -> float | None:
    return compute_share(sum(not changes[day] for day in planned), len(planned))
