"""Measures coordination: who was invited to an event and who came (Park et al. 2023, section 7.1.3)."""

from __future__ import annotations

from dataclasses import dataclass

from townlet.measures.diffusion.facts import TrackedEvent
from townlet.measures.diffusion.spread import FactSpread
from townlet.measures.record import RunRecord
from townlet.runfile.study_files import StudyError
from townlet.town import Town
from townlet.world.address import Address


@dataclass(frozen=True)
class EventGuest:
    """A person who attended an event."""

    person: str
    came: int
    """The first step at which they were there."""
    minutes: float
    """How much of the event they attended."""


@dataclass(frozen=True)
class Coordination:
    """The attendance of one event, up to the end of the run."""

    fact: str
    event: TrackedEvent
    place: Address
    invited: tuple[str, ...]
    """People other than the host who were told of it before it ended and before they came, in order of being told."""
    came: tuple[EventGuest, ...]
    """People other than the host who were there between its start and its end."""
    uninvited: tuple[str, ...]
    """Residents who came without knowing of it, perhaps by chance."""
    ends: int
    """The step at which it is over."""
    over: bool
    """Whether the run lasted until then."""

    @property
    def absent(self) -> tuple[str, ...]:
        """Invited people who did not come."""
        there = {guest.person for guest in self.came}
        return tuple(name for name in self.invited if name not in there)


def measure_coordination(record: RunRecord, spread: FactSpread, event: TrackedEvent) -> Coordination:
    """Return who was invited and who came. Raises StudyError for a place that is unknown or ambiguous."""
    place = find_event_place(record.town, event)
    came = _guests(record, event, place)
    end, arrived = record.clock.step_at(event.end), {guest.person: guest.came for guest in came}
    learnt = {knowing.person: knowing.step for knowing in spread.known}
    told = [knowing for knowing in spread.by_talk if knowing.way in ("heard", "told")]
    residents = {person.name for person in record.people}
    return Coordination(
        spread.fact.name,
        event,
        place,
        tuple(each.person for each in told if each.step < arrived.get(each.person, end) and each.person != event.host),
        tuple(came),
        tuple(name for name, step in arrived.items() if name in residents and learnt.get(name, step) >= step),
        end,
        record.last_step + 1 >= end,
    )


def _guests(record: RunRecord, event: TrackedEvent, place: Address) -> list[EventGuest]:
    start, end = record.clock.step_at(event.start), record.clock.step_at(event.end)
    there: dict[str, list[tuple[int, int]]] = {}
    for stay in record.stays:
        stretch = max(stay.start, start), min(stay.end, end)
        if stay.within(place) and stretch[0] < stretch[1] and stay.person != event.host:
            there.setdefault(stay.person, []).append(stretch)
    guests = [
        EventGuest(person, min(stretches)[0], round(record.minutes(sum(last - first for first, last in stretches)), 1))
        for person, stretches in there.items()
    ]
    return sorted(guests, key=lambda guest: (guest.came, guest.person))


def find_event_place(town: Town, event: TrackedEvent) -> Address:
    """Find an event's place by its name. An ambiguous name needs those of the places around it first: 'Mill: kitchen'.

    Raises StudyError if no place or several places have that name.
    """
    wanted = tuple(part.strip().casefold() for part in event.place.split(":"))
    found = [
        address
        for address in sorted(town.setting.places)
        if tuple(map(str.casefold, address.parts[-len(wanted) :])) == wanted
    ]
    if not found:
        raise StudyError(
            f"facts.toml: the town has no place {event.place!r}, where an event is to take place; correct its 'place'."
        )
    for address in found:
        if all(address.contains(other) for other in found):
            return address
    which = ", ".join(repr(":".join(address.parts[1:])) for address in found)
    raise StudyError(f"facts.toml: the town has several places {event.place!r}; name one of {which}.")
