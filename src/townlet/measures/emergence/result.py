"""What emerged in a run: facts, acquaintances, events, and interview answers checked against memory.

Beside the data: their figures, their JSON, and the comparison with the paper.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from townlet.measures.diffusion.facts import TrackedFact
from townlet.measures.diffusion.spread import FactSpread, trace_town_facts
from townlet.measures.emergence.coordination import Coordination, measure_coordination
from townlet.measures.emergence.relationships import (
    Acquaintance,
    compute_density,
    find_acquaintances,
    find_mutual_pairs,
    list_known_pairs,
)
from townlet.measures.figures import Figure, FigureBar, FigureGroup, compute_share, round_figure
from townlet.measures.record import RunRecord, name_finder_of
from townlet.measures.table import Table
from townlet.measures.text.words import NameFinder
from townlet.memory.record import Memory
from townlet.runfile import Json

AnswerAgreement = Literal["agree", "miss", "fragment", "embellishment", "invention", "world knowledge", "hallucination"]
"""How an answer about a fact compares with memory.

agree: both hold the fact, or neither does. miss: memory holds it, and the answer denies it. The other answers say yes
without grounds. fragment: memories hold a part of the fact. embellishment: memory holds the fact, and the answer adds
names that no memory in the prompt has. invention: the answer tells the fact, and no memory does. world knowledge: the
answer says only what anybody could guess from the question. hallucination: it claims to know a person whom no memory
names."""


@dataclass(frozen=True)
class CheckedAnswer:
    """One person's answer about one fact, compared with their memory."""

    person: str
    fact: str
    knew: bool
    """Whether they know the fact by the provenance of their memories."""
    said_yes: bool
    """Whether they say in the interview that they know it."""
    verdict: AnswerAgreement
    answer: str


def compare_with_memory(
    fact: TrackedFact, person: str, knew: bool, said_yes: bool, answer: str, held: Iterable[Memory]
) -> AnswerAgreement:
    """Classify an answer by what the person's memory holds."""
    if knew == said_yes:
        return "agree"
    if knew:
        return "miss"
    if any(fact.touched_by(memory.text) for memory in held):
        return "fragment"
    return "invention" if fact.told_by(answer, person) else "world knowledge"


def find_added_names(reply: SurveyReply, naming: NameFinder) -> list[str]:
    """Return the people whom an answer names, but neither its question nor a memory in its prompt does."""
    grounds = {reply.person}.union(naming.named(reply.question), *(naming.named(each.text) for each in reply.shown))
    return sorted(naming.named(reply.answer) - grounds)


START_STEP = 1
"""The step that counts as the start: in step 0 people move in, and their stories become memories."""


@dataclass(frozen=True)
class SurveyPair:
    """The surveys at the start and at the end of a run."""

    start: Survey
    end: Survey
    absent: tuple[SurveyReply, ...]
    """The reasons of invited people for not coming, asked when their event was over."""


@dataclass(frozen=True)
class Emergence:
    """The diffusion, relationships and coordination of one run."""

    record: RunRecord
    people: tuple[str, ...]
    spreads: tuple[FactSpread, ...]
    met: tuple[Acquaintance, ...]
    events: tuple[Coordination, ...]
    survey: SurveyPair | None
    """None if nobody was asked."""

    @cached_property
    def start(self) -> MeasuredMoment:
        """The start of the run, when everybody has moved in."""
        return MeasuredMoment(self, START_STEP, self.survey.start if self.survey else None)

    @cached_property
    def end(self) -> MeasuredMoment:
        """The end of the run."""
        return MeasuredMoment(self, self.record.last_step + 1, self.survey.end if self.survey else None)

    def reasons_for_absence(self, event: Coordination) -> dict[str, str]:
        """Return the reasons that absent invited people gave, by name; empty if nobody was asked."""
        absent = self.survey.absent if self.survey else ()
        return {reply.person: reply.answer for reply in absent if reply.about == event.fact}


