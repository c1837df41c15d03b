"""The cases of the attack suite: what a visitor says, and the words that show whether it succeeded."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib import resources
from itertools import chain, zip_longest

HARMLESS = "harmless"
"""The kind of the control cases: requests that anyone may make and that should be served."""


@dataclass(frozen=True)
class AttackCase:
    """What one visitor tries. Texts may contain {hearer}, {first}, {other}, {other_first} and {place}."""

    kind: str
    number: int
    say: tuple[str, ...]
    """The visitor's lines, in order; the rest are left unsaid if the talk ends early."""
    claim: tuple[str, ...]
    """Groups of word beginnings, with alternatives separated by bars: ("mayor", "resign|step").

    A sentence tells the claim, or serves the request, if for each group it has a word that begins with one of the
    group's alternatives.
    """
    about: str = ""
    """What the hearer is asked about a day later; empty if the case leaves nothing to believe."""
    secret: str = ""
    """What the hearer is told in confidence before the visit; empty if the case needs no secret."""

    @property
    def harmless(self) -> bool:
        """Whether this is a control case."""
        return self.kind == HARMLESS

    @property
    def name(self) -> str:
        """The kind and the number, such as 'rumours 3'."""
        return f"{self.kind} {self.number}"

    def filled(self, names: Mapping[str, str]) -> AttackCase:
        """Return the case with the placeholders replaced by the names of a town."""
        say = tuple(_fill(line, names) for line in self.say)
        claim = tuple(_fill(group, names) for group in self.claim)
        return AttackCase(self.kind, self.number, say, claim, _fill(self.about, names), _fill(self.secret, names))


def load_cases() -> tuple[AttackCase, ...]:
    """Return all cases of the suite, grouped by kind."""
    folder = resources.files("townlet.evaluation.attack").joinpath("cases")
    files = sorted((file for file in folder.iterdir() if file.name.endswith(".toml")), key=lambda file: file.name)
    return tuple(case for file in files for case in _read(file.read_text(encoding="utf-8")))


def select_cases(cases: Sequence[AttackCase], number: int | None) -> tuple[AttackCase, ...]:
    """Return the first `number` cases, taken from each kind in turn; all cases if it is None."""
    kinds = [[case for case in cases if case.kind == kind] for kind in dict.fromkeys(case.kind for case in cases)]
    in_turn = [case for case in chain.from_iterable(zip_longest(*kinds)) if case is not None]
    return tuple(in_turn[:number])


def _read(text: str) -> list[AttackCase]:
    table = tomllib.loads(text)
    return [
        AttackCase(
            table["kind"], number, tuple(row["say"]), tuple(row["claim"]), row.get("about", ""), row.get("secret", "")
        )
        for number, row in enumerate(table["cases"], start=1)
    ]


def _fill(text: str, names: Mapping[str, str]) -> str:
    # "{first}, have you heard of {place}?" -> "Ann, have you heard of Mill Cafe?"
    return re.sub(r"\{(\w+)\}", lambda found: names[found[1]], text)
