"""Where what somebody says in an interview and what their memory holds disagree, and what kind of error it is."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

from townlet.analysis.diffusion.facts import TrackedFact
from townlet.analysis.diffusion.spread import FactSpread, trace_town_facts
from townlet.analysis.emergence.coordination import Coordination, measure_coordination
from townlet.analysis.emergence.relationships import (
    Acquaintance,
    compute_density,
    find_acquaintances,
    find_mutual_pairs,
    list_known_pairs,
)
from townlet.analysis.record import RunRecord
from townlet.analysis.text.words import NameFinder
from townlet.memory.record import Memory

AnswerAgreement = Literal["agree", "miss", "fragment", "embellishment", "invention", "world knowledge"]
"""agree: both know, or neither. miss: the memory holds it, the answer denies it. The others say yes without ground.
fragment: memories hold a part of it. embellishment: the fact is known, and the answer adds names that no memory shown
holds. invention: the answer tells the fact, and nothing in memory does. world knowledge: the answer tells nothing of
the fact beyond what anybody could say of such a question."""


@dataclass(frozen=True)
class CheckedAnswer:
    """One person and one fact."""

    person: str
    fact: str
    knew: bool
    """By provenance."""
    said_yes: bool
    """By interview."""
    verdict: AnswerAgreement
    answer: str


def compare_with_memory(
    fact: TrackedFact, person: str, knew: bool, said_yes: bool, answer: str, held: Iterable[Memory]
) -> AnswerAgreement:
    """What an answer is, beside what somebody's memory holds."""
    if knew == said_yes:
        return "agree"
    if knew:
        return "miss"
    if any(fact.touched_by(memory.text) for memory in held):
        return "fragment"
    return "invention" if fact.told_by(answer, person) else "world knowledge"


def find_added_names(reply: SurveyReply, naming: NameFinder) -> list[str]:
    """Whom an answer names though neither the question nor any memory shown does: an embellishment's mark."""
    ground = {reply.person}.union(naming.named(reply.question), *(naming.named(each.text) for each in reply.shown))
    return sorted(naming.named(reply.answer) - ground)


START_STEP = 1
"""In the first step people move in and their stories become memories: the start is after it."""


@dataclass(frozen=True)
class SurveyPair:
    """What people said, at the start and at the end."""

    start: Survey
    end: Survey
    absent: tuple[SurveyReply, ...]
    """Why the invited who did not come say that they did not, asked as the event was over."""


@dataclass(frozen=True)
class Emergence:
    """Diffusion, relationships and coordination of one run."""

    record: RunRecord
    people: tuple[str, ...]
    spreads: tuple[FactSpread, ...]
    met: tuple[Acquaintance, ...]
    events: tuple[Coordination, ...]
    asked: SurveyPair | None
    """None where nobody was asked."""

    @property
    def last(self) -> int:
        """The step at which the end is looked at."""
        return self.record.last_step + 1

    def known(self, step: int) -> set[tuple[str, str]]:
        """Who knew of whom before a step, by provenance."""
        return list_known_pairs(self.met, step)

    def density(self, step: int) -> float:
        """Of the graph of mutual knowledge, by provenance."""
        return compute_density(self.people, self.known(step))

    def said_density(self, said: Survey) -> float:
        """The same by interview, as the paper has it: of the pairs that were asked, in how many both said yes."""
        yes = {(reply.person, reply.about) for reply in said.people if reply.yes}
        return 2 * len(find_mutual_pairs(yes)) / len(said.people) if said.people else 0.0

    def hallucinated(self, said: Survey, step: int) -> list[SurveyReply]:
        """Who affirmed knowing somebody of whom nothing is in their memory."""
        known = self.known(step)
        return [reply for reply in said.people if reply.yes and (reply.person, reply.about) not in known]

    def judged(self, said: Survey, step: int) -> list[CheckedAnswer]:
        """Every pair of person and fact, with what their answer is beside their memory."""
        judged: list[CheckedAnswer] = []
        for found in self.spreads:
            knew = {each.person for each in found.known if each.step < step}
            judged += [self._judge(found, each, each.person in knew, step) for each in said.on_fact(found.fact.name)]
        return judged

    def embellished(self, said: Survey) -> list[tuple[SurveyReply, list[str]]]:
        """Answers that say yes and name somebody else whom no memory shown names."""
        marked = [(reply, find_added_names(reply, self.record.source.naming)) for reply in said.facts]
        return [(reply, names) for reply, names in marked if reply.yes and names]

    def _judge(self, found: FactSpread, reply: SurveyReply, knew: bool, step: int) -> CheckedAnswer:
        what = compare_with_memory(
            found.fact, reply.person, knew, reply.yes, reply.answer, self._held(reply.person, step)
        )
        return CheckedAnswer(reply.person, found.fact.name, knew, reply.yes, what, reply.answer)

    def _held(self, person: str, step: int) -> Iterator[Memory]:
        """Read only where what is said and what is known differ."""
        return (each for each in self.record.remembered.of(person).values() if each.id.step < step)


def find_emergence(record: RunRecord) -> Emergence:
    """What a run shows by itself. Raises FactsFault, StudyFault."""
    people = tuple(person.name for person in record.people)
    spreads = tuple(trace_town_facts(record.source))
    events = tuple(measure_coordination(record, each, each.fact.event) for each in spreads if each.fact.event)
    met = tuple(find_acquaintances(record.source))
    return Emergence(record, people, spreads, met, events, None)


@dataclass(frozen=True)
class SurveyReply:
    """One person's answer to one question at one moment."""

    person: str
    about: str
    """The fact's name, or the other person's."""
    question: str
    answer: str
    yes: bool
    shown: tuple[Memory, ...] = ()
    """The memories that an answer about a fact was given to rest on; those of others are many, and not kept."""


@dataclass(frozen=True)
class Survey:
    """All answers at one moment."""

    facts: tuple[SurveyReply, ...] = ()
    people: tuple[SurveyReply, ...] = ()
    interests: tuple[SurveyReply, ...] = ()
    """What everybody says that they are interested in."""

    def on_fact(self, fact: str) -> list[SurveyReply]:
        """What everybody said of a fact, by its name; nothing where it has no question."""
        return [reply for reply in self.facts if reply.about == fact]

    def __add__(self, other: Survey) -> Survey:
        return Survey(self.facts + other.facts, self.people + other.people, self.interests + other.interests)
