"""The sections of `townlet measure` on what emerges, and their data."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from townlet.analysis.emergence.boundaries import measure_boundaries
from townlet.analysis.emergence.coordination import Coordination
from townlet.analysis.emergence.relationships import find_mutual_pairs
from townlet.analysis.emergence.result import START_STEP, Emergence, Survey
from townlet.analysis.figures import Figure, FigureBar, FigureGroup, Listing, MeasureSection, compute_share
from townlet.runfile import Json

PAPER_PEOPLE = 25
PAPER_DENSITY = (0.167, 0.74)
PAPER_ASKED, PAPER_HALLUCINATED = 453, 6
PAPER_INVITED, PAPER_CAME = 12, 5


@dataclass(frozen=True)
class FigureCount:
    """A number, and of how many where it is a part of them."""

    value: float
    of: int | None = None

    @property
    def share(self) -> float | None:
        return self.value / self.of if self.of else None

    def as_json(self) -> dict[str, Json]:
        return {"value": round(self.value, 4), "of": self.of}

    def __str__(self) -> str:
        if self.of is None:
            return f"{self.value:.3f}" if isinstance(self.value, float) else f"{self.value}"
        return f"{self.value} of {self.of}" + ("" if self.share is None else f" ({100 * self.share:.1f} %)")


@dataclass(frozen=True)
class PaperComparison:
    """One figure: by provenance, by interview as the paper has it, and in the paper; None where there is none."""

    key: str
    label: str
    held: FigureCount | None
    said: FigureCount | None
    paper: FigureCount | None

    def as_json(self) -> Json:
        columns = {"by_provenance": self.held, "by_interview": self.said, "paper": self.paper}
        return {"label": self.label, **{key: count.as_json() if count else None for key, count in columns.items()}}


def compare_with_paper(found: Emergence) -> tuple[PaperComparison, ...]:
    """Diffusion, relationships and coordination. Facts that are not the paper's own have nothing of it beside them."""
    return (
        *_compare_knowledge(found),
        *_compare_relationships(found),
        *(row for event in found.events for row in _compare_attendance(found, event)),
    )


def _compared_moments(found: Emergence) -> tuple[tuple[str, int, Survey | None], ...]:
    """The start and the end, with what people said."""
    start, end = (found.asked.start, found.asked.end) if found.asked else (None, None)
    return ("start", START_STEP, start), ("end", found.last, end)


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
                FigureCount(spread.by(step), people),
                FigureCount(sum(reply.yes for reply in said), len(said)) if said else None,
                None if paper is None else FigureCount(paper, PAPER_PEOPLE),
            )


def _compare_relationships(found: Emergence) -> Iterator[PaperComparison]:
    for (when, step, survey), paper in zip(_compared_moments(found), PAPER_DENSITY, strict=True):
        by_interview = FigureCount(found.said_density(survey)) if survey else None
        label = f"density of mutual knowledge, {when}"
        yield PaperComparison(
            f"density_{when}", label, FigureCount(found.density(step)), by_interview, FigureCount(paper)
        )
    if asked := found.asked:
        affirmed = sum(reply.yes for reply in asked.end.people)
        made_up = FigureCount(len(found.hallucinated(asked.end, found.last)), affirmed)
        label = "knowing of somebody affirmed without ground"
        yield PaperComparison("hallucinated", label, None, made_up, FigureCount(PAPER_HALLUCINATED, PAPER_ASKED))


def _compare_attendance(found: Emergence, event: Coordination) -> Iterator[PaperComparison]:
    invited, people = len(event.invited), len(found.people)
    came = invited - len(event.absent)
    fact = next(each.fact for each in found.spreads if each.fact.name == event.fact)
    papers = fact.paper_end is not None
    yield PaperComparison(
        f"{event.fact}_invited",
        f"invited to the {event.fact}",
        FigureCount(invited, people),
        None,
        FigureCount(PAPER_INVITED, PAPER_PEOPLE) if papers else None,
    )
    so_far = "" if event.over else " so far"
    yield PaperComparison(
        f"{event.fact}_came",
        f"of them came to the {event.fact}{so_far}",
        FigureCount(came, invited),
        None,
        FigureCount(PAPER_CAME, PAPER_INVITED) if papers else None,
    )


AGREEMENT_BAR = FigureBar(0.95)
"""Of pairs of person and fact, in how many provenance and interview should agree, offline."""


def build_emergence_section(found: Emergence) -> MeasureSection:
    """Relationships, coordination, what people say of what they know, and the boundaries of section 7.2."""
    parts = [_relationships(found), *(_event(found, each) for each in found.events)]
    if found.asked:
        parts.append(_said(found))
    return MeasureSection("emergence", "What emerges", (*parts, measure_boundaries(found)))


