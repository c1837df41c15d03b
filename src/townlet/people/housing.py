"""Homes, beds and places of work, given out from what a town has."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from townlet.errors import BadInput
from townlet.mapmaker.canvas import parts_of
from townlet.offline.plan.venues import is_kind
from townlet.offline.reader.facts import Reader
from townlet.offline.reader.people import People
from townlet.offline.trades import occupation, trade_in
from townlet.people.persons import Newcomer
from townlet.town.defects import nearest
from townlet.town.prose import sentences_of, stand_alone
from townlet.world.address import Address
from townlet.world.register import first_name, given_name
from townlet.world.setting import Setting

_BED = re.compile(
    r"(?<!flower )(?<!vegetable )(?<!garden )(?<!river )\b(?:beds?|bunks?|cots?|hammocks?|futons?)\b", re.I
)
_SOFA = re.compile(r"\b(?:sofas?|couch|couches|settee)\b", re.I)
_WORK_KINDS = ("eat", "cafe", "night", "shop", "study", "lesson", "sport", "hall")

VENUES_OF: Mapping[str, tuple[str, ...]] = {
    **dict.fromkeys(("student", "professor", "teacher"), ("lesson", "study")),
    **dict.fromkeys(("scientist", "mathematician", "philosopher"), ("lesson",)),
    **dict.fromkeys(("shopkeeper", "grocer", "pharmacist", "butcher", "baker"), ("shop",)),
    **dict.fromkeys(("cook", "cafe"), ("eat",)),
    **dict.fromkeys(("bartender", "hotelier"), ("night", "eat")),
    **dict.fromkeys(("gardener", "cleaner"), ("outdoors",)),
    "librarian": ("study",),
    "athlete": ("sport", "outdoors"),
    "priest": ("hall",),
    "farmer": ("garden",),
}
"""Where a trade is at home if no place has its name, by kinds of places, the likeliest first."""
AT_HOME = frozenset(
    (
        *("none", "leisure", "homemaker", "unemployed", "writer", "poet", "philosopher", "artist", "animator"),
        *("photographer", "musician", "programmer", "designer", "actor", "dancer", "filmmaker", "mathematician"),
        *("explorer", "journalist"),
    )
)
"""The trades that need no place of work."""


def plain_name(text: str) -> str:
    """Return a place's name as one may write it: without capitals, articles, plurals and marks."""
    words = re.findall(r"\w+", re.sub(r"['’]s?\b", "", text.casefold()))
    return " ".join(word.removesuffix("s") for word in words if word not in ("the", "a", "an"))


