"""What the state of a thing means: alarm, repair, errand, chore, curiosity, or nothing out of the ordinary."""

from __future__ import annotations

import re
from dataclasses import dataclass

from townlet.offline.trades import act_of
from townlet.offline.words import WORDS, cached, words


@dataclass(frozen=True)
class StateClass:
    """A class of states of things, and what people do about it."""

    name: str
    sort: str
    """alarm, repair, errand, chore, curiosity, care or none."""
    urgency: float
    minutes: int
    do: tuple[str, ...]
    after: str
    why: tuple[str, ...]
    emoji: str


@dataclass(frozen=True)
class SightedThing:
    """A thing as it was seen: 'the stove' 'burning'."""

    thing: str
    state: str
    verb: str
    of: StateClass

    def fill(self, pattern: str) -> str:
        """A pattern with the thing, its state and what is on it put in."""
        return pattern.format(the=self.thing, state=self.state, what=creature(self.state)).strip()


_CLASSES = tuple(
    (
        re.compile("|".join(rf"\b(?:{stem})" for stem in row["stems"]), re.I) if row["stems"] else None,
        StateClass(
            name,
            row["sort"],
            float(row["urgency"]),
            row["minutes"],
            tuple(row["do"]),
            row["after"],
            tuple(row["why"]),
            row["emoji"],
        ),
    )
    for name, row in WORDS.tables["sights"].items()
)


@cached()
def _of_use() -> frozenset[str]:
    """States that our own people leave things in by using them: never out of the ordinary."""
    rows = (*words().tables["trades"].values(), *words().tables["routines"]["routine"])
    return frozenset(act_of(act).state for row in rows for act in row["acts"]) - {""}


URGENT = ("alarm", "repair", "errand", "care")
"""Sorts of states that call for action even if somebody's work leaves a thing in them."""
_BY_NAME = {found.name: found for _, found in _CLASSES}
_SENTENCE = re.compile(r"(?P<thing>.+?) (?P<verb>is|are|has|have|was|were) (?P<state>.+?)[.!]*$", re.S)
_DETERMINED = re.compile(r"(?:the|a|an|my|his|her|their|our|your|this|that|some)\b|\w+(?: \w+)*['’]s ", re.I)
_USED = re.compile(r"(?:being )?\w+(?:ed|ing)(?: (?:by|for|with) .*)?", re.I)


@cached(8192)
def classify(observation: str) -> SightedThing:
    """What a sentence such as 'The stove in the kitchen is burning.' tells of a thing."""
    found = _SENTENCE.match(observation.strip())
    if not found:
        return SightedThing(_determined(observation.strip(" .") or "it"), "", "is", _BY_NAME["strange"])
    return SightedThing(_determined(found["thing"]), found["state"].strip(), found["verb"], _class(found["state"]))


def _class(state: str) -> StateClass:
    used = state.strip().lower() in _of_use()
    for stems, found in _CLASSES:
        if stems is not None and stems.search(state):
            odd = found.name == "normal" and re.search(
                r"\b(?:upside|no longer|not|strangely|without|backwards)\b", state
            )
            if not odd:
                return _BY_NAME["normal"] if used and found.sort not in URGENT else found
    return _BY_NAME["normal" if used or _USED.fullmatch(state.strip()) else "strange"]


def _determined(thing: str) -> str:
    """The thing with an article, fit for the middle of a sentence."""
    if not _DETERMINED.match(thing):
        thing = "the " + thing
    return thing[0].lower() + thing[1:] if thing.startswith(("The ", "A ", "An ", "Some ", "My ", "This ")) else thing


def creature(state: str) -> str:
    """What is on a thing that is 'covered in bees': 'the bees'."""
    found = re.search(
        r"(?:covered (?:in|with)|full of|overrun (?:by|with)|by|with|of) ((?:\w+ )?\w+)$", state
    ) or re.search(r"(?:an? |some )((?:\w+ )?\w+)", state)
    return f"the {found[1]}" if found else "whatever it is"