@dataclass(frozen=True, eq=False)
class MeasuredMoment:
    """What people know when a step begins: by their memory and, if they were asked, by what they say."""

    found: Emergence
    step: int
    survey: Survey | None

    @cached_property
    def known(self) -> set[tuple[str, str]]:
        """The (person, other) pairs in which the person knows of the other, by provenance."""
        return list_known_pairs(self.found.met, self.step)

    @cached_property
    def mutual(self) -> set[tuple[str, str]]:
        """The pairs who know of each other, by provenance."""
        return find_mutual_pairs(self.known)

    @property
    def density(self) -> float:
        """The density of the graph of mutual knowledge, by provenance."""
        return compute_density(self.found.people, self.known)

    @property
    def density_said(self) -> float | None:
        """The density by interview, as in the paper: the share of the asked pairs in which both said yes."""
        return self.survey.density if self.survey else None

    @cached_property
    def hallucinated(self) -> list[SurveyReply]:
        """The replies that claim to know a person whom the respondent's memory does not name."""
        affirmed = self.survey.affirmed if self.survey else []
        return [reply for reply in affirmed if (reply.person, reply.about) not in self.known]

    @cached_property
    def checked(self) -> list[CheckedAnswer]:
        """Every answer about a fact, compared with the person's memory."""
        checked: list[CheckedAnswer] = []
        for spread in self.found.spreads:
            knew = {each.person for each in spread.known if each.step < self.step}
            checked += [self._check(spread.fact, each, each.person in knew) for each in self.on_fact(spread.fact)]
        return checked

    @property
    def disagreeing(self) -> list[CheckedAnswer]:
        """The answers about facts that differ from memory."""
        return [each for each in self.checked if each.verdict != "agree"]

    @property
    def agreement(self) -> float | None:
        """The share of answers about facts that agree with memory; None without answers."""
        return compute_share(len(self.checked) - len(self.disagreeing), len(self.checked))

    def on_fact(self, fact: TrackedFact) -> list[SurveyReply]:
        """Return the answers about a fact; none for a fact without a question, or if nobody was asked."""
        return [reply for reply in self.survey.facts if reply.about == fact.name] if self.survey else []

    def embellished(self) -> list[tuple[SurveyReply, list[str]]]:
        """Return the answers that say yes and name people whom neither question nor prompt names, with those names."""
        naming, facts = name_finder_of(self.found.record.view), self.survey.facts if self.survey else ()
        marked = [(reply, find_added_names(reply, naming)) for reply in facts]
        return [(reply, names) for reply, names in marked if reply.affirms and names]

    def _check(self, fact: TrackedFact, reply: SurveyReply, knew: bool) -> CheckedAnswer:
        held = self._memories(reply.person)
        verdict = compare_with_memory(fact, reply.person, knew, reply.affirms, reply.answer, held)
        return CheckedAnswer(reply.person, fact.name, knew, reply.affirms, verdict, reply.answer)

    def _memories(self, person: str) -> Iterator[Memory]:
        """Yield a person's memories before the step, and read none unless one is wanted: few answers need any."""
        for memory in self.found.record.remembered.of(person).values():
            if memory.id.step < self.step:
                yield memory


def find_emergence(record: RunRecord) -> Emergence:
    """Find what emerged in a run without asking anybody. Raises FactsFileError, StudyError."""
    people = tuple(person.name for person in record.people)
    spreads = tuple(trace_town_facts(record.view))
    events = tuple(measure_coordination(record, each, each.fact.event) for each in spreads if each.fact.event)
    met = tuple(find_acquaintances(record.view))
    return Emergence(record, people, spreads, met, events, None)


@dataclass(frozen=True)
class SurveyReply:
    """One person's answer to one question of a survey."""

    person: str
    about: str
    """The name of the fact, or of the other person."""
    question: str
    answer: str
    affirms: bool
    shown: tuple[Memory, ...] = ()
    """The memories in the prompt of an answer about a fact; for answers about people they are many, and not kept."""


@dataclass(frozen=True)
class Survey:
    """All answers to a survey at one moment of the run."""

    facts: tuple[SurveyReply, ...] = ()
    about_people: tuple[SurveyReply, ...] = ()
    interests: tuple[SurveyReply, ...] = ()
    """The interests that each person states."""

    @property
    def affirmed(self) -> list[SurveyReply]:
        """The answers that claim to know a person."""
        return [reply for reply in self.about_people if reply.affirms]

    @property
    def density(self) -> float:
        """The share of the asked pairs in which both said that they know of each other; 0 if none was asked."""
        asked = {frozenset((reply.person, reply.about)) for reply in self.about_people}
        mutual = find_mutual_pairs({(reply.person, reply.about) for reply in self.affirmed})
        return len(mutual) / len(asked) if asked else 0.0

    def __add__(self, other: Survey) -> Survey:
        return Survey(
            self.facts + other.facts, self.about_people + other.about_people, self.interests + other.interests
        )


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


