"""Questions about an hour: what one will be doing at it, or will just have done, by the plan that one has."""

from __future__ import annotations

import datetime as dt

from townlet.offline.fields import say_clock
from townlet.offline.interview.oneself import _first_person
from townlet.offline.interview.recall import Recall
from townlet.offline.plan.hours import is_bed, shown_plan
from townlet.offline.plan.timeline import Block


def at_hour(recall: Recall, day: dt.date, hour: int) -> str:
    """What one will be doing at an hour: an engagement, else what the plan has; '' where it has nothing."""
    for prop in recall.on(day):
        start, end = prop.when.start, prop.when.end
        if start is not None and start <= hour < (end or start + 60):
            return recall.tell(prop)
    block = _planned(recall, day, hour)
    if block is None:
        return f"At {say_clock(hour)} I'll be asleep, I should think." if _night(recall, hour) else ""
    if day == recall.now.date() and block.end <= recall.now.hour * 60 + recall.now.minute:
        return f"At {say_clock(hour)} I was {_first_person(block.activity)}{_there(recall, block)}."
    when = f"At {say_clock(hour)}" + (
        ""
        if day == recall.now.date()
        else " " + named(day, recall).lower()
        if "omorrow" in named(day, recall)
        else f" on {named(day, recall)}"
    )
    surely = "I'll be" if day == recall.now.date() else "I'll most likely be"
    return f"{when} {surely} {_first_person(block.activity)}{_there(recall, block)}."


def _there(recall: Recall, block: Block) -> str:
    """Where that is, for whoever asks."""
    asked = recall.question.lower().startswith(("where", "in which", "at which"))
    return f" at {block.place.partition(':')[0]}" if asked and block.place else ""


def bedtime(recall: Recall) -> str:
    """When the day's plan ends; '' without one."""
    blocks = shown_plan(recall.fields)
    return f"At about {say_clock(blocks[-1].start if is_bed(blocks[-1]) else blocks[-1].end)}." if blocks else ""


def finished_by(recall: Recall, day: dt.date, hour: int) -> str:
    """What one will just have finished, or had: of the plan's stretches the one that ends nearest to the hour."""
    blocks = shown_plan(recall.fields)
    if not blocks or _night(recall, (hour - 1) % 1440):
        return at_hour(recall, day, hour)
    activity = _first_person(min(blocks, key=lambda block: abs(block.end - hour)).activity)
    will = "I had just" if gone_by(recall, day, hour) else "I'll just have"
    return f"At {say_clock(hour)} {will} finished {activity}."


def named(day: dt.date, recall: Recall) -> str:
    """A day as one speaks of it."""
    ahead = (day - recall.now.date()).days
    return {0: "Today", 1: "Tomorrow"}.get(ahead, f"{day:%A}")


def gone_by(recall: Recall, day: dt.date, hour: int) -> bool:
    """Whether an hour is past."""
    now = recall.now
    return (day, hour) <= (now.date(), now.hour * 60 + now.minute)


def _planned(recall: Recall, day: dt.date, hour: int) -> Block | None:
    """What the plan shown has at an hour, unless it is an event of another day."""
    found = (block for block in shown_plan(recall.fields) if _holds(block, hour) or _holds(block, hour + 1440))
    elsewhen = {p.event for _, p in recall.props if p.event and p.when.date and p.when.date != day}
    return next((block for block in found if not any(event in block.activity for event in elsewhen)), None)


def _holds(block: Block, hour: int) -> bool:
    return block.start <= hour < max(block.end, block.start + 1)


def _night(recall: Recall, hour: int) -> bool:
    """Whether an hour lies before one gets up by the plan shown, or after one has gone to bed."""
    blocks = shown_plan(recall.fields)
    return bool(blocks) and not any(blocks[0].start <= time < blocks[-1].end for time in (hour, hour + 1440))
