"""Moments of a run, parsed from what the user typed, such as '2025-05-05 09:30', 'day 2 09:30' or 'end'."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from townlet.cli.errors import BadInput
from townlet.runfile.moments import BadMoment, read_moment
from townlet.runfile.view import RunView


@dataclass(frozen=True)
class RunTimeline:
    """The game time that a run covers."""

    start: datetime
    step_seconds: int
    steps: int
    """Number of complete steps."""

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
        """Return the step (0 to `steps`) that begins at a moment given as text. Raises BadInput for other moments."""
        match text.strip().lower():
            case "end":
                return self.steps
            case "start":
                return 0
            case _:
                moment = parse_moment(text, self.start)
        if not self.start <= moment <= self.end:
            raise BadInput(
                f"{text!r} ({moment:%Y-%m-%d %H:%M}) is outside this run; "
                f"give a time from {self.start:%Y-%m-%d %H:%M} to {self.end:%Y-%m-%d %H:%M}, or 'end'."
            )
        return -int(-(moment - self.start).total_seconds() // self.step_seconds)


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
        chosen = (parse_moment(until, start) - start).total_seconds() / _SECONDS_A_DAY
        said = f"--until {until!r}"
        if chosen <= 0:
            raise BadInput(f"{said} is not after the start of the run, {start:%Y-%m-%d %H:%M}. Give a later time.")
    if not 0.0005 <= chosen <= 10_000:
        raise BadInput(f"{said} is not a possible length of a run. Give a number of days such as 0.5 or 2.")
    return chosen


_SECONDS_A_DAY = 86_400


def parse_moment(text: str, start: datetime) -> datetime:
    """Return the date and time given as text, for a run that starts at `start`. Raises BadInput."""
    try:
        return read_moment(text, start)
    except BadMoment as error:
        raise BadInput(str(error)) from None
