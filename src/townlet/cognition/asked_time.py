"""The day and the hours that a question asks about: 'yesterday evening at six', 'this morning', 'on Monday'."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta

from townlet.cognition.clock_times import HOUR_WORDS, hour_of, in_24_hours
from townlet.cognition.wording import MONTHS

DAY = 24 * 60
PARTS = {
    "breakfast": (300, 660), "lunch": (660, 960), "dinner": (960, 1320), "supper": (960, 1320),
    "morning": (300, 720), "noon": (690, 810), "afternoon": (720, 1020), "evening": (1020, DAY), "night": (1080, DAY),
}  # fmt: skip
"""The minutes of the day that a word stands for; a meal comes before the part of the day that it is eaten in."""

MEALS = ("breakfast", "lunch", "dinner", "supper")
_EATING = r"\b(?:for|before|after|during|over|have|had|eat|ate|eaten|cook|cooked|cooking|at) (?:your )?"
_BREAK = r"\b"
_DAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_PAST = re.compile(
    r"\b(?:did|were|was|had|ago|yesterday|came|went|ate|met|saw|talked|last (?:night|\w+day)"
    r"|have you (?!got|any|an?\b)\w+)\b"
)
_CLOCK = re.compile(
    rf"\b(?:(?:at|around|about|by|until|towards?) )?(?P<hour>\d{{1,2}})(?::(?P<minute>\d\d)| ?(?=[ap]\.?m\b))"
    r" ?(?P<half>[ap])?\.?(?:m\b)?"
    rf"|\b(?:(?:at|around|about|by|towards?) |(?=half past))(?P<past>half past )?"
    rf"(?P<word>{'|'.join(HOUR_WORDS)}|\d{{1,2}})\b"
    r"(?! (?:of|people|other|place|time|the|your))(?: o'clock)?|\b(?:at )(?P<name>noon|midday|midnight)\b"
)
_AGO = re.compile(rf"\b(?P<many>an|a|\d+|{'|'.join(HOUR_WORDS)}) (?P<unit>minutes?|hours?|days?) ago\b")
_DATE = re.compile(
    rf"\b(?P<month>{'|'.join(MONTHS)}) (?P<day>\d{{1,2}})\b|\b(?P<day2>\d{{1,2}})(?:st|nd|rd|th)? (?:of )?"
    rf"(?P<month2>{'|'.join(MONTHS)})\b",
    re.I,
)
_NEAR = (
    (r"\bday before yesterday\b", -2), (r"\bday after tomorrow\b", 2),
    (r"\b(?:yesterday|last (?:night|evening))\b", -1), (r"\btomorrow\b", 1),
    (r"\b(?:today|tonight|this (?:morning|noon|afternoon|evening)|so far)\b", 0),
)  # fmt: skip


@dataclass(frozen=True)
class AskedTime:
    """A stretch of a day, in minutes after midnight."""

    date: date
    start: int = 0
    end: int = DAY
    clock: bool = False
    """Whether an hour is named: then the stretch is that minute."""
    dated: bool = False
    """Whether the day is named."""
    part: str = ""
    """The part of the day, or the meal, that is named; '' for the whole day."""
    past: bool = False
    """Whether it is asked of what has been."""

    @property
    def begins(self) -> datetime:
        return datetime.combine(self.date, time()) + timedelta(minutes=self.start)

    @property
    def ends(self) -> datetime:
        return datetime.combine(self.date, time()) + timedelta(minutes=self.end)

    @property
    def named(self) -> bool:
        """Whether the question names a time at all."""
        return self.clock or self.dated or bool(self.part)


def time_asked(question: str, now: datetime) -> AskedTime:
    """Return the time that a question asks about, as seen from `now`; today if it names none."""
    low = question.lower().replace("’", "'")
    past = bool(_PAST.search(low))
    if found := _AGO.search(low):
        number = _number(found["many"])
        if not found["unit"].startswith("day"):
            then = now - timedelta(minutes=number * (60 if found["unit"].startswith("hour") else 1))
            minute = then.hour * 60 + then.minute
            return AskedTime(then.date(), minute, minute, clock=True, dated=True, past=True)
        day: date | None = now.date() - timedelta(days=number)
    else:
        day = _day(low, now.date(), past)
    part = "evening" if "tonight" in low else next((name for name in PARTS if _names_part(name, question)), "")
    at = _minute(low, part)
    past = past or (day is not None and day < now.date())
    if at is None:
        start, end = PARTS.get(part, (0, DAY))
        if past and day is None and part and start > now.hour * 60 + now.minute:
            day = now.date() - timedelta(days=1)
        return AskedTime(day or now.date(), start, end, dated=day is not None, part=part, past=past)
    resolved = day or _nearest_day(at, past, now)
    return AskedTime(resolved, at, at, clock=True, dated=day is not None, part=part, past=past)


def _names_part(name: str, question: str) -> bool:
    """Return whether a word stands for a time: 'for supper' does; 'the fish supper' and 'Bonfire Night' do not."""
    return re.search(rf"{_EATING if name in MEALS else _BREAK}{name}s?\b", question) is not None


def _day(low: str, today: date, past: bool) -> date | None:
    """Return the day that is named; None if none is."""
    near = next((days for says, days in _NEAR if re.search(says, low)), None)
    if near is not None:
        return today + timedelta(days=near)
    if found := re.search(rf"\b({'|'.join(_DAYS)})s?\b", low):
        ahead = (_DAYS.index(found[1]) - today.weekday()) % 7
        return today + timedelta(days=ahead - 7 if past and ahead else ahead)
    if found := _DATE.search(low):
        month = [name.lower() for name in MONTHS].index(found["month"] or found["month2"]) + 1
        try:
            return date(today.year, month, int(found["day"] or found["day2"]))
        except ValueError:
            return None
    return None


def _nearest_day(minute: int, past: bool, now: datetime) -> date:
    """Return the day of an hour that is named without one: the last one that was, or the next to come."""
    here = now.hour * 60 + now.minute
    if past:
        return now.date() - timedelta(days=minute > here)
    return now.date() + timedelta(days=minute < here)


def _minute(low: str, part: str) -> int | None:
    """Return the hour that is named, in minutes after midnight; None if none is."""
    found = _CLOCK.search(low)
    if found is None:
        return None
    if found["name"]:
        return 0 if found["name"] == "midnight" else DAY // 2
    hour, minute = _number(found["hour"] or found["word"]), int(found["minute"] or 30 * bool(found["past"]))
    if hour > 24 or minute > 59:
        return None
    if found["half"]:
        hour = in_24_hours(hour, found["half"])
    elif hour <= 12 and not (found["minute"] and len(found["hour"]) == 2 and found["hour"] < "10"):
        hour = _half_of_day(hour, part)
    return (hour % 24) * 60 + minute


def _half_of_day(hour: int, part: str) -> int:
    """Return an hour that is said without am or pm: eight to noon are taken for the morning, one to seven are not."""
    if part in ("morning", "breakfast"):
        return hour % 12
    if part in ("afternoon", "evening", "night", "dinner", "supper"):
        return hour % 12 + 12
    return hour if 8 <= hour <= 12 else hour % 12 + 12


def _number(written: str) -> int:
    return 1 if written in ("a", "an") else hour_of(written)
