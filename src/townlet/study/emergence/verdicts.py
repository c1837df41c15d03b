"""Where what somebody says in an interview and what their memory holds disagree, and what kind of error it is."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from townlet.memory.record import Memory
from townlet.study.diffusion.tracked import TrackedFact
from townlet.study.emergence.survey import Reply
from townlet.study.naming import Naming

Verdict = Literal["agree", "miss", "fragment", "embellishment", "invention", "world knowledge"]
"""agree: both know, or neither. miss: the memory holds it, the answer denies it. The others say yes without ground.
fragment: memories hold a part of it. embellishment: the fact is known, and the answer adds names that no memory shown
holds. invention: the answer tells the fact, and nothing in memory does. world knowledge: the answer tells nothing of
the fact beyond what anybody could say of such a question."""


@dataclass(frozen=True)
class Judged:
    """One person and one fact."""

    person: str
    fact: str
    knew: bool
    """By provenance."""
    said_yes: bool
    """By interview."""
    verdict: Verdict
    answer: str


def verdict(fact: TrackedFact, person: str, knew: bool, said_yes: bool, answer: str, held: Iterable[Memory]) -> Verdict:
    """What an answer is, beside what somebody's memory holds."""
    if knew == said_yes:
        return "agree"
    if knew:
        return "miss"
    if any(fact.touched_by(memory.text) for memory in held):
        return "fragment"
    return "invention" if fact.told_by(answer, person) else "world knowledge"


def added(reply: Reply, naming: Naming) -> list[str]:
    """Whom an answer names though neither the question nor any memory shown does: an embellishment's mark."""
    ground = {reply.person}.union(naming.named(reply.question), *(naming.named(each.text) for each in reply.shown))
    return sorted(naming.named(reply.answer) - ground)
