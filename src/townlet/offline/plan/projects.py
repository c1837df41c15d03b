"""What a person is busy with of their own: a book, a window, a thesis."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

_MAKING = (
    "writing down|writing|composing|painting|building|making|working on|preparing|researching|designing|developing|"
    "rehearsing|repairing|mending|restoring|studying|illustrating|editing|finishing|drawing|filming|recording|"
    "learning|creating|translating|carving|sewing|knitting|planning|programming|coding|animating|"
    "collecting|growing|training for|practising for|practicing for|exploring|investigating|inventing"
)
NOT_MADE = ("learning", "collecting", "growing", "planning", "training for", "practising for", "practicing for")
"""What nobody adds to at work: a painter who learns the guitar paints something else."""
_PROJECT = re.compile(
    rf"\b(?:is|am|'s|been|also|currently|now|and) (?:(?:also|currently|now|still|busy|always) )*({_MAKING}) "
    r"((?:an?|the|his|her|their|my|some|new|one)\b[^.,;]*|\w+ [^.,;]*)",
    re.I,
)
_CUT = re.compile(
    r"\s+(?:which|that|who|because|so that|in order|when|while|before|after|until|since|but|as (?:he|she|they)|"
    r"and (?:hopes?|wants?|plans?|is|will|to|has|likes?|he|she|they|loves?|also|enjoys?)|due|on "
    r"(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)\w+"
    r"|in the (?:mornings?|evenings?|afternoons?)|every|each|at \d|at (?:the moment|present)"
    r"|(?:just|right) now|these days|from \d|tomorrow|today|tonight|this week)\b.*",
    re.I,
)
_WHERE = re.compile(r" at (?:the |home\b)?(?:[A-Z][\w'’]*(?: (?:of|and|the|[A-Z][\w'’]*))*)?$")
_OWN = re.compile(r"^(?:his|her|their|my|own)\s+(?:own\s+)?", re.I)
_EVENING = re.compile(r"\b(?:party|supper|dinner|lunch|concert|meeting|wedding|picnic|for (?:office|mayor))\b", re.I)


@dataclass(frozen=True)
class Project:
    """Something being made or studied: 'writing', 'a book on creativity'."""

    verb: str
    thing: str

    @property
    def activity(self) -> str:
        return f"{self.verb} {self.thing}"

    @property
    def definite(self) -> str:
        """The thing as already known: 'the book on creativity', without of what or with what it is made."""
        return re.sub(r"^(?:an?|some) ", "the ", re.sub(r" (?:out of|from|with|using) .*", "", self.thing))


@lru_cache(8192)
def projects_in(sentence: str) -> tuple[Project, ...]:
    """The projects that a sentence tells of; occasions with a date are none."""
    found = []
    for match in _PROJECT.finditer(sentence):
        thing = _WHERE.sub("", _CUT.sub("", match[2])).strip(" '\"")
        thing = _OWN.sub("the ", thing)
        # 'learning to bake' makes nothing that can be looked over.
        if 1 < len(thing.split()) <= 12 and not _EVENING.search(thing) and not thing.startswith("to "):
            found.append(Project(match[1].lower(), thing))
    return tuple(found)


def projects(told: Iterable[str]) -> list[Project]:
    """A person's own projects, from what is told of them, once each."""
    found: dict[str, Project] = {}
    for sentence in told:
        for project in projects_in(sentence):
            found.setdefault(project.thing.lower(), project)
    return list(found.values())
