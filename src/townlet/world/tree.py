"""Places, objects and norms in the words that prompts and pages print."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from itertools import pairwise

from townlet.world.address import Address
from townlet.world.setting import MINUTES_A_DAY, Norms, Setting


def sentence_of(address: Address) -> str:
    """Return a node of the tree as a sentence: 'there is a stove in the kitchen' (section 5.1)."""
    within = f" in {with_article(address.parent.name)}" if address.parent else ""
    return f"there is {with_article(address.name, definite=False)}{within}"


def with_article(name: str, definite: bool = True) -> str:
    """Return the name with its article: 'the kitchen', 'a kitchen'. Proper names and names such as 'behind the bar'
    get none."""
    # No article: 'Mill Cafe', "Ann Bo's room", 'behind the bar'.
    if name[:1].isupper() or "'s " in name or re.match(r"(the|behind|in|on|under|near|at) ", name):
        return name
    if definite:
        return f"the {name}"
    if name.endswith("s") and not name.endswith("ss"):
        return name
    return f"{'an' if name[0] in 'aeiou' else 'a'} {name}"


def label(place: Address) -> str:
    """Return a place as prompts list it, without the root of the tree: 'Heron Inn: bar room'."""
    return ": ".join(_each_once(place)) or place.name


def _each_once(place: Address) -> list[str]:
    """Return the parts of an address below the root, without a place that has the name of the place around it."""
    parts = place.parts
    return [part for before, part in pairwise(parts) if part != before or len(parts) == 2]


def spoken(address: Address) -> str:
    """Return an address as a phrase: 'the stove in the kitchen of Mill House'."""
    inner = [with_article(part) for part in reversed(_each_once(address))]
    if not inner:
        return address.name
    if len(inner) == 1:
        return inner[0]
    if len(inner) == 2:
        return f"{inner[0]} of {inner[1]}"
    return f"{inner[0]} in {' of '.join(inner[1:])}"


def rule_of(place: Address, setting: Setting) -> str:
    """Return the norms of a place and of the places that contain it, in words; empty if there are none."""
    return "; ".join(_rules(place, setting))


def _rules(place: Address, setting: Setting) -> Iterable[str]:
    for address in place.ancestors():
        if address in setting.places:
            yield from norms_in_words(setting.places[address].norms)


def norms_in_words(norms: Norms) -> Iterable[str]:
    """Yield the norms of a place in words: 'open from 8:00 am to 6:00 pm', 'for 4 people at a time'."""
    if norms.hours:
        yield f"open from {clock_words(norms.hours.opens)} to {clock_words(norms.hours.closes)}"
    if norms.capacity is not None:
        yield "for one person at a time" if norms.capacity == 1 else f"for {norms.capacity} people at a time"
    if norms.rule:
        yield norms.rule


@lru_cache(maxsize=MINUTES_A_DAY)
def clock_words(minute: int) -> str:
    """Return minutes after midnight as a clock time: '7:30 am' for 450."""
    hour, rest = divmod(minute % MINUTES_A_DAY, 60)
    return f"{(hour - 1) % 12 + 1}:{rest:02d} {'am' if hour < 12 else 'pm'}"


def find_label(text: str, places: Iterable[Address]) -> Address | None:
    """Return the place that a model named; None if none fits. Case, spaces and a missing sector do not matter."""
    wanted = _plain(text)
    if not wanted:
        return None
    candidates = tuple(places)
    for names in (lambda a: label(a), lambda a: a.name):
        for address in candidates:
            if _plain(names(address)) == wanted:
                return address
    for address in candidates:
        name = _plain(label(address))
        if _has_words(wanted, name) or _has_words(name, wanted):
            return address
    return None


@lru_cache(maxsize=4096)
def _plain(text: str) -> str:
    return re.sub(r"[\W_]+", " ", text.casefold()).strip()


def _has_words(text: str, words: str) -> bool:
    """Return whether the words occur in a text as whole words: 'bar' is not in 'barn'."""
    return bool(words) and f" {words} " in f" {text} "
