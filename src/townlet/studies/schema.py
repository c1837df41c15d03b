"""The schema of a study file: its tables and the entries of its levels and outcomes, as written by hand."""

from __future__ import annotations

import re
from typing import Annotated, Any, Literal

from pydantic import Field, NaiveDatetime, field_validator, model_validator

from townlet.town.schema import FactEntry, NonEmptyText
from townlet.town.toml_file import StrictModel

START = "start"
"""The moment before the first step."""


MAX_SEEDS = 10_000
"""The most seeds of a study: each is at least one life of a town."""


class StudyTable(StrictModel):
    """The table [study]; files that are older call it [experiment]."""

    name: NonEmptyText
    hypothesis: str = ""
    town: NonEmptyText
    until: NonEmptyText
    """The moment at which every world ends."""
    seeds: Annotated[list[Annotated[int, Field(ge=0)]], Field(min_length=1)]
    model: NonEmptyText = "offline"
    embedding: NonEmptyText = "hashed"
    profile: NonEmptyText = "economical"
    temperature: Annotated[float, Field(ge=0, le=2, strict=False)] | None = None
    without: list[str] = Field(default_factory=list)
    budget: NonEmptyText = "none"
    """The most that all cells together may spend."""
    at_once: Annotated[int, Field(ge=1)] = 8
    """The most requests to one endpoint that all cells together may have in flight."""

    @field_validator("seeds", mode="before")
    @classmethod
    def _parse_seeds(cls, value: object) -> object:
        """Return the numbers of '1..5' and '1, 3, 7' as a list; anything else is returned as it is."""
        if not isinstance(value, str):
            return value
        found: list[int] = []
        for part in value.split(","):
            first, dots, last = (piece.strip() for piece in part.partition(".."))
            if not first.isdigit() or (dots and not last.isdigit()):
                raise ValueError(f"{value!r} are no seeds; write '1..5', '1, 3, 7' or [1, 3, 7]")
            numbers = range(int(first), int(last or first) + 1)
            if len(numbers[: MAX_SEEDS + 1]) + len(found) > MAX_SEEDS:
                raise ValueError(f"{value!r} are more than {MAX_SEEDS:,} seeds; give fewer")
            found += numbers
        return found

    @field_validator("seeds")
    @classmethod
    def _have_no_repetition(cls, seeds: list[int]) -> list[int]:
        if len(set(seeds)) < len(seeds):
            raise ValueError("a seed is given twice; give each once")
        return seeds


class StudyFact(FactEntry):
    """A [[facts]] table of a study. Its source may be left out, because who is told follows from the factors."""

    source: str = ""


class RoleEntry(StrictModel):
    """An entry of [roles]: who plays a part, by rank, by lot or by name."""

    rank: Literal["mutual ties", "ties", "talks", "lines", "age"] | None = None
    take: str | None = None
    """'top 5' draws one of the five who rank highest, anew for each seed."""
    draw: Literal["uniform"] | None = None
    among: Literal["residents"] | list[NonEmptyText] = Field(default="residents", alias="from")
    person: NonEmptyText | None = None
    at: str = START
    apart_from: list[NonEmptyText] = Field(default_factory=list)
    """Roles whose people are left out."""

    @model_validator(mode="after")
    def _has_one_rule(self) -> RoleEntry:
        rules = [rule for rule in ("rank", "draw", "person") if getattr(self, rule) is not None]
        if len(rules) != 1:
            raise ValueError("give one of rank = 'mutual ties', draw = 'uniform' and person = 'NAME'")
        if (self.rank is None) != (self.take is None):
            raise ValueError("rank goes with take = 'highest', 'lowest', 'top 5' or 'bottom 5'")
        if self.take and not re.fullmatch(r"highest|lowest|(top|bottom) [1-9]\d{0,3}", self.take):
            raise ValueError(f"take = {self.take!r} is none of 'highest', 'lowest', 'top 5' and 'bottom 5'")
        return self

    @property
    def stratum(self) -> tuple[str, int]:
        """From which end of the ranking one is drawn, and of how many people."""
        end, _, number = (self.take or "").partition(" ")
        return {"highest": "top", "lowest": "bottom"}.get(end, end), int(number or 1)


class TellEntry(StrictModel):
    """Somebody's inner voice says something to them; or a persona does, given with `as`."""

    tell: NonEmptyText
    text: NonEmptyText
    persona: str = Field(default="", alias="as")
    at: str = ""


class ForgetEntry(StrictModel):
    """Somebody loses every memory that contains some words."""

    forget: NonEmptyText
    about: NonEmptyText
    at: str = ""


class SetEntry(StrictModel):
    """An object gets another state."""

    set: NonEmptyText
    state: NonEmptyText
    at: str = ""


class SayEntry(StrictModel):
    """A resident goes to another one and says something to them, once both are free."""

    say: NonEmptyText
    to: NonEmptyText
    text: NonEmptyText
    at: str = ""


class VisitorEntry(StrictModel):
    """A visitor comes to town, says something to a resident and leaves."""

    visitor: NonEmptyText
    to: NonEmptyText
    text: NonEmptyText
    at: str = ""


