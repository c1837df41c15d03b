"""Moments of a run as people write them: '2025-05-05 09:30', '09:30', 'day 2 09:30', 'Tuesday 9:30 am', 'end'."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime, time, timedelta

from townlet.cli.errors import BadInput
from townlet.runfile.view import RunView

_DAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_CLOCK = r"(?P<hour>\d{1,2})(:(?P<minute>\d{2}))?\s*(?P<half>am|pm)?"
_DATED = re.compile(rf"(?P<date>\d{{4}}-\d{{2}}-\d{{2}})([t ]\s*{_CLOCK}(:\d{{2}})?)?")
_NUMBERED = re.compile(rf"day\s*(?P<number>\d+)(,?\s+{_CLOCK})?")
_NAMED = re.compile(rf"(?P<name>[a-z]{{3,}})(,?\s+{_CLOCK})?")
_BARE = re.compile(_CLOCK)
_EXAMPLES = "write it as '2025-05-05 09:30', '09:30' (on the first day), 'day 2 09:30', 'Tuesday 9:30 am' or 'end'"


@dataclass(frozen=True)
class RunTimeline:
    """The time that a run has lived through."""

    start: datetime
    step_seconds: int
    steps: int
    """How many steps are complete."""

    @classmethod
    def of(cls, view: RunView) -> RunTimeline:
        """Return the timeline of a run, up to where the view ends."""
        return cls(view.header.start, view.header.step_seconds, view.until)

    @property
    def end(self) -> datetime:
        return self.at(self.steps)

    def at(self, step: int) -> datetime:
        return self.start + timedelta(seconds=step * self.step_seconds)

    def step(self, text: str) -> int:
        """The step that begins at the moment written, 0 to `steps`. Raises BadInput for any other moment."""
        match text.strip().lower():
            case "end":
                return self.steps
            case "start":
                return 0
        moment = parse_moment(text, self.start)
        if not self.start <= moment <= self.end:
            raise BadInput(
                f"{text!r} ({moment:%Y-%m-%d %H:%M}) is outside this run; "
                f"give a time from {self.start:%Y-%m-%d %H:%M} to {self.end:%Y-%m-%d %H:%M}, or 'end'."
            )
        return -int(-(moment - self.start).total_seconds() // self.step_seconds)


def find_step(run: RunView, at: str) -> int:
    """The step of a run that begins at a moment written as people write it. Raises BadInput, RunFileError."""
    timeline = RunTimeline.of(run)
    if not timeline.steps:
        raise BadInput(f"Nothing has happened in {run.path} yet; go on with it by `townlet resume` first.")
    # In the very first step people only move in, so the earliest sight is after it.
    return max(1, timeline.step(at))


def parse_moment(text: str, start: datetime) -> datetime:
    """The moment written, in a run that starts at `start`. Raises BadInput."""
    plain = " ".join(text.lower().split())
    try:
        for pattern, day_of in ((_DATED, _dated), (_NUMBERED, _numbered), (_BARE, _first), (_NAMED, _named)):
            if match := pattern.fullmatch(plain):
                found = match.groupdict()
                return datetime.combine(day_of(found, start), _clock(found))
    except ValueError as error:
        raise BadInput(f"{text!r} is not a time ({error}); {_EXAMPLES}.") from None
    raise BadInput(f"{text!r} is not a time; {_EXAMPLES}.")


_Found = dict[str, str | None]


def _dated(found: _Found, start: datetime) -> datetime:
    return datetime.fromisoformat(found["date"] or "")


def _numbered(found: _Found, start: datetime) -> datetime:
    number = int(found["number"] or 0)
    if not 1 <= number <= 9999:
        raise ValueError("days are counted from 1")
    return start + timedelta(days=number - 1)


def _first(found: _Found, start: datetime) -> datetime:
    if found["minute"] is None and found["half"] is None:
        raise ValueError("a clock time needs minutes, or am or pm")
    return start


def _named(found: _Found, start: datetime) -> datetime:
    name = found["name"] or ""
    days = [place for place, day in enumerate(_DAYS) if day.startswith(name)]
    if not days:
        raise ValueError(f"there is no day called {name}")
    return start + timedelta(days=(days[0] - start.weekday()) % 7)


def _clock(found: _Found) -> time:
    hour, minute, half = int(found["hour"] or 0), int(found["minute"] or 0), found["half"]
    if half and not 1 <= hour <= 12:
        raise ValueError("with am or pm, hours go from 1 to 12")
    if half:
        hour = hour % 12 + (12 if half == "pm" else 0)
    return time(hour, minute)
