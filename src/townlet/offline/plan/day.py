"""The plan of a day in five to eight chunks, from waking to bed (Park et al. 2023, section 4.3)."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import replace

from townlet.offline.fields import Fields, say_clock
from townlet.offline.plan.agenda import agenda
from townlet.offline.plan.frame import NIGHT_ENDS, DayFrame
from townlet.offline.plan.meals import BREAKFAST_MINUTES, set_meals
from townlet.offline.plan.pastimes import EVENING, fill, ideas
from townlet.offline.plan.shifts import on_duty, work
from townlet.offline.plan.timeline import SHORTEST, Block, Timeline

MORNING = "waking up and completing the morning routine"
GETTING_UP = "getting up and getting ready for the day"
BED = "going to bed"
LONGEST_REST = 150
IN_HASTE = 10
"""Minutes that getting up takes who is awaited."""
LATE_BED = 7 * 60
"""Who goes to bed within so many minutes, and plans in the night, has been up since the day before."""
LEAST_MORNING = 40
"""Minutes that getting up and breakfast take even of those who are in a hurry."""


def day_plan(fields: Fields, seed: int) -> dict[str, object]:
    """Answers `day_plan`: chunks from waking to bed."""
    frame = DayFrame.of(fields, seed)
    line, taken = Timeline(frame.start, frame.sleeps), agenda(frame)
    up = frame.start
    if not _still_up(frame) and not on_duty(frame):
        for block in _morning(frame, taken):
            line.put(block)
            up = block.end
    for block in taken:
        # What begins while one is getting up is come to late, and not missed.
        late = block.start < up < block.end
        line.put(replace(block, start=up) if late else block) if block.sort == "event" else line.pour(block)
    compose(frame, line)
    return as_answer(line.closed(), frame)


def _still_up(frame: DayFrame) -> bool:
    return frame.start < NIGHT_ENDS and frame.sleeps - frame.start <= LATE_BED


def _morning(frame: DayFrame, taken: Sequence[Block]) -> list[Block]:
    """Getting up and breakfast: at home, or at a common table if the home has no kitchen; getting up alone if what one
    goes to begins before breakfast is over."""
    bedroom, ready = frame.room("bedroom"), frame.start + _routine(frame)
    quick = frame.start + IN_HASTE
    awaited = [block.start for block in taken if block.sort == "event" and block.start < ready and block.end > quick]
    if awaited:
        return [Block(frame.start, max(quick, min(awaited)), GETTING_UP, bedroom)]
    sits = ready - BREAKFAST_MINUTES
    away = [venue for venue in frame.mess if venue.open_during(sits, ready + 15)]
    if not away or sits < frame.start + 10:
        return [Block(frame.start, ready, MORNING, bedroom, "meal")]
    table = Block(sits, ready + 15, "having breakfast", away[0].name, "meal")
    return [Block(frame.start, sits, GETTING_UP, bedroom), table]


def _routine(frame: DayFrame) -> int:
    """How long the morning routine takes: less if work is waiting, or the day is short."""
    wanted = min(45 + 5 * int(7 * frame.roll("routine")), (frame.sleeps - frame.start) // 3)
    opens = frame.workplace.hours[0] - 10 if frame.workplace and frame.workplace.hours else frame.start + wanted
    return max(LEAST_MORNING, min(wanted, opens - frame.start) if opens > frame.start else wanted)


def compose(frame: DayFrame, line: Timeline) -> None:
    """Fills what is free: meals first, then work, then what one likes."""
    if not _still_up(frame):
        set_meals(frame, line)
    work(frame, line)
    rest(frame, line)


def rest(frame: DayFrame, line: Timeline) -> None:
    """Fills the remaining gaps with pastimes, long ones in pieces."""
    pool, used = ideas(frame), set[str]()
    for start, end in line.gaps():
        for a, b in _pieces(frame, start, end):
            while b - a >= SHORTEST:
                line.put(block := fill(frame, a, b, pool, used))
                a = block.end


def _pieces(frame: DayFrame, start: int, end: int) -> list[tuple[int, int]]:
    """A gap cut at the start of the evening and into stretches of at most two and a half hours."""
    cuts = [start, *([EVENING] if start + 60 <= EVENING <= end - 60 else []), end]
    pieces = []
    for a, b in itertools.pairwise(cuts):
        parts = -(-(b - a) // LONGEST_REST)
        edges = [a + 5 * round((b - a) * k / parts / 5) for k in range(parts)] + [b]
        pieces += list(itertools.pairwise(edges))
    return [(a, b) for a, b in pieces if b - a >= SHORTEST]


def as_answer(blocks: Sequence[Block], frame: DayFrame) -> dict[str, object]:
    """Blocks as the chunks of a DayPlan, with bed at the end."""
    bed = Block(frame.sleeps, frame.sleeps, BED, frame.room("bedroom"))
    chunks = [
        {"start": say_clock(b.start), "activity": b.activity[:400], "place": b.place, "why": b.why[:400]}
        for b in (*blocks, bed)
    ]
    return {"chunks": chunks[:39] + chunks[-1:] if len(chunks) > 40 else chunks}
