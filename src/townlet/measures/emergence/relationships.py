"""Measures relationships: who knows of whom by their memories, and the density of the graph of mutual knowledge."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from random import Random

from townlet.measures.record import name_finder_of
from townlet.memory.record import MemoryId
from townlet.runfile.view import RunView

_OUTER = frozenset(("seed", "seen", "heard", "told", "inner voice", "said", "done"))
"""Sources of memories that count as knowing of a person; thoughts and plans only rest on such memories."""

MOST_PAIRS = 1_000
"""The most pairs of people who are asked about each other. If there are more, a sample is asked."""


@dataclass(frozen=True)
class Acquaintance:
    """One person's first knowledge of another."""

    one: str
    other: str
    step: int
    memory: MemoryId
    """The first memory of `one` that names `other`."""


def find_acquaintances(source: RunView) -> list[Acquaintance]:
    """Return each resident's first memory of each other resident, in order of steps. Raises RunFileError."""
    everybody, naming = frozenset(source.residents), name_finder_of(source)
    found: dict[tuple[str, str], MemoryId] = {}
    for memory in source.memories_by_step():
        one = memory.id.agent
        if one not in everybody or memory.source not in _OUTER:
            continue
        teller = {memory.heard_from} & everybody
        for other in sorted((naming.named(memory.text) | teller) - {one}):
            found.setdefault((one, other), memory.id)
    met = (Acquaintance(*pair, first.step, first) for pair, first in found.items())
    return sorted(met, key=lambda each: (each.step, each.one, each.other))


def draw_pairs(people: Sequence[str], seed: int, most: int = MOST_PAIRS) -> list[tuple[str, str]]:
    """Return the pairs of people to ask about each other: all, or a seeded sample where there are more than `most`.

    Each pair comes once. With 1,000 pairs a share is within 3 percentage points of that of all pairs, 95 times in 100.
    """
    count = len(people)
    if count * (count - 1) // 2 <= most:
        return list(combinations(people, 2))
    chance, found = Random(seed), dict[tuple[int, int], None]()
    while len(found) < most:
        one, other = sorted(chance.sample(range(count), 2))
        found[one, other] = None
    return [(people[one], people[other]) for one, other in sorted(found)]


def find_mutual_pairs(known: Collection[tuple[str, str]]) -> set[tuple[str, str]]:
    """Return the pairs in which each person knows of the other, each pair once."""
    return {(one, other) for one, other in known if one < other and (other, one) in known}


def compute_density(people: Sequence[str], known: Collection[tuple[str, str]]) -> float:
    """Return 2 |E| / (|V| (|V| - 1)) for the graph of mutual knowledge (section 7.1.1); 0 for fewer than two people."""
    pairs = len(list(combinations(people, 2)))
    return len(find_mutual_pairs(known)) / pairs if pairs else 0.0


def list_known_pairs(met: Iterable[Acquaintance], step: int) -> set[tuple[str, str]]:
    """Return the (person, other) pairs in which the person knew of the other before a step."""
    return {(each.one, each.other) for each in met if each.step < step}
