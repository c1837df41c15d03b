"""From clock times in an answer to items that follow one another without gap or overlap."""

from __future__ import annotations

from collections.abc import Sequence

from townlet.cognition.answers import Chunk
from townlet.cognition.state import PlanItem
from townlet.cognition.telling import read_clock
from townlet.cognition.thought import Thought
from townlet.world.address import Address
from townlet.world.setting import MINUTES_A_DAY
from townlet.world.tree import find_label

LONGEST_DAY = 22 * 60
"""No plan reaches further than this many minutes ahead; a time beyond is a slip of the model."""


def schedule(thought: Thought, chunks: Sequence[Chunk], places: Sequence[Address]) -> tuple[PlanItem, ...]:
    """The chunks as items from now on: the first begins now. What is out of order or out of the day is left out."""
    timed = _in_order(thought, chunks)
    ends = [start for start, _ in timed[1:]] + [timed[-1][0] + 1] if timed else []
    return tuple(
        PlanItem(start, end, chunk.activity.strip().rstrip("."), find_label(chunk.place, places))
        for (start, chunk), end in zip(timed, ends, strict=True)
    )


def _in_order(thought: Thought, chunks: Sequence[Chunk]) -> list[tuple[int, Chunk]]:
    clock, now = thought.view.clock, thought.view.step
    minute = clock.minute(now)
    timed: list[tuple[int, Chunk]] = []
    latest = 0
    for chunk in chunks:
        given = read_clock(chunk.start)
        if given is None:
            continue
        ahead = (given - minute) % MINUTES_A_DAY if timed else 0
        if ahead <= LONGEST_DAY and (ahead > latest or not timed):
            latest = ahead
            timed.append((now + round(ahead * 60 / clock.step_seconds), chunk))
    return timed
