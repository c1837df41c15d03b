"""Numbers and lengths of time as models write them: in digits, in words, as a range."""

from __future__ import annotations

import re

_ONES = (
    *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"),
    *("thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"),
)
NUMBER_WORDS = _ONES[:13]
"""The numbers of a clock face in words, each at its own place."""
_TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_VALUES = {word: number for number, word in enumerate(_ONES)}
_VALUES |= {word: 10 * number for number, word in enumerate(_TENS, 2)}
_IN_WORDS = re.compile(rf"\b(?:({'|'.join(_TENS)})(?:[- ]({'|'.join(_ONES[1:10])}))?|({'|'.join(_ONES)}))\b", re.I)
"""'thirty-five', 'twenty', 'seven'."""
_NUMBER = re.compile(r"(?<![\d.,])-?\d+(?:[.,]\d+)?")
_RANGE = re.compile(r"(\d+(?:[.,]\d+)?) *(?:-|–|to) *(\d+(?:[.,]\d+)?)")
"""'7-8', '10 to 15'."""


def in_digits(text: str) -> str:
    """Return a text with its numbers below 100 in digits: '7 35' of 'seven thirty-five'."""
    return _IN_WORDS.sub(lambda found: str(sum(_VALUES[word.lower()] for word in found.groups() if word)), text)


def the_number_in(text: str) -> float | None:
    """Return the one number in a text: 7.5 of '7,5', 'about 7.5' and '7-8', 7 of 'seven'; None if there is no one."""
    text = _RANGE.sub(lambda found: str((_value(found[1]) + _value(found[2])) / 2), in_digits(text))
    found = _NUMBER.findall(text)
    return _value(found[0]) if len(found) == 1 else None


def _value(written: str) -> float:
    return float(written.replace(",", "."))


_CLOCKED = re.compile(r"\D*0?([0-2]):([0-5]\d)(?::00)?\D*")
"""A length as hours and minutes: '0:15', '1:30:00'. '15:00' could be minutes and seconds."""
_PARTS = re.compile(
    r"([\d.,]+) *(?:(h(?:(?:ou)?rs?)?)|(s(?:ec(?:ond)?s?)?)|m(?:in(?:ute)?s?)?)?(?=[\d\W]|$)", re.IGNORECASE
)
"""'1h' and '30' in '1h30', '15M' in 'PT15M', '900 seconds'."""
_HALVES = (
    (re.compile(r"\bhalf an hour\b", re.IGNORECASE), "30 min"),
    (re.compile(r"\b(?:a )?quarter of an hour\b", re.IGNORECASE), "15 min"),
    (re.compile(r"\ban hour\b", re.IGNORECASE), "1 hour"),
    (re.compile(r"\bhours? and a half\b", re.IGNORECASE), "hour 30 min"),
)


def minutes_in(text: str) -> float | None:
    """Return how many minutes a text tells, such as '15 min', '1h30', 'half an hour', 'PT15M' or '10-15'."""
    if clocked := _CLOCKED.fullmatch(text):
        return int(clocked[1]) * 60 + int(clocked[2])
    text = in_digits(text)
    for written, meant in _HALVES:
        text = written.sub(meant, text)
    text = _RANGE.sub(lambda found: str((_value(found[1]) + _value(found[2])) / 2), text)
    parts = _PARTS.findall(text.rstrip("."))
    units = ["hours" if hours else "seconds" if seconds else "minutes" for _, hours, seconds in parts]
    # Two lengths of one unit are no sum: '15 minutes, or 20 minutes'.
    if not parts or len(set(units)) < len(units) or not all(_NUMBER.fullmatch(number) for number, _, _ in parts):
        return None
    worth = {"hours": 60.0, "minutes": 1.0, "seconds": 1 / 60}
    return sum(_value(number) * worth[unit] for (number, _, _), unit in zip(parts, units, strict=True))
