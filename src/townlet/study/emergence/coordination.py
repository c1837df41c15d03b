"""Who was invited to an event, who came, and why the others did not (section 7.1.3)."""

from __future__ import annotations

from dataclasses import dataclass

from townlet.study.defects import StudyFault
from townlet.study.diffusion.knowing import Spread
from townlet.study.diffusion.tracked import Event
from townlet.study.record import RunRecord
from townlet.world.address import Address


@dataclass(frozen=True)
class Guest:
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
    event: Event
    invited: tuple[str, ...]
    """Who was told of it by somebody who knew, the host aside; in the order in which they were."""
    came: tuple[Guest, ...]
    """Who was there between its start and its end, the host aside."""
    ends: int
    """The step at which it is over."""
    over: bool
    """Whether the run went on to its end."""

    @property
    def absent(self) -> tuple[str, ...]:
        """The invited who did not come."""
        there = {guest.person for guest in self.came}
        return tuple(name for name in self.invited if name not in there)

    @property
    def uninvited(self) -> tuple[str, ...]:
        """Who came without having heard of it from anybody: perhaps by chance."""
        return tuple(guest.person for guest in self.came if guest.person not in self.invited)


def coordination(record: RunRecord, spread: Spread, event: Event) -> Coordination:
    """An event's guests. Raises StudyFault for a place that the town does not have."""
    place = _place(record, event)
    start, end = record.clock.step_at(event.start), record.clock.step_at(event.end)
    end_here = min(end, record.last_step + 1)
    told = [knowing for knowing in spread.known if knowing.way == "heard" and knowing.step < end]
    guests: dict[str, Guest] = {}
    for stay in record.stays:
        here = min(stay.end, end_here) - max(stay.start, start)
        if stay.within(place) and here > 0 and stay.person != event.host:
            before = guests.get(stay.person)
            minutes = record.minutes(here) + (before.minutes if before else 0)
            came = min(max(stay.start, start), before.came if before else end)
            guests[stay.person] = Guest(stay.person, came, round(minutes, 1))
    came_in_order = sorted(guests.values(), key=lambda guest: (guest.came, guest.person))
    return Coordination(
        spread.fact.name,
        event,
        tuple(knowing.person for knowing in told if knowing.person != event.host),
        tuple(came_in_order),
        end,
        record.last_step + 1 >= end,
    )


def _place(record: RunRecord, event: Event) -> Address:
    for address in sorted(record.town.setting.places):
        if address.name.casefold() == event.place.casefold():
            return address
    raise StudyFault(f"facts.toml: the town has no place {event.place!r}, where an event is to be; mend its 'place'.")