@dataclass
class Housing:
    """The beds and places of a town while they are given out."""

    setting: Setting
    start: datetime
    """When the town's life begins, against which the days in a story are read."""
    taken: Counter[Address] = field(default_factory=Counter)
    """How many people sleep in each bed."""
    workers: Counter[Address] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        objects = self.setting.objects.values()
        self.beds = [each for each in objects if _BED.search(f"{each.address.name} {each.kind.replace('_', ' ')}")]
        self.beds = [each for each in self.beds if not re.search(r"flower|vegetable", each.kind)]
        houses = {each.address.sector for each in self.beds}
        self.sofas = [
            each
            for each in objects
            if _SOFA.search(f"{each.address.name} {each.kind}") and each.address.sector in houses
        ]

    def move_in(self, bed: str, workplace: str | None) -> None:
        """Take the bed and the place of work of somebody who lives in the town already."""
        self.taken[Address((*self.setting.root.parts, *Address.parse(bed).parts))] += 1
        if workplace and (place := self.find(workplace)):
            self.workers[place] += 1

    def settle(self, people: Sequence[Newcomer], wishes: Mapping[str, Mapping[str, str]], own: bool) -> Vacancies:
        """Give each person a bed, a home and, as far as there is one, a place of work, in their entries.

        `wishes` has what the table says of a person's home, bed and workplace. If it is the town's `own` table, a
        place that the town lacks is a mistake and raises BadInput; else another place is given.
        """
        vacancies = Vacancies()
        by_name = {person.name: person for person in people}
        works = {
            name: self._wished(by_name[name], wish.get("workplace", ""), "workplace", own)
            for name, wish in wishes.items()
        }
        for person in people:
            wish = wishes.get(person.name, {})
            if place := self._wished(person, wish.get("home", ""), "home", own):
                inside = [] if own else [each.address for each in self.beds if place.contains(each.address)]
                beds = [bed for bed in inside if self.taken[bed] < self.capacity(bed)]
                person.entry["home"] = label_of(place if own else self._home_of(place / "bed"))
                if beds:
                    self._take(person, beds[0])
            elif wish.get("home") and not own:
                vacancies.elsewhere.append(person.name)
            if not own and (haunts := person.entry.pop("haunts", [])):
                known = dict.fromkeys(label_of(found) for each in haunts if (found := self.find(each)))
                person.entry["haunts"] = [each for each in known if each != person.entry.get("home")]
            if bed := self._wished_bed(person, str(wish.get("bed", "")), own):
                self._take(person, bed)
        for house in sorted(households(people, self.start), key=len, reverse=True):
            self._house([person for person in house if "bed" not in person.entry])
        vacancies.no_bed += [person for person in people if "bed" not in person.entry]
        vacancies.on_sofa += [person.name for person in people if self._is_sofa(person)]
        housed = [person for person in people if "bed" in person.entry]
        for person in housed:
            self._employ(person, works.get(person.name))
            person.entry.setdefault("haunts", self._haunts(person))
        vacancies.no_work += [each for each in housed if "workplace" not in each.entry and _needs_a_place(each)]
        return vacancies

    def _is_sofa(self, person: Newcomer) -> bool:
        return any(person.entry.get("bed") == label_of(sofa.address) for sofa in self.sofas)

    # Places by name

    def find(self, text: str) -> Address | None:
        """Return the place that a text names: 'Mill House', 'the mill house: kitchen', or a room that only one has."""
        parts = [plain_name(part) for part in text.split(":") if part.strip()]
        places = [place for place in self.setting.places if place.depth > 1]
        for size in range(len(parts), 0, -1):
            for start in range(len(parts) - size + 1):
                part = parts[start : start + size]
                found = [each for each in places if [plain_name(name) for name in each.parts[1:]][-size:] == part]
                whole = [each for each in found if each.depth == size + 1]
                if len(whole or found) == 1:
                    return (whole or found)[0]
        return None

    def _wished(self, person: Newcomer, text: str, what: str, own: bool) -> Address | None:
        if not text or (found := self.find(text)) is not None:
            return found if text else None
        if own:
            names = [label_of(place) for place in self.setting.places if place.depth > 1]
            there = f" The town has {', '.join(dict.fromkeys(name.partition(':')[0] for name in names))}."
            raise BadInput(
                f"{person.where} ({person.name}): the {what} {text!r} is not on the map.{nearest(text, names)}{there}"
            )
        return None

    def _wished_bed(self, person: Newcomer, text: str, own: bool) -> Address | None:
        if not text:
            return None
        found = next((each for each in self.setting.objects if label_of(each) == text or str(each) == text), None)
        if found is None and own:
            beds = [label_of(each.address) for each in self.beds]
            raise BadInput(f"{person.where} ({person.name}): the bed {text!r} is not on the map.{nearest(text, beds)}")
        return found

    # Beds

    def _free(self, within: Address | None = None) -> list[Address]:
        """Return the beds in which nobody sleeps yet, and after them the free places of sofas."""
        beds = [
            each.address for each in self.beds for _ in range(self.beds_at(each.address) - self.taken[each.address])
        ]
        sofas = [
            each.address for each in self.sofas for _ in range(self.capacity(each.address) - self.taken[each.address])
        ]
        return [each for each in (*beds, *sofas) if within is None or within.contains(each)]

    def beds_at(self, bed: Address) -> int:
        """Return how many beds go by one name: as many as stand apart and have room for somebody."""
        return min(self.capacity(bed), sum(1 for _ in parts_of(self.setting.objects[bed].footprint)))

    def capacity(self, thing: Address) -> int:
        """Return how many people can sleep there at once."""
        found = self.setting.objects[thing]
        return min(found.capacity, len(found.stands))

    def _house(self, people: list[Newcomer]) -> None:
        """Give a household beds in one house: the smallest in which it fits, else whichever has most."""
        within: Address | None = None
        sofas = {each.address for each in self.sofas}
        together = len(people) > 1
        while people:
            if home := next((each.entry["home"] for each in people if each.entry.get("home")), ""):
                within = self.find(home)
            free = self._free(within) if within else []
            if not free:
                within = self._smallest_for(people)
                free = self._free(within) or self._free()
            if not free:
                return
            person = people.pop(0)
            partner = next((each for each in people if _share_a_bed(person, each)), None)
            bed = min(free, key=lambda each: (each in sofas, (partner is not None) != self._is_double(each)))
            self._take(person, bed, together)
            if partner and self.capacity(bed) > self.taken[bed]:
                people.remove(partner)
                self._take(partner, bed, together)

    def _smallest_for(self, people: Sequence[Newcomer]) -> Address | None:
        """Return the house with the fewest free beds that are enough for these people, a couple in a double bed."""
        houses: dict[Address, list[Address]] = {}
        for bed in self._free():
            houses.setdefault(Address(bed.parts[:2]), []).append(bed)
        sofas = {each.address for each in self.sofas}
        beds = {house: [each for each in free if each not in sofas] for house, free in houses.items()}
        pairs = min(len(people) // 2, sum(_share_a_bed(a, b) for n, a in enumerate(people) for b in people[n + 1 :]))

        def room_for(house: Address) -> int:
            return len(beds[house]) + min(pairs, sum(map(self._is_double, beds[house])))

        fitting = [house for house in houses if room_for(house) >= len(people)]
        if fitting:
            return min(fitting, key=lambda house: (len(beds[house]), len(houses[house])))
        return max(houses, key=lambda house: (room_for(house), len(houses[house])), default=None)

    def _is_double(self, bed: Address) -> bool:
        """Return whether a bed in which nobody sleeps yet has room for two. A sofa is for one."""
        return self.capacity(bed) > self.beds_at(bed) and all(each.address != bed for each in self.sofas)

    def _take(self, person: Newcomer, bed: Address, together: bool = False) -> None:
        self.taken[bed] += 1
        person.entry["bed"] = label_of(bed)
        person.entry.setdefault("home", label_of(self._home_of(bed, together)))

    def _home_of(self, bed: Address, together: bool = False) -> Address:
        """Return the house of a bed; its room alone for who lodges by themselves in an inn, a school or the like."""
        sector, room = Address(bed.parts[:2]), Address(bed.parts[:-1])
        public = any(is_kind(sector.name, kind) for kind in _WORK_KINDS) and not is_kind(sector.name, "private")
        return room if public and not together else sector

    # Work

    def _employ(self, person: Newcomer, wished: Address | None) -> None:
        trade = trade_of(person)
        place = wished or self._told_in(person, trade) or (None if trade in AT_HOME else self._fitting(trade))
        if place is not None:
            room = self._room_of(place)
            self.workers[room] += 1
            person.entry["workplace"] = label_of(place if wished else room)

    def _told_in(self, person: Newcomer, trade: str) -> Address | None:
        """Return the place where a person's story says that they work: the first that a sentence of work names."""
        if trade in ("leisure", "unemployed"):
            return None
        sectors = [place for place in self.setting.places if place.depth == 2 and not is_kind(place.name, "private")]
        heads = Counter(plain_name(place.name).split()[-1] for place in sectors)
        by_name = {head: place for place in sectors if heads[head := plain_name(place.name).split()[-1]] == 1}
        by_name |= {plain_name(place.name): place for place in sectors}
        subject = rf"(?:{re.escape(first_name(person.name))}|she|he|they)\b"
        for sentence in re.split(r"(?<=[.;!?])\s+", person.told):
            plain = f" {plain_name(sentence)} "
            there = [name for name in by_name if f" {name} " in plain]
            if there and re.match(subject, sentence, re.I):
                before = plain.partition(max(there, key=len))[0]
                if re.search(_WORKING, before) and not re.search(_VISITING, before):
                    return by_name[max(there, key=len)]
        return None

    def _haunts(self, person: Newcomer) -> list[str]:
        """Return the places that everybody of a town knows: those in which there is no bed."""
        homes = {each.address.sector for each in (*self.beds, *self.sofas)}
        own = {Address.parse(person.entry[key]).parts[0] for key in ("home", "workplace") if person.entry.get(key)}
        return [place.name for place in self.setting.places if place.depth == 2 and place.name not in homes | own]

    def _fitting(self, trade: str) -> Address | None:
        """Return the place for a trade with the fewest workers: one that has its name, else one of a kind for it."""
        places = [place for place in self.setting.places if place.depth == 3 and not is_kind(place.name, "closet")]
        public = [place for place in places if not is_kind(place.sector, "private")]
        named = [place for place in public if _trade_of_place(place) == trade]
        kinds = (
            [place for place in public if is_kind(place.name, kind) or is_kind(place.sector, kind)]
            for kind in VENUES_OF.get(trade, ())
        )
        found = next((each for each in (named, *kinds) if each), [])
        return min(found, key=lambda place: self.workers[place], default=None)

    def _room_of(self, place: Address) -> Address:
        """Return the room of a building in which one works: no closet and, if there is another, no bedroom."""
        rooms = [each for each in self.setting.children.get(place, ()) if each not in self.setting.objects]
        bedrooms = {each.address.parent for each in self.beds}
        return min(rooms, key=lambda room: (is_kind(room.name, "closet"), room in bedrooms), default=place)


_WORKING = re.compile(
    r"\b(?:work|working|run|running|own|owner|manage|keep|keeper|teach|teache|teaching|teacher|stud(?:y|ie|ying)|student"
    r"|open|serve|employed|behind|counter|professor|clerk|cook|i (?:a|an|the) \w+)\b"
)
_VISITING = re.compile(
    r"\b(?:who|friend|customer|regular|visit|frequent|know|known|see|met|like|love|eat)\b"
    r"|\b(?:stay|staying|live|living|lodge|lodging|sleep)\b(?!.*\bwork)"
)
"""What precedes a place where somebody works, and one where they only go, in the words of `plain_name`."""


def trade_of(person: Newcomer) -> str:
    """Return the kind of a person's trade, by the table's word for it or by the story; 'none' if neither tells."""
    trade = trade_in(person.occupation) if person.occupation else None
    return (trade or occupation(person.told.replace("\n", " ")).trade).kind


def _needs_a_place(person: Newcomer) -> bool:
    """Return whether somebody's work is done in a place of its own, or is of a kind that is not known."""
    trade = trade_of(person)
    return bool(person.occupation) if trade == "none" else trade not in AT_HOME


def _trade_of_place(place: Address) -> str:
    trade = trade_in(place.name) or trade_in(place.sector)
    return trade.kind if trade else ""


def label_of(place: Address) -> str:
    """Return a place as a person's file has it: 'Mill House:kitchen'."""
    return ":".join(place.parts[1:])


@dataclass
class Vacancies:
    """What a town lacks for the people who come."""

    no_bed: list[Newcomer] = field(default_factory=list)
    """Who cannot be housed at all."""
    on_sofa: list[str] = field(default_factory=list)
    no_work: list[Newcomer] = field(default_factory=list)
    elsewhere: list[str] = field(default_factory=list)
    """Whose home in another town is not in this one."""


# Households


def households(people: Sequence[Newcomer], start: datetime) -> list[list[Newcomer]]:
    """Return who lives together: those of one home in the table, and those of whom a story says so."""
    home = {person.name: person.entry.get("home") for person in people}
    group = {person.name: [person] for person in people}

    def join(a: str, b: str) -> None:
        if group[a] is not group[b]:
            group[a] += group[b]
            group.update((person.name, group[a]) for person in group[b])

    first_at: dict[str, str] = {}
    for name, wished in home.items():
        if wished:
            join(first_at.setdefault(wished, name), name)
    for a, b in _living_together(people, start):
        if not (home[a] and home[b]):
            join(a, b)
    return list({id(each): each for each in group.values()}.values())


def _living_together(people: Sequence[Newcomer], start: datetime) -> Iterator[tuple[str, str]]:
    """Yield the pairs of people who live together by their stories."""
    for person in people:
        if re.search(_SPOUSE, person.told):
            yield from ((person.name, other.name) for other in people if _share_a_bed(person, other))
    known = People({person.name: str(person.entry["pronouns"]) for person in people})
    for person in people:
        sentences = stand_alone(sentences_of(person.told), person.name, str(person.entry["pronouns"]))
        reader = Reader(person.name, known)
        for fact in (fact for sentence in sentences for fact in reader.facts(sentence, start)):
            for other in fact.people:
                family = fact.kind == "kin" and other.split()[-1] == fact.who.split()[-1]
                if fact.who in known.pronouns and other != fact.who and (fact.kind in ("married", "home") or family):
                    yield fact.who, other


_SPOUSE = r"(?:wife|husband|spouse|partner)"


def _share_a_bed(a: Newcomer, b: Newcomer) -> bool:
    """Return whether two people are a couple by what either's story says."""
    if a is b:
        return False
    pairs = ((a, re.escape(given_name(b.name))), (b, re.escape(given_name(a.name))))
    said = (
        (
            person.told,
            rf"(?<!former )(?<!ex-)(?<!late )\b(?:{_SPOUSE}|married)\b(?! (?:for|until|once)\b)[^.;]*\b{other}\b",
        )
        for person, other in pairs
    )
    called = (
        (person.told, rf"\b{other}\b[^.;]{{0,40}}\b(?:her|his|their|\w+'s) {_SPOUSE}\b") for person, other in pairs
    )
    return any(re.search(pattern, told) for told, pattern in (*said, *called))
