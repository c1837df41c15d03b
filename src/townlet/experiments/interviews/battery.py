"""Batteries: the questions of an interview, as an author writes them in TOML."""

from __future__ import annotations

import hashlib
import re
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from random import Random
from typing import Annotated, Any, Literal, NamedTuple

from pydantic import BaseModel, ConfigDict, Field, ValidationError, ValidationInfo, field_validator

from townlet.analysis.diffusion.facts import TrackedFact
from townlet.runfile.study_files import StudyError, StudyFileError

_TABLE = re.compile(r"\s*\[\[\s*questions\s*\]\]")


class BatteryDefect(NamedTuple):
    line: int
    """Counted from 1; 0 where it has none."""
    what: str

    @property
    def told(self) -> str:
        return f"line {self.line}: {self.what}" if self.line else self.what


class BatteryLines:
    """On which line of a battery's text a question begins, and each key is."""

    def __init__(self, text: str) -> None:
        self._lines = text.splitlines()
        self.questions = [number for number, line in enumerate(self._lines, 1) if _TABLE.match(line)]

    def of(self, key: str, question: int | None = None) -> int:
        """The line of a key, of a question by its place or of the head; where it is missing, the question's, or 0."""
        starts = [0, *self.questions, len(self._lines) + 1]
        part = 0 if question is None else question + 1
        if part >= len(starts) - 1:
            return 0
        key_there = re.compile(rf"\s*(?:{re.escape(key)}\s*=|\[+\s*{re.escape(key)}\s*\]+)")
        numbers = range(starts[part] + 1, starts[part + 1])
        return next((number for number in numbers if key_there.match(self._lines[number - 1])), starts[part])


def describe_schema_defects(error: ValidationError, lines: BatteryLines) -> Iterator[BatteryDefect]:
    """What does not fit a battery's form."""
    for fault in error.errors():
        own = fault["msg"].removeprefix("Value error, ")
        message = own if own != fault["msg"] else fault["msg"].lower()
        match fault["loc"]:
            case ("questions", int(place), *inside):
                line, key = lines.of(str(inside[0]) if inside else "", place), inside
            case keys:
                line, key = lines.of(str(keys[0])), list(keys)
        yield BatteryDefect(line, f"{'.'.join(map(str, key))}: {message}".removeprefix(": "))


def find_structure_defects(table: Mapping[str, Any], lines: BatteryLines) -> Iterator[BatteryDefect]:
    """What no question shows by itself: that there is none, ids that are given twice or lead nowhere."""
    questions = table.get("questions")
    if not isinstance(questions, list) or not questions:
        yield BatteryDefect(0, "has no [[questions]]; write one at least")
        return
    ids = [each.get("id") if isinstance(each, dict) else None for each in questions]
    for place, name in enumerate(ids):
        if name is not None and (first := ids.index(name)) < place:
            other = f"the question at line {lines.of('', first)}" if lines.questions else "another question"
            yield BatteryDefect(lines.of("id", place), f"the id {name!r} is that of {other} too")
    if (asked_first := table.get("first")) and asked_first not in ids:
        yield BatteryDefect(lines.of("first"), f"first: there is no question with the id {asked_first!r}")


PAPER_BATTERY = "park2023"
"""The battery of the paper's appendix B, which comes with Townlet."""

QuestionKind = Literal["open", "likert", "choice"]

REFUSED, UNKNOWN = "I would rather not say", "I don't know"
"""The options of declining and of not knowing, where a question has them."""

_BRACKET = re.compile(r"\[([^\]]*)\]")
BRACKETS = ("met", "closest", "nobody", "fact 1", "fact 2", "fact 3")
"""What may stand in brackets; `names.py` says what is put there."""


class BatteryQuestion(BaseModel):
    """One question. What stands in brackets is filled in for each person."""

    model_config = ConfigDict(extra="forbid", frozen=True, str_strip_whitespace=True)

    id: Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9_-]*$")]
    ask: Annotated[str, Field(min_length=1, max_length=500)]
    category: str = ""
    kind: QuestionKind = "open"
    options: Annotated[tuple[str, ...], Field(validate_default=True)] = ()
    """choice: what can be chosen; likert: the labels of the scale, lowest first."""
    may_refuse: Annotated[bool, Field(strict=True)] = False
    """Whether declining to answer is an option, coded -9."""
    may_not_know: Annotated[bool, Field(strict=True)] = False
    """Whether not knowing is an option, coded -8."""

    @field_validator("ask")
    @classmethod
    def _has_only_what_can_be_filled_in(cls, ask: str) -> str:
        for name in _BRACKET.findall(ask):
            if name not in BRACKETS:
                raise ValueError(f"[{name}] is nothing that can be filled in; there are {', '.join(BRACKETS)}")
        return ask

    @field_validator("options")
    @classmethod
    def _has_the_options_of_its_kind(cls, options: tuple[str, ...], others: ValidationInfo) -> tuple[str, ...]:
        kind = others.data.get("kind")
        if kind == "open" and options:
            raise ValueError("an open question has none; make it 'likert' or 'choice', or take them out")
        if kind in ("likert", "choice") and len(options) < 2:
            raise ValueError(f"a {kind} question needs two or more")
        if len(set(options)) != len(options):
            raise ValueError("two are the same")
        return options

    @property
    def choices(self) -> tuple[str, ...]:
        """All that can be said to a closed question; none for an open one."""
        declined = (REFUSED,) if self.may_refuse else ()
        unknown = (UNKNOWN,) if self.may_not_know else ()
        return (*self.options, *declined, *unknown) if self.options else ()

    def code(self, answer: str) -> int | None:
        """The number of an answer to a closed question: its option's from 1, -9 refused, -8 not known."""
        if not self.options:
            return None
        return {REFUSED: -9, UNKNOWN: -8}.get(answer) or self.options.index(answer) + 1

    def brackets(self) -> list[str]:
        return _BRACKET.findall(self.ask)


