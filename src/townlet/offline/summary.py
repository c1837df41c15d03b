"""A person in a paragraph: traits, occupation, what they are about, how they feel (Park et al. 2023, appendix A)."""

from __future__ import annotations

import re

from townlet.cognition.wording import name_with_age
from townlet.offline.english import listing, sentence
from townlet.offline.fields import Fields, text, texts
from townlet.offline.notes import Note, notes
from townlet.offline.plan.passing import in_passing
from townlet.offline.plan.projects import projects_in
from townlet.offline.prop import content

MOST_WORDS = 140
_WORRIED = re.compile(r"\b(?:worried|afraid|anxious|sad) (?:about|of|that)\b")
_GLAD = re.compile(r"\b(?:happy|excited|looking forward|proud|love|delight|glad|enjoy|party|celebrat|thank)", re.I)
_JOB = re.compile(
    r" (?:is|works as|has been) (?:currently |now |also )?(?:an?|the) |\b(?:owns|runs|works|teaches|studies|keeps)\b"
)
_IN_HAND = re.compile(r" is (?:also |now |currently )?[a-z]+ing\b")
_BOND = re.compile(
    r"\b(?:married|wife|husband|son\b|daughter|friend|brother|sister|mother|father|mentor|dislik|"
    r"likes\b|love|close to|housemate|roommate|know)",
    re.I,
)
_KIN = re.compile(r"\b(?:married|wife|husband|son of|daughter of|brother of|sister of|mother of|father of)\b")
_SECRET = re.compile(r"\b(?:secret|told no one|crush|nobody knows)", re.I)


def summary(fields: Fields, seed: int) -> dict[str, object]:
    """Answers `summary`."""
    name = text(fields, "name") or "Somebody"
    sections = [*notes(fields, "occupation"), *notes(fields, "core")]
    own = [note.text for note in sections if note.sort == "mine" and note.text.startswith(name)]
    lasting = [*own, *_until_now(fields, name)]
    said: list[str] = [opening(name, text(fields, "age"), _traits(fields))]
    for wanted, among in ((_JOB, lasting), (_KIN, lasting), (None, own), (_BOND, lasting)):
        for written in among:
            if _wanted(written, wanted):
                _add(said, _tidy(written))
    _add_thoughts(said, sections + notes(fields, "feeling"), name)
    said.append(feeling(name, notes(fields, "feeling")))
    return {"text": " ".join(said)}


def _until_now(fields: Fields, name: str) -> list[str]:
    """What was said before of work and people: it holds though no memory of it comes to mind today."""
    sentences = re.split(r"(?<=[.!?])\s+", text(fields, "before"))[1:]
    return [s for s in sentences if s.startswith(name) and " thinks that " not in s and " feels " not in s]


def _traits(fields: Fields) -> list[str]:
    """The traits, whether printed as a list or as one line."""
    return [trait.strip() for line in texts(fields, "traits") for trait in line.split(",") if trait.strip()]


def opening(name: str, age: str, traits: list[str]) -> str:
    """'Ann Bo (age: 34) is friendly, outgoing and hospitable.'"""
    aged = name_with_age(name, age) if age else name
    return f"{aged} is {listing(traits[:6]) if traits else 'much like other people'}."


def _wanted(written: str, pattern: re.Pattern[str] | None) -> bool:
    if (
        _SECRET.search(written)
        or re.search(r"\b(?:wakes? up|goes to bed|eats? dinner|: )", written)
        or " talked with " in written
    ):
        return False
    if pattern and _IN_HAND.search(written):
        return False
    if pattern:
        return bool(pattern.search(written))
    return any(not in_passing(project.activity) for project in projects_in(written))


def _tidy(written: str) -> str:
    return sentence(re.split(r";", written)[0].strip())


def _add(said: list[str], new: str) -> None:
    """Adds a sentence that says something new, while there is room for it and the feeling."""
    words = sum(len(s.split()) for s in said)
    fresh = all(len(content(new) & content(old)) < 0.7 * max(1, len(content(new))) for old in said[1:])
    if fresh and words + len(new.split()) <= MOST_WORDS - 30:
        said.append(new)


_OF_ONESELF = re.compile(r"\b(?:I|I'm|I've|I'd|me|my|am|myself|mine|we|us|our)\b")


def _add_thoughts(said: list[str], shown: list[Note], name: str) -> None:
    """The latest of one's thoughts about others or the world."""
    for note in reversed(shown):
        body = note.body.rstrip(".")
        private = note.sort != "thought" or _OF_ONESELF.search(body) or _SECRET.search(body) or name in body
        if not private and len(body.split()) < 25:
            _add(said, f"{name} thinks that {body}.")
            return


_MOODS = (
    (re.compile(r"alone, .* than is good"), "feels a little alone over it"),
    (re.compile(r"(?:counting on me|say yes too easily|my word)"), "has promises to keep and means to keep them"),
    (re.compile(r"step by step|what my days are built around|dedicated to"), "is glad to be getting on"),
    (re.compile(r"yet my hours go|keep saying that|more of my time"), "is not doing all that ought to be done"),
    (re.compile(r"at home among people|closer to|friend"), "feels at home among people"),
    (re.compile(r"said no to|keep wondering"), "wonders about what might be missed"),
)
"""What a thought says of how its thinker feels."""


def _mood(shown: list[Note]) -> str:
    """The feeling of the newest thought that tells of one; empty if none does."""
    thoughts = [note.body for note in shown if note.sort == "thought"]
    return next((mood for body in reversed(thoughts) for sign, mood in _MOODS if sign.search(body)), "")


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
    if mood := _mood(shown):
        return f"{name} {mood}."
    if glad is not None:
        return f"{name} is content with how things are going."
    company = [n for n in shown if n.sort == "heard"]
    return (
        f"{name} feels settled and takes the days as they come."
        if not company
        else f"{name} enjoys seeing people and feels at home."
    )
