"""Who was invited to an event, who came and when, and why the others did not."""

from __future__ import annotations

from dataclasses import dataclass

from townlet.analysis.emergence.coordination import Coordination
from townlet.reporting.page.plots import AxisMark, TimeAxis
from townlet.reporting.page.subject import ReportSubject

ROW, TOP, LEFT, RIGHT, WIDTH = 20, 8, 170, 28, 860
AROUND_MINUTES = 60
"""How much of the time before and after an event is drawn."""


@dataclass(frozen=True)
class GatheringGuest:
    """Somebody who was invited, or came."""

    person: str
    heard: str
    """When they first did; empty for who heard of it from nobody."""
    heard_from: str
    anchor: str
    came: str
    """When, and for how long; empty for who did not."""
    says: str
    """What kept them, in their own words."""
    y: int
    bands: tuple[tuple[float, float], ...]
    """Where the stays at the place begin in the plot, and how long they are."""


@dataclass(frozen=True)
class Gathering:
    """One event."""

    fact: str
    host: str
    place: str
    when: str
    begun: bool
    """Whether the run came that far; so below."""
    over: bool
    invited: int
    came: int
    invited_came: int
    uninvited: int
    guests: tuple[GatheringGuest, ...]
    start_x: float
    end_x: float
    marks: tuple[AxisMark, ...]
    height: int


def plot_gathering(subject: ReportSubject, event: Coordination) -> Gathering:
    """The guests in the order in which they came, then who stayed away."""
    record = subject.record
    start, end = record.clock.step_at(event.event.start), record.clock.step_at(event.event.end)
    around = record.clock.steps(AROUND_MINUTES)
    axis = TimeAxis(record, start - around, end + around, LEFT, WIDTH - RIGHT)
    names = [guest.person for guest in event.came] + list(event.absent)
    guests = tuple(_guest(subject, event, axis, name, TOP + ROW * row) for row, name in enumerate(names))
    return Gathering(
        event.fact,
        event.event.host,
        event.event.place,
        f"{subject.when(start)} to {subject.clock(end)}",
        record.last_step >= start,
        event.over,
        len(event.invited),
        len(event.came),
        len(event.invited) - len(event.absent),
        len(event.uninvited),
        guests,
        axis.x(start),
        axis.x(end),
        tuple(axis.marks()),
        TOP + ROW * len(guests) + 22,
    )


def _guest(subject: ReportSubject, event: Coordination, axis: TimeAxis, name: str, y: int) -> GatheringGuest:
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
        y,
        tuple(_bands(subject, event, axis, name)),
    )


def _bands(subject: ReportSubject, event: Coordination, axis: TimeAxis, name: str) -> list[tuple[float, float]]:
    """Stays at the place, also those before and after the event; rooms of it count as one."""
    found: list[tuple[int, int]] = []
    for stay in subject.record.stays_of(name):
        if not stay.within(event.place) or stay.end <= axis.first or stay.start >= axis.last:
            continue
        if found and found[-1][1] == stay.start:
            found[-1] = (found[-1][0], stay.end)
        else:
            found.append((stay.start, stay.end))
    return [(axis.x(start), round(axis.x(end) - axis.x(start), 1)) for start, end in found]
