"""Question batteries: reading and checking their TOML files, and filling in the questions for each person."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from random import Random
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError, ValidationInfo, field_validator

from townlet.evaluation.randomisation import make_seeded_random
from townlet.files import parse_toml_text, read_text
from townlet.measures.diffusion.facts import TrackedFact
from townlet.runfile.study_files import StudyError, StudyFileError
from townlet.town.toml_lines import KeyPath, TomlLines

Defect = tuple[KeyPath, str]
"""What is wrong with a battery, and the keys of the value that it is about."""


def _schema_defects(error: ValidationError) -> Iterator[Defect]:
    """Yield the defects that pydantic found. Those of a question are told without its place among the questions."""
    for fault in error.errors():
        own = fault["msg"].removeprefix("Value error, ")
        message = own if own != fault["msg"] else fault["msg"].lower()
        inside = fault["loc"][2:] if fault["loc"][0] == "questions" else fault["loc"]
        yield fault["loc"], f"{'.'.join(map(str, inside))}: {message}".removeprefix(": ")


def _structure_defects(table: Mapping[str, Any], lines: TomlLines) -> Iterator[Defect]:
    """Yield the defects of the file as a whole: no questions, duplicate ids, and a `first` that is no question's id."""
    questions = table.get("questions")
    if not isinstance(questions, list) or not questions:
        yield (), "has no [[questions]]; write at least one"
        return
    ids = [each.get("id") if isinstance(each, dict) else None for each in questions]
    for index, name in enumerate(ids):
        if name is not None and (first := ids.index(name)) < index:
            other = f"the question at line {lines.line_of(('questions', first))}"
            yield ("questions", index, "id"), f"the id {name!r} is already that of {other}; give each question its own"
    if (asked_first := table.get("first")) and asked_first not in ids:
        yield ("first",), f"first: no question has the id {asked_first!r}"


PAPER_BATTERY = "park2023"
"""The built-in battery: the questions of the paper's appendix B."""

QuestionKind = Literal["open", "likert", "choice"]

REFUSED, UNKNOWN = "I would rather not say", "I don't know"
"""The options for declining to answer and for not knowing, on questions that allow them."""

# "[closest]" in "What do you think of [closest]?"
_BRACKET = re.compile(r"\[([^\]]*)\]")
BRACKETS = ("met", "closest", "nobody", "fact 1", "fact 2", "fact 3")
"""The placeholders that a question may contain; `personalise_questions` fills them in."""


class BatteryQuestion(BaseModel):
    """One question of a battery. Placeholders in brackets are filled in for each person."""

    model_config = ConfigDict(extra="forbid", frozen=True, str_strip_whitespace=True)

    id: Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9_-]*$")]
    ask: Annotated[str, Field(min_length=1, max_length=500)]
    category: str = ""
    kind: QuestionKind = "open"
    options: Annotated[tuple[str, ...], Field(validate_default=True)] = ()
    """For a choice question the options; for a likert question the labels of the scale, lowest first."""
    may_refuse: Annotated[bool, Field(strict=True)] = False
    """Whether the person may decline to answer (code -9)."""
    may_not_know: Annotated[bool, Field(strict=True)] = False
    """Whether the person may say that they do not know (code -8)."""

    @field_validator("ask")
    @classmethod
    def _has_only_what_can_be_filled_in(cls, ask: str) -> str:
        for name in _BRACKET.findall(ask):
            if name not in BRACKETS:
                raise ValueError(f"[{name}] cannot be filled in; the placeholders are {', '.join(BRACKETS)}")
        return ask

    @field_validator("options")
    @classmethod
    def _has_the_options_of_its_kind(cls, options: tuple[str, ...], others: ValidationInfo) -> tuple[str, ...]:
        kind = others.data.get("kind")
        if kind == "open" and options:
            raise ValueError("an open question has no options; make it 'likert' or 'choice', or remove them")
        if kind in ("likert", "choice") and len(options) < 2:
            raise ValueError(f"a {kind} question needs two or more options")
        if len(set(options)) != len(options):
            raise ValueError("two options are the same")
        return options

    @property
    def choices(self) -> tuple[str, ...]:
        """All possible answers to a closed question; none for an open one."""
        declined = (REFUSED,) if self.may_refuse else ()
        unknown = (UNKNOWN,) if self.may_not_know else ()
        return (*self.options, *declined, *unknown) if self.options else ()

    def code(self, answer: str) -> int | None:
        """Return the code of an answer: the option's number from 1, -9 if refused, -8 if not known.

        Return None for an open question.
        """
        if not self.options:
            return None
        return {REFUSED: -9, UNKNOWN: -8}.get(answer) or self.options.index(answer) + 1

    def brackets(self) -> list[str]:
        """Return the placeholders in the question, in order."""
        return _BRACKET.findall(self.ask)


