"""What a run came to, in figures for a few plain sentences at the top of its report."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from townlet.cognition.telling import say_clock, say_date
from townlet.study.coherence.reflections import reflections_in
from townlet.study.figures import Figure
from townlet.study.report.spreading import generations
from townlet.study.report.studied import Studied


@dataclass(frozen=True)
class News:
    """One fact, in a sentence."""

    name: str
    source: str
    anchor: str
    start: int
    end: int
    tellers: int
    """How many people passed it on."""
    busiest: str
    busiest_told: int
    generations: int


@dataclass(frozen=True)
class Missed:
    """A figure that did not reach its bar."""

    section: str
    part: str
    """The heading that it stands under."""
    figure: Figure


@dataclass(frozen=True)
class Summary:
    """The run as a whole."""

    begun: str
    ended: str
    days: float
    people: int
    visitors: int
    talks: int
    lines: int
    memories: int
    reflections: int
    plan_changes: int
    density: Any
    hallucination: Any
    """None where nobody was asked."""
    bars: int
    met: int
    missed: tuple[Missed, ...]


def summary(studied: Studied) -> Summary:
    """The figures of the sentences."""
    record, data = studied.record, studied.data
    judged = list(_judged(studied))
    begun, ended = record.time(0), record.time(record.last_step + 1)
    return Summary(
        f"{say_date(begun)} {begun.year}, {say_clock(begun)}",
        f"{say_date(ended)}, {say_clock(ended)}",
        (record.last_step + 1) / record.clock.steps_a_day,
        len(record.people),
        len(record.visitors),
        len(record.talks),
        len(record.lines),
        sum(1 for _ in record.remembered.by_step()),
        len(reflections_in(record)),
        sum(change.revision > 0 for change in record.plans),
        data["density"],
        data.get("hallucination"),
        len(judged),
        sum(bool(each.figure.met) for each in judged),
        tuple(each for each in judged if not each.figure.met),
    )


def news(studied: Studied) -> tuple[News, ...]:
    """The facts that were followed."""
    return tuple(_news(studied, place) for place in range(len(studied.emerged.spreads)))


def _news(studied: Studied, place: int) -> News:
    found = studied.emerged.spreads[place]
    told = Counter(each.heard_from for each in found.known if each.way == "heard")
    busiest = min(told, key=lambda name: (-told[name], name), default="")
    return News(
        found.fact.name,
        found.fact.source,
        f"fact-{place + 1}",
        sum(each.way == "seed" for each in found.known),
        len(found.known),
        len(told),
        busiest,
        told[busiest],
        generations(found.known),
    )


def _judged(studied: Studied) -> Iterator[Missed]:
    for section in studied.measures.sections:
        for part in section.parts:
            for figure in part.figures:
                if figure.met is not None:
                    yield Missed(section.key, part.title, figure)
