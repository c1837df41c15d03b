"""What people said when they were asked, beside what their memory holds."""

from __future__ import annotations

from dataclasses import dataclass

from townlet.study.emergence.survey import Reply
from townlet.study.report.network import MOST_ROWS
from townlet.study.report.studied import Studied


@dataclass(frozen=True)
class Asked:
    """One question to one person, and the answer."""

    person: str
    about: str
    held: bool
    """Whether memory holds it."""
    yes: bool
    """Whether the answer says so."""
    kind: str
    """'agree', or what kind of error it is."""
    answer: str


@dataclass(frozen=True)
class Answers:
    """At the end of the run."""

    facts: tuple[Asked, ...]
    people: tuple[Asked, ...]
    left_out: int


def answers(studied: Studied) -> Answers | None:
    """None where nobody was asked."""
    emerged = studied.emerged
    if emerged.asked is None:
        return None
    judged = emerged.judged(emerged.asked.end, emerged.last)
    facts = tuple(Asked(each.person, each.fact, each.knew, each.said_yes, each.verdict, each.answer) for each in judged)
    known = emerged.known(emerged.last)
    others = sorted(emerged.asked.end.people, key=lambda reply: not _made_up(reply, known))
    people = tuple(_of_person(reply, known) for reply in others[:MOST_ROWS])
    return Answers(facts, people, len(others) - len(people))


def _of_person(reply: Reply, known: set[tuple[str, str]]) -> Asked:
    held = (reply.person, reply.about) in known
    kind = "agree" if held == reply.yes else "miss" if held else "hallucination"
    return Asked(reply.person, reply.about, held, reply.yes, kind, reply.answer)


def _made_up(reply: Reply, known: set[tuple[str, str]]) -> bool:
    return reply.yes and (reply.person, reply.about) not in known
