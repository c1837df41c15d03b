"""The figures for the summary at the top of a report, by the names that its templates give them."""

from __future__ import annotations

from collections import Counter
from typing import Any

from townlet.measures.coherence.plans import changes_of_plans
from townlet.measures.coherence.reflections import collect_reflections
from townlet.measures.diffusion.spread import FactSpread
from townlet.reporting.page.diffusion import count_generations
from townlet.reporting.page.subject import ReportSubject


def summarise_report(subject: ReportSubject) -> dict[str, Any]:
    """Return the figures of the run as a whole.

    `met` and `missed` hold the figures that have a bar, each with the key of its section and the title of its group.
    """
    record, end = subject.record, subject.record.last_step + 1
    results = [
        (section.key, part.title, figure)
        for section in subject.measures.sections
        for part in section.parts
        for figure in part.figures
        if figure.met is not None
    ]
    return {
        "begun": f"{subject.date(0)} {record.time(0).year}, {subject.clock(0)}",
        "ended": f"{subject.date(end)}, {subject.clock(end)}",
        "days": end / record.clock.steps_a_day,
        "people": len(record.people),
        "memories": sum(1 for _ in record.remembered.by_step()),
        "reflections": len(collect_reflections(record)),
        "plan_changes": len(changes_of_plans(record.plans)),
        "density": subject.data["density"],
        "hallucination": subject.data.get("hallucination"),
        "met": [each for each in results if each[2].met],
        "missed": [each for each in results if not each[2].met],
    }


def summarise_fact(found: FactSpread) -> dict[str, Any]:
    """Return the figures of the sentence about one fact; `busiest` is who told most people, if anybody passed it on."""
    tellings = Counter(each.heard_from for each in found.known if each.way == "heard")
    busiest = min(tellings, key=lambda name: (-tellings[name], name), default="")
    return {
        "name": found.fact.name,
        "start": sum(each.way == "seed" for each in found.known),
        "end": len(found.known),
        "by_sight": len(found.known) - len(found.by_talk),
        "tellers": len(tellings),
        "busiest": busiest,
        "busiest_told": tellings[busiest],
        "generations": count_generations(found.known),
    }
