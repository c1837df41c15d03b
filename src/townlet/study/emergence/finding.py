"""What emerged in a run: by provenance always, and by interview where people could be asked."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from townlet.memory.record import Memory
from townlet.study.diffusion.knowing import Spread, followed
from townlet.study.emergence.acquaintance import Met, acquaintances, density, drawn, known_by, mutual
from townlet.study.emergence.coordination import Coordination, coordination
from townlet.study.emergence.survey import Reply, Survey, reasons, surveys
from townlet.study.emergence.verdicts import Judged, added, verdict
from townlet.study.interviews.asking import Interviewer
from townlet.study.record import RunRecord

At = Callable[[int], Interviewer]
"""An interviewer of people as they stood when a step began."""

START = 1
"""In the first step people move in and their stories become memories: the start is after it."""


@dataclass(frozen=True)
class Said:
    """What people said, at the start and at the end."""

    start: Survey
    end: Survey
    absent: tuple[Reply, ...]
    """Why the invited who did not come say that they did not, asked as the event was over."""


@dataclass(frozen=True)
class Emergence:
    """Diffusion, relationships and coordination of one run."""

    record: RunRecord
    people: tuple[str, ...]
    spreads: tuple[Spread, ...]
    met: tuple[Met, ...]
    events: tuple[Coordination, ...]
    asked: Said | None
    """None where nobody was asked."""

    @property
    def last(self) -> int:
        """The step at which the end is looked at."""
        return self.record.last_step + 1

    def known(self, step: int) -> set[tuple[str, str]]:
        """Who knew of whom before a step, by provenance."""
        return known_by(self.met, step)

    def density(self, step: int) -> float:
        """Of the graph of mutual knowledge, by provenance."""
        return density(self.people, self.known(step))

    def said_density(self, said: Survey) -> float:
        """The same by interview, as the paper has it: of the pairs that were asked, in how many both said yes."""
        yes = {(reply.person, reply.about) for reply in said.people if reply.yes}
        return 2 * len(mutual(yes)) / len(said.people) if said.people else 0.0

    def hallucinated(self, said: Survey, step: int) -> list[Reply]:
        """Who affirmed knowing somebody of whom nothing is in their memory."""
        known = self.known(step)
        return [reply for reply in said.people if reply.yes and (reply.person, reply.about) not in known]

    def judged(self, said: Survey, step: int) -> list[Judged]:
        """Every pair of person and fact, with what their answer is beside their memory."""
        judged: list[Judged] = []
        for found in self.spreads:
            knew = {each.person for each in found.known if each.step < step}
            judged += [self._judge(found, each, each.person in knew, step) for each in said.on_fact(found.fact.name)]
        return judged

    def embellished(self, said: Survey) -> list[tuple[Reply, list[str]]]:
        """Answers that say yes and name somebody else whom no memory shown names."""
        marked = [(reply, added(reply, self.record.source.naming)) for reply in said.facts]
        return [(reply, names) for reply, names in marked if reply.yes and names]

    def _judge(self, found: Spread, reply: Reply, knew: bool, step: int) -> Judged:
        what = verdict(found.fact, reply.person, knew, reply.yes, reply.answer, self._held(reply.person, step))
        return Judged(reply.person, found.fact.name, knew, reply.yes, what, reply.answer)

    def _held(self, person: str, step: int) -> Iterator[Memory]:
        """Read only where what is said and what is known differ."""
        return (each for each in self.record.remembered.of(person).values() if each.id.step < step)


def emergence(record: RunRecord) -> Emergence:
    """What a run shows by itself. Raises FactsFault, StudyFault."""
    people = tuple(person.name for person in record.people)
    spreads = tuple(followed(record.source))
    events = tuple(coordination(record, each, each.fact.event) for each in spreads if each.fact.event)
    met = tuple(acquaintances(record.source))
    return Emergence(record, people, spreads, met, events, None)


async def asked_too(found: Emergence, at: At) -> Emergence:
    """The same with what people say. Raises ModelError."""
    facts = [each.fact for each in found.spreads]
    first, last = at(START), at(found.last)
    pairs = drawn(found.people, found.record.header.seed)
    start, end = await surveys((first, last), found.people, facts, pairs)
    kept: list[Reply] = []
    for event in found.events:
        if event.over:
            fact = next(fact for fact in facts if fact.name == event.fact)
            then = at(event.ends)
            kept.extend(await reasons(then, event, fact))
            then.let_go(event.absent)
    asked = Said(start, end, tuple(kept))
    return Emergence(found.record, found.people, found.spreads, found.met, found.events, asked)
