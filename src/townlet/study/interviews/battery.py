"""Batteries: the questions of an interview, as an author writes them in TOML."""

from __future__ import annotations

import re
import tomllib
from importlib import resources
from pathlib import Path
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError, ValidationInfo, field_validator

from townlet.study.defects import FileFaults, StudyFault
from townlet.study.interviews.defects import Defect, Lines, in_words, out_of_place

PAPER = "park2023"
"""The battery of the paper's appendix B, which comes with Townlet."""

Kind = Literal["open", "likert", "choice"]

REFUSED, UNKNOWN = "I would rather not say", "I don't know"
"""The options of declining and of not knowing, where a question has them."""

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
    try:
        battery, faults = Battery.model_validate(table), list[Defect]()
    except ValidationError as error:
        battery, faults = None, list(in_words(error, Lines(text)))
    faults += out_of_place(table, Lines(text))
    if battery is None or faults:
        raise FileFaults(file, (defect.told for defect in sorted(faults, key=lambda defect: defect.line)))
    return battery
