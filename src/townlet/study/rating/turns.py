"""Whose turn it is. Each turn is a person and questions, drawn by seed; who comes takes the first that nobody holds.

A turn is held by whoever has finished it attentively, or has done something of late. So the sessions that count are
those of the first turns, each once, whoever dropped out on the way. Who comes back late still finishes what they began.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from enum import Enum
from itertools import count
from pathlib import Path

from townlet.study.rating.journal import read
from townlet.study.rating.plan import Plan, Seat, journal_path
from townlet.study.rating.sitting import Sitting


class Standing(Enum):
    """How a rater who has begun stands, in words."""

    FINISHED = "finished"
    INATTENTIVE = "failed an attention check"
    UNDER_WAY = "under way"
    IDLE = "broken off"

    @property
    def holds(self) -> bool:
        """Whether the turn is theirs; otherwise the next who comes gets it."""
        return self in (Standing.FINISHED, Standing.UNDER_WAY)


Raters = Mapping[Seat, Sitting]
"""All raters who have begun."""


def raters_of(run: Path, plan: Plan) -> Raters:
    """How far everybody has come. Raises FileFaults."""
    found = {seat: Sitting.of(read(journal_path(run, seat.id))) for seat in plan.seats() if seat.role == "rater"}
    return {seat: sitting for seat, sitting in found.items() if sitting.began}


def standing(sitting: Sitting, now: str, idle: int) -> Standing:
    """How a rater stands at a time (ISO 8601), given after how many hours without an answer they count as idle."""
    if sitting.stage == "done":
        return Standing.FINISHED if all(check.passed for check in sitting.checks) else Standing.INATTENTIVE
    since = datetime.fromisoformat(now) - datetime.fromisoformat(sitting.latest)
    return Standing.UNDER_WAY if since < timedelta(hours=idle) else Standing.IDLE


def standings(raters: Raters, now: str, idle: int) -> dict[Standing, int]:
    """How many raters stand in which way."""
    counts = Counter(standing(sitting, now, idle) for sitting in raters.values())
    return {each: counts[each] for each in Standing if counts[each]}


def next_turn(raters: Raters, now: str, idle: int) -> int:
    """The turn of a rater who comes at that time."""
    held = set(_held(raters, now, idle))
    return next(turn for turn in count() if turn not in held)


def _held(raters: Raters, now: str, idle: int) -> Iterable[int]:
    for seat, sitting in raters.items():
        if sitting.began and standing(sitting, now, idle).holds:
            yield seat.number if sitting.began.turn < 0 else sitting.began.turn