def _compare_knowledge(found: Emergence) -> Iterator[PaperComparison]:
    people = len(found.people)
    for spread in found.spreads:
        fact = spread.fact
        for when, at, paper in (("start", found.start, fact.paper_start), ("end", found.end, fact.paper_end)):
            said = at.on_fact(fact)
            yield PaperComparison(
                f"{fact.name}_{when}",
                f"knew of the {fact.name} from talk, {when}",
                FigureCount(spread.known_by_talk_before(at.step), people),
                FigureCount(sum(reply.affirms for reply in said), len(said)) if said else None,
                None if paper is None else FigureCount(paper, PAPER_PEOPLE),
            )


def _compare_relationships(found: Emergence) -> Iterator[PaperComparison]:
    for when, at, paper in zip(("start", "end"), (found.start, found.end), PAPER_DENSITY, strict=True):
        said = None if at.density_said is None else FigureCount(at.density_said)
        label = f"density of mutual knowledge, {when}"
        yield PaperComparison(f"density_{when}", label, FigureCount(at.density), said, FigureCount(paper))
    if asked := found.end.survey:
        made_up = FigureCount(len(found.end.hallucinated), len(asked.affirmed))
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


def measure_emergence(found: Emergence) -> tuple[FigureGroup, ...]:
    """Return the figures on relationships, on coordination and, if people were asked, on their answers."""
    said = [_said(found)] if found.survey else []
    return (_relationships(found), *(_event(found, each) for each in found.events), *said)


def build_emergence_data(found: Emergence) -> dict[str, Json]:
    """Return the JSON data beside the sections: density, hallucination, coordination; see docs/measures.md."""
    start, end = found.start, found.end
    density: dict[str, Json] = {"start": round_figure(start.density), "end": round_figure(end.density)}
    data: dict[str, Json] = {"density": density, "coordination": [_event_json(found, each) for each in found.events]}
    if end.survey is None:
        return data
    density["by_interview"] = {"start": round_figure(start.density_said), "end": round_figure(end.density_said)}
    data["hallucination"] = {
        "asked": len(end.survey.about_people),
        "affirmed": len(end.survey.affirmed),
        "hallucinated": len(end.hallucinated),
    }
    data["disagreements"] = [
        {"person": each.person, "fact": each.fact, "at": when, "kind": each.verdict, "answer": each.answer}
        for when, at in (("start", start), ("end", end))
        for each in at.disagreeing
    ]
    return data


def list_who_said_yes(found: Emergence, fact: TrackedFact) -> dict[str, Json]:
    """Return who claims to know a fact at the start and at the end; null if nobody was asked."""
    said = {"said_yes": found.end.on_fact(fact), "said_yes_at_start": found.start.on_fact(fact)}
    return {
        key: [reply.person for reply in replies if reply.affirms] if replies else None for key, replies in said.items()
    }


def _relationships(found: Emergence) -> FigureGroup:
    start, end = found.start, found.end
    figures = [
        Figure("density_start", "density of mutual knowledge, start", round_figure(start.density), "density"),
        Figure("density_end", "density of mutual knowledge, end", round_figure(end.density), "density"),
        Figure("mutual_pairs_end", "pairs who know of each other, end", len(end.mutual)),
    ]
    if end.survey:
        affirmed = len(end.survey.affirmed)
        made_up = compute_share(len(end.hallucinated), affirmed)
        figures += [
            Figure("density_said_start", "by interview, start", round_figure(start.density_said), "density"),
            Figure("density_said_end", "by interview, end", round_figure(end.density_said), "density"),
            Figure("affirmed", "“Do you know of X?”: said yes", affirmed),
            Figure("hallucinated", "of them with nothing in memory", made_up, "share"),
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
    start, end = found.start, found.end
    kinds = Counter(each.verdict for each in end.disagreeing)
    embellished = end.embellished()
    differ = [*start.disagreeing, *end.disagreeing]
    rows = tuple((each.person, each.fact, each.verdict, each.answer) for each in differ)
    more = tuple((reply.person, reply.about, "embellishment", reply.answer) for reply, _ in embellished)
    return FigureGroup(
        "What people say they know, beside what their memory holds",
        (
            Figure("facts_asked", "pairs of person and fact", len(end.checked)),
            Figure("facts_agree_start", "answer and memory agree, start", start.agreement, "share", AGREEMENT_BAR),
            Figure("facts_agree", "answer and memory agree, end", end.agreement, "share", AGREEMENT_BAR),
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
