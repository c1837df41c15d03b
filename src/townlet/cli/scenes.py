"""From beats to scenes: within each hour, what belongs to one place or one talk stays together."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import groupby

from townlet.cli.beats import SETS_OUT, Beat
from townlet.world.clock import Clock


@dataclass(frozen=True)
class Scene:
    """An hour at one place."""

    hour: int
    """Hours since midnight before the run's first day."""
    place: str
    beats: tuple[Beat, ...]


def itinerary(beats: Iterable[Beat], clock: Clock) -> list[Scene]:
    """Scenes strictly in order of time: a new one with each hour and each change of place."""
    told = _talks_together(_without_repeats(beats))
    runs = groupby(told, lambda beat: (hour_of(beat.step, clock), beat.place))
    return [Scene(hour, place, tuple(inside)) for (hour, place), inside in runs]


def scenes(beats: Iterable[Beat], clock: Clock) -> list[Scene]:
    """Scenes in order of their hours, then of how they begin; a talk stays in the hour and place where it began."""
    told = _talks_together(_without_repeats(beats))
    found: list[Scene] = []
    for hour, group in groupby(told, lambda beat: hour_of(beat.step, clock)):
        places: dict[str, list[Beat]] = {}
        for beat in group:
            places.setdefault(beat.place, []).append(beat)
        found.extend(Scene(hour, place, tuple(inside)) for place, inside in places.items())
    return found


def hour_of(step: int, clock: Clock) -> int:
    """The hour that a step falls into, counted from midnight before the first day."""
    return (clock.minute(0) * 60 + step * clock.step_seconds) // 3600


def _talks_together(beats: Iterable[Beat]) -> list[Beat]:
    """All lines of a talk moved to its first; everything else stays in order."""
    opened: dict[str, Beat] = {}
    placed: list[tuple[tuple[int, int, int], Beat]] = []
    for place, beat in enumerate(beats):
        first = opened.setdefault(beat.talk, beat) if beat.talk else beat
        key = (first.step, 1 if beat.talk else 0, place)
        placed.append((key, replace(beat, place=first.place, step=first.step)))
    return [beat for _, beat in sorted(placed, key=lambda pair: pair[0])]


def _without_repeats(beats: Iterable[Beat]) -> list[Beat]:
    """Somebody who goes on with what they were at, or walks on to where they were going, is not told of again."""
    last: dict[str, tuple[str, str]] = {}
    kept = []
    for beat in beats:
        told = ("" if f" {SETS_OUT} " in beat.text else beat.place, beat.text)
        if beat.kind == "direction" and last.get(beat.who) == told:
            continue
        if beat.kind == "direction":
            last[beat.who] = told
        kept.append(beat)
    return kept
