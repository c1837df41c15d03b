"""The three most salient high-level questions that a person's newest memories raise."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from townlet.offline.fields import Fields
from townlet.offline.importance import rate
from townlet.offline.reflect.evidence import Evidence
from townlet.offline.reflect.habits import doings

ASKED = 3


@dataclass(frozen=True)
class Matter:
    """Something that memories are about: its key, its sort, how much it weighs, and the question it raises."""

    key: str
    sort: str
    weight: float
    question: str


def questions(fields: Fields, seed: int) -> dict[str, object]:
    """Answers `questions`: about people, events and oneself, the weightiest of each first."""
    evidence = Evidence(fields, seed)
    matters = sorted(_all(evidence), key=lambda m: -m.weight)
    chosen: list[Matter] = []
    for matter in matters:
        if matter.sort not in [m.sort for m in chosen] and matter.question not in [m.question for m in chosen]:
            chosen.append(matter)
    for matter in matters:
        if len(chosen) < ASKED and matter.question not in [m.question for m in chosen]:
            chosen.append(matter)
    name = evidence.me or "this person"
    spare = [
        f"What matters most to {name} at present?",
        f"How does {name} spend the days?",
        f"Whom does {name} feel close to?",
    ]
    asked = [m.question for m in chosen[:ASKED]]
    return {"questions": (asked + [q for q in spare if q not in asked])[:ASKED]}


def _all(e: Evidence) -> Iterator[Matter]:
    yield from _people(e)
    yield from _events(e)
    yield from _self(e)


def _weight(e: Evidence, about: str) -> float:
    """The summed importance of the statements about something, newer ones counting more."""
    last = len(e.notes) or 1
    return sum(rate(n.text, e.me) * (0.5 + 0.5 * k / last) for k, n in enumerate(e.notes) if about in n.text)


def _people(e: Evidence) -> Iterator[Matter]:
    for who in e.others[:6]:
        question = e.pick(
            "q" + who,
            f"How do things stand between {e.me} and {who}?",
            f"What kind of person is {who} to {e.me}?",
            f"What is {who} most concerned with?",
            f"What does {e.me} feel about {who}?",
        )
        yield Matter(who, "person", 0.7 * _weight(e, who), question)


def _events(e: Evidence) -> Iterator[Matter]:
    seen: dict[str, str] = {}
    for _, prop in e.props:
        if prop.event:
            seen.setdefault(prop.event.split()[-1], prop.event)
    for head, event in seen.items():
        question = e.pick(
            "e" + event,
            f"What does the {event} mean to {e.me} and to the others?",
            f"Who cares about the {event}, and why?",
            f"How is word of the {event} going round?",
        )
        yield Matter(head, "event", _weight(e, head), question)


def _self(e: Evidence) -> Iterator[Matter]:
    for note, prop in e.props:
        if (
            note.sort == "mine"
            and prop.subj == e.me
            and prop.kind in ("wish", "need", "plan", "opinion", "fact")
            and not prop.secret
        ):
            topic = e.voice.topic(prop)
            if topic and 1 < len(topic.split()) < 9 and not topic.startswith(("I ", "my ", "me ")):
                yield Matter(topic, "self", 2.5 * rate(note.text, e.me), f"What should {e.me} do about {topic}?")
    done = doings(e)
    if len(done) >= 2:
        yield Matter("days", "self", 1.2 * len(done), f"What does {e.me} give the day to, and is it time well spent?")
    thoughts = e.sorted_as("thought")
    if len(thoughts) >= 2:
        yield Matter(
            "thoughts",
            "thought",
            4.0 * len(thoughts),
            f"What do the things that {e.me} has come to think have in common?",
        )
