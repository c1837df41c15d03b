"""The plot of an event: who was invited, who came and when, and why the others did not."""

from __future__ import annotations

from dataclasses import dataclass

from townlet.measures.emergence.coordination import Coordination
from townlet.reporting.page.plots import TimeAxis
from townlet.reporting.page.subject import ReportSubject

LEFT, RIGHT, WIDTH = 170, 28, 860
"""In SVG units: the margins to the left (for names) and to the right, and the whole width."""
AROUND_MINUTES = 60
"""How many minutes before and after an event are drawn."""


@dataclass(frozen=True)
class GatheringGuest:
    """A person who was invited to an event, or came."""

    person: str
    heard: str
    """When they first heard of the event; empty if nobody told them."""
    heard_from: str
    anchor: str
    """The anchor of the line that told them; empty if nobody did."""
    came: str
    """When they came and for how long; empty if they did not."""
    says: str
    """What kept them from coming, in their own words; empty if they were not asked."""
    bands: tuple[tuple[float, float], ...]
    """Their stays at the place in the plot, as (x, width)."""


@dataclass(frozen=True)
class Gathering:
    """The plot of one event."""

    found: Coordination
    when: str
    begun: bool
    """Whether the run reached the event's start."""
    guests: tuple[GatheringGuest, ...]
    axis: TimeAxis
    window: tuple[float, float]
    """The event's start and end on the axis."""


def plot_gathering(subject: ReportSubject, event: Coordination) -> Gathering:
    """Plot an event: guests in the order in which they came, then the invited who did not."""
    record = subject.record
    start, end = record.clock.step_at(event.event.start), record.clock.step_at(event.event.end)
    around = record.clock.steps(AROUND_MINUTES)
    axis = TimeAxis(record, start - around, end + around, LEFT, WIDTH - RIGHT)
    names = [guest.person for guest in event.came] + list(event.absent)
    guests = tuple(_guest(subject, event, axis, name) for name in names)
    when = f"{subject.when(start)} to {subject.clock(end)}"
    return Gathering(event, when, record.last_step >= start, guests, axis, (axis.x(start), axis.x(end)))


def _guest(subject: ReportSubject, event: Coordination, axis: TimeAxis, name: str) -> GatheringGuest:
    spread = next(found for found in subject.emerged.spreads if found.fact.name == event.fact)
    heard = next((each for each in spread.known if each.person == name and each.way in ("heard", "told")), None)
    came = next((guest for guest in event.came if guest.person == name), None)

    return GatheringGuest(
        name,
        subject.when(heard.step) if heard else "",
        heard.heard_from if heard else "",
        subject.evidence.line(heard.utterance) if heard else "",
        f"{subject.clock(came.came)}, {came.minutes:.0f} min" if came else "",
        subject.emerged.reasons_for_absence(event).get(name, ""),
        tuple(_bands(subject, event, axis, name)),
    )


def _bands(subject: ReportSubject, event: Coordination, axis: TimeAxis, name: str) -> list[tuple[float, float]]:
    """Return a person's stays at the place as (x, width), those before and after included; its rooms count as one."""
    found: list[tuple[int, int]] = []
    for stay in subject.record.stays_of(name):
        if not stay.within(event.place) or stay.end <= axis.first or stay.start >= axis.last:
            continue
        if found and found[-1][1] == stay.start:
            found[-1] = (found[-1][0], stay.end)
        else:
            found.append((stay.start, stay.end))
    return [(axis.x(start), round(axis.x(end) - axis.x(start), 1)) for start, end in found]
