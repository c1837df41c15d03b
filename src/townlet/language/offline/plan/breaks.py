"""Breaks in long stretches of work: people of one house stop for a cup at about the same time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from townlet.language.offline.plan.frame import Frame
from townlet.language.offline.plan.shifts import KEEPING
from townlet.language.offline.plan.timeline import Block
from townlet.language.offline.plan.venues import is_kind
from townlet.language.offline.say import roll

BREAK_MINUTES, LONG_WORK, SHORTEST_ITEM = 15, 100, 10
_PAUSES = (("morning cup", 10 * 60, 75), ("afternoon cup", 14 * 60 + 40, 100))
"""Name, earliest start and spread in minutes of the breaks of a day."""
_BREAKS = ("taking a coffee break", "taking a tea break", "taking a break with something hot")


def breaks(frame: Frame, chunk: Block) -> Iterator[Block]:
    """When one stops for a cup in a long stretch of work: about when the others of the house do."""
    if chunk.minutes < LONG_WORK:
        return
    sector = chunk.place.partition(":")[0].strip()
    for key, earliest, spread in _PAUSES:
        together = roll(frame.seed, sector, frame.date.isoformat(), key)
        start = earliest + 5 * int(together * spread / 5) + frame.shift(key, 5)
        what = _BREAKS[int(frame.roll("cup", key) * len(_BREAKS))]
        pause = Block(start, start + BREAK_MINUTES, what, "", "rest")
        if chunk.start + SHORTEST_ITEM <= start and pause.end <= chunk.end - SHORTEST_ITEM:
            yield replace(pause, place=_where_people_meet(frame, replace(pause, place=chunk.place)))


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


def _where_people_meet(frame: Frame, item: Block) -> str:
    """The common room of the house, if the place has one; whoever works alone at home goes out for it."""
    sector = item.place.partition(":")[0].strip()
    rooms = [v for v in frame.venues.all if v.sector == sector and is_kind(v.arena, "living")]
    shared = [v for v in rooms if "'s " not in v.arena and "’s " not in v.arena and not is_kind(v.arena, "garden")]
    if shared:
        return shared[int(frame.roll("where", item.start) * len(shared))].name
    if frame.trade.kind in KEEPING or not is_kind(sector, "private"):
        return item.place
    kind = "cafe" if frame.roll("out", item.start) < (0.75 if frame.sociable else 0.5) else "outdoors"
    out = frame.venues.kinds(kind, item.start, item.end)
    return min(out, key=lambda v: frame.roll("which", v.sector)).name if out else item.place
