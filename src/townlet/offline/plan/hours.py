"""The day's chunks refined into items of about an hour, with something definite in each."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence

from townlet.offline.fields import Fields, clock, records, text
from townlet.offline.plan.breaks import around, breaks
from townlet.offline.plan.day import as_answer
from townlet.offline.plan.frame import DayFrame
from townlet.offline.plan.scripts import EVENTS, routine, trade_acts
from townlet.offline.plan.shifts import KEEPING
from townlet.offline.plan.timeline import Block
from townlet.offline.trades import AT_WORK, Task, deeds_in, names_work, trade_of_deed


def shown_plan(fields: Fields, sleeps: int | None = None) -> list[Block]:
    """The chunks of the field `plan`, in order; a time before the last one's is past midnight."""
    blocks: list[Block] = []
    for record in records(fields, "plan"):
        start, end = clock(text(record, "start")), clock(text(record, "end"))
        if start is None or not text(record, "activity"):
            continue
        while blocks and start < blocks[-1].start:
            start += 1440
        end = start if end is None else end + 1440 * (start // 1440)
        blocks.append(Block(start, end + 1440 if end < start else end, text(record, "activity"), text(record, "place")))
    ends = [block.start for block in blocks[1:]]
    closed = [Block(b.start, max(b.start, e), b.activity, b.place) for b, e in zip(blocks, ends, strict=False)]
    last = (
        blocks[-1:]
        if sleeps is None
        else [Block(b.start, max(b.start, b.end, sleeps), b.activity, b.place) for b in blocks[-1:]]
    )
    return closed + last


def hour_plan(fields: Fields, seed: int) -> dict[str, object]:
    """Answers `hour_plan`: the same span in finer items."""
    frame = DayFrame.of(fields, seed)
    chunks = shown_plan(fields)
    if not chunks:
        return as_answer([Block(frame.start, frame.sleeps, "resting at home")], frame)
    items: list[Block] = []
    for chunk in chunks:
        items += refine(frame, chunk, dealt=sum(_working(item.activity, frame) for item in items))
    bed = is_bed(chunks[-1])
    ending = DayFrame(fields, seed, frame.start, chunks[-1].start if bed else chunks[-1].end)
    return as_answer([item for item in items if not (bed and item.start >= chunks[-1].start)], ending)


def is_bed(block: Block) -> bool:
    """Whether a chunk is the going to bed that ends a day."""
    return routine(block.activity)[0] == "sleep"


def _working(activity: str, frame: DayFrame) -> bool:
    return any(act.activity in activity for act in frame.trade.acts)


BESIDE_DEED = 3
"""Beside the one thing that a story tells that one does for a living, so many general acts fill the hours of work."""


def refine(frame: DayFrame, chunk: Block, dealt: int = 0) -> Iterator[Block]:
    """The items of about an hour that a chunk is made of; `dealt` working hours of the day came before it."""
    name = routine(chunk.activity)[0]
    if name == "morning" and chunk.minutes >= 30 and "breakfast" not in chunk.activity:
        yield from _morning(frame, chunk)
    elif (chunk.minutes < 80 and not names_work(chunk.activity)) or name in (*EVENTS, "sleep"):
        yield chunk
    else:
        edges = _edges(frame, chunk)
        items = [
            Block(start, end, _item(frame, chunk, k, dealt), chunk.place, chunk.sort)
            for k, (start, end) in enumerate(itertools.pairwise(edges))
        ]
        absorbed = names_work(chunk.activity) or any(p.activity == chunk.activity for p in frame.projects)
        for pause in breaks(frame, chunk) if absorbed or "stud" in chunk.activity else ():
            items = list(around(items, pause))
        yield from sorted(items, key=lambda item: item.start)


def _morning(frame: DayFrame, chunk: Block) -> Iterator[Block]:
    """Getting up, then breakfast."""
    middle = chunk.start + 5 * max(3, round(chunk.minutes * (0.45 + 0.2 * frame.roll("up")) / 5))
    yield Block(chunk.start, middle, "getting up and getting ready for the day", chunk.place)
    yield Block(middle, chunk.end, "having breakfast", frame.room("kitchen") or chunk.place)


def _edges(frame: DayFrame, chunk: Block) -> Sequence[int]:
    """Where an item ends and the next begins: about every hour, on a five-minute grid."""
    parts = max(1, round(chunk.minutes / 62))
    inner = [
        chunk.start + 5 * round(chunk.minutes * k / parts / 5) + frame.shift(f"edge{chunk.start}{k}", 10)
        for k in range(1, parts)
    ]
    return [chunk.start, *inner, chunk.end]


def _item(frame: DayFrame, chunk: Block, k: int, dealt: int) -> str:
    """What one does in the k-th hour of a chunk."""
    own = frame.projects
    known = trade_acts(frame.trade, own)
    if frame.trade.kind not in KEEPING and frame.is_home(chunk.place):
        known = [act for act in known if not act.takes_others]
    if deeds := deeds_in(chunk.activity):
        told = None if known else trade_of_deed(deeds[0])
        beside = trade_acts(told, own) if told else known
        several = [*map(Task, deeds), *(beside[:BESIDE_DEED] if len(deeds) == 1 else ())]
        if len(several) == 1:
            return chunk.activity
        first, second = _pair(frame, several, dealt + k)
        return f"{AT_WORK}{first.activity} and {second.activity}"
    if names_work(chunk.activity) and known:
        first, second = _pair(frame, known, dealt + k)
        return (
            f"{first.activity} and {second.activity}"
            if len(first.activity) + len(second.activity) < 75
            else first.activity
        )
    mine = [act for act in known if any(p.definite in act.activity for p in own)]
    if mine and any(p.activity == chunk.activity for p in own) and k:
        return mine[(k + int(frame.roll("mine", chunk.start) * len(mine))) % len(mine)].activity
    return chunk.activity


def _pair(frame: DayFrame, known: list[Task], hour: int) -> tuple[Task, Task]:
    """Two acts of the trade for the n-th working hour: the day has all of them before one comes again."""
    deck = sorted(known, key=lambda act: ("opening up" not in act.activity, frame.roll("act", act.activity)))
    first = 2 * hour % len(deck)
    again = 2 * hour // len(deck)
    return deck[first], deck[(first + 1 + again) % len(deck) if (1 + again) % len(deck) else (first + 1) % len(deck)]
