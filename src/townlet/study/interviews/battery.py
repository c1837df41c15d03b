"""Batteries: the questions of an interview, as an author writes them in TOML."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from importlib import resources
from pathlib import Path
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from townlet.study.defects import FileFaults, StudyFault

PAPER = "park2023"
"""The battery of the paper's appendix B, which comes with Townlet."""

Kind = Literal["open", "likert", "choice"]

REFUSED, UNKNOWN = "I would rather not say", "I don't know"
"""The options of declining and of not knowing, where a question has them."""

_TABLE = re.compile(r"^\s*\[\[\s*questions\s*\]\]", re.MULTILINE)
_BRACKET = re.compile(r"\[([^\]]*)\]")
BRACKETS = ("met", "closest", "nobody", "fact 1", "fact 2", "fact 3")
"""What may stand in brackets; `names.py` says what is put there."""


class Question(BaseModel):
    """One question. What stands in brackets is filled in for each person."""

    model_config = ConfigDict(extra="forbid", frozen=True, str_strip_whitespace=True)

    id: Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9_-]*$")]
    ask: Annotated[str, Field(min_length=1, max_length=500)]
    category: str = ""
    kind: Kind = "open"
    options: tuple[str, ...] = ()
    """choice: what can be chosen; likert: the labels of the scale, lowest first."""
    may_refuse: bool = False
    """Whether declining to answer is an option, coded -9."""
    may_not_know: bool = False
    """Whether not knowing is an option, coded -8."""

    @model_validator(mode="after")
    def _has_what_its_kind_needs(self) -> Question:
        if self.kind == "open" and self.options:
            raise ValueError("an open question has no options; make it 'likert' or 'choice', or take them out")
        if self.kind != "open" and len(self.options) < 2:
            raise ValueError(f"a {self.kind} question needs two options or more")
        if len(set(self.options)) != len(self.options):
            raise ValueError("two options are the same")
        for name in self.brackets():
            if name not in BRACKETS:
                raise ValueError(f"[{name}] is nothing that can be filled in; there are {', '.join(BRACKETS)}")
        return self

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
    questions: tuple[Question, ...] = ()

    @property
    def categories(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(question.category for question in self.questions))


def battery_named(given: str) -> Battery:
    """The battery that comes with Townlet under a name, or that of a file. Raises FileFaults, StudyFault."""
    if given == PAPER:
        text = (resources.files(__package__) / "batteries" / f"{PAPER}.toml").read_text(encoding="utf-8")
        return read_battery(text, PAPER)
    path = Path(given)
    if not path.is_file():
        raise StudyFault(f"There is no battery {given!r}; give {PAPER!r} or a TOML file of your own.")
    try:
        return read_battery(path.read_text(encoding="utf-8-sig"), given)
    except UnicodeDecodeError as error:
        raise FileFaults(given, ["is not text in UTF-8; save it as UTF-8"]) from error


def read_battery(text: str, file: str) -> Battery:
    """A battery as written. Raises FileFaults with every defect and its line."""
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise FileFaults(file, [f"is not valid TOML: {error}"]) from error
    lines = [text.count("\n", 0, found.end()) + 1 for found in _TABLE.finditer(text)]
    try:
        battery = Battery.model_validate(table)
    except ValidationError as error:
        raise FileFaults(file, _in_words(error, lines)) from error
    faults = list(_doubled(battery, lines)) if lines else ["has no [[questions]]; write one at least"]
    if battery.first and battery.first not in {question.id for question in battery.questions}:
        faults.append(f"first: there is no question with the id {battery.first!r}")
    if faults:
        raise FileFaults(file, faults)
    return battery


def _doubled(battery: Battery, lines: list[int]) -> Iterator[str]:
    first: dict[str, int] = {}
    for question, line in zip(battery.questions, lines, strict=False):
        if question.id in first:
            yield f"line {line}: the id {question.id!r} is that of the question at line {first[question.id]} too"
        first.setdefault(question.id, line)


def _in_words(error: ValidationError, lines: list[int]) -> Iterator[str]:
    for fault in error.errors():
        place, message = fault["loc"], fault["msg"].removeprefix("Value error, ")
        if len(place) >= 2 and place[0] == "questions" and isinstance(place[1], int):
            line = lines[place[1]] if place[1] < len(lines) else "?"
            key = ".".join(map(str, place[2:]))
            yield f"line {line}: {key + ': ' if key else ''}{message.lower() if key else message}"
        else:
            yield f"{'.'.join(map(str, place))}: {message.lower()}"
