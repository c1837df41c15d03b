"""A person in a paragraph: traits, occupation, what they are about, how they feel (Park et al. 2023, appendix A)."""

from __future__ import annotations

import re

from townlet.language.offline.english import listing, sentence
from townlet.language.offline.fields import Fields, text, texts
from townlet.language.offline.notes import Note, notes
from townlet.language.offline.plan.projects import projects_in
from townlet.language.offline.reading import content

MOST_WORDS = 140
_WORRIED = re.compile(r"\b(?:worried|afraid|anxious|sad) (?:about|of|that)\b")
_GLAD = re.compile(r"\b(?:happy|excited|looking forward|proud|love|delight|glad|enjoy|party|celebrat|thank)", re.I)
_JOB = re.compile(
    r" (?:is|works as|has been) (?:currently |now |also )?(?:an?|the) |\b(?:owns|runs|works|teaches|studies|keeps)\b"
)
_BOND = re.compile(
    r"\b(?:married|wife|husband|son\b|daughter|friend|brother|sister|mother|father|mentor|dislik|"
    r"likes\b|love|close to|housemate|roommate|know)",
    re.I,
)
_SECRET = re.compile(r"\b(?:secret|told no one|crush|nobody knows)", re.I)


def summary(fields: Fields, seed: int) -> dict[str, object]:
    """Answers `summary`."""
    name = text(fields, "name") or "Somebody"
    sections = [*notes(fields, "occupation"), *notes(fields, "core")]
    said: list[str] = [opening(name, text(fields, "age"), _traits(fields))]
    for wanted in (_JOB, None, _BOND):
        for note in sections:
            if note.sort == "mine" and note.text.startswith(name) and _wanted(note.text, wanted):
                _add(said, _tidy(note.text))
    _add_thoughts(said, sections + notes(fields, "feeling"), name)
    said.append(feeling(name, notes(fields, "feeling")))
    return {"text": " ".join(said)}


def _traits(fields: Fields) -> list[str]:
    """The traits, whether printed as a list or as one line."""
    return [trait.strip() for line in texts(fields, "traits") for trait in line.split(",") if trait.strip()]


def opening(name: str, age: str, traits: list[str]) -> str:
    """'Ann Bo (age: 34) is friendly, outgoing and hospitable.'"""
    aged = f"{name} (age: {age})" if age else name
    return f"{aged} is {listing(traits[:6]) if traits else 'much like other people'}."


def _wanted(written: str, pattern: re.Pattern[str] | None) -> bool:
    if (
        _SECRET.search(written)
        or re.search(r"\b(?:wakes? up|goes to bed|eats? dinner|: )", written)
        or " talked with " in written
    ):
        return False
    return bool(pattern.search(written)) if pattern else bool(projects_in(written))


def _tidy(written: str) -> str:
    return sentence(re.split(r";", written)[0].strip())


def _add(said: list[str], new: str) -> None:
    """Adds a sentence that says something new, while there is room for it and the feeling."""
    words = sum(len(s.split()) for s in said)
    fresh = all(len(content(new) & content(old)) < 0.7 * max(1, len(content(new))) for old in said[1:])
    if fresh and words + len(new.split()) <= MOST_WORDS - 30:
        said.append(new)


def _add_thoughts(said: list[str], shown: list[Note], name: str) -> None:
    for note in shown:
        if note.sort == "thought" and not note.body.startswith("I ") and not _SECRET.search(note.body):
            body = re.sub(r"\bme\b|\bI\b(?!')", name, note.body.rstrip("."))
            if not re.search(r"\b(?:my|I'm|I've|am|myself|mine|we|us|our)\b", body) and len(body.split()) < 25:
                _add(said, f"{name} thinks that {body}.")
                return


def feeling(name: str, shown: list[Note]) -> str:
    """How a person feels about the day, from the memories about it."""
    recent = [n for n in shown if n.sort in ("mine", "thought", "heard", "promise", "promised me")][-12:]
    glad = next((n for n in reversed(recent) if _GLAD.search(n.body)), None)
    worried = next((n for n in reversed(recent) if _WORRIED.search(n.body)), None)
    about = (
        re.search(r"\b(?:worried|anxious|afraid|sad) (?:about|of|that) [^.;]{3,60}", worried.text) if worried else None
    )
    if about and worried and worried.sort == "mine":
        return f"These days {name} is {about[0]}."
    if glad is not None and (
        event := re.search(r"\b((?:[a-z]+ )?(?:party|supper|concert|show|exhibition|dinner|picnic))\b", glad.body)
    ):
        return f"{name} is in good spirits and looks forward to the {event[1]}."
    if glad is not None:
        return f"{name} is content with how things are going."
    company = [n for n in shown if n.sort == "heard"]
    return (
        f"{name} feels settled and takes the days as they come."
        if not company
        else f"{name} enjoys seeing people and feels at home."
    )
