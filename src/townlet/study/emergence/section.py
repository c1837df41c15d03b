"""The sections of `townlet measure` on what emerges, and their data."""

from __future__ import annotations

from collections import Counter

from townlet.engine.runfile import Json
from townlet.study.emergence.acquaintance import mutual
from townlet.study.emergence.boundaries import boundaries
from townlet.study.emergence.coordination import Coordination
from townlet.study.emergence.finding import START, Emergence
from townlet.study.figures import Bar, Figure, Listing, Part, Section, share

AGREEMENT = Bar(0.95)
"""Of pairs of person and fact, in how many provenance and interview should agree, offline."""


def section_of(found: Emergence) -> Section:
    """Relationships, coordination, what people say of what they know, and the boundaries of section 7.2."""
    parts = [_relationships(found), *(_event(found, each) for each in found.events)]
    if found.asked:
        parts.append(_said(found))
    return Section("emergence", "What emerges", (*parts, boundaries(found)))


def data_of(found: Emergence) -> dict[str, Json]:
    """What stands beside the sections: density, hallucination, coordination; see docs/measures.md."""
    data: dict[str, Json] = {
        "density": {"start": _r(found.density(START)), "end": _r(found.density(found.last))},
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
            "start": _r(found.density(START)),
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
            for at, said, step in (("start", start, START), ("end", end, found.last))
            for each in found.judged(said, step)
            if each.verdict != "agree"
        ],
    }


def said_yes(found: Emergence, fact: str) -> dict[str, Json]:
    """Who says at the start and at the end that they know a fact; null where nobody was asked."""
    said = (found.asked.end.on_fact(fact), found.asked.start.on_fact(fact)) if found.asked else ((), ())
    end, start = ([reply.person for reply in replies if reply.yes] if replies else None for replies in said)
    return {"said_yes": end, "said_yes_at_start": start}


def _relationships(found: Emergence) -> Part:
    known = found.known(found.last)
    figures = [
        Figure("density_start", "density of mutual knowledge, start", _r(found.density(START)), "density"),
        Figure("density_end", "density of mutual knowledge, end", _r(found.density(found.last)), "density"),
        Figure("mutual_pairs_end", "pairs who know of each other, end", len(mutual(known))),
    ]
    if found.asked:
        start, end = found.asked.start, found.asked.end
        affirmed, made_up = sum(reply.yes for reply in end.people), len(found.hallucinated(end, found.last))
        figures += [
            Figure("density_said_start", "by interview, start", _r(found.said_density(start)), "density"),
            Figure("density_said_end", "by interview, end", _r(found.said_density(end)), "density"),
            Figure("affirmed", "“Do you know of X?”: said yes", affirmed),
            Figure("hallucinated", "of them with nothing in memory", share(made_up, affirmed), "share"),
        ]
    return Part("Relationships", tuple(figures))


def _event(found: Emergence, event: Coordination) -> Part:
    record, key = found.record, event.fact
    rows = tuple((guest.person, record.when(guest.came), round(guest.minutes)) for guest in event.came)
    listings = [Listing(f"{key}_guests", "who came", ("person", "at", "minutes"), rows)]
    why = {reply.person: reply.answer for reply in found.asked.absent if reply.about == key} if found.asked else {}
    absent = tuple((name, why.get(name, "")) for name in event.absent) if event.over else ()
    listings.append(Listing(f"{key}_absent", "invited, and did not come", ("person", "what they say"), absent))
    return Part(
        f"Coordination: {key}",
        (
            Figure(f"{key}_invited", "heard of it from somebody", len(event.invited)),
            Figure(f"{key}_came", "came" if event.over else "came so far", len(event.came)),
            Figure(f"{key}_uninvited", "of them without knowing of it", len(event.uninvited)),
        ),
        tuple(listings),
    )


def _said(found: Emergence) -> Part:
    assert found.asked is not None
    first = found.judged(found.asked.start, START)
    judged = found.judged(found.asked.end, found.last)
    agreed_at_first = share(sum(each.verdict == "agree" for each in first), len(first))
    wrong = [each for each in judged if each.verdict != "agree"]
    kinds = Counter(each.verdict for each in wrong)
    embellished = found.embellished(found.asked.end)
    differ = [*(each for each in first if each.verdict != "agree"), *wrong]
    rows = tuple((each.person, each.fact, each.verdict, each.answer) for each in differ)
    more = tuple((reply.person, reply.about, "embellishment", reply.answer) for reply, _ in embellished)
    agree = share(len(judged) - len(wrong), len(judged))
    return Part(
        "What people say they know, beside what their memory holds",
        (
            Figure("facts_asked", "pairs of person and fact", len(judged)),
            Figure("facts_agree_start", "said and held agree, start", agreed_at_first, "share", AGREEMENT),
            Figure("facts_agree", "said and held agree, end", agree, "share", AGREEMENT),
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
