"""Clock times as people and models write them: the words for hours and halves of the day, and the times of models.

A model's time is read wherever there is no doubt which half of the day is meant.
"""

from __future__ import annotations

import re
import unicodedata
from typing import Any

from townlet.cognition.quantities import NUMBER_WORDS, in_digits

HOUR_WORDS = NUMBER_WORDS[1:]
"""The hours of a clock face in words, from one."""


def hour_of(written: str) -> int:
    """Return the hour that a word or digits name."""
    return int(written) if written.isdecimal() else HOUR_WORDS.index(written.lower()) + 1


def in_24_hours(hour: int, half: str) -> int:
    """Return an hour of the clock face as one from 0 to 23. `half` is 'am', 'pm' or a part of the day, or 'a' or 'p'.

    Twelve at night is midnight, one at night is after it, and from six on it is the evening.
    """
    late = half.startswith(("p", "e", "afternoon")) or (half.startswith("n") and 6 <= hour < 12)
    return hour % 12 + (12 if late else 0)


_PARTS = re.compile(
    r"\b(half|quarter|\d{1,2})( min(?:ute)?s?)? (past|after|to|before) (\d{1,2})(?::00)?(?: ?([ap])\.?m\b\.?)?"
)
"""'half past 9', 'quarter to 7 pm', '20 to 8', '10 minutes before 12:00 pm'."""
_TIME = re.compile(
    r"(?:^|(?<=[\sT(~*\[]))(\d{1,2})(?:[:.h](\d{2})(?::\d{2}(?:\.\d+)?)?|h)?(?![\d/:]|\.\d)"
    r"(?:\s*(?:o'?clock|uhr|h))?(?:\s*(?:in the |at )?([ap]\.?\s?m\b\.?|morning|afternoon|evening|night))?",
    re.IGNORECASE,
)
"""'10:00 pm', '22:00', '10pm', '7.30 p.m.', '22h30', '10:00:00 PM', '9:30 in the morning', '2031-05-05T22:00:00'."""


_OF_24_HOURS = re.compile(r"(?:^|[\sT])(?:0\d|1[3-9]|2[0-4])[:.h]?\d\d(?!\d|\s*[apAP]\.?[mM])")
"""A time that only a 24-hour clock shows: '07:30', '22:00', '2031-05-05T05:45:00'."""
_IN_THE_MORNING = re.compile(
    r"[\sT]*([1-9]|1[01])(?:[:.h]?(\d\d)|h)?(?::\d\d(?:\.\d+)?)?\s*(?:z|h|hrs|hours|uhr)?\s*", re.IGNORECASE
)
"""A time of a 24-hour clock that could be one of the other: '7:30', '11:00', '10h30'."""


def clock_time(value: Any) -> Any:
    """Return a time as '10:00 pm': of '22:00', '10 pm', 'noon', 'half past nine in the evening'.

    A text that gives a stretch is read as its start. What could be either half of the day is returned as it is.
    """
    if not isinstance(value, str):
        return value
    text = unicodedata.normalize("NFKC", value).lower()
    text = " ".join(text.replace("’", "'").replace("a quarter", "quarter").split())
    text = _half_last(text)
    text = re.sub(r"^(\d\d)(\d\d)(?: hours| hrs)?$", r"\1:\2", text)  # '0730', '1930 hours'
    words = re.sub(r"(?<=[a-z])-(?=[a-z])", " ", text)  # 'seven-thirty'
    text = re.sub(r" (?:oh?|0) (\d)\b", r" 0\1", in_digits(words))  # 'seven oh five'
    if text != words:
        text = re.sub(r"^(\d{1,2}) ([0-5]\d)\b", r"\1:\2", text)
    text = re.sub(r"\bmidday\b|\bnoon\b", "12:00 pm", text)
    text = re.sub(r"\bmidnight\b", "12:00 am", text)
    text = _PARTS.sub(_of_quarters, text).replace("12 12:00", "12:00")
    text = re.sub(r"\b(\d{1,2}) (15|30|45)\b", r"\1:\2", text)
    found = _TIME.search(_DATE.sub("", text))
    return value if found is None else _written(found) or value


_DATE = re.compile(
    r"\d{4}-\d{2}-\d{2}"
    r"|\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]* \d{1,2}(?:st|nd|rd|th)?(?:,? \d{4})?"
)
"""A date before a time: '2031-05-05', 'may 5 2031'."""
_HALVES = {
    "am": "a.m.|am|上午|早上|凌晨|午前|오전|du matin|de la mañana|da manhã|утра|morgens",
    "pm": "p.m.|pm|下午|晚上|午後|오후|du soir|de l'après-midi|de la tarde|de la noche|da tarde|da noite|вечера|дня"
    "|abends|nachmittags",
}
"""The halves of the day in the languages of towns."""
_HALF_OF = {word: half for half, written in _HALVES.items() for word in written.split("|")}
_HALF = f"({'|'.join(map(re.escape, sorted(_HALF_OF, key=len, reverse=True)))})"
_WITH_HALF = re.compile(rf"{_HALF}? ?(\d{{1,2}})(?:(?:[:.h]| ?[点點時时시ч]) ?(\d\d)?[分분]?)? ?{_HALF}?")
"""'pm 10:00', '下午3点', '오후 3시 30분', '7:30 de la tarde', '9 ч утра'."""


def _half_last(text: str) -> str:
    """Return a time with its half of the day at its end and in English; another text as it is."""
    found = _WITH_HALF.fullmatch(text)
    if not found or bool(found[1]) == bool(found[4]):
        return text
    return f"{found[2]}:{found[3] or '00'} {_HALF_OF[found[1] or found[4]]}"


def _of_quarters(found: re.Match[str]) -> str:
    part, minutes, side, hour, half = *found.group(1, 2, 3), int(found[4]), found[5] or ""
    minute = {"half": 30, "quarter": 15}.get(part) or int(part)
    # '7 to 8' is a stretch, and '20 to 8' is none.
    if minute > 59 or (side == "to" and part.isdigit() and minute < 13 and not minutes):
        return found[0]
    if side in ("to", "before"):
        # A quarter to 12 pm is in the morning.
        half = {"a": "p", "p": "a"}.get(half, "") if hour == 12 else half
        hour, minute = hour - 1 or 12, 60 - minute
    return f"{hour}:{minute:02}{half and f' {half}m'}"


def _written(found: re.Match[str]) -> str:
    """Return a time that was found as '10:00 pm'; empty if it leaves the half of the day open, or is none."""
    hour, minute, half = int(found[1]), int(found[2] or 0), (found[3] or "").lower()
    if hour > 24 or minute > 59:
        return ""
    if half and 1 <= hour <= 12:
        hour = in_24_hours(hour, half)
    elif not ((found[2] and (hour >= 12 or found[1].startswith("0"))) or hour > 12):
        return ""
    return f"{hour % 12 or 12}:{minute:02} {'pm' if 12 <= hour < 24 else 'am'}"


def on_one_clock(chunks: Any) -> Any:
    """Return the parts of a day with '10:30' written as '10:30 am', if another of their times shows a 24-hour clock."""
    if not isinstance(chunks, list):
        return chunks
    starts = [_DATE.sub("", str(each.get("start", ""))) if isinstance(each, dict) else "" for each in chunks]
    if not any(map(_OF_24_HOURS.search, starts)):
        return chunks
    found = [_IN_THE_MORNING.fullmatch(start) for start in starts]
    return [
        each | {"start": f"{time[1]}:{time[2] or '00'} am"} if time else each
        for each, time in zip(chunks, found, strict=True)
    ]
