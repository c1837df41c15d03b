"""Who was invited to an event, who came, and why the others did not (section 7.1.3)."""

from __future__ import annotations

from dataclasses import dataclass

from townlet.analysis.diffusion.facts import TrackedEvent
from townlet.analysis.diffusion.spread import FactSpread
from townlet.analysis.record import RunRecord
from townlet.runfile.study_files import StudyError
from townlet.world.address import Address


@dataclass(frozen=True)
class EventGuest:
    """Somebody who was at an event."""

    person: str
    came: int
    """The step at which they first were there."""
    minutes: float
    """How long of it they were there."""


@dataclass(frozen=True)
class Coordination:
    """One event, as far as the run has come."""

    fact: str
    event: TrackedEvent
    place: Address
    invited: tuple[str, ...]
    """Whom somebody told of it before it ended and before they came themselves, the host aside; in that order."""
    came: tuple[EventGuest, ...]
    """Who was there between its start and its end, the host aside."""
    uninvited: tuple[str, ...]
    """The residents who came without knowing of it: perhaps by chance."""
    ends: int
    """The step at which it is over."""
    over: bool
    """Whether the run went on to its end."""

    @property
    def absent(self) -> tuple[str, ...]:
        """The invited who did not come."""
        there = {guest.person for guest in self.came}
        return tuple(name for name in self.invited if name not in there)


def measure_coordination(record: RunRecord, spread: FactSpread, event: TrackedEvent) -> Coordination:
    """An event's guests. Raises StudyFault for a place that the town does not have, or has more than once."""
    place = _place(record, event)
    came = _guests(record, event, place)
    end, arrived = record.clock.step_at(event.end), {guest.person: guest.came for guest in came}
    learnt = {knowing.person: knowing.step for knowing in spread.known}
    told = [knowing.person for knowing in spread.known if knowing.way in ("heard", "told")]
    residents = {person.name for person in record.people}
    return Coordination(
        spread.fact.name,
        event,
        place,
        tuple(name for name in told if learnt[name] < arrived.get(name, end) and name != event.host),
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


def _place(record: RunRecord, event: TrackedEvent) -> Address:
    """By its name, with those of what it is in before it where that is needed: 'Mill: kitchen'."""
    wanted = tuple(part.strip().casefold() for part in event.place.split(":"))
    found = [
        address
        for address in sorted(record.town.setting.places)
        if tuple(map(str.casefold, address.parts[-len(wanted) :])) == wanted
    ]
    if not found:
        raise StudyError(
            f"facts.toml: the town has no place {event.place!r}, where an event is to be; mend its 'place'."
        )
    for address in found:
        if all(address.contains(other) for other in found):
            return address
    which = ", ".join(repr(":".join(address.parts[1:])) for address in found)
    raise StudyError(f"facts.toml: the town has several places {event.place!r}; write which it is, of {which}.")