def build_emergence_data(found: Emergence) -> dict[str, Json]:
    """What stands beside the sections: density, hallucination, coordination; see docs/measures.md."""
    data: dict[str, Json] = {
        "density": {"start": _r(found.density(START_STEP)), "end": _r(found.density(found.last))},
        "coordination": [_event_json(found, each) for each in found.events],
    }
    if found.asked is None:
        return data
    start, end = found.asked.start, found.asked.end
    by_interview: Json = {"start": _r(found.said_density(start)), "end": _r(found.said_density(end))}
    affirmed = sum(reply.yes for reply in end.people)
    return {
        **data,
        "density": {
            "start": _r(found.density(START_STEP)),
            "end": _r(found.density(found.last)),
            "by_interview": by_interview,
        },
        "hallucination": {
            "asked": len(end.people),
            "affirmed": affirmed,
            "hallucinated": len(found.hallucinated(end, found.last)),
        },
        "disagreements": [
            {"person": each.person, "fact": each.fact, "at": at, "kind": each.verdict, "answer": each.answer}
            for at, said, step in (("start", start, START_STEP), ("end", end, found.last))
            for each in found.judged(said, step)
            if each.verdict != "agree"
        ],
    }


def list_who_said_yes(found: Emergence, fact: str) -> dict[str, Json]:
    """Who says at the start and at the end that they know a fact; null where nobody was asked."""
    said = (found.asked.end.on_fact(fact), found.asked.start.on_fact(fact)) if found.asked else ((), ())
    end, start = ([reply.person for reply in replies if reply.yes] if replies else None for replies in said)
    return {"said_yes": end, "said_yes_at_start": start}


def _relationships(found: Emergence) -> FigureGroup:
    known = found.known(found.last)
    figures = [
        Figure("density_start", "density of mutual knowledge, start", _r(found.density(START_STEP)), "density"),
        Figure("density_end", "density of mutual knowledge, end", _r(found.density(found.last)), "density"),
        Figure("mutual_pairs_end", "pairs who know of each other, end", len(find_mutual_pairs(known))),
    ]
    if found.asked:
        start, end = found.asked.start, found.asked.end
        affirmed, made_up = sum(reply.yes for reply in end.people), len(found.hallucinated(end, found.last))
        figures += [
            Figure("density_said_start", "by interview, start", _r(found.said_density(start)), "density"),
            Figure("density_said_end", "by interview, end", _r(found.said_density(end)), "density"),
            Figure("affirmed", "“Do you know of X?”: said yes", affirmed),
            Figure("hallucinated", "of them with nothing in memory", compute_share(made_up, affirmed), "share"),
        ]
    return FigureGroup("Relationships", tuple(figures))


def _event(found: Emergence, event: Coordination) -> FigureGroup:
    record, key = found.record, event.fact
    rows = tuple((guest.person, record.when(guest.came), round(guest.minutes)) for guest in event.came)
    listings = [Listing(f"{key}_guests", "who came", ("person", "at", "minutes"), rows)]
    why = {reply.person: reply.answer for reply in found.asked.absent if reply.about == key} if found.asked else {}
    absent = tuple((name, why.get(name, "")) for name in event.absent) if event.over else ()
    listings.append(Listing(f"{key}_absent", "invited, and did not come", ("person", "what they say"), absent))
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
    assert found.asked is not None
    first = found.judged(found.asked.start, START_STEP)
    judged = found.judged(found.asked.end, found.last)
    agreed_at_first = compute_share(sum(each.verdict == "agree" for each in first), len(first))
    wrong = [each for each in judged if each.verdict != "agree"]
    kinds = Counter(each.verdict for each in wrong)
    embellished = found.embellished(found.asked.end)
    differ = [*(each for each in first if each.verdict != "agree"), *wrong]
    rows = tuple((each.person, each.fact, each.verdict, each.answer) for each in differ)
    more = tuple((reply.person, reply.about, "embellishment", reply.answer) for reply, _ in embellished)
    agree = compute_share(len(judged) - len(wrong), len(judged))
    return FigureGroup(
        "What people say they know, beside what their memory holds",
        (
            Figure("facts_asked", "pairs of person and fact", len(judged)),
            Figure("facts_agree_start", "said and held agree, start", agreed_at_first, "share", AGREEMENT_BAR),
            Figure("facts_agree", "said and held agree, end", agree, "share", AGREEMENT_BAR),
            *(Figure(f"facts_{_key(kind)}", kind, kinds[kind]) for kind in sorted(kinds)),
            Figure("facts_embellished", "answers that add a name from nowhere", len(embellished)),
        ),
        (Listing("facts_disagree", "where they differ", ("person", "fact", "kind", "answer"), (*rows, *more)),),
    )


def _event_json(found: Emergence, event: Coordination) -> Json:
    record = found.record
    why = (
        {reply.person: reply.answer for reply in found.asked.absent if reply.about == event.fact} if found.asked else {}
    )
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
        "absent": [{"person": name, "says": why.get(name)} for name in event.absent] if event.over else [],
    }


def _key(kind: str) -> str:
    return kind.replace(" ", "_")


def _r(value: float) -> float:
    return round(value, 4)
