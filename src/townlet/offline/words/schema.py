"""The form of the tables that a town may add to."""

from __future__ import annotations

import re
from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, Field, RootModel

from townlet.offline.words import WORDS
from townlet.town.toml_file import StrictModel

_PLACES = WORDS.tables["venues"]
_FIELDS_OF_ACT = 5


def _pattern(text: str) -> str:
    try:
        re.compile(re.sub(r"\{[a-zA-Z]+\}", "x", text))
    except re.error as error:
        raise ValueError(f"{text!r} is no pattern: {error}") from None
    return text


def _act(text: str) -> str:
    doing, *rest = [part.strip() for part in text.split("|")]
    if not doing or len(rest) >= _FIELDS_OF_ACT or (len(rest) == _FIELDS_OF_ACT - 1 and rest[-1] != "others"):
        form = "'doing it | thing/other thing | its state | emoji', with '| others' after it if it takes others"
        raise ValueError(f"{text!r} is not written as {form}")
    return text


def _where(text: str) -> str:
    if text.removeprefix("@") not in ("", *_PLACES):
        raise ValueError(f"there is no kind of place {text!r}; kinds are {', '.join(_PLACES)}, public ones after '@'")
    return text


def _kind_of_place(text: str) -> str:
    if text not in _PLACES:
        raise ValueError(f"there is no kind of place {text!r}; kinds are {', '.join(_PLACES)}")
    return text


def _kind_of_fact(text: str) -> str:
    known = dict.fromkeys(str(row["kind"]) for row in WORDS.rows("kinds", "kind"))
    if text not in known:
        raise ValueError(f"there is no kind of fact {text!r}; kinds are {', '.join(known)}")
    return text


Pattern = Annotated[str, AfterValidator(_pattern)]
Act = Annotated[str, AfterValidator(_act)]
Where = Annotated[str, AfterValidator(_where)]
Some = Annotated[list[str], Field(min_length=1)]
Minute = Annotated[int, Field(ge=0, le=2880)]


class MoveRow(StrictModel):
    """A row [[move]]."""

    id: str
    on: str = "talk"
    to: str = ""
    after: str = ""
    when: str = Field("", alias="if")
    opens: float = 0
    prefer: float = 0
    asks: bool = False
    does: str = ""
    tells: list[str] = Field(default_factory=list)
    role: str = ""
    say: list[str] = Field(default_factory=list)


class HeardRow(StrictModel):
    """A row [[heard]]."""

    as_move: str = Field(alias="as")
    says: list[Pattern] = Field(default_factory=list)
    tells: list[str] = Field(default_factory=list)
    whose: str = ""
    after: str = ""


class MovesTable(StrictModel):
    """Moves, and how free words are heard."""

    move: list[MoveRow] = Field(default_factory=list)
    heard: list[HeardRow] = Field(default_factory=list)


class KindRow(StrictModel):
    """A row [[kind]]."""

    kind: Annotated[str, AfterValidator(_kind_of_fact)]
    says: Annotated[list[Pattern], Field(min_length=1)]


class TurnRow(StrictModel):
    """A row [[turn]]."""

    says: Pattern
    put: str = Field(alias="as")


class KindsTable(StrictModel):
    """What sentences about somebody say."""

    macros: dict[str, Pattern] = Field(default_factory=dict)
    turn: list[TurnRow] = Field(default_factory=list)
    kind: list[KindRow] = Field(default_factory=list)


class TradeRow(StrictModel):
    """A kind of occupation."""

    stems: Annotated[list[Pattern], Field(min_length=1)]
    hours: Annotated[list[Minute], Field(min_length=2, max_length=2)]
    weekends: bool = False
    room: str = ""
    """The kind of room of a place where it is done; one that is open to all if it has none of that kind."""
    acts: Annotated[list[Act], Field(min_length=1)]


class TradesTable(RootModel[dict[str, TradeRow]]):
    """Kinds of occupation, by name."""


class SkillsTable(StrictModel):
    """What trades and skills can help with, by pattern."""

    trades: dict[Pattern, str] = Field(default_factory=dict)
    skills: dict[Pattern, str] = Field(default_factory=dict)


class Pastime(StrictModel):
    """A row [[pastime]]."""

    stems: list[Pattern]
    do: Some
    where: Where
    when: Literal["morning", "day", "evening", "any"]
    kin: bool = False
    """Only for those who have relatives in town."""


class Outing(StrictModel):
    """A row [[outing]]."""

    do: Some
    where: Where
    when: Literal["morning", "day", "evening", "any"] = "evening"


class PastimesTable(StrictModel):
    """What fills free time."""

    pastime: list[Pastime] = Field(default_factory=list)
    outing: list[Outing] = Field(default_factory=list)


class Routine(StrictModel):
    """A row [[routine]]."""

    name: str
    stems: Annotated[list[Pattern], Field(min_length=1)]
    acts: Annotated[list[Act], Field(min_length=1)]


class RoutinesTable(StrictModel):
    """What activities are made of."""

    routine: list[Routine] = Field(default_factory=list)


class VenuesTable(RootModel[dict[Annotated[str, AfterValidator(_kind_of_place)], list[Pattern]]]):
    """Words in the names of kinds of places."""


class MannersTable(RootModel[dict[str, list[Pattern]]]):
    """Words in a description that suggest a manner of speech."""


ADDABLE: dict[str, type[BaseModel]] = {
    "moves": MovesTable,
    "kinds": KindsTable,
    "trades": TradesTable,
    "skills": SkillsTable,
    "pastimes": PastimesTable,
    "routines": RoutinesTable,
    "venues": VenuesTable,
    "manners": MannersTable,
}
"""The form of each file that a town may add to, by its name."""
