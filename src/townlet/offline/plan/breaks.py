"""Breaks in long stretches of work: people of one house stop for a cup at about the same time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from townlet.offline.matters.context import draw
from townlet.offline.plan.company import call_in
from townlet.offline.plan.frame import DayFrame
from townlet.offline.plan.shifts import KEEPING
from townlet.offline.plan.timeline import Block
from townlet.offline.plan.venues import is_kind

BREAK_MINUTES, LONG_WORK, SHORTEST_ITEM = 15, 100, 10
_PAUSES = (("morning cup", 10 * 60, 75), ("afternoon cup", 14 * 60 + 40, 100))
"""Name, earliest start and spread in minutes of the breaks of a day."""
OUT_MINUTES = 25
"""A break that one leaves the house for, the way there included."""
CALLS = 0.6
"""How often such a break is spent on seeing somebody one knows, where one knows where to find them."""
_SERVED = (("eat", ""), ("cafe", ""), ("shop", "picking up a small thing or two"))
_OPEN_AIR = (("outdoors", "getting some fresh air"),)
"""Kinds of places where somebody is bound to be, and those where one may be alone; and what one is there for."""
_BREAKS = ("taking a coffee break", "taking a tea break", "taking a break with something hot")


def breaks(frame: DayFrame, chunk: Block) -> Iterator[Block]:
    """When one stops for a cup in a long stretch of work: about when the others of the house do."""
    if chunk.minutes < LONG_WORK:
        return
    sector = chunk.place.partition(":")[0].strip()
    for key, earliest, spread in _PAUSES:
        together = draw(frame.seed, sector, frame.date.isoformat(), key)
        start = earliest + 5 * int(together * spread / 5) + frame.shift(key, 5)
        what = _BREAKS[int(frame.roll("cup", key) * len(_BREAKS))]
        pause = Block(start, start + BREAK_MINUTES, what, "", "rest")
        if chunk.start + SHORTEST_ITEM <= start and pause.end <= chunk.end - SHORTEST_ITEM:
            spent = _spent(frame, replace(pause, place=chunk.place))
            yield spent if spent.end <= chunk.end - SHORTEST_ITEM else replace(pause, place=chunk.place)


def around(items: Sequence[Block], pause: Block) -> Iterator[Block]:
    """The items with a break among them; what is too short beside it is given up to it."""
    for item in items:
        if item.end <= pause.start or item.start >= pause.end:
            continue
        pause = replace(
            pause,
            start=item.start if item.start < pause.start < item.start + SHORTEST_ITEM else pause.start,
            end=item.end if item.end - SHORTEST_ITEM < pause.end < item.end else pause.end,
        )
    for item in items:
        if item.end <= pause.start or item.start >= pause.end:
            yield item
        elif item.start < pause.start:
            yield replace(item, end=pause.start)
    yield pause
    for item in items:
        if item.start < pause.end < item.end:
            yield replace(item, start=pause.end)


def _spent(frame: DayFrame, pause: Block) -> Block:
    """Where a break is spent: in the common room of the house, if it has one; else whoever works alone and can leave
    goes out for a word with somebody."""
    sector = pause.place.partition(":")[0].strip()
    rooms = [v for v in frame.venues.all if v.sector == sector and is_kind(v.arena, "living")]
    shared = [v for v in rooms if "'s " not in v.arena and "’s " not in v.arena and not is_kind(v.arena, "garden")]
    if shared and not is_kind(sector, "private"):
        return replace(pause, place=shared[int(frame.roll("where", pause.start) * len(shared))].name)
    if frame.trade.kind in KEEPING or frame.roll("out", pause.start) >= (0.9 if frame.sociable else 0.65):
        return replace(pause, place=shared[0].name) if shared else pause
    away = replace(pause, end=pause.start + OUT_MINUTES)
    called = call_in(frame, away) if frame.roll("call", pause.start) < CALLS else None
    return called or _among_people(frame, away) or pause


def _among_people(frame: DayFrame, away: Block) -> Block | None:
    """A place that is open to everybody, and what one goes there for; None if there is none."""
    here = away.place.partition(":")[0].strip()
    for kinds in (_SERVED, _OPEN_AIR):
        found = [
            (venue, what)
            for kind, what in kinds
            for venue in frame.venues.kinds(kind, away.start, away.end)
            if venue.sector != here
        ]
        if found:
            venue, what = min(found, key=lambda pair: frame.roll("which", pair[0].sector, away.start // 60))
            return replace(away, activity=what or away.activity, place=venue.name)
    return None
