"""The section of `townlet measure` on what emerges, its JSON data, and the comparison with the paper's figures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from townlet.measures.emergence.boundaries import measure_boundaries
from townlet.measures.emergence.coordination import Coordination
from townlet.measures.emergence.relationships import find_mutual_pairs
from townlet.measures.emergence.result import START_STEP, Emergence, Survey
from townlet.measures.figures import Figure, FigureBar, FigureGroup, MeasureSection, compute_share
from townlet.measures.table import Table
from townlet.runfile import Json

PAPER_PEOPLE = 25
PAPER_DENSITY = (0.167, 0.74)
PAPER_ASKED, PAPER_HALLUCINATED = 453, 6
PAPER_INVITED, PAPER_CAME = 12, 5


@dataclass(frozen=True)
class FigureCount:
    """A number, with the total where it counts a part of one: 5 of 12."""

    value: float
    total: int | None = None

    @property
    def share(self) -> float | None:
        return self.value / self.total if self.total else None

    def as_json(self) -> dict[str, Json]:
        return {"value": round(self.value, 4), "of": self.total}

    def __str__(self) -> str:
        if self.total is None:
            return f"{self.value:.3f}" if isinstance(self.value, float) else f"{self.value}"
        return f"{self.value} of {self.total}" + ("" if self.share is None else f" ({100 * self.share:.1f} %)")


@dataclass(frozen=True)
class PaperComparison:
    """One figure by provenance, by interview (the paper's method), and as the paper reports it; None where missing."""

    key: str
    label: str
    by_provenance: FigureCount | None
    by_interview: FigureCount | None
    paper: FigureCount | None

    def as_json(self) -> Json:
        columns = {"by_provenance": self.by_provenance, "by_interview": self.by_interview, "paper": self.paper}
        return {"label": self.label, **{key: count.as_json() if count else None for key, count in columns.items()}}


def compare_with_paper(found: Emergence) -> tuple[PaperComparison, ...]:
    """Compare diffusion, relationships and coordination with the paper, which has no figures for a town's own facts."""
    return (
        *_compare_knowledge(found),
        *_compare_relationships(found),
        *(row for event in found.events for row in _compare_attendance(found, event)),
    )


def _compared_moments(found: Emergence) -> tuple[tuple[str, int, Survey | None], ...]:
    """Return name, step and survey of the start and of the end."""
    start, end = (found.survey.start, found.survey.end) if found.survey else (None, None)
    return ("start", START_STEP, start), ("end", found.end_step, end)


def _compare_knowledge(found: Emergence) -> Iterator[PaperComparison]:
    people = len(found.people)
    for spread in found.spreads:
        fact = spread.fact
        for (when, step, survey), paper in zip(
            _compared_moments(found), (fact.paper_start, fact.paper_end), strict=True
        ):
            said = survey.on_fact(fact.name) if survey else []
            yield PaperComparison(
                f"{fact.name}_{when}",
                f"knew of the {fact.name}, {when}",
                FigureCount(spread.known_before(step), people),
                FigureCount(sum(reply.affirms for reply in said), len(said)) if said else None,
                None if paper is None else FigureCount(paper, PAPER_PEOPLE),
            )


def _compare_relationships(found: Emergence) -> Iterator[PaperComparison]:
    for (when, step, survey), paper in zip(_compared_moments(found), PAPER_DENSITY, strict=True):
        by_interview = FigureCount(found.surveyed_density(survey)) if survey else None
        label = f"density of mutual knowledge, {when}"
        yield PaperComparison(
            f"density_{when}", label, FigureCount(found.density(step)), by_interview, FigureCount(paper)
        )
    if asked := found.survey:
        affirmed = sum(reply.affirms for reply in asked.end.about_people)
        made_up = FigureCount(len(found.hallucinated(asked.end, found.end_step)), affirmed)
        label = "claims to know somebody without grounds"
        yield PaperComparison("hallucinated", label, None, made_up, FigureCount(PAPER_HALLUCINATED, PAPER_ASKED))


def _compare_attendance(found: Emergence, event: Coordination) -> Iterator[PaperComparison]:
    invited, people = len(event.invited), len(found.people)
    came = invited - len(event.absent)
    fact = next(each.fact for each in found.spreads if each.fact.name == event.fact)
    in_paper = fact.paper_end is not None
    yield PaperComparison(
        f"{event.fact}_invited",
        f"invited to the {event.fact}",
        FigureCount(invited, people),
        None,
        FigureCount(PAPER_INVITED, PAPER_PEOPLE) if in_paper else None,
    )
    so_far = "" if event.over else " so far"
    yield PaperComparison(
        f"{event.fact}_came",
        f"of them came to the {event.fact}{so_far}",
        FigureCount(came, invited),
        None,
        FigureCount(PAPER_CAME, PAPER_INVITED) if in_paper else None,
    )


AGREEMENT_BAR = FigureBar(0.95)
"""The share of (person, fact) pairs in which provenance and interview should agree, with the offline model."""


def build_emergence_section(found: Emergence) -> MeasureSection:
    """Return the section on relationships, coordination, interview answers, and the boundaries of section 7.2."""
    parts = [_relationships(found), *(_event(found, each) for each in found.events)]
    if found.survey:
        parts.append(_said(found))
    return MeasureSection("emergence", "What emerges", (*parts, measure_boundaries(found)))


def build_emergence_data(found: Emergence) -> dict[str, Json]:
    """Return the JSON data beside the sections: density, hallucination, coordination; see docs/measures.md."""
    data: dict[str, Json] = {
        "density": {"start": _r(found.density(START_STEP)), "end": _r(found.density(found.end_step))},
        "coordination": [_event_json(found, each) for each in found.events],
    }
    if found.survey is None:
        return data
    start, end = found.survey.start, found.survey.end
    by_interview: Json = {"start": _r(found.surveyed_density(start)), "end": _r(found.surveyed_density(end))}
    affirmed = sum(reply.affirms for reply in end.about_people)
    return {
        **data,
        "density": {
            "start": _r(found.density(START_STEP)),
            "end": _r(found.density(found.end_step)),
            "by_interview": by_interview,
        },
        "hallucination": {
            "asked": len(end.about_people),
            "affirmed": affirmed,
            "hallucinated": len(found.hallucinated(end, found.end_step)),
        },
        "disagreements": [
            {"person": each.person, "fact": each.fact, "at": at, "kind": each.verdict, "answer": each.answer}
            for at, said, step in (("start", start, START_STEP), ("end", end, found.end_step))
            for each in found.checked_answers(said, step)
            if each.verdict != "agree"
        ],
    }


def list_who_said_yes(found: Emergence, fact: str) -> dict[str, Json]:
    """Return who claims to know a fact at the start and at the end; null if nobody was asked."""
    said = (found.survey.end.on_fact(fact), found.survey.start.on_fact(fact)) if found.survey else ((), ())
    end, start = ([reply.person for reply in replies if reply.affirms] if replies else None for replies in said)
    return {"said_yes": end, "said_yes_at_start": start}


def _relationships(found: Emergence) -> FigureGroup:
    known = found.known(found.end_step)
    figures = [
        Figure("density_start", "density of mutual knowledge, start", _r(found.density(START_STEP)), "density"),
        Figure("density_end", "density of mutual knowledge, end", _r(found.density(found.end_step)), "density"),
        Figure("mutual_pairs_end", "pairs who know of each other, end", len(find_mutual_pairs(known))),
    ]
    if found.survey:
        start, end = found.survey.start, found.survey.end
        affirmed, made_up = (
            sum(reply.affirms for reply in end.about_people),
            len(found.hallucinated(end, found.end_step)),
        )
        figures += [
            Figure("density_said_start", "by interview, start", _r(found.surveyed_density(start)), "density"),
            Figure("density_said_end", "by interview, end", _r(found.surveyed_density(end)), "density"),
            Figure("affirmed", "“Do you know of X?”: said yes", affirmed),
            Figure("hallucinated", "of them with nothing in memory", compute_share(made_up, affirmed), "share"),
        ]
    return FigureGroup("Relationships", tuple(figures))


def _event(found: Emergence, event: Coordination) -> FigureGroup:
    record, key = found.record, event.fact
    rows = tuple((guest.person, record.when(guest.came), round(guest.minutes)) for guest in event.came)
    listings = [Table.of(f"{key}_guests", "who came", ("person", "at", "minutes"), rows)]
    reasons = found.reasons_for_absence(event)
    absent = tuple((name, reasons.get(name, "")) for name in event.absent) if event.over else ()
    listings.append(Table.of(f"{key}_absent", "invited, and did not come", ("person", "what they say"), absent))
    return FigureGroup(
        f"Coordination: {key}",
        (
            Figure(f"{key}_invited", "heard of it from somebody", len(event.invited)),
            Figure(f"{key}_came", "came" if event.over else "came so far", len(event.came)),
            Figure(f"{key}_uninvited", "of them without knowing of it", len(event.uninvited)),
        ),
        tuple(listings),
    )


def _said(found: Emergence) -> FigureGroup:
    assert found.survey is not None
    first = found.checked_answers(found.survey.start, START_STEP)
    judged = found.checked_answers(found.survey.end, found.end_step)
    agreed_at_first = compute_share(sum(each.verdict == "agree" for each in first), len(first))
    wrong = [each for each in judged if each.verdict != "agree"]
    kinds = Counter(each.verdict for each in wrong)
    embellished = found.embellished(found.survey.end)
    differ = [*(each for each in first if each.verdict != "agree"), *wrong]
    rows = tuple((each.person, each.fact, each.verdict, each.answer) for each in differ)
    more = tuple((reply.person, reply.about, "embellishment", reply.answer) for reply, _ in embellished)
    agree = compute_share(len(judged) - len(wrong), len(judged))
    return FigureGroup(
        "What people say they know, beside what their memory holds",
        (
            Figure("facts_asked", "pairs of person and fact", len(judged)),
            Figure("facts_agree_start", "answer and memory agree, start", agreed_at_first, "share", AGREEMENT_BAR),
            Figure("facts_agree", "answer and memory agree, end", agree, "share", AGREEMENT_BAR),
            *(Figure(f"facts_{_key(kind)}", kind, kinds[kind]) for kind in sorted(kinds)),
            Figure("facts_embellished", "answers that add a name from nowhere", len(embellished)),
        ),
        (Table.of("facts_disagree", "where they differ", ("person", "fact", "kind", "answer"), (*rows, *more)),),
    )


def _event_json(found: Emergence, event: Coordination) -> Json:
    record, reasons = found.record, found.reasons_for_absence(event)
    return {
        "event": event.fact,
        "host": event.event.host,
        "place": event.event.place,
        "start": event.event.start.isoformat(),
        "over": event.over,
        "invited": list(event.invited),
        "came": [
            {"person": guest.person, "at": record.time(guest.came).isoformat(), "minutes": guest.minutes}
            for guest in event.came
        ],
        "absent": [{"person": name, "says": reasons.get(name)} for name in event.absent] if event.over else [],
    }


def _key(kind: str) -> str:
    return kind.replace(" ", "_")


def _r(value: float) -> float:
    return round(value, 4)
