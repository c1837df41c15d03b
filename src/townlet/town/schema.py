"""The schema of the TOML files of a town: town.toml, facts.toml and the files in people/."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Annotated, Literal

from pydantic import AfterValidator, BeforeValidator, Field, NaiveDatetime, field_validator, model_validator

from townlet.language.languages import code_of
from townlet.town.look import LookEntry
from townlet.town.narrator import Narrator
from townlet.town.prose import sentences_of, stand_alone
from townlet.town.toml_file import StrictModel
from townlet.world.setting import MINUTES_A_DAY, Hours

_CLOCK_TIME = re.compile(r"(\d{1,2}):(\d{2})")
"""A time of day: '7:00', '17:30', '24:00'."""


def minutes_of(text: object) -> int:
    """Return the minutes after midnight of a time from '0:00' to '24:00'. Raises ValueError."""
    match = _CLOCK_TIME.fullmatch(text.strip()) if isinstance(text, str) else None
    if match is None:
        raise ValueError(f"{text!r} is not a time of day; write it as '7:00' or '17:30', in quotes")
    minutes = int(match[1]) * 60 + int(match[2])
    if int(match[2]) > 59 or minutes > MINUTES_A_DAY:
        raise ValueError(f"{text!r} is not a time of day; hours go to 24 and minutes to 59")
    return minutes


def later_than(start: int, end: int) -> int:
    """Return `end` in minutes, on the following day if it is not after `start`."""
    return end if end > start else end + MINUTES_A_DAY


ClockTime = Annotated[int, BeforeValidator(minutes_of)]
"""A field that is written as '7:00' and stored as minutes after midnight."""


_DASHES = re.compile("[‐-―−]")
"""The dashes of typesetting, which stand for '-'."""


def _work_hours(text: object) -> tuple[int, int]:
    """Return the minutes of '22:00-6:00', the end on the following day if it is not after the start."""
    start, dash, end = _DASHES.sub("-", text).partition("-") if isinstance(text, str) else ("", "", "")
    if "-" in end:
        told = "tell of the others in the description: 'Ann Bo works from 11 am to 2 pm and from 6 pm to 10 pm'"
        raise ValueError(f"{text!r} are several spans; write one, such as '11:00-14:00', and {told}")
    if not dash:
        raise ValueError(f"{text!r} are no hours of work; write them as '9:00-17:00' or '22:00-6:00', in quotes")
    return minutes_of(start), later_than(minutes_of(start), minutes_of(end))


WorkHours = Annotated[tuple[int, int], BeforeValidator(_work_hours)]
"""A field that is written as '22:00-6:00' and stored as minutes after midnight, the end above 1440 if it is past it."""


def _named(text: str) -> str:
    if not text.strip() or ":" in text or text != text.strip():
        raise ValueError(f"{text!r} cannot be a name; a name has no colon and no space at its ends")
    return text


Name = Annotated[str, AfterValidator(_named)]


class NormEntry(StrictModel):
    """A [[norms]] table: the rules of one place."""

    place: str
    opens: ClockTime | None = None
    closes: ClockTime | None = None
    capacity: Annotated[int, Field(ge=1)] | None = None
    rule: str = ""
    keepers: list[str] | None = None

    @property
    def hours(self) -> Hours | None:
        """The opening hours; None if the place is always open."""
        if self.opens is None or self.closes is None:
            return None
        return Hours(self.opens, later_than(self.opens, self.closes))


_A_YEAR = 366
"""How many days before the first day and after the last one people may tell of another."""


class TownFile(StrictModel):
    """The file `town.toml`."""

    name: Name
    start: NaiveDatetime
    about: str = ""
    days: Annotated[float, Field(gt=0, strict=False)] = 2
    language: str = "English"
    acquainted: bool | None = None
    hosted: bool = False
    norms: list[NormEntry] = Field(default_factory=list)

    @model_validator(mode="after")
    def _has_days_that_can_be_counted(self) -> TownFile:
        first = self.start.toordinal()
        if first <= _A_YEAR or first + self.days >= datetime.max.toordinal() - _A_YEAR:
            raise ValueError("its days lie beyond the years 2 to 9998; write another 'start' or fewer 'days'")
        return self


NonEmptyText = Annotated[str, Field(min_length=1)]
Groups = list[Annotated[list[NonEmptyText], Field(min_length=1)]]


class FactEntry(StrictModel):
    """A [[facts]] table: news or an event whose spread the measures follow."""

    name: NonEmptyText
    source: NonEmptyText
    match: Annotated[Groups, Field(min_length=1)]
    kind: Literal["news", "event"] = "news"
    question: str = ""
    own_words: Groups = Field(default_factory=list)
    unless: list[NonEmptyText] = Field(default_factory=list)
    paper_start: int | None = None
    paper_end: int | None = None
    host: NonEmptyText | None = None
    place: NonEmptyText | None = None
    start: NaiveDatetime | None = None
    end: NaiveDatetime | None = None

    @model_validator(mode="after")
    def _is_an_event_or_none(self) -> FactEntry:
        given = {key: getattr(self, key) is not None for key in ("host", "place", "start", "end")}
        for key, there in given.items():
            if there != (self.kind == "event"):
                what = "of no event; add kind = 'event'" if there else "missing, and it is an event"
                raise ValueError(f"the key {key!r} is {what}")
        if self.start and self.end and self.end <= self.start:
            raise ValueError("ends before it begins")
        return self


class FactsFile(StrictModel):
    """The file `facts.toml`."""

    facts: list[FactEntry] = Field(default_factory=list)

    @field_validator("facts")
    @classmethod
    def _have_names_of_their_own(cls, facts: list[FactEntry]) -> list[FactEntry]:
        names = [fact.name for fact in facts]
        if twice := sorted({name for name in names if names.count(name) > 1}):
            raise ValueError(f"two facts have the name {twice[0]!r}")
        return facts


class PersonFile(StrictModel):
    """A file in `people/`."""

    name: Name
    key: Name | None = None
    """What randomness and order use in place of the name; the name the person had first, unless given."""
    age: Annotated[int, Field(ge=0)]
    traits: Annotated[list[str], Field(min_length=1)]
    description: str
    wakes: ClockTime
    sleeps: ClockTime
    bed: str
    home: str
    dines: ClockTime | None = None
    workplace: str | None = None
    works: WorkHours | None = None
    haunts: list[str] = Field(default_factory=list)
    pronouns: Literal["she", "he", "they"] = "they"
    look: LookEntry = LookEntry()

    @property
    def bedtime(self) -> int:
        """The bedtime in minutes after the midnight that began the day; above 1440 if it is on the following day."""
        return later_than(self.wakes, self.sleeps)

    def seeds(
        self, language: str, people: Mapping[str, str] | None = None, places: Iterable[str] = ()
    ) -> tuple[str, ...]:
        """Return the sentences of the description. In English, each names whom it is about.

        `people` has the pronouns of everybody in town, `places` the names of its places.
        """
        if (code := code_of(language)) != "en":
            return tuple(sentences_of(self.description, code or "en"))
        told = Narrator(self.name, self.pronouns).told(self.description)
        return tuple(stand_alone(sentences_of(told), self.name, self.pronouns, people, places))
