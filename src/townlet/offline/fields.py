"""Reading a request's printed fields. Whatever is missing or odd reads as empty, never as an error."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache

from townlet.cognition.wording import SAME_PLACE
from townlet.language.prompt import Field

Fields = Mapping[str, Field]

MONTHS = (
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
)
NOWHEN = dt.datetime(2001, 1, 1, 8, 0)
"""The moment taken where none is shown: a Monday morning."""

_CLOCK = re.compile(r"\b(\d{1,2})(?::(\d{2}))? ?([ap])\.?m\b|\b(noon|midnight)\b|\b(\d{1,2}):(\d{2})\b", re.I)
_MONTH_STARTS = [month[:3] for month in MONTHS]
_DATE = re.compile(rf"({'|'.join(_MONTH_STARTS)})[a-z]* (\d{{1,2}}),? (\d{{4}})")


def text(fields: Fields, key: str) -> str:
    """The field as text on one line; a number is written out, anything else is empty."""
    value = fields.get(key, "")
    return " ".join(str(value).split()) if isinstance(value, str | int | float) else ""


def texts(fields: Fields, key: str) -> list[str]:
    """The field as a list of texts; a record counts with its own text."""
    value = fields.get(key, [])
    if not isinstance(value, list):
        return [text(fields, key)] if text(fields, key) else []
    return [said for said in (_said(item) for item in value) if said]


def _said(item: Field) -> str:
    if isinstance(item, dict):
        return text(item, "text") or text(item, "line") or text(item, "name")
    return " ".join(str(item).split()) if isinstance(item, str | int | float) else ""


def records(fields: Fields, key: str) -> list[Fields]:
    """The field as a list of records; a bare text becomes a record of it.

    Of a time without its date, the date is that of the record before; so is "the same place".
    """
    value = fields.get(key, [])
    if not isinstance(value, list):
        return []
    found = [item if isinstance(item, dict) else {"text": _said(item), "name": _said(item)} for item in value]
    return list(_placed(_dated(found)))


def _dated(found: Iterable[Fields]) -> Iterator[Fields]:
    day = ""
    for record in found:
        when = text(record, "when")
        if day and when and not _DATE.search(when):
            record = {**record, "when": f"{day}, {when}"}
        elif when:
            day = when.rpartition(",")[0]
        yield record


def _placed(found: Iterable[Fields]) -> Iterator[Fields]:
    place: Field = ""
    for record in found:
        if record.get("place") == SAME_PLACE:
            record = {**record, "place": place}
        place = record.get("place", "")
        yield record


def number(fields: Fields, key: str, default: int) -> int:
    """The field as a whole number."""
    value = fields.get(key, default)
    if isinstance(value, str) and re.fullmatch(r"\d{1,6}", value, re.ASCII):
        return int(value)
    return int(value) if isinstance(value, int | float) and abs(value) < 1e9 else default


def clocks(written: str) -> list[int]:
    """Every clock time in a text, in minutes after midnight ('midnight' is 1440)."""
    return [_minutes(found) for found in _CLOCK.finditer(written)]


def _minutes(found: re.Match[str]) -> int:
    if found[4]:
        return 720 if found[4].lower() == "noon" else 1440
    if found[5]:
        return int(found[5]) % 25 * 60 + int(found[6]) % 60
    return int(found[1]) % 12 * 60 + int(found[2] or 0) % 60 + (720 if found[3].lower() == "p" else 0)


def clock(written: str) -> int | None:
    """The first clock time in a text, in minutes after midnight of its own day; None if there is none."""
    found = clocks(written)
    return found[0] % 1440 if found else None


def say_clock(minutes: int) -> str:
    """Minutes after midnight (of any day) as '7:30 am'."""
    hour, minute = divmod(minutes % 1440, 60)
    return f"{(hour - 1) % 12 + 1}:{minute:02d} {'am' if hour < 12 else 'pm'}"


@lru_cache(4096)
def moment(written: str) -> dt.datetime:
    """The moment written as 'Tuesday May 6 2025, 9:40 am' or 'Tue May 6 2025, 9:40 am'; NOWHEN if it cannot be."""
    found = _DATE.search(written)
    if not found:
        return NOWHEN
    minutes = clock(written[found.end() :]) or 0
    try:
        day = dt.datetime(int(found[3]), _MONTH_STARTS.index(found[1]) + 1, int(found[2]))
    except ValueError:
        return NOWHEN
    return day + dt.timedelta(minutes=minutes)
