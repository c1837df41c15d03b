"""Times, plans, places and memories in the words that prompts print."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from datetime import date, datetime

from townlet.cognition.state import PlanItem
from townlet.language.prompt import Field
from townlet.memory.record import Memory
from townlet.world.address import Address
from townlet.world.clock import Clock
from townlet.world.register import Register
from townlet.world.setting import Setting
from townlet.world.state import Utterance
from townlet.world.tree import clock_words, label, rule_of

_DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_MONTHS = (
    "January", "February", "March", "April", "May", "June",
    "July", "August", "September", "October", "November", "December",
)  # fmt: skip


def say_time(time: datetime) -> str:
    """'Tuesday May 6 2025, 9:40 am', whatever the machine's language."""
    return f"{say_date(time)} {time.year}, {say_clock(time)}"


def say_stamp(time: datetime) -> str:
    """'Tue May 6 2025, 9:40 am': a memory's time, of which prompts print dozens."""
    day = f"{_DAYS[time.weekday()][:3]} {_MONTHS[time.month - 1][:3]} {time.day} {time.year}"
    return f"{day}, {say_clock(time)}"


def say_clock(time: datetime) -> str:
    """'9:40 am'."""
    return clock_words(time.hour * 60 + time.minute)


def say_date(time: datetime) -> str:
    """'Tuesday May 6'."""
    return f"{_DAYS[time.weekday()]} {_MONTHS[time.month - 1]} {time.day}"


def read_clock(text: str) -> int | None:
    """Minutes after midnight of a time such as '7:30 pm'; None where there is none."""
    match = re.match(r"\s*(\d{1,2}):(\d{2})\s*([ap])m", text, re.IGNORECASE)
    if not match or int(match[1]) > 12 or int(match[2]) > 59:
        return None
    return (int(match[1]) % 12 + (12 if match[3].lower() == "p" else 0)) * 60 + int(match[2])


def tell_memories(memories: Iterable[Memory]) -> list[Field]:
    """Memories oldest first, each with its time and text."""
    ordered = sorted(memories, key=lambda memory: (memory.created, memory.id))
    return [*tell_timed((memory.created, memory.text) for memory in ordered)]


def tell_numbered(memories: Sequence[Memory], first: int = 1) -> list[Field]:
    """Memories in the order given, numbered from `first`."""
    timed = tell_timed((memory.created, memory.text) for memory in memories)
    return [{"n": n, **each} for n, each in enumerate(timed, start=first)]


def tell_timed(texts: Iterable[tuple[datetime, str]]) -> list[dict[str, Field]]:
    """Texts with their times; the date stands only where it is another than that of the text before."""
    told: list[dict[str, Field]] = []
    before: date | None = None
    for time, text in texts:
        full = time.date() != before
        told.append({"when": say_stamp(time) if full else say_clock(time), "text": text})
        before = time.date()
    return told


def tell_plan(items: Iterable[PlanItem], clock: Clock) -> list[Field]:
    """What somebody has planned; what stands in for want of a plan is none."""
    return [
        {
            "start": clock_words(clock.minute(item.start)),
            "end": clock_words(clock.minute(item.end)),
            "activity": item.activity,
            "place": label(item.place) if item.place else "",
        }
        for item in items
        if not item.fallback
    ]


def tell_lines(lines: Iterable[Utterance]) -> list[Field]:
    return [{"speaker": line.speaker, "line": line.text} for line in lines]


def tell_places(places: Iterable[Address], setting: Setting) -> list[Field]:
    return [{"name": label(place), "rule": rule_of(place, setting)} for place in places]


def tell_pronouns(register: Register, texts: Iterable[str]) -> list[Field]:
    """The pronouns of those who are named in what a prompt shows, in the order of their names."""
    return [{"name": name, "pronoun": register[name]} for name in register.named_in("\n".join(texts))]


def with_capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def full_stop(text: str) -> str:
    """The sentence with exactly one closing mark."""
    text = text.strip()
    return text if text.endswith((".", "!", "?", "'")) else f"{text}."
