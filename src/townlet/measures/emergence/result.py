"""The data on what emerged in a run: facts, acquaintances, events, and interview answers checked against memory."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
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
from townlet.measures.record import RunRecord, name_finder_of
from townlet.measures.text.words import NameFinder
from townlet.memory.record import Memory

AnswerAgreement = Literal["agree", "miss", "fragment", "embellishment", "invention", "world knowledge"]
"""How an answer about a fact compares with memory.

agree: both hold the fact, or neither does. miss: memory holds it, and the answer denies it. The other answers say yes
without grounds. fragment: memories hold a part of the fact. embellishment: memory holds the fact, and the answer adds
names that no memory in the prompt has. invention: the answer tells the fact, and no memory does. world knowledge: the
answer says only what anybody could guess from the question."""


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

    @property
    def end_step(self) -> int:
        """The step as of which the end of the run is measured."""
        return self.record.last_step + 1

    def known(self, step: int) -> set[tuple[str, str]]:
        """Return the (person, other) pairs in which the person knew of the other before a step, by provenance."""
        return list_known_pairs(self.met, step)

    def density(self, step: int) -> float:
        """Return the density of the graph of mutual knowledge before a step, by provenance."""
        return compute_density(self.people, self.known(step))

    def surveyed_density(self, said: Survey) -> float:
        """Return the density by interview, as in the paper: the share of asked pairs in which both said yes."""
        yes = {(reply.person, reply.about) for reply in said.about_people if reply.affirms}
        return 2 * len(find_mutual_pairs(yes)) / len(said.about_people) if said.about_people else 0.0

    def hallucinated(self, said: Survey, step: int) -> list[SurveyReply]:
        """Return the replies that claim to know a person whom the respondent's memory does not name."""
        known = self.known(step)
        return [reply for reply in said.about_people if reply.affirms and (reply.person, reply.about) not in known]

    def checked_answers(self, said: Survey, step: int) -> list[CheckedAnswer]:
        """Check every answer about a fact against the person's memory before a step."""
        checked: list[CheckedAnswer] = []
        for found in self.spreads:
            knew = {each.person for each in found.known if each.step < step}
            checked += [self._check(found, each, each.person in knew, step) for each in said.on_fact(found.fact.name)]
        return checked

    def reasons_for_absence(self, event: Coordination) -> dict[str, str]:
        """Return the reasons that absent invited people gave, by name; empty if nobody was asked."""
        absent = self.survey.absent if self.survey else ()
        return {reply.person: reply.answer for reply in absent if reply.about == event.fact}

    def embellished(self, said: Survey) -> list[tuple[SurveyReply, list[str]]]:
        """Return the answers that say yes and name people whom neither question nor prompt names, with those names."""
        marked = [(reply, find_added_names(reply, name_finder_of(self.record.view))) for reply in said.facts]
        return [(reply, names) for reply, names in marked if reply.affirms and names]

    def _check(self, found: FactSpread, reply: SurveyReply, knew: bool, step: int) -> CheckedAnswer:
        what = compare_with_memory(
            found.fact, reply.person, knew, reply.affirms, reply.answer, self._held(reply.person, step)
        )
        return CheckedAnswer(reply.person, found.fact.name, knew, reply.affirms, what, reply.answer)

    def _held(self, person: str, step: int) -> Iterator[Memory]:
        """Yield a person's memories before a step; read lazily, since only answers that disagree need them."""
        return (each for each in self.record.remembered.of(person).values() if each.id.step < step)


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

    def on_fact(self, fact: str) -> list[SurveyReply]:
        """Return the answers about a fact, by its name; none for a fact without a question."""
        return [reply for reply in self.facts if reply.about == fact]

    def __add__(self, other: Survey) -> Survey:
        return Survey(
            self.facts + other.facts, self.about_people + other.about_people, self.interests + other.interests
        )
