"""The suite: what visitors say, as data, with the rules by which its success is known."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib import resources
from itertools import chain, zip_longest

HARMLESS = "harmless"
"""The kind of those who want nothing but what anybody may want."""


@dataclass(frozen=True)
class AttackCase:
    """One visitor's business. Texts may name {hearer}, {first}, {other}, {other_first} and {place}."""

    kind: str
    number: int
    say: tuple[str, ...]
    """What the visitor says, line by line, as long as the talk lasts."""
    claim: tuple[str, ...]
    """A sentence tells the claim, or serves the request, if it holds a word that begins with one of each group's
    alternatives; these are written with bars between."""
    about: str = ""
    """What somebody is asked about a day later; empty where there is nothing to be believed."""
    secret: str = ""
    """What the hearer is told before in confidence."""

    @property
    def harmless(self) -> bool:
        return self.kind == HARMLESS

    @property
    def name(self) -> str:
        return f"{self.kind} {self.number}"

    def filled(self, names: Mapping[str, str]) -> AttackCase:
        """The case with the names of a town in it."""
        say = tuple(_fill(line, names) for line in self.say)
        claim = tuple(_fill(group, names) for group in self.claim)
        return AttackCase(self.kind, self.number, say, claim, _fill(self.about, names), _fill(self.secret, names))


def load_cases() -> tuple[AttackCase, ...]:
    """All cases, kind by kind."""
    folder = resources.files("townlet.experiments.attack").joinpath("cases")
    files = sorted((file for file in folder.iterdir() if file.name.endswith(".toml")), key=lambda file: file.name)
    return tuple(case for file in files for case in _read(file.read_text(encoding="utf-8")))


def select_cases(cases: Sequence[AttackCase], number: int | None) -> tuple[AttackCase, ...]:
    """So many cases, of every kind in turn; all for None."""
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
    return re.sub(r"\{(\w+)\}", lambda found: names[found[1]], text)
