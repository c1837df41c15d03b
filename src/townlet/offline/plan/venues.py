"""The places that a plan may name: what kind each is, and when it is open."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from townlet.offline.fields import Fields, clocks, records, text
from townlet.offline.words import WORDS, cached, words

KINDS = frozenset(WORDS.tables["venues"])
"""The kinds of places."""


@cached()
def _names(kind: str) -> re.Pattern[str]:
    """What the names of places of a kind have in them."""
    stems = words().tables["venues"][kind]
    return re.compile("|".join(rf"\b{stem}" if stem[0].isalpha() else stem for stem in stems), re.I)


@cached(4096)
def _preference(name: str, kind: str) -> int:
    """The place in the list of the first stem that a name has: earlier is better."""
    stems = words().tables["venues"][kind]
    return next((k for k, stem in enumerate(stems) if re.search(stem, name, re.I)), len(stems))


_WELCOME = re.compile(r"\b(?:open|everybody|everyone|anyone|whoever)\b", re.I)
_SOMEBODYS = re.compile(r"[A-Z]\w+(?: \w+)*['’]s ")


@cached(4096)
def is_kind(name: str, kind: str) -> bool:
    """Whether a place's name says that it is of a kind of the venues table."""
    return bool(_names(kind).search(name))


@lru_cache(4096)
def opening(rule: str) -> tuple[int, int] | None:
    """(opens, closes) in minutes after midnight from a rule such as 'open from 8 am to 8 pm'; None if it has none.

    A closing time past midnight counts on past 1440.
    """
    found = re.search(r"\b(?:open|closes|hours)\b.*", rule, re.I)
    times = clocks(found[0]) if found else []
    if not found or not times:
        return None
    if len(times) == 1:
        return (0, times[0]) if re.search(r"\bclos|until|till", rule, re.I) else (times[0], 1440)
    opens, closes = times[0], times[1]
    return opens, closes if closes > opens else closes + 1440


_INDOORS = ("eat", "night", "shop", "mess", "cafe", "hall", "study", "lesson")


@dataclass(frozen=True)
class Venue:
    """One of the places shown, written 'Sector: arena'."""

    name: str
    rule: str = ""

    @cached_property
    def sector(self) -> str:
        return self.name.partition(":")[0].strip()

    @cached_property
    def arena(self) -> str:
        return self.name.partition(":")[2].strip() or self.sector

    @cached_property
    def hours(self) -> tuple[int, int] | None:
        return opening(self.rule)

    def open_during(self, start: int, end: int) -> bool:
        """Whether it is open from `start` until `end` (minutes after midnight), with time left to leave."""
        return self.hours is None or (self.hours[0] <= start and end + 5 <= self.hours[1])

    def public(self) -> bool:
        """Whether anyone may go there, by its name."""
        shut = ("kitchen", "office", "guest room")
        private = is_kind(self.sector, "private") or is_kind(self.arena, "private") or is_kind(self.arena, "closet")
        return not private and not any(word in self.arena.lower() for word in shut)

    def is_indoors(self) -> bool:
        """Whether its name says that one is under a roof there, where nobody takes a walk or watches the clouds."""
        return any(self.is_a(kind) for kind in _INDOORS)

    def is_a(self, kind: str) -> bool:
        """Whether it is a public place of this kind, by its sector's or arena's name."""
        head = self.sector.rpartition(" ")[2]
        return self.public() and (is_kind(self.arena, kind) or is_kind(head, kind))


def _likelihood(venue: Venue) -> tuple[bool, bool, bool]:
    """Sorts the rooms of a building: the one that its name most likely means comes first."""
    return is_kind(venue.arena, "closet"), bool(_SOMEBODYS.search(venue.arena)), not venue.public()


class Venues:
    """All places shown, searchable."""

    def __init__(self, places: Sequence[Venue]) -> None:
        self.all = tuple(places)
        self._by_name = {venue.name.lower(): venue for venue in places}

    @classmethod
    def of(cls, fields: Fields) -> Venues:
        """The places shown in the field `places`."""
        shown = ((text(record, "name"), text(record, "rule")) for record in records(fields, "places"))
        return cls([Venue(name, rule) for name, rule in shown if name])

    def named(self, name: str, kind: str = "") -> Venue | None:
        """The place of this name: an arena, or the likeliest arena of a sector, one of a kind if it has any.

        None if it is not shown.
        """
        if not name.strip():
            return None
        if exact := self._by_name.get(name.strip().lower()):
            return exact
        sector = name.partition(":")[0].strip().lower()
        inside = [venue for venue in self.all if venue.sector.lower() == sector]
        return min(inside, key=lambda v: (not (kind and is_kind(v.arena, kind)), *_likelihood(v)), default=None)

    def mentioned(self, phrase: str) -> Venue | None:
        """The place that a phrase such as 'at Mill Hall' means: the longest sector or arena named in it.

        Of the rooms of a building it is the likeliest.
        """
        low = re.sub(r"[’']s\b", "'s", phrase.lower())
        named = [v for v in self.all if v.arena.lower() in low or v.sector.lower() in low]
        if named:
            return max(
                named,
                key=lambda v: (
                    (len(v.sector) if v.sector.lower() in low else 0) + (len(v.arena) if v.arena.lower() in low else 0),
                    *(not unlikely for unlikely in _likelihood(v)),
                ),
            )
        words = set(re.findall(r"[a-z']{4,}", low))
        scored = [(len(words & set(re.findall(r"[a-z']{4,}", v.sector.lower()))), v) for v in self.all]
        best = max(scored, key=lambda pair: pair[0], default=(0, None))
        return best[1] if best[0] else None

    def within(self, home: str, kind: str, me: str = "") -> Venue | None:
        """The room of a home that serves a purpose for `me`, else any room of it; None if none is shown."""
        own = self.named(home)
        if own is None or (home.partition(":")[2] and is_kind(own.arena, kind)):
            return own
        rooms = [v for v in self.all if v.sector == own.sector and is_kind(v.arena, kind)]
        rooms.sort(key=lambda room: _preference(room.arena, kind))
        first = me.split(" ")[0] if me else ""
        mine = [room for room in rooms if first and re.search(rf"\b{re.escape(first)}\b", room.arena)]
        shared = [room for room in rooms if not _SOMEBODYS.search(room.arena)]
        if kind == "garden":
            return next(iter(shared), None)
        common = [v for v in self.all if v.sector == own.sector and is_kind(v.arena, "living")]
        return next(iter([*mine, *shared, *common]), own)

    def kinds(self, kind: str, start: int, end: int) -> list[Venue]:
        """Public places of a kind that are open during these minutes. Where nothing is outdoors by its name, gardens,
        yards and fields are, or else whatever is open to everybody."""
        found = [venue for venue in self.all if venue.is_a(kind)]
        if not found and kind == "outdoors":
            found = [venue for venue in self.all if venue.is_a("garden") or is_kind(venue.arena, "open air")]
            found = found or [v for v in self.all if v.public() and _WELCOME.search(v.rule) and not v.is_indoors()]
        return [venue for venue in found if venue.open_during(start, end)]
