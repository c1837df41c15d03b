"""What of a person and a day the planners work with, read from the fields."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from functools import cached_property

from townlet.offline.fields import Fields, clock, moment, records, text, texts
from townlet.offline.matters.matter import Matter
from townlet.offline.moves import lookup
from townlet.offline.moves.talk import TalkContext
from townlet.offline.plan.habits import work_of
from townlet.offline.plan.projects import Project, projects
from townlet.offline.plan.venues import Venue, Venues, is_kind
from townlet.offline.reader.facts import Fact
from townlet.offline.reader.people import slot
from townlet.offline.reader.phrases import spoken
from townlet.offline.trades import Occupation, Trade, deeds_in, implied, occupation, trade_of_acts
from townlet.offline.words import WORDS, pattern

SHORTEST_DAY, SHORTEST_EVENING = 60, 15
"""Minutes: a bedtime nearer to waking than this is the next day's; likewise for who is still up after midnight."""
NIGHT_ENDS = 4 * 60
"""Whoever plans before this minute, with bed not far off, is still up and has no morning before them."""
MOST_DEEDS = 3
"""Of what a story tells that one does for a living, the first so many fill the hours of work."""
DEFAULT_WAKES, DEFAULT_SLEEPS = 7 * 60, 22 * 60 + 30


