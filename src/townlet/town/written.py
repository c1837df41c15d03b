"""What `town.toml` and a person's file hold, as their author writes them."""

from __future__ import annotations

import re
from datetime import datetime
from typing import Annotated, Literal

from pydantic import AfterValidator, Field

from townlet.town.clock import Clock, later_than
from townlet.town.look import LookEntry
from townlet.town.toml_file import Written
from townlet.world.setting import Hours


def _named(text: str) -> str:
    if not text.strip() or ":" in text or text != text.strip():
        raise ValueError(f"{text!r} cannot be a name; a name has no colon and no space at its ends")
    return text


Name = Annotated[str, AfterValidator(_named)]


class NormEntry(Written):
    """A [[norms]] table: the rules of one place."""

    place: str
    opens: Clock | None = None
    closes: Clock | None = None
    capacity: Annotated[int, Field(ge=1)] | None = None
    rule: str = ""
    keepers: list[str] | None = None

    @property
    def hours(self) -> Hours | None:
        """When the place is open; None if it always is."""
        if self.opens is None or self.closes is None:
            return None
        return Hours(self.opens, later_than(self.opens, self.closes))


class TownFile(Written):
    """`town.toml`."""

    name: Name
    start: datetime
    about: str = ""
    days: Annotated[float, Field(gt=0, strict=False)] = 2
    language: str = "English"
    norms: list[NormEntry] = Field(default_factory=list)


class PersonFile(Written):
    """A file of `people/`."""

    name: Name
    age: Annotated[int, Field(ge=0)]
    traits: Annotated[list[str], Field(min_length=1)]
    description: str
    wakes: Clock
    sleeps: Clock
    bed: str
    home: str
    dines: Clock | None = None
    workplace: str | None = None
    haunts: list[str] = Field(default_factory=list)
    pronouns: Literal["she", "he", "they"] = "they"
    look: LookEntry = LookEntry()

    @property
    def bedtime(self) -> int:
        """Bedtime in minutes after the midnight that began the day; past 1440 if it is after the next."""
        return later_than(self.wakes, self.sleeps)

    @property
    def seeds(self) -> tuple[str, ...]:
        """The description's sentences, each with its full stop."""
        parts = (re.sub(r"\s+", " ", part).strip() for part in self.description.split(";"))
        return tuple(part if part[-1] in ".!?" else f"{part}." for part in parts if part)
