"""Clock times as people and models write them: the words for hours and halves of the day, and the times of models.

A model's time is read wherever there is no doubt which half of the day is meant.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
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


_CLOCK = r"(\d{1,2})(?:[:.h](\d{2})(?::\d{2}(?:\.\d+)?)?|h)?(?![\d/:]|[.,]\d)(?:\s*(?:o'?clock|uhr|hrs?\b|h\b))?"
"""'10:00', '7.30', '22h30', '10:00:00'."""
_PART_OF_DAY = (
    r"(?:\s*(?:(?:in the|at|this|early|late) )*(?:to(?=night))?|\s*[(\[_-](?=[ap]\.?m))"
    r"([ap]\.?\s?m\b\.?(?!\w)|(?<=\d)[ap]\b|[ap]$|forenoon|morning|afternoon|evening|night)"
)
_TIME = re.compile(rf"(?:^|(?<=[\st(~*\[])){_CLOCK}(?:{_PART_OF_DAY})?")
"""'10:00 pm', '22:00', '10pm', '7.30 p.m.', '22h30', '9:30 in the morning', '2031-05-05t22:00:00'."""
_TO = r"(?:-|~|to|until|till?|and|a|bis|à|至|到)"
_STRETCH = re.compile(
    r"(?!(?<!from )\b(?:5|10) to \d{1,2}(?![\d:.])|\d{1,2} [-~] \d{1,2}[:.h]\d)"
    rf"(?<![\d:.]){_CLOCK} ?{_TO} ?{_CLOCK}{_PART_OF_DAY}"
)
"""'8:30-9:00 am', where the end tells the half of the day. '10 to 8 pm' and '1 - 8:30 am' may be no stretches."""
_OF_24_HOURS = re.compile(r"(?:^|[\st])(?:(?:0\d|1[3-9]|2[0-4])[:.h]?\d\d|(?:1[3-9]|2[0-4])h)(?!\d|\s*[ap]\.?m)")
"""A time that only a 24-hour clock shows: '07:30', '22:00', '2031-05-05t05:45:00'."""
_IN_THE_MORNING = re.compile(
    r"t?([1-9]|1[01])(?:[:.h]?(\d\d)|h)?(?::\d\d(?:\.\d+)?)?\s*(?:z|h|hrs|hours|uhr)?"
    rf"(?: ?{_TO} ?\d{{1,2}}(?:[:.h]\d\d)?h?)?"
)
"""A time of a 24-hour clock that could be one of the other: '7:30', '11:00', '10h30', '9:30-10:15'."""


def clock_time(value: Any) -> Any:
    """Return a time as '10:00 pm': of '22:00', '10 pm', 'noon', 'half past nine in the evening', '20时30分'.

    A text that gives a stretch is read as its start. What could be either half of the day is returned as it is.
    """
    text = _in_figures(value)
    found = None if _IN_DOUBT.search(text) else _TIME.search(text)
    return value if found is None else _written(found) or value


_MONTH = "(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*"
_DATE = re.compile(
    r"\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\b\d{1,2}[-/.]\d{1,2}[-/.]\d{4}\b|(?:\d{4}年)?\d{1,2}月\d{1,2}日"
    rf"|\b{_MONTH} \d{{1,2}}(?:st|nd|rd|th)?\b(?![:.]\d)(?:,? \d{{4}}\b)?"
    rf"|(?<![\d:.])\b\d{{1,2}}(?:st|nd|rd|th)?(?: of)? {_MONTH}\b(?:,? \d{{4}}\b)?"
    r"|\b(?:day|tag|dag|jour|día|dia|giorno|день) \d{1,3}\b(?![:.]\d| ?[ap]\.?m)|第?\d{1,3}(?:天|日目|일차)"
    r"|^[^\d:]*\b\d{1,3}[.):,] +(?=\d{1,2}[:.h]\d\d)"
)
"""A date or a number before a time: '2031-05-05', 'may 5 2031', 'day 1', '1. '."""
_HALVES = {
    "am": "凌晨|午前|朝|오전|아침|새벽|früh|du matin|de la madrugada|da madrugada|da manhã|утра|am morgen|morgens"
    "|صباحا|صباحًا|ص",
    "forenoon": "上午|早上|早晨|清晨|de la mañana|di mattina|am vormittag|vormittags",
    "pm": "下午|中午|午後|오후|de l'après-midi|de la tarde|da tarde|del pomeriggio|дня|am nachmittag|nachmittags"
    "|mittags|ظهرا|ظهرًا",
    "evening": "傍晚|夕方|저녁|du soir|di sera|вечера|am abend|abends|مساء|مساءً|م",
    "night": "晚上|夜里|深夜|夜|밤|de la noche|da noite|ночи|de la nuit|di notte|nachts|ليلا",
}
"""The halves of the day in the languages of towns, where twelve in the forenoon or evening may be either twelve."""
_HALF_OF = {word: half for half, written in _HALVES.items() for word in written.split("|")}
_HALF = re.compile(rf"(?<![a-zа-яء-ي])(?:{'|'.join(sorted(_HALF_OF, key=len, reverse=True))})(?![a-zа-яء-ي])")
_NAMED = rf"{'|'.join(_HALVES)}|[ap]\.m\.|morning|afternoon"
_HALF_FIRST = re.compile(
    rf"^(?:in the |at |this |early |late )*({_NAMED})[:,]? ?(\d{{1,2}}(?:[:.h]\d\d|h)?)(?! ?(?:{_NAMED}))"
)
"""'pm 10:00'."""
_HOUR_SIGN = r"(?:h|hrs|hours?|heures?|horas?|ore|uur|uhr|ч|час(?:а|ов)?|[点點時时]|시)"
_HOURS = re.compile(
    rf"(?<!\d)(?<!\d )(\d{{1,2}}) ?{_HOUR_SIGN}(?:[钟鐘](?!\d))?(?:( ?[半반]| et demie?| y media| e meia)"
    r"|( ?[一1]刻| et quart| y cuarto)|(?:,? (?:and|et|y|e|und|и))?(?: ?(\d{1,2}) ?(?:[分분]|мин\w*|min\w*|m\b)"
    rf"| ?(\d\d)(?![\d:.])(?! ?{_HOUR_SIGN})))?(?![a-zа-я])"
)
"""'20时30分', '20 h 30', '20 heures', '8点半'."""
_MIDNIGHT = "midnight|minuit|mitternacht|medianoche|meia-noite|mezzanotte|полночь|午夜|자정|منتصف الليل"
_NOON = "noon|midday|midi|mittag|mediodía|meio-dia|mezzogiorno|полдень|正午|정오"
_TWELVES = re.compile(rf"(?:\b12(?:(:\d\d)|h)?(?: ?([ap])\.?m\b\.?)?[ (,-]*)?(?<![\w-])(?:({_MIDNIGHT})|{_NOON})\b")
"""'noon', '12:30 midnight'."""
_IN_DOUBT = re.compile(
    r"\bor (?:at |around )?(?:\d|[ap]\.?m\b)|[ap]\.?m\b\.? ?[/|] ?[ap]\.?m"
    r"|\b(?:half|halb|quarter|viertel|без)\b\D{0,12}\d|\d\D{0,12}\b(?:moins|menos|meno)\b"
)
"""'8:30 am/pm', and parts of an hour that could not be read."""

_AROUND = " ,:;-~.*()[]{}<>\"'`“”‘«»「」『』【】"


def _in_figures(value: Any) -> str:
    """Return a time in lower case and figures, without a date, and with its half of the day at its end in English."""
    if isinstance(value, dict):
        value = _joined(value)
    text = unicodedata.normalize("NFKC", value).lower() if isinstance(value, str) else ""
    text = re.sub(r"\d", lambda digit: str(int(digit[0])), re.sub("[‐–—−]", "-", text))
    text = " ".join(text.replace("’", "'").replace("a quarter", "quarter").split()).strip(_AROUND)
    words = re.sub(r"(?<=[a-z])-(?=[a-z])", " ", text)  # 'seven-thirty'
    text = re.sub(r" (?:oh?|0) (\d)\b", r" 0\1", in_digits(words))  # 'seven oh five'
    if text != words:
        text = re.sub(r"^(\d{1,2}) ([0-5]\d)\b", r"\1:\2", text)
    text = _HOURS.sub(_with_minutes, _DATE.sub("", text).strip(_AROUND))
    text = re.sub(r"(?<![\d:.])(\d\d)([0-5]\d)(?![\d:.])", r"\1:\2", text)  # '0730', '1930 hours'
    text = re.sub(r"(?<![\d:.])(\d)([0-5]\d)(?= ?(?:h\b|hrs|[ap]\.?m))", r"\1:\2", text)
    text = _HALF.sub(lambda found: f" {_HALF_OF[found[0]]} ", text)
    text = _HALF_FIRST.sub(r"\2 \1 ", " ".join(text.split()))
    text = _PARTS.sub(_of_quarters, _TWELVES.sub(_twelve, text))
    text = re.sub(r"^(\d{1,2}) ([0-5]\d)$|\b(\d{1,2}) (15|30|45)\b", r"\1\3:\2\4", text)
    return _STRETCH.sub(_with_half, text, count=1)


def _joined(parts: Mapping[Any, Any]) -> str:
    """Return the time that a record tells: '20:30' of {"hour": 20, "minute": 30}."""
    rest = {str(key).lower(): each for key, each in parts.items()}
    if not all(isinstance(each, str | int) for each in rest.values()):
        return ""
    hour, minute = (
        next((rest.pop(key) for key in (name, f"{name}s", name[0]) if key in rest), "") for name in ("hour", "minute")
    )
    return " ".join([f"{hour}:{minute!s:>02}" if hour != "" else "", *map(str, rest.values())])


def _with_minutes(found: re.Match[str]) -> str:
    minutes = "30" if found[2] else "15" if found[3] else found[4] or found[5]
    return f"{found[1]}:{minutes:>02}" if minutes else f"{found[1]}h"


def _twelve(found: re.Match[str]) -> str:
    half = "a" if found[3] else "p"
    # '12:00 pm (midnight)' could be either.
    return f"12{found[1] or ':00'} {half}m{'' if found[2] in (None, half) else f' or {found[2]}m'}"


_PARTS = re.compile(
    r"(?<![\d:.h])(?<!\d )\b(half|quarter|\d{1,2})( min(?:ute)?s?)?(?: (past|after|to|before|of|till))?"
    r" (\d{1,2})(?::00)?(?![:.]?\d)(?: ?([ap])\.?m\b\.?)?"
)
"""'half past 9', 'quarter to 7 pm', '20 to 8', '10 minutes before 12:00 pm', 'half nine'."""


def _of_quarters(found: re.Match[str]) -> str:
    part, minutes, side, hour, half = *found.group(1, 2, 3), int(found[4]), found[5] or ""
    minute = {"half": 30, "quarter": 15}.get(part) or int(part)
    in_words = part in ("half", "quarter") or minutes
    # '7 to 8' and '22 to 6' are stretches, and '20 to 8' is none.
    is_time = in_words or (side == "to" and minute > 12 and minute % 5 == 0) or side in ("past", "after", "before")
    if minute > 59 or (hour > 12 and not in_words) or not is_time or (side is None and part != "half"):
        return found[0]
    if side in ("to", "before", "of", "till"):
        # A quarter to 12 pm is in the morning.
        half = {"a": "p", "p": "a"}.get(half, "") if hour == 12 else half
        hour, minute = (hour - 1) % 24 or 12, 60 - minute
    return f"{hour}:{minute:02}{half and f' {half}m'}"


def _with_half(found: re.Match[str]) -> str:
    """Return a stretch as its start, in the half of the day in which it begins before its end."""
    (start, end), half = (int(found[1]) * 60 + int(found[2] or 0), int(found[3]) * 60 + int(found[4] or 0)), found[5]
    if not (60 <= start < 13 * 60 and 60 <= end < 13 * 60):
        return found[0]
    begins, ends = (in_24_hours(each // 60, half) * 60 + each % 60 for each in (start, end))
    if begins >= ends:
        begins = (begins + 720) % 1440
    return _told(begins)


def _written(found: re.Match[str]) -> str:
    """Return a time that was found as '10:00 pm'; empty if it leaves the half of the day open, or is none."""
    hour, minute, half = int(found[1]), int(found[2] or 0), (found[3] or "").lower()
    if hour > 24 or minute > 59 or (half in ("forenoon", "evening") and hour in (0, 12)):
        return ""
    if half and hour <= 12:
        hour = in_24_hours(hour, half)
    elif not (((found[2] or found[0].endswith("h")) and (hour >= 12 or found[1].startswith("0"))) or hour > 12):
        return ""
    return _told(hour * 60 + minute)


def _told(minute: int) -> str:
    hour = minute // 60 % 24
    return f"{hour % 12 or 12}:{minute % 60:02} {'pm' if hour >= 12 else 'am'}"


_LATE = re.compile(r"(?:[6-9]|1[01]):\d\d pm")
_HALF_PAST_TWELVE = re.compile(r"12:\d\d")


def on_one_clock(chunks: Any) -> Any:
    """Return the parts of a day with '10:30' written as '10:30 am', if another of their times shows a 24-hour clock.

    If none does, '12:30' after '11:30 pm' is '12:30 am'.
    """
    if not isinstance(chunks, list):
        return chunks
    chunks = _without_numbers(chunks)
    starts = [_in_figures(each.get("start")) if isinstance(each, dict) else "" for each in chunks]
    if not any(map(_OF_24_HOURS.search, starts)):
        before = ["", *map(str, map(clock_time, starts))]
        return [
            each | {"start": f"{start} am"} if _HALF_PAST_TWELVE.fullmatch(start) and _LATE.fullmatch(former) else each
            for each, start, former in zip(chunks, starts, before, strict=False)
        ]
    found = [_IN_THE_MORNING.fullmatch(start) for start in starts]
    return [
        each | {"start": f"{time[1]}:{time[2] or '00'} am"} if time else each
        for each, time in zip(chunks, found, strict=True)
    ]


def _without_numbers(chunks: list[Any]) -> list[Any]:
    """Return the parts of a day with the times that are bare numbers told, if only one reading fits them all.

    1430 shows minutes after midnight beside 480, and half past two beside 2200; by itself it could be either. What
    begins low may be counted from now.
    """
    numbers: list[Any] = [each.get("start") if isinstance(each, dict) else None for each in chunks]
    if not numbers or any(type(number) is not int or not 0 <= number <= 2400 for number in numbers):
        return chunks
    on_a_clock = all(number % 100 < 60 for number in numbers)
    if (max(numbers) > 1440) is not on_a_clock or numbers[0] < 240:
        return chunks
    an_hour = 100 if on_a_clock else 60
    minutes = [number // an_hour * 60 + number % an_hour for number in numbers]
    return [each | {"start": _told(minute)} for each, minute in zip(chunks, minutes, strict=True)]