@dataclass(frozen=True)
class DayFrame:
    """One person's day: who they are, when it begins and ends, and what is known."""

    fields: Fields
    seed: int
    start: int
    """Minutes after the day's midnight at which the plan starts."""
    sleeps: int
    """Bedtime; past 1440 it lies after the next midnight."""

    @classmethod
    def of(cls, fields: Fields, seed: int) -> DayFrame:
        """The whole day, from the usual waking time to bed."""
        start = clock(text(fields, "wakes"))
        start = DEFAULT_WAKES if start is None else start
        shortest = SHORTEST_EVENING if start < NIGHT_ENDS else SHORTEST_DAY
        return cls(fields, seed, start, _bedtime(fields, start + shortest))

    @classmethod
    def from_now(cls, fields: Fields, seed: int) -> DayFrame:
        """What is left of the day."""
        now = moment(text(fields, "now"))
        start = now.hour * 60 + now.minute
        return cls(fields, seed, start, _bedtime(fields, start))

    def roll(self, *keys: object) -> float:
        """A number in [0, 1) that depends on seed, person, day and the keys."""
        return self.known.draw(self.date.isoformat(), *keys)

    def shift(self, key: str, spread: int) -> int:
        """Minutes in [-spread, spread] on a five-minute grid, by person and day."""
        return 5 * round((self.roll(key) * 2 - 1) * spread / 5)

    @cached_property
    def known(self) -> TalkContext:
        """What one remembers: the facts, and the matters with what was said and settled of them."""
        return TalkContext(self.fields, self.seed)

    @cached_property
    def name(self) -> str:
        return text(self.fields, "name")

    @cached_property
    def summary(self) -> str:
        return text(self.fields, "summary")

    @cached_property
    def now(self) -> dt.datetime:
        return moment(text(self.fields, "now"))

    @cached_property
    def date(self) -> dt.date:
        return self.now.date()

    @cached_property
    def mine(self) -> list[Fact]:
        """What is known about oneself."""
        return [fact for fact in self.known.facts if fact.who == self.name]

    def own(self, kind: str) -> list[Matter]:
        """One's own matters of a kind."""
        return [matter for matter in self.known.matters if matter.kind == kind and matter.owner == self.name]

    def tell(self, slotted: str) -> str:
        """A text as onlookers put it: with full names, oneself as a pronoun but for the head of a sentence."""
        named = () if slotted.startswith(slot(self.name)) else (self.name,)
        return spoken(slotted, "", "", self.known.people, str, named)

    @cached_property
    def projects(self) -> list[Project]:
        """What one is busy with of one's own."""
        return projects(self.tell(fact.text) for fact in self.mine if fact.own)

    @cached_property
    def venues(self) -> Venues:
        """The places shown, without those where one may not or will not go: but one lives and works where one does."""
        own = {text(self.fields, key).partition(":")[0] for key in ("home", "workplace")}
        shown = Venues.of(self.fields).all
        return Venues([venue for venue in shown if venue.sector in own or not lookup.shuns(self.known, venue.sector)])

    @cached_property
    def trade(self) -> Trade:
        """One's own, else that of the work in hand."""
        own = self.occupation
        return own.trade if own.words else trade_of_acts(text(self.fields, "activity")) or own.trade

    @cached_property
    def occupation(self) -> Occupation:
        told = occupation(self.summary, tuple(self.tell(fact.text) for fact in self.mine if fact.own))
        trades = [self.tell(fact.about) for fact in self.mine if fact.kind == "trade" and fact.own]
        called = next((each for each in trades if pattern(WORDS.tables["plan"]["agent"]).match(each)), "")
        if told.words:
            return told
        deeds = tuple(fact.about for fact in self.mine if fact.own and fact.kind in ("habit", "past"))
        return implied(self._workshop, self._kept_up, self.summary, called, deeds)

    @cached_property
    def deeds(self) -> list[str]:
        """What one does for a living, as gerund phrases, where no word for one's trade is told.

        It is what the first sentence tells that tells any, or what yesterday's work was.
        """
        if self.occupation.words:
            return []
        told: dict[int, list[str]] = {}
        for fact in (fact for fact in self.mine if fact.own):
            told.setdefault(fact.number, []).append(work_of(fact))
        # 'Is learning to drive, and stalls the lorry' tells of no work.
        sentence = next((works for _, works in sorted(told.items()) if works[0]), [])
        own = [self.tell(work) for work in sentence if work]
        items = (item.partition(": ")[2] for item in texts(self.fields, "yesterday"))
        return own[:MOST_DEEDS] or next(filter(None, map(deeds_in, items)), [])

    @property
    def _workshop(self) -> str:
        """Where one works: as told, else where the hour in hand is spent."""
        return text(self.fields, "workplace") or text(self.fields, "place")

    @cached_property
    def _kept_up(self) -> str:
        """What is in hand as work, or yesterday's plan had."""
        items = [text(self.fields, "activity"), *(item.partition(": ")[2] for item in texts(self.fields, "yesterday"))]
        return next((item for item in items if item.startswith(("working as ", "working at ", "running "))), "")

    @cached_property
    def sociable(self) -> bool:
        return bool(self.known.manners & {"lively", "warm"}) and "shy" not in self.known.manners

    @cached_property
    def home(self) -> str:
        """Where one lives: as told, else where the plan shown ends, which is in bed."""
        return text(self.fields, "home") or next((text(r, "place") for r in records(self.fields, "plan")[-1:]), "")

    def is_home(self, place: str) -> bool:
        """Whether a place is in the building where one lives."""
        site = self.home.partition(":")[0].strip()
        return bool(site) and place.partition(":")[0].strip() == site

    def room(self, kind: str) -> str:
        """The name of the room at home that serves a purpose; empty if none is shown."""
        found = self.venues.within(self.home, kind, self.name)
        return found.name if found else ""

    @cached_property
    def mess(self) -> list[Venue]:
        """Where one may eat with others if one's home has no kitchen: where a common meal is served, else is sold."""
        own = self.venues.named(self.home)
        if own is None or any(v.sector == own.sector and is_kind(v.arena, "kitchen") for v in self.venues.all):
            return []
        return [v for v in self.venues.all if v.is_a("mess")] or [v for v in self.venues.all if v.is_a("eat")]

    def stove(self, start: int, end: int) -> str:
        """The name of the place where one may cook: the kitchen at home, else a common one; empty if there is none."""
        own = [venue] if (venue := self.venues.named(self.room("kitchen"))) else []
        cooking = (v for v in self.mess or own if is_kind(v.arena, "kitchen") and v.open_during(start, end))
        return next((v.name for v in cooking), "")

    def table(self, start: int, end: int) -> str:
        """The name of the place where one eats what one has not bought: the kitchen at home, else a common table."""
        return next((v.name for v in self.mess if v.open_during(start, end)), self.room("kitchen"))

    @cached_property
    def workplace(self) -> Venue | None:
        """Where one works: of a building, the room for one's trade, else one that is open to all."""
        place = text(self.fields, "workplace")
        return self.venues.named(place, self.trade.room)


def _bedtime(fields: Fields, start: int) -> int:
    sleeps = clock(text(fields, "sleeps"))
    sleeps = DEFAULT_SLEEPS if sleeps is None else sleeps
    while sleeps <= start:
        sleeps += 1440
    return sleeps
