"""Who knows of whom, by what is in their memory, and how dense the graph of mutual knowledge is."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations

from townlet.memory.record import Memory, MemoryId

_OUTER = frozenset(("seed", "seen", "heard", "told", "inner voice", "said", "done"))
"""What a memory must come from for it to make somebody known; thoughts and plans rest on such memories."""


@dataclass(frozen=True)
class Met:
    """The moment from which one person knows of another."""

    one: str
    other: str
    step: int
    memory: MemoryId
    """The first memory of `one` that names `other`."""


def acquaintances(people: Sequence[str], memories: Iterable[Memory]) -> list[Met]:
    """The first memory of each person that names each other; in order of steps."""
    naming = {name: _naming(name, people) for name in people}
    found: dict[tuple[str, str], MemoryId] = {}
    for memory in memories:
        one = memory.id.agent
        if one not in naming or memory.source not in _OUTER:
            continue
        named = [other for other in people if (one, other) not in found and other != one]
        for other in named:
            if other == memory.heard_from or naming[other].search(memory.text):
                found[one, other] = memory.id
    met = (Met(*pair, memory.step, memory) for pair, memory in found.items())
    return sorted(met, key=lambda each: (each.step, each.one, each.other))


def mutual(known: Collection[tuple[str, str]]) -> set[tuple[str, str]]:
    """The pairs of whom each knows of the other, each pair once."""
    return {(one, other) for one, other in known if one < other and (other, one) in known}


def density(people: Sequence[str], known: Collection[tuple[str, str]]) -> float:
    """2 |E| / (|V| (|V| - 1)) of the graph of mutual knowledge (section 7.1.1); 0 for fewer than two people."""
    pairs = len(list(combinations(people, 2)))
    return len(mutual(known)) / pairs if pairs else 0.0


def known_by(met: Iterable[Met], step: int) -> set[tuple[str, str]]:
    """Who knew of whom before a step."""
    return {(each.one, each.other) for each in met if each.step < step}


def _naming(name: str, people: Sequence[str]) -> re.Pattern[str]:
    """Their whole name, or the first one where nobody else bears it."""
    first = name.split()[0]
    alone = sum(other.split()[0] == first for other in people) == 1
    words = [name, first] if alone else [name]
    return re.compile(rf"\b(?:{'|'.join(map(re.escape, words))})\b")
