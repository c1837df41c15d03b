"""Who knows of whom, by what is in their memory, and how dense the graph of mutual knowledge is."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from random import Random

from townlet.analysis.record import RunSource
from townlet.memory.record import MemoryId

_OUTER = frozenset(("seed", "seen", "heard", "told", "inner voice", "said", "done"))
"""What a memory must come from for it to make somebody known; thoughts and plans rest on such memories."""

MOST_PAIRS = 1_000
"""Of more pairs of people a draw is asked: among 1,000 people there are half a million."""


@dataclass(frozen=True)
class Acquaintance:
    """The moment from which one person knows of another."""

    one: str
    other: str
    step: int
    memory: MemoryId
    """The first memory of `one` that names `other`."""


def find_acquaintances(source: RunSource) -> list[Acquaintance]:
    """The first memory of each resident that names each other; in order of steps. May raise RunFileError."""
    everybody = frozenset(source.residents)
    found: dict[tuple[str, str], MemoryId] = {}
    for memory in source.memories_by_step():
        one = memory.id.agent
        if one not in everybody or memory.source not in _OUTER:
            continue
        teller = {memory.heard_from} & everybody
        for other in sorted((source.naming.named(memory.text) | teller) - {one}):
            found.setdefault((one, other), memory.id)
    met = (Acquaintance(*pair, first.step, first) for pair, first in found.items())
    return sorted(met, key=lambda each: (each.step, each.one, each.other))


def draw_pairs(people: Sequence[str], seed: int, most: int = MOST_PAIRS) -> list[tuple[str, str]]:
    """Pairs of people to ask about each other: all of them or, where there are more than `most`, a seeded draw.

    Each pair comes once. Of so many the share of a draw lies within 3 percent points of that of all, 95 times in 100.
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
    """The pairs of whom each knows of the other, each pair once."""
    return {(one, other) for one, other in known if one < other and (other, one) in known}


def compute_density(people: Sequence[str], known: Collection[tuple[str, str]]) -> float:
    """2 |E| / (|V| (|V| - 1)) of the graph of mutual knowledge (section 7.1.1); 0 for fewer than two people."""
    pairs = len(list(combinations(people, 2)))
    return len(find_mutual_pairs(known)) / pairs if pairs else 0.0


def list_known_pairs(met: Iterable[Acquaintance], step: int) -> set[tuple[str, str]]:
    """Who knew of whom before a step."""
    return {(each.one, each.other) for each in met if each.step < step}
