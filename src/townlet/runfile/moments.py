"""Moments of a run in words, such as '2025-05-05 09:30', '9:30' on the first day, 'day 2 09:30' or 'Tuesday 9:30'."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime, time, timedelta

from townlet.errors import BadInput
from townlet.runfile.view import RunView
from townlet.world.clock import Clock

_DAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_CLOCK = r"(?P<hour>\d{1,2})(:(?P<minute>\d{2}))?\s*(?P<half>am|pm)?"
"""Matches '9', '9:30', '09:30' and '9:30 pm'."""
_DATED = re.compile(rf"(?P<date>\d{{4}}-\d{{2}}-\d{{2}})([t ]\s*{_CLOCK}(:\d{{2}})?)?")
"""Matches '2025-05-05', '2025-05-05 09:30' and '2025-05-05t09:30:00'."""
_NUMBERED = re.compile(rf"day\s*(?P<number>\d+)(,?\s+{_CLOCK})?")
"""Matches 'day 2' and 'day 2, 9:30 am'."""
_NAMED = re.compile(rf"(?P<name>[a-z]{{3,}})(,?\s+{_CLOCK})?")
"""Matches 'tuesday', 'tue 9:30' and 'tuesday, 9:30 am'."""
_BARE = re.compile(_CLOCK)
_EXAMPLES = "write it as '2025-05-05 09:30', '09:30' (on the first day), 'day 2 09:30' or 'Tuesday 9:30 am'"


class BadMoment(BadInput):
    """A text is not a moment; the message says how to write one."""


def read_moment(text: str, start: datetime) -> datetime:
    """Return the date and time given as text, for a run that starts at `start`. Raises BadMoment."""
    plain = " ".join(text.lower().split())
    try:
        for pattern, day_of in (
            (_DATED, _parse_date),
            (_NUMBERED, _parse_day_number),
            (_BARE, _use_first_day),
            (_NAMED, _parse_weekday),
        ):
            if match := pattern.fullmatch(plain):
                found = match.groupdict()
                return datetime.combine(day_of(found, start), _parse_clock(found))
    except ValueError as error:
        raise BadMoment(f"{text!r} is not a valid time ({error}); {_EXAMPLES}.") from None
    raise BadMoment(f"{text!r} is not a valid time; {_EXAMPLES}.")


_Found = dict[str, str | None]


def _parse_date(found: _Found, start: datetime) -> datetime:
    return datetime.fromisoformat(found["date"] or "")


def _parse_day_number(found: _Found, start: datetime) -> datetime:
    number = int(found["number"] or 0)
    if not 1 <= number <= 9999:
        raise ValueError("days are numbered from 1")
    return start + timedelta(days=number - 1)


def _use_first_day(found: _Found, start: datetime) -> datetime:
    if found["minute"] is None and found["half"] is None:
        raise ValueError("a clock time needs minutes, or am or pm")
    return start


def _parse_weekday(found: _Found, start: datetime) -> datetime:
    name = found["name"] or ""
    days = [place for place, day in enumerate(_DAYS) if day.startswith(name)]
    if not days:
        raise ValueError(f"there is no day called {name}")
    return start + timedelta(days=(days[0] - start.weekday()) % 7)


def _parse_clock(found: _Found) -> time:
    hour, minute, half = int(found["hour"] or 0), int(found["minute"] or 0), found["half"]
    if half and not 1 <= hour <= 12:
        raise ValueError("with am or pm, hours go from 1 to 12")
    if half:
        hour = hour % 12 + (12 if half == "pm" else 0)
    return time(hour, minute)


@dataclass(frozen=True)
class RunTimeline:
    """The game time that a run covers."""

    clock: Clock
    steps: int
    """Number of complete steps."""

    @classmethod
    def of(cls, view: RunView) -> RunTimeline:
        """Return the timeline of a run, up to where the view ends."""
        return cls(view.clock, view.until)

    @property
    def end(self) -> datetime:
        return self.clock.at(self.steps)

    def step(self, text: str) -> int:
        """Return the step (0 to `steps`) that begins at a moment given as text. Raises BadInput for other moments."""
        match text.strip().lower():
            case "end":
                return self.steps
            case "start":
                return 0
            case _:
                moment = read_moment(text, self.clock.start)
        if not self.clock.start <= moment <= self.end:
            raise BadInput(
                f"{text!r} ({moment:%Y-%m-%d %H:%M}) is outside this run; "
                f"give a time from {self.clock.start:%Y-%m-%d %H:%M} to {self.end:%Y-%m-%d %H:%M}, or 'end'."
            )
        return self.clock.step_at(moment)


def find_step(run: RunView, at: str) -> int:
    """Return the step of a run that begins at a moment given as text. Raises BadInput, RunFileError."""
    timeline = RunTimeline.of(run)
    if not timeline.steps:
        raise BadInput(f"Nothing has happened in {run.path} yet. Continue the run with `townlet resume` first.")
    # In the first step people only appear in the town, so the earliest moment to look at comes after it.
    return max(1, timeline.step(at))


def parse_length(days: float | None, until: str | None, start: datetime, default: float) -> float:
    """Return the length of a run in game days, given as --days, as the moment of --until, or else the default.

    Raises BadInput if both are given, or the length is impossible.
    """
    if until is None:
        chosen = default if days is None else days
        said = f"--days {chosen:g}"
    elif days is not None:
        raise BadInput("--days and --until both say when the run ends. Give one of them.")
    else:
        chosen = (read_moment(until, start) - start).total_seconds() / _SECONDS_A_DAY
        said = f"--until {until!r}"
        if chosen <= 0:
            raise BadInput(f"{said} is not after the start of the run, {start:%Y-%m-%d %H:%M}. Give a later time.")
    if not 0.0005 <= chosen <= 10_000:
        raise BadInput(f"{said} is not a possible length of a run. Give a number of days such as 0.5 or 2.")
    return chosen


_SECONDS_A_DAY = 86_400
