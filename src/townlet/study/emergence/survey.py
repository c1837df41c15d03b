"""What people say, asked as the paper asks it: everybody about every fact, everybody else, and their interests."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from townlet.memory.record import Memory
from townlet.study.diffusion.tracked import TrackedFact
from townlet.study.emergence.affirming import affirms
from townlet.study.emergence.coordination import Coordination
from townlet.study.interviews.asking import Interviewer
from townlet.study.interviews.battery import Question
from townlet.study.interviews.names import Asked

INTEREST = "What is your interest?"
"""As the paper's interviews ask it (appendix B)."""

PEOPLE_AT_ONCE = 25


@dataclass(frozen=True)
class Reply:
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

    facts: tuple[Reply, ...] = ()
    people: tuple[Reply, ...] = ()
    interests: tuple[Reply, ...] = ()
    """What everybody says that they are interested in."""

    def on_fact(self, fact: str) -> list[Reply]:
        """What everybody said of a fact, by its name; nothing where it has no question."""
        return [reply for reply in self.facts if reply.about == fact]

    def __add__(self, other: Survey) -> Survey:
        return Survey(self.facts + other.facts, self.people + other.people, self.interests + other.interests)


async def surveys(
    moments: Sequence[Interviewer],
    people: Sequence[str],
    facts: Sequence[TrackedFact],
    pairs: Sequence[tuple[str, str]],
) -> list[Survey]:
    """Ask everybody about the facts and their interests, and both of each pair about the other, at each moment.

    People are asked in groups, and what was read of a group's minds is let go before the next. Raises ModelError.
    """
    about: dict[str, list[str]] = {}
    for one, other in pairs:
        about.setdefault(one, []).append(other)
        about.setdefault(other, []).append(one)
    found = [Survey() for _ in moments]
    for first in range(0, len(people), PEOPLE_AT_ONCE):
        group = people[first : first + PEOPLE_AT_ONCE]
        found = [each + await _asked(at, group, facts, about) for each, at in zip(found, moments, strict=True)]
        for at in moments:
            at.let_go(group)
    return found


async def _asked(
    interviewer: Interviewer,
    group: Sequence[str],
    facts: Sequence[TrackedFact],
    about: Mapping[str, Sequence[str]],
) -> Survey:
    told = [(person, fact.name, fact.question, fact) for person in group for fact in facts if fact.question]
    named = [(one, other, f"Do you know of {other}?", None) for one in group for other in about.get(one, ())]
    liked = [(person, person, INTEREST, None) for person in group]
    replies = await asyncio.gather(*(_ask(interviewer, *each) for each in (*told, *named, *liked)))
    return Survey(tuple(replies[: len(told)]), tuple(replies[len(told) : -len(liked)]), tuple(replies[-len(liked) :]))


async def reasons(interviewer: Interviewer, found: Coordination, fact: TrackedFact) -> tuple[Reply, ...]:
    """Why the invited who did not come say that they did not (section 7.1.3); nobody, of what has no question."""
    question = f"{fact.question} You were not there. What kept you?"
    absent = found.absent if fact.question else ()
    return tuple(await asyncio.gather(*(_ask(interviewer, name, fact.name, question, None) for name in absent)))


async def _ask(interviewer: Interviewer, person: str, about: str, question: str, fact: TrackedFact | None) -> Reply:
    answer = await interviewer.ask(person, Asked(Question(id="survey", ask="?"), question))
    yes = affirms(answer.text, partial(fact.answered_by, speaker=person) if fact else None)
    return Reply(person, about, question, answer.text, yes, answer.shown if fact else ())
