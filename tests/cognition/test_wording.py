"""Times, plans and memories in the words that prompts print."""

from dataclasses import replace
from datetime import datetime

from townlet.cognition.wording import tell_memories, tell_numbered
from townlet.offline.fields import records

from .scene import memory

MONDAY, TUESDAY = datetime(2031, 4, 7), datetime(2031, 4, 8)


def test_memories_are_told_oldest_first_and_a_date_stands_only_where_it_changes() -> None:
    later = [
        replace(memory("C.", 3), created=TUESDAY.replace(hour=9)),
        replace(memory("A.", 1), created=MONDAY.replace(hour=9)),
        replace(memory("B.", 2), created=MONDAY.replace(hour=18, minute=30)),
    ]
    assert tell_memories(later) == [
        {"when": "Mon Apr 7 2031, 9:00 am", "text": "A."},
        {"when": "6:30 pm", "text": "B."},
        {"when": "Tue Apr 8 2031, 9:00 am", "text": "C."},
    ]


def test_numbered_memories_keep_their_order_and_can_be_dated_again() -> None:
    times = [MONDAY.replace(hour=9), MONDAY.replace(hour=8), TUESDAY, MONDAY]
    told = tell_numbered([replace(memory(f"{n}.", n), created=time) for n, time in enumerate(times)])
    assert [each["when"] for each in told] == [  # type: ignore[call-overload, index]
        "Mon Apr 7 2031, 9:00 am",
        "8:00 am",
        "Tue Apr 8 2031, 12:00 am",
        "Mon Apr 7 2031, 12:00 am",
    ]
    assert [each["when"] for each in records({"memories": told}, "memories")] == [
        "Mon Apr 7 2031, 9:00 am",
        "Mon Apr 7 2031, 8:00 am",
        "Tue Apr 8 2031, 12:00 am",
        "Mon Apr 7 2031, 12:00 am",
    ]
