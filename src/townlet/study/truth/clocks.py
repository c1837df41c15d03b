"""Times of day as people say them."""

from __future__ import annotations

import re

_HOURS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_PARTS = {"five": 5, "ten": 10, "quarter": 15, "a quarter": 15, "twenty": 20, "half": 30, "thirty": 30, "fifteen": 15}
_HOUR = rf"(?:{'|'.join(_HOURS)}|1[0-2]|[1-9])"
_DIGITS = re.compile(
    r"\b(?P<hour>\d{1,2}):(?P<minute>\d{2})(?:\s*(?P<half>[ap])\.?m\b)?|\b(?P<bare>\d{1,2})\s*(?P<of>[ap])\.?m\b",
    re.IGNORECASE,
)
_WORDS = re.compile(
    rf"\b(?P<part>five|ten|a quarter|quarter|twenty|half) (?P<side>past|to) (?P<hour>{_HOUR})\b"
    rf"|\b(?P<then>{_HOUR})[ -](?P<after>thirty|fifteen)\b"
    rf"|\b(?P<whole>{_HOUR}) o'clock\b|\b(?P<twelve>midnight|noon)\b",
    re.IGNORECASE,
)
_HALF_DAY = 12 * 60


def clocks_in(text: str) -> list[int]:
    """Every time of day told in a text, in minutes after midnight; without am or pm as in the morning."""
    plain = text.replace("’", "'")
    digits = [_of_digits(found) for found in _DIGITS.finditer(plain)]
    return [minute for minute in digits if minute >= 0] + [_of_words(found) for found in _WORDS.finditer(plain)]


def minutes_apart(one: int, other: int) -> int:
    """How far two times are from each other on the dial of a clock, 0 to 360: ten is ten, morning or evening."""
    apart = abs(one - other) % _HALF_DAY
    return min(apart, _HALF_DAY - apart)


def _of_digits(found: re.Match[str]) -> int:
    hour, minute = int(found["hour"] or found["bare"]), int(found["minute"] or 0)
    if hour > 24 or minute > 59:
        return -1
    half = (found["half"] or found["of"] or "").lower()
    return ((hour % 12 + (12 if half == "p" else 0)) if half else hour % 24) * 60 + minute


def _of_words(found: re.Match[str]) -> int:
    if found["twelve"]:
        return 0 if found["twelve"].lower() == "midnight" else _HALF_DAY
    if found["whole"]:
        return _hour(found["whole"]) * 60
    if found["then"]:
        return _hour(found["then"]) * 60 + _PARTS[found["after"].lower()]
    part = _PARTS[found["part"].lower()]
    return (_hour(found["hour"]) * 60 + (part if found["side"].lower() == "past" else -part)) % _HALF_DAY


def _hour(text: str) -> int:
    return int(text) % 12 if text.isdigit() else (_HOURS.index(text.lower()) + 1) % 12