class Battery(BaseModel):
    """The questions of an interview, in order. Each is asked on its own, without the earlier answers."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    name: str
    about: str = ""
    first: str = ""
    """The id of the question that human authors answer first and on which they are judged."""
    questions: tuple[BatteryQuestion, ...] = ()

    @property
    def categories(self) -> tuple[str, ...]:
        """The categories of the questions, in order of first use."""
        return tuple(dict.fromkeys(question.category for question in self.questions))


def load_battery(given: str) -> Battery:
    """Return the built-in battery of this name, or the battery in this file. Raises StudyFileError, StudyError."""
    if given == PAPER_BATTERY:
        text = (resources.files(__package__) / "batteries" / f"{PAPER_BATTERY}.toml").read_text(encoding="utf-8")
        return parse_battery(text, PAPER_BATTERY)
    path = Path(given)
    if not path.is_file():
        raise StudyError(f"There is no battery {given!r}; give {PAPER_BATTERY!r} or a TOML file of your own.")
    try:
        return parse_battery(read_text(path), given)
    except UnicodeDecodeError as error:
        raise StudyFileError(given, ["is not UTF-8 text; save it as UTF-8"]) from error


def parse_battery(text: str, file: str) -> Battery:
    """Return the battery in a TOML text. Raises StudyFileError, which lists every defect with its line."""
    try:
        table = parse_toml_text(text)
    except tomllib.TOMLDecodeError as error:
        raise StudyFileError(file, [f"is not valid TOML: {error}"]) from error
    lines = TomlLines(text)
    found = list(_structure_defects(table, lines))
    try:
        battery = Battery.model_validate(table)
    except ValidationError as error:
        found = [*_schema_defects(error), *found]
    if found:
        raise StudyFileError(file, lines.tell(found))
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
    """A question in the words in which one person is asked."""

    question: BatteryQuestion
    text: str
    about: tuple[str, ...] = ()
    """The people named in the question."""


@dataclass(frozen=True)
class Contacts:
    """The people with whom a person has talked up to a moment."""

    talks_with: Mapping[str, int]
    """The number of talks with each of them."""

    @property
    def met(self) -> list[str]:
        """Everyone the person has talked with, by name."""
        return sorted(self.talks_with)

    @property
    def closest(self) -> str:
        """The person with whom they talked most often, the first by name in a tie; empty if they talked with nobody."""
        return min(self.talks_with, key=lambda name: (-self.talks_with[name], name), default="")


def count_contacts(person: str, talks: Iterable[Sequence[str]]) -> Contacts:
    """Return a person's contacts. Each talk is given by its participants."""
    return Contacts(Counter(other for talk in talks if person in talk for other in talk if other != person))


def personalise_questions(
    person: str, battery: Battery, company: Contacts, facts: Sequence[TrackedFact], people: Sequence[str], seed: int
) -> list[PersonalQuestion]:
    """Return the battery's questions filled in for a person, without those whose placeholders cannot be filled."""
    placeholders = _Placeholders(person, company, facts, people, seed)
    return [asked for question in battery.questions if (asked := placeholders.fill(question))]


class _Placeholders:
    """Fills placeholders for one person. `[met]` draws no name twice while others are left."""

    def __init__(
        self, person: str, company: Contacts, facts: Sequence[TrackedFact], people: Sequence[str], seed: int
    ) -> None:
        rng = make_seeded_random("interview", seed, person)
        self.met = company.met
        rng.shuffle(self.met)
        self.closest, self.facts = company.closest, facts
        self.nobody = _invent_name(people, rng)
        self.used = 0

    def fill(self, question: BatteryQuestion) -> PersonalQuestion | None:
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


def _invent_name(people: Sequence[str], rng: Random) -> str:
    """Return a name that shares no part with the name of anyone in the town."""
    parts = {part for name in people for part in name.split()}
    given = [name for name in _GIVEN if name not in parts]
    family = [name for name in _FAMILY if name not in parts]
    return f"{rng.choice(given or _GIVEN)} {rng.choice(family or _FAMILY)}"
