"""Plans: how many days went as planned in the morning, and what changed the others."""

from __future__ import annotations

from collections import Counter

from townlet.study.figures import Figure, Listing, Part, commonest, mean, share
from townlet.study.record import RunRecord


def plans(record: RunRecord) -> Part:
    """Plans made, kept and changed, and the reasons with names and times masked."""
    days = tuple(record.person_days())
    changes = [plan for plan in record.plans if plan.revision]
    made = {(plan.person, record.day(plan.step)) for plan in record.plans if not plan.revision}
    a_day = Counter((plan.person, record.day(plan.step)) for plan in changes)
    planned = [(person.name, day) for person, day in days if (person.name, day) in made]
    reasons = Counter(record.vocabulary.masked(plan.reason) or "(none given)" for plan in changes)
    busiest = sorted(a_day.items(), key=lambda item: (-item[1], item[0]))[:10]
    return Part(
        "Plans",
        (
            Figure("planned_days", "person-days begun with a plan", share(len(planned), len(days)), "share"),
            Figure("plans_kept", "of them kept unchanged", _kept(planned, a_day), "share"),
            Figure("plan_changes_a_day", "changes a person and day", mean(a_day[day] for day in planned), "number"),
            Figure("plan_changes_without_reason", "changes without a reason", reasons["(none given)"]),
        ),
        (
            Listing("plan_reasons", "commonest reasons", ("reason", "times"), tuple(commonest(reasons))),
            Listing(
                "plans_most_changed",
                "most changed",
                ("person", "day", "changes"),
                tuple((person, day + 1, times) for (person, day), times in busiest),
            ),
        ),
    )


def _kept(planned: list[tuple[str, int]], changes: Counter[tuple[str, int]]) -> float | None:
    return share(sum(not changes[day] for day in planned), len(planned))
