"""What people say they know, asked as the paper asks it: everybody about every fact and about everybody else."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

from townlet.memory.record import Memory
from townlet.study.diffusion.tracked import TrackedFact
from townlet.study.emergence.affirming import affirms
from townlet.study.emergence.coordination import Coordination
from townlet.study.interviews.asking import Interviewer
from townlet.study.interviews.battery import Question
from townlet.study.interviews.names import Asked


@dataclass(frozen=True)
class Reply:
    """One person's answer to one question at one moment."""

    person: str
    about: str
    """The fact's name, or the other person's."""
    question: str
    answer: str
    yes: bool
    shown: tuple[Memory, ...]


@dataclass(frozen=True)
class Survey:
    """All answers at one moment."""

    facts: tuple[Reply, ...]
    people: tuple[Reply, ...]


async def survey(interviewer: Interviewer, people: Sequence[str], facts: Sequence[TrackedFact]) -> Survey:
    """Ask everybody. Raises ModelError."""
    known = [(person, fact.name, fact.question, _words(fact)) for person in people for fact in facts if fact.question]
    others = [(one, other, f"Do you know of {other}?", ()) for one in people for other in people if one != other]
    replies = await asyncio.gather(*(_ask(interviewer, *each) for each in (*known, *others)))
    return Survey(tuple(replies[: len(known)]), tuple(replies[len(known) :]))


async def reasons(interviewer: Interviewer, found: Coordination, fact: TrackedFact) -> tuple[Reply, ...]:
    """Why the invited who did not come say that they did not (section 7.1.3)."""
    question = f"{fact.question} You were not there. What kept you?"
    return tuple(await asyncio.gather(*(_ask(interviewer, name, fact.name, question, ()) for name in found.absent)))


async def _ask(interviewer: Interviewer, person: str, about: str, question: str, relevant: Sequence[str]) -> Reply:
    answer = await interviewer.ask(person, Asked(Question(id="survey", ask="?"), question))
    return Reply(person, about, question, answer.text, affirms(answer.text, relevant), answer.shown)


def _words(fact: TrackedFact) -> list[str]:
    """Any of which an answer must hold to be about the fact."""
    return [word for group in fact.match for word in group]
