"""What is put into the brackets of questions, for each person, by the paper's two rules (appendix B)."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from random import Random

from townlet.study.diffusion.tracked import TrackedFact
from townlet.study.interviews.battery import Battery, Question

_GIVEN = ("Kester", "Odalys", "Bram", "Ines", "Torvald", "Philippa", "Jarek", "Noor", "Evander", "Sunniva")
_FAMILY = (
    "Quillon",
    "Abernethy",
    "Varga",
    "Osei",
    "Marchetti",
    "Dunmore",
    "Halloran",
    "Petrov",
    "Achterberg",
)


@dataclass(frozen=True)
class Asked:
    """A question as it is put to one person."""

    question: Question
    text: str
    about: tuple[str, ...] = ()
    """The people named in it."""


@dataclass(frozen=True)
class Company:
    """With whom somebody has had to do up to a moment, and how often."""

    with_whom: Mapping[str, int]

    @property
    def met(self) -> list[str]:
        return sorted(self.with_whom)

    @property
    def closest(self) -> str:
        """With whom most; by name where it is as many with several; empty for nobody."""
        return min(self.with_whom, key=lambda name: (-self.with_whom[name], name), default="")


def company_of(person: str, talks: Iterable[Sequence[str]]) -> Company:
    """Counted in talks, each given by its participants."""
    return Company(Counter(other for talk in talks if person in talk for other in talk if other != person))


def asked_of(
    person: str, battery: Battery, company: Company, facts: Sequence[TrackedFact], people: Sequence[str], seed: int
) -> list[Asked]:
    """The battery's questions as they are put to somebody; without those that cannot be filled in for them."""
    drawn = _Drawn(person, company, facts, people, seed)
    return [asked for question in battery.questions if (asked := drawn.filled(question))]


class _Drawn:
    """The draws for one person: no name twice while there are others."""

    def __init__(
        self, person: str, company: Company, facts: Sequence[TrackedFact], people: Sequence[str], seed: int
    ) -> None:
        chance = _chance(seed, person)
        self.met = company.met
        chance.shuffle(self.met)
        self.closest, self.facts = company.closest, facts
        self.nobody = _made_up(people, chance)
        self.used = 0

    def filled(self, question: Question) -> Asked | None:
        text, about = question.ask, []
        for bracket in question.brackets():
            found = self._find(bracket)
            if not found:
                return None
            text = text.replace(f"[{bracket}]", found, 1)
            about += [] if bracket.startswith("fact") else [found]
        return Asked(question, text, tuple(about))

    def _find(self, bracket: str) -> str:
        if bracket == "met":
            self.used += 1
            return self.met[(self.used - 1) % len(self.met)] if self.met else ""
        if bracket == "closest":
            return self.closest
        if bracket == "nobody":
            return self.nobody
        place = int(bracket.removeprefix("fact ")) - 1
        return self.facts[place].question if place < len(self.facts) else ""


def _chance(seed: int, person: str) -> Random:
    """A generator that depends on nothing else."""
    return Random(int.from_bytes(hashlib.sha256(f"interview/{seed}/{person}".encode()).digest()[:8], "big"))


def _made_up(people: Sequence[str], chance: Random) -> str:
    """A name of which nobody in the town bears a part."""
    parts = {part for name in people for part in name.split()}
    given = [name for name in _GIVEN if name not in parts]
    family = [name for name in _FAMILY if name not in parts]
    return f"{chance.choice(given or _GIVEN)} {chance.choice(family or _FAMILY)}"
