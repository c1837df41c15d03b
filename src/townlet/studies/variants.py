"""Variants of a town: a sentence of somebody's story in other words, or an event at another hour or place."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import reduce

from townlet.cognition.persona import Persona
from townlet.measures.diffusion.facts import TrackedFact, read_tracked_facts
from townlet.runfile.study_files import StudyError
from townlet.town import Town, town_from_files


@dataclass(frozen=True)
class TownChange:
    """One change of a town: `words` of stories become `now`."""

    words: str
    now: str
    person: str = ""
    """Whose story it is; empty for the stories of all who tell the fact."""
    fact: str = ""
    """The fact that changes; empty for a change of one story."""
    place: str | None = None
    start: datetime | None = None
    end: datetime | None = None


def changed_town(town: Town, changes: Sequence[TownChange]) -> Town:
    """Return a town with changes. Raises StudyError if a change finds nothing to change, and TownError."""
    return reduce(_with_change, changes, town)


def changed_facts(facts: Sequence[TrackedFact], changes: Iterable[TownChange]) -> tuple[TrackedFact, ...]:
    """Return the facts with the hours and places that the changes give them."""
    found = {fact.name: fact for fact in facts}
    for change in changes:
        if change.fact in found and (event := found[change.fact].event):
            given = {key: getattr(change, key) for key in ("place", "start", "end") if getattr(change, key) is not None}
            found[change.fact] = replace(found[change.fact], event=replace(event, **given))
    return tuple(found.values())


def _with_change(town: Town, change: TownChange) -> Town:
    fact = next((fact for fact in read_tracked_facts(town) if fact.name == change.fact), None)
    files, hits = dict(town.files), 0
    for person in town.people:
        if change.person in ("", person.name):
            sentences = [each for each in _telling(person, fact) if change.words in each]
            if sentences:
                file = _file_of(person, files)
                files[file] = _rewritten(files[file].decode("utf-8-sig"), change, sentences).encode()
                hits += 1
    if not hits:
        whose = change.person or f"anybody who tells {change.fact}"
        raise StudyError(f"{change.words!r} is nowhere in the story of {whose}; copy the words from people/*.toml.")
    return town_from_files(files)


def _telling(person: Persona, fact: TrackedFact | None) -> list[str]:
    """Return the sentences of a story that tell a fact; all sentences for None."""
    return [seed for seed in person.seeds if fact is None or fact.told_by(seed, person.name)]


def _file_of(person: Persona, files: Mapping[str, bytes]) -> str:
    name = re.compile(rf"^\s*name\s*=\s*[\"']{re.escape(person.name)}[\"']\s*(#.*)?$", re.MULTILINE)
    return next(file for file, text in files.items() if file.startswith("people/") and _matches(name, file, text))


def _matches(name: re.Pattern[str], file: str, content: bytes) -> bool:
    return file.endswith(".toml") and name.search(content.decode("utf-8-sig")) is not None


def _rewritten(text: str, change: TownChange, sentences: Sequence[str]) -> str:
    """Return a person's file with the change in these sentences of the description.

    A sentence of the file may be spread over lines, so its words are matched with any space between them.
    """
    for sentence in sentences:
        words = sentence.rstrip(".!?").split()
        written = re.compile(r"\s+".join(map(re.escape, words)))
        new = sentence.rstrip(".!?").replace(change.words.rstrip("."), change.now.rstrip("."))
        text = written.sub(lambda _, new=new: new, text, count=1)  # type: ignore[misc]
    return text