class Battery(BaseModel):
    """Questions in the order in which they are asked, each on its own: no answer is shown to the next."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    name: str
    about: str = ""
    first: str = ""
    """The id of the question that human authors answer first, and by which their answers are judged."""
    questions: tuple[BatteryQuestion, ...] = ()

    @property
    def categories(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(question.category for question in self.questions))


def load_battery(given: str) -> Battery:
    """The battery that comes with Townlet under a name, or that of a file. Raises FileFaults, StudyFault."""
    if given == PAPER_BATTERY:
        text = (resources.files(__package__) / "batteries" / f"{PAPER_BATTERY}.toml").read_text(encoding="utf-8")
        return parse_battery(text, PAPER_BATTERY)
    path = Path(given)
    if not path.is_file():
        raise StudyError(f"There is no battery {given!r}; give {PAPER_BATTERY!r} or a TOML file of your own.")
    try:
        return parse_battery(path.read_text(encoding="utf-8-sig"), given)
    except UnicodeDecodeError as error:
        raise StudyFileError(given, ["is not text in UTF-8; save it as UTF-8"]) from error


def parse_battery(text: str, file: str) -> Battery:
    """A battery as written. Raises FileFaults with every defect and its line."""
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise StudyFileError(file, [f"is not valid TOML: {error}"]) from error
    try:
        battery, faults = Battery.model_validate(table), list[BatteryDefect]()
    except ValidationError as error:
        battery, faults = None, list(describe_schema_defects(error, BatteryLines(text)))
    faults += find_structure_defects(table, BatteryLines(text))
    if battery is None or faults:
        raise StudyFileError(file, (defect.told for defect in sorted(faults, key=lambda defect: defect.line)))
    return battery


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
class PersonalQuestion:
    """A question as it is put to one person."""

    question: BatteryQuestion
    text: str
    about: tuple[str, ...] = ()
    """The people named in it."""


@dataclass(frozen=True)
class Contacts:
    """With whom somebody has had to do up to a moment, and how often."""

    with_whom: Mapping[str, int]

    @property
    def met(self) -> list[str]:
        return sorted(self.with_whom)

    @property
    def closest(self) -> str:
        """With whom most; by name where it is as many with several; empty for nobody."""
        return min(self.with_whom, key=lambda name: (-self.with_whom[name], name), default="")


def count_contacts(person: str, talks: Iterable[Sequence[str]]) -> Contacts:
    """Counted in talks, each given by its participants."""
    return Contacts(Counter(other for talk in talks if person in talk for other in talk if other != person))


def personalise_questions(
    person: str, battery: Battery, company: Contacts, facts: Sequence[TrackedFact], people: Sequence[str], seed: int
) -> list[PersonalQuestion]:
    """The battery's questions as they are put to somebody; without those that cannot be filled in for them."""
    drawn = _Drawn(person, company, facts, people, seed)
    return [asked for question in battery.questions if (asked := drawn.filled(question))]


class _Drawn:
    """The draws for one person: no name twice while there are others."""

    def __init__(
        self, person: str, company: Contacts, facts: Sequence[TrackedFact], people: Sequence[str], seed: int
    ) -> None:
        chance = _chance(seed, person)
        self.met = company.met
        chance.shuffle(self.met)
        self.closest, self.facts = company.closest, facts
        self.nobody = _made_up(people, chance)
        self.used = 0

    def filled(self, question: BatteryQuestion) -> PersonalQuestion | None:
        text, about = question.ask, []
        for bracket in question.brackets():
            found = self._find(bracket)
            if not found:
                return None
            text = text.replace(f"[{bracket}]", found, 1)
            about += [] if bracket.startswith("fact") else [found]
        return PersonalQuestion(question, text, tuple(about))

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
