"""Silence: the longest that a waking town goes without a word."""

from __future__ import annotations

from itertools import pairwise

from townlet.study.figures import Bar, Figure, Listing, Part
from townlet.study.record import RunRecord

FROM_HOUR, TO_HOUR = 7, 22
"""The waking hours of a town."""

LONGEST_MINUTES = 30


def silence(record: RunRecord) -> Part:
    """Stretches of the day without talk."""
    gaps = [gap for day in range(record.days) for gap in _gaps(record, day)]
    long = sorted((gap for gap in gaps if gap[1] >= LONGEST_MINUTES), key=lambda gap: (-gap[1], gap[0]))
    longest = max((minutes for _, minutes in gaps), default=None)
    bar = None if record.small else Bar(most=LONGEST_MINUTES - record.minutes(1))
    rows = tuple((record.when(start), round(minutes, 1)) for start, minutes in long)
    return Part(
        "Silence",
        (
            Figure("longest_silence", "longest without talk, 7 to 22 h", longest, "minutes", bar),
            Figure("long_silences", "stretches of half an hour or more", len(long)),
        ),
        (Listing("silences", "half an hour or more", ("from", "minutes"), rows),),
    )


def _gaps(record: RunRecord, day: int) -> list[tuple[int, float]]:
    """(step, minutes) of each stretch between two lines in the waking hours of a day, the ends included."""
    start = max(0, record.midnight(day) + record.clock.steps(FROM_HOUR * 60))
    end = min(record.last_step + 1, record.midnight(day) + record.clock.steps(TO_HOUR * 60))
    if start >= end:
        return []
    spoken = sorted({line.step for line in record.lines if start <= line.step < end})
    return [(one, record.minutes(other - one)) for one, other in pairwise([start, *spoken, end])]