class StoryEntry(StrictModel):
    """A sentence of a person's story has other words from the start; without `by` it is left out."""

    story: NonEmptyText
    replace: NonEmptyText
    by: str = ""


class FactChangeEntry(StrictModel):
    """A fact of the town is another one from the start: `says` becomes `now` in every story that tells it."""

    fact: NonEmptyText
    says: NonEmptyText
    now: NonEmptyText
    place: NonEmptyText | None = None
    start: NaiveDatetime | None = None
    end: NaiveDatetime | None = None


class SettingsEntry(StrictModel):
    """People think in another way from the start."""

    model: NonEmptyText | None = None
    profile: NonEmptyText | None = None
    without: list[str] = Field(default_factory=list)


ActEntry = TellEntry | ForgetEntry | SetEntry | SayEntry | VisitorEntry
"""What happens at a moment."""
StartEntry = StoryEntry | FactChangeEntry | SettingsEntry
"""What has to differ from the start."""

ENTRIES: dict[str, type[ActEntry] | type[StartEntry]] = {
    "tell": TellEntry,
    "forget": ForgetEntry,
    "set": SetEntry,
    "say": SayEntry,
    "visitor": VisitorEntry,
    "story": StoryEntry,
    "fact": FactChangeEntry,
    "without": SettingsEntry,
    "profile": SettingsEntry,
    "model": SettingsEntry,
}
"""The entries of a level by the key that tells them apart."""


class FactorEntry(StrictModel):
    """A table [factors.NAME]."""

    at: NonEmptyText = START
    levels: Annotated[dict[str, Any], Field(min_length=1)]


class KnowersEntry(StrictModel):
    """How many residents know a fact, have heard it from somebody, or how many lines made it up."""

    fact: NonEmptyText
    count: Literal["knew", "heard", "inventions"]
    at: str = ""


class TimeToEntry(StrictModel):
    """Hours until so many residents know a fact, as many as until the end if they never do."""

    fact: NonEmptyText
    time_to: Annotated[int, Field(ge=1)]
    since: str = Field(default="", alias="from")
    censor: str = ""


class AreaEntry(StrictModel):
    """The mean share of residents who know a fact: the area under its curve, from 0 to 1."""

    fact: NonEmptyText
    area: Literal["knew"]
    since: str = Field(default="", alias="from")
    at: str = ""


class RelationsEntry(StrictModel):
    """A figure of who knows whom."""

    relations: Literal["density", "mutual", "known"]
    at: str = ""


class AttendanceEntry(StrictModel):
    """How many people came to an event, or were invited to it."""

    attendance: NonEmptyText
    count: Literal["came", "invited"] = "came"


class TalkEntry(StrictModel):
    """How many talks began, or lines were spoken, before a moment."""

    spoken: Literal["talks", "lines"]
    at: str = ""


class FigureEntry(StrictModel):
    """A figure of `townlet measure`, by its section and key."""

    measure: NonEmptyText


RESIDENTS = "residents"
"""Everybody who lives in the town."""


class AskEntry(StrictModel):
    """The share of people whose answer to a question has one of the words of `match`; of a closed question, the share
    who choose one of these options.
    """

    ask: NonEmptyText
    match: Annotated[list[NonEmptyText], Field(min_length=1)]
    options: list[NonEmptyText] = Field(default_factory=list)
    of: NonEmptyText = RESIDENTS
    about: NonEmptyText | None = None
    """The fact that the answers tell, by which it is checked whether they follow what people know."""
    at: str = ""


class ProbeEntry(StrictModel):
    """The share of people who say yes to a standard question, such as whether they guess that they are in a study."""

    probe: Literal["unawareness"]
    of: NonEmptyText = RESIDENTS
    at: str = ""


OutcomeEntry = (
    KnowersEntry
    | TimeToEntry
    | AreaEntry
    | RelationsEntry
    | AttendanceEntry
    | TalkEntry
    | FigureEntry
    | AskEntry
    | ProbeEntry
)

OUTCOMES: dict[str, type[OutcomeEntry]] = {
    "attendance": AttendanceEntry,
    "count": KnowersEntry,
    "time_to": TimeToEntry,
    "area": AreaEntry,
    "relations": RelationsEntry,
    "spoken": TalkEntry,
    "measure": FigureEntry,
    "ask": AskEntry,
    "probe": ProbeEntry,
}
"""The entries of outcomes by the key that tells them apart; the first that is there counts."""


class PrimaryEntry(StrictModel):
    """The one comparison that the study is about."""

    outcome: NonEmptyText
    contrast: NonEmptyText
    pair: list[NonEmptyText] = Field(default_factory=list)


class AuditTable(StrictModel):
    """The table [audit]: other settings in which an audit lives the study."""

    profile: NonEmptyText | None = None
    embedding: NonEmptyText | None = None
    model: NonEmptyText | None = None


class AnalysisTable(StrictModel):
    """The table [analysis]."""

    primary: PrimaryEntry | None = None
    secondary: list[NonEmptyText] = Field(default_factory=list)
    matters: Annotated[float, Field(gt=0, strict=False)] | dict[str, Annotated[float, Field(gt=0, strict=False)]] = (
        Field(default_factory=dict)
    )
    """The smallest difference that would matter: in the primary outcome, or by outcome."""
