"""Times as people write and say them: read against the day of writing, said relative to now."""

from __future__ import annotations

import datetime as dt
import itertools
import re
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import count

from townlet.offline.forms import lemmas_of
from townlet.offline.words import WORDS

DAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
MONTHS = [
    "January", "February", "March", "April", "May", "June",
    "July", "August", "September", "October", "November", "December",
]  # fmt: skip
NOON, MIDNIGHT, EVENING = 12 * 60, 24 * 60, 17 * 60
EARLIEST = 5
"""The hour from which a day of work begins that is told without a word on which half of the day it is."""
UNDATED = dt.datetime(2000, 1, 3, 12, 0)
"""Stands for 'now' where a prompt shows no date."""


@dataclass(frozen=True)
class When:
    """A day, and minutes of that day, as far as they are known."""

    date: dt.date | None = None
    start: int | None = None
    end: int | None = None

    def known(self) -> bool:
        return self.date is not None or self.start is not None

    def before(self, day: dt.date) -> When:
        """Return the same a week earlier if it is not before that day: what was done on Friday was on the last one."""
        if self.date is None or self.date.toordinal() < day.toordinal():
            return self
        return replace(self, date=self.date - dt.timedelta(7))

    def overlaps(self, other: When) -> bool:
        """Whether two dated stretches collide; one without an end is taken for an hour."""
        if self.date is None or self.date != other.date or self.start is None or other.start is None:
            return False
        return self.start < (other.end or other.start + 60) and other.start < (self.end or self.start + 60)


_DAY_NAMES, _MONTH_NAMES = "|".join(DAYS), "|".join(MONTHS)
_PART = r"(?: (?:morning|afternoon|evening|night))?"
_CLOCK = r"(?:(\d{1,2})(?::(\d\d))? ?(am|pm)?|(noon|midnight))"
_RANGE = re.compile(
    rf"(?:\bfrom |\bbetween |(?<=, )(?=\d+(?::\d\d)? ?[ap]m)){_CLOCK} (?:to|until|till|and) {_CLOCK}\b", re.I
)
_AT = re.compile(
    r"\b(?:at|around|by|from) "
    r"(?:(\d{1,2})(?::(\d\d))? ?(am|pm)|(noon|midnight)|(?=\d?\d:)(\d{1,2}):(\d\d)(?! ?[ap]m))\b",
    re.I,
)
_SPOKEN = (
    "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
)  # fmt: skip
_PAST = {"half past": 30, "half": 30, "quarter past": 15, "quarter to": -15}
"""Minutes after the hour that is said: 'half eleven' is half past ten to some, and half past eleven to most."""
_SPOKEN_HOUR = rf"(?:a )?(?:({'|'.join(_PAST)}) )?({'|'.join(_SPOKEN)})(?: o'clock)?"
_FROM = r"(?:\bfrom |(?<=, ))"
_OF_DAY = r"(?: (at night|in the (?:morning|afternoon|evening)))?"
_SPOKEN_RANGE = re.compile(rf"{_FROM}{_SPOKEN_HOUR}{_OF_DAY} (?:to|until|till) {_SPOKEN_HOUR}{_OF_DAY}\b", re.I)
_TO_SPOKEN = re.compile(rf"\bfrom (noon|midnight) (?:to|until|till) {_SPOKEN_HOUR}{_OF_DAY}\b", re.I)
_SPOKEN_TO = re.compile(rf"{_FROM}{_SPOKEN_HOUR}{_OF_DAY} (?:to|until|till) (noon|midnight)\b", re.I)
_PAST_NOON = re.compile(r"\b(?:at|around|by|from) (half past|quarter past|quarter to) (noon|midnight)\b", re.I)
_SPOKEN_AT = re.compile(
    rf"(?:\b(?:at|around|by|from) |(?<=, )(?=[\w ]+ o'clock|half |quarter )){_SPOKEN_HOUR}"
    rf"(?= ?(?:$|[,.;!?]|to (?!(?:{'|'.join(_SPOKEN)})\b)|on\b|in\b|at\b|round\b|sharp\b|for\b|there\b|every\b|each\b"
    r"|today|to(?:night|morrow)))",
    re.I,
)
"""Hours as people say them. Which half of the day is meant, the other words or the time of day tell."""
_HOUR_NAMED = r"((?:half past |(?:a )?quarter (?:past|to) )?[a-z]+)"
_HOUR_TOLD = rf"((?:half past |(?:a )?quarter (?:past|to) )?(?:{'|'.join(_SPOKEN)}|noon|midnight))"
_SHARP = re.compile(rf"(?<= )(at {_HOUR_NAMED}) (?:sharp|on the dot|precisely|prompt)\b")
"""'at seven sharp'."""
_ORDINALS = (
    "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh",
    "twelfth", "thirteenth", "fourteenth", "fifteenth", "sixteenth", "seventeenth", "eighteenth", "nineteenth",
    "twentieth", "twenty-first", "twenty-second", "twenty-third", "twenty-fourth", "twenty-fifth", "twenty-sixth",
    "twenty-seventh", "twenty-eighth", "twenty-ninth", "thirtieth", "thirty-first",
)  # fmt: skip
_NTH = rf"({'|'.join(sorted(_ORDINALS, key=len, reverse=True))}|(?:[12]?\d|3[01])(?:st|nd|rd|th))"
_DAY_IN_WORDS = re.compile(
    rf"\b(?:(?:the )?{_NTH} (?:day )?of ({_MONTH_NAMES})\b|({_MONTH_NAMES}) (?:the )?{_NTH}\b"
    rf"|(?P<weekday>{_DAY_NAMES}),? the {_NTH}"
    r"(?=$|[,.;!?]| (?:at|in|from|between|he|she|they|it|there)\b| ⟦))"
)
"""'the twelfth of August', 'August the twelfth', 'Thursday the twelfth'."""
_IN_OTHER_WORDS = re.compile(
    rf"\b({_DAY_NAMES}),? (?:that is|which is|being|i\.e\.)(?: to say)?,? (?=the |{_MONTH_NAMES})"
)
"""'on Tuesday, that is the ninth of June'."""
_PART_OF = re.compile(
    rf"\b[Oo]n the (morning|afternoon|evening|night) of ((?:{_DAY_NAMES}),?(?: (?:{_MONTH_NAMES}) \d{{1,2}}\b)?"
    rf"|(?:{_MONTH_NAMES}) \d{{1,2}}\b|tomorrow)"
)
"""'on the evening of Tuesday, October 12'."""
DAY_TWICE = re.compile(rf"\b(today|tonight|tomorrow),? (?:{_DAY_NAMES}),", re.I)
"""'tomorrow, Tuesday, at five'."""
_AFTER_DAY = re.compile(
    rf"(?<=day|ing|oon|ght) at {_SPOKEN_HOUR}(?= (?:[⟦A-Z]|(?:s?he|they|we|it|there|an?|the|his|her|their)\b))"
)
"""'Thursday evening at eight Ann Bo is giving a supper.'"""
_OVER_BY = re.compile(
    rf"(?<= )at {_HOUR_TOLD}\b([^.]*?),? and it (?:will|is to|should|has to) be (?:all )?over (?:by|at) {_HOUR_TOLD}\b"
)
"""'at half past eight Ann Bo is holding the Moth Hour, and it will be over by half past nine'."""
_BETWEEN = re.compile(
    rf"\bbetween {_HOUR_NAMED}{_OF_DAY} and {_HOUR_NAMED}{_OF_DAY}(?= ?(?:$|[,.;]|on\b|in\b|at\b|every\b))"
)
_DAYS_BUT = re.compile(
    rf",? (?:every day|daily|all week) (?:but|except|bar|save|apart from)(?: on)? (?:{_DAY_NAMES})"
    rf"(?:s? and (?:{_DAY_NAMES}))?\b"
)
"""'every day but Monday': days of work, and no date."""
_OPEN_UNTIL = re.compile(
    rf"\b(?<=opens )(?:(?:up )?(?:(?:the|a|his|her|their|⟦[^⟧]+⟧'s) (?:[\w-]+ ){{1,3}})?)at {_HOUR_NAMED},? and"
    rf" (?:shuts|closes)\b[^.]*? (?:at|around|about) (?:about )?{_HOUR_NAMED}\b"
)
"""'opens at eleven and shuts when the pot is empty, usually around seven'."""
_BEGINS_AND_ENDS = re.compile(
    r",? (?:beginning|starting|which (?:begins|starts)) (?:at )?([\w: ]+?),? and "
    r"(?:going on|lasting|running|ending|finishing|(?:goes|runs) on|ends|finishes)(?: (?:until|till|to|at))? "
    r"([\w: ]+)"
)
"""'beginning at one and going on until three'."""
_HALF = re.compile(rf"\b(\d{{1,2}}|{'|'.join(_SPOKEN)})(?:[.:]([0-5]\d))? ?([ap])\.?m\b(?:\.(?!$))?", re.I)
"""'three a.m.', '6.30pm'."""
_DARK = r"(?:dusk|sunset|sundown|nightfall|dark|the light goes)"
_LIGHT = r"(?:dawn|daybreak|sunrise|first light)"
_ABOUT = re.compile(r"\b(at|by|from) (?:about|around|roughly|nearly) (?=\w)")
_FROM_ON = re.compile(rf"\bfrom ((?:next |this )?(?:{'|'.join(DAYS)})|tomorrow) on(?:wards?)?\b")
"""'from Monday on'."""
_LATE = r"(?:closing(?: time)?|late|the (?:small|early) hours|the last \w+ (?:leaves|goes(?: home)?|(?:has|is) gone))"
POINT = (
    r"(?:[012]\d[0-5][05](?: ?h(?:ou)?rs)?|\d{1,2}(?::[0-5]\d|[.h][0-5][05])?(?: ?[ap]m|h)?"
    rf"|(?:(?:{'|'.join(_PAST)}) )?(?:{'|'.join(_SPOKEN)})(?: o'clock)?|noon|midnight|{_DARK}|{_LIGHT}|{_LATE})"
    r"(?: at night| in the (?:morning|afternoon|evening))?(?![\w:])"
)
"""A point of the day, as a pattern: in figures, in words, by the light, or when the last guest leaves."""
_UNTIL_AT = re.compile(rf"\b(until|till) [^,.\d]{{1,50}}? at ({POINT})")
"""'until the light goes at six'."""
_OF_WORK = re.compile(
    r"\b(?:works?|working|shifts?|on (?:duty|watch|call|earlies|lates|nights)|days? off)\b"
    r"|(?:\b(?:office|his|her|their)|['’]s) hours\b",
    re.I,
)
_SHORT_DAY = rf"(?:(?:{_DAY_NAMES})s?|(?:{'|'.join(day[:3] for day in DAYS)}|Tues|Thurs?)(?:s\b|\b\.?))"
_DAYS_OF_WORK = re.compile(
    rf"(?<=\bbut )(?:{_DAY_NAMES})\b|(?<=\bexcept )(?:{_DAY_NAMES})\b|\b{_SHORT_DAY}"
    rf"(?:(?:(?:,? (?:and|or|to|till|until|through) |, ?| ?[-–—] ?){_SHORT_DAY})+|(?= (?:is|are) .*\boff\b))"
)
_SPAN = re.compile(
    rf"(?<![\w:.#£$€-])(?P<from>[Ff]rom )?(?P<start>{POINT})(?: (?:to|till?|until|through) | ?[-–—] ?|-to-)"
    rf"(?P<end>{POINT})(?!-\w)"
    r"(?P<more>(?= ?(?:$|[,.;:!?)])| (?:and|as|at|in|on|every|each|but|shifts?|most|for)\b))?"
)
"""'6 am to 2 pm', '22-06', 'from dusk till dawn'; `more` is what may follow hours, and no number of things."""
_BACK_AT = re.compile(
    rf"(?<!up )(?<!wakes )(?<!rises )\b(?:at|by) (?:about |around )?(?P<start>{POINT})"
    r",? (?:(?:but|and)(?: (?:he|she|they|it|(?P<who>⟦[^⟧]+⟧)))?|so as to be|in order to be|to be) (?:has to be )?"
    r"(?:(?:never )?(?:finishes|ends|stops|knocks off|returns|leaves|closes|shuts|clocks (?:off|out)|works"
    r"|goes (?:home|off(?: duty)?)|comes (?:back|home|off)|gets (?:back|home|off))"
    r"|(?:is )?(?:done|finished|through|home|back|out|off(?: duty)?))"
    rf"(?: again| it| work)?(?: (?:at|by|around|before|until|till))+(?: about)? (?P<end>{POINT})"
)
"""'begins at 4:30 and finishes at noon', 'goes out at midnight and comes back at dawn', 'at six, to be done by two'."""


def _as_range(found: re.Match[str]) -> str:
    """'between seven in the evening and three' as 'from seven in the evening to three'."""
    first, part, last, later = (each or "" for each in found.groups())
    return " ".join(filter(None, ("from", first, part, "to", last, later)))


def _point(said: str) -> str:
    """A point of the day in figures, so that one in words and one in figures make a range; by the light, the hour of
    many places and most of the year."""
    if by_light := _BY_LIGHT.fullmatch(said):
        return "midnight" if by_light["late"] else "7 pm" if by_light["dark"] else "6 am"
    bare, part = re.fullmatch(r"(.*?)(?: (at night|in the \w+))?", said).groups()  # type: ignore[union-attr]  # Any.
    number = re.match(rf"(?:({'|'.join(_PAST)}) )?({'|'.join(_SPOKEN)})\b", bare)
    if number:
        minutes = _number(number[2]) * 60 + (_PAST[number[1]] if number[1] else 0)
        bare = f"{minutes // 60 or 12}:{minutes % 60:02}" if minutes % 60 else str(minutes // 60)
    elif four := re.match(r"(\d\d)(\d\d)", bare):
        bare = f"{four[1]}:{four[2]}"
    bare = re.sub(r"h$", ":00", re.sub(r"(?<=\d)[.h](?=\d)", ":", bare))
    hour = re.match(r"(?!.*m$)(\d+)", bare)
    return f"{bare} {'pm' if _late_in(part, int(hour[1])) else 'am'}" if part and hour and int(hour[1]) <= 12 else bare


_BY_LIGHT = re.compile(rf"(?P<dark>{_DARK})|(?P<late>{_LATE})|{_LIGHT}")


def with_ranges(text: str) -> str:
    """Return a sentence with each span of hours as a range in figures, and its days of work as those of each week."""
    text = _HALF.sub(lambda found: f"{_figure(found[1])}{f':{found[2]}' if found[2] else ''} {found[3]}m", text)

    def back(found: re.Match[str]) -> str:
        other = found["who"] and not text.startswith(found["who"])
        return found[0] if other else f"from {_point(found['start'])} to {_point(found['end'])}"

    def span(found: re.Match[str]) -> str:
        ends, led = (found["start"], found["end"]), found["from"] is not None
        sure = any(re.search(r"[ap]m\b|\dh|:\d", end) or _BY_LIGHT.match(end) for end in ends)
        # '1400' may be a year, '2.50' a price, and 'three to four' how many.
        year = any(re.match(r"\d{4}", end) for end in ends)
        loose = (led and not year) or (of_work and (led or found["more"] is not None))
        if not (sure or loose) or text[: found.start()].rstrip().endswith(tuple(MONTHS)):
            return found[0]
        as_said = all(re.match(r"[a-z]", end) and not _BY_LIGHT.match(end) for end in ends)
        return "from {} to {}".format(*ends if as_said else map(_point, ends))

    def days(found: re.Match[str]) -> str:
        each = re.sub(r" ?[-–—] ?| (?:till|until|through) ", " to ", found[0])
        return re.sub(r"([A-Z][a-z][a-z])[a-z]*\.?", lambda day: f"{_FULL_DAYS[day[1]]}s", each)

    text = _BACK_AT.sub(back, text)
    of_work = _OF_WORK.search(text) is not None
    return _SPAN.sub(span, _DAYS_OF_WORK.sub(days, text) if of_work else text)


_FULL_DAYS = {day[:3]: day for day in DAYS}


def _figure(hour: str) -> str:
    return hour if hour.isdigit() else str(_number(hour))


def _in_points(text: str) -> str:
    """A sentence with its hours of work as a range in figures, where words or daylight tell one end of them."""
    text = with_ranges(text)
    # 'On Friday at sunset' is an hour; 'walks at dusk' needs none.
    return (
        re.sub(rf"\bat ({_DARK}|{_LIGHT})\b", lambda found: f"at {_point(found[1])}", text)
        if _DAY.search(text)
        else text
    )


_DAY_OWNS = re.compile(rf"\b(today|tonight|tomorrow|{'|'.join(DAYS)}(?: night| evening)?)['’]s (?=[a-z])")
"""'tonight's practice' is the practice of tonight."""
_FROM_DAY = re.compile(rf",? (?:from )?(?:{'|'.join(DAYS)}) (?:to|till|until|through) (?:{'|'.join(DAYS)})\b")
"""'Monday to Saturday': days of work, and no date."""
_UNTIL = r"(?:\b(?:before|by|until|till|for|from) )?(?<!since )(?<!Since )(?<!since last )(?<!Since last )"
_DATED = (
    rf"{_UNTIL}(?:\b(?i:on|this|next) )?\b(?:(?:{_DAY_NAMES}),? ?)?(?:the )?"
    rf"\b(?:({_MONTH_NAMES}) (\d{{1,2}})(?:st|nd|rd|th)?|(\d{{1,2}})(?:st|nd|rd|th)? (?:of )?({_MONTH_NAMES}))\b"
    r"(?:,? \d{4}\b)?"
)
_WEEKDAY = (
    rf"{_UNTIL}(?<!\bon a )(?<!\bon any )(?:\b(?i:on|this|next|last|this past|come) )?\b({_DAY_NAMES})\b"
    rf"(?! of (?:the|each|every) month| (?:mornings|afternoons|evenings|nights)\b){_PART}"
)
_RELATIVE = (
    rf"{_UNTIL}\b((?:[Tt]he )?day after tomorrow|today|tonight|tomorrow|yesterday)\b(?!['’]s ){_PART}"
    rf"|{_UNTIL}\b(this (?:morning|afternoon|evening))\b"
)
_DAY = re.compile(f"{_DATED}|{_WEEKDAY}|{_RELATIVE}")
_OVER = re.compile(r"(?:last|this past)\b", re.I)
"""What stands before a weekday that is over."""
_MONTH_STARTS = [month[:3] for month in MONTHS]
_NOW = re.compile(rf"({'|'.join(_MONTH_STARTS)})[a-z]* (\d{{1,2}})(?:,? (\d{{4}}))?,? (\d{{1,2}}):(\d\d) (am|pm)")


def _minutes(hour: str | None, minute: str | None, meridiem: str | None, word: str | None) -> int:
    if word:
        return NOON if word.lower() == "noon" else MIDNIGHT
    if hour == "24":
        return MIDNIGHT
    half = (meridiem or "").lower()
    late = half == "pm" or (not half and int(hour or 0) > 12)
    return (int(hour or 0) % 12 + (12 if late else 0)) * 60 + int(minute or 0)


def _between(m: re.Match[str], text: str, past: int) -> tuple[int, int]:
    """The start and the end of a range in figures: each half of the day that is not told is the one that makes it
    short, so that 'from 9 to 5' is a working day and 'from 11 to 2 pm' a lunch."""
    told = [_minutes(*m.group(*range(first, first + 4))) for first in (1, 5)]
    open_, until = (m[first] is not None and m[first + 2] is None and int(m[first]) <= 12 for first in (1, 5))
    if re.search(r"\b(?:0\d|1[3-9]|2\d)\b", m[0]) or not (open_ or until):
        return told[0], told[1]
    starts, ends = (
        {at % NOON, at % NOON + NOON} if unsure else {at} for at, unsure in zip(told, (open_, until), strict=True)
    )
    if open_ and until:
        number = int(m[1])
        late = _is_late(number, text, m, past) and not _is_day_of_work(number, int(m[5]), text)
        starts = {number % 12 * 60 + int(m[2] or 0) + (NOON if number == 12 or late else 0)}
    return min(itertools.product(starts, ends), key=lambda pair: (pair[1] - pair[0] - 1) % MIDNIGHT)


def _hour(number: int, past: str | None, late: bool) -> int:
    minutes = _PAST[past.lower()] if past else 0
    return (NOON if number == 12 else number * 60 + (NOON if late else 0)) + minutes


def _is_late(number: int, text: str, said: re.Match[str], past: int) -> bool:
    """Whether a spoken hour is after noon: as the nearest word tells, or else if it usually is.

    Eight to eleven are usually before noon, unless these hours of today are `past` and the sentence is not about what
    was done.
    """
    told = WORDS.tables["hours"]
    gaps = [
        # 'every night at three' is before dawn.
        (max(found.start() - said.end(), said.start() - found.end()), late and not ("night" in found[0] and number < 5))
        for half, late in (("morning", False), ("evening", True))
        for found in re.finditer(told[half], text, re.I)
        # 'from nine to six and studies at night'
        if " and " not in f" {text[said.end() : found.start()]}"
    ]
    if gaps:
        return min(gaps)[1]
    return not 8 <= number < 12 or (number * 60 < past and not re.search(told["done"], text))


def _is_day_of_work(start: int, end: int, text: str) -> bool:
    """Whether hours of which no half is told are a day's work and no night: 'from half past seven till five'."""
    return end < start >= EARLIEST and not re.search(WORDS.tables["hours"]["evening"], text)


def _number(hour: str) -> int:
    return _SPOKEN.index(hour.lower()) + 1


_PART_OF_HOUR = re.compile(r"^ (?:at night|in the (?:morning|afternoon|evening))\b")
"""'at seven in the evening'."""


def _spoken_hours(text: str, past: int) -> tuple[str, int | None, int | None]:
    """The text without its spoken hours, and their start and end. Hours of today before minute `past` are over."""
    m = _SPOKEN_RANGE.search(text) or _SPOKEN_AT.search(text)
    if m is None:
        return text, None, None
    rest = text[: m.start()] + _PART_OF_HOUR.sub("", text[m.end() :])
    if m.re is _SPOKEN_AT:
        part = _PART_OF_HOUR.match(text[m.end() :])
        late = _late_in(part[0].strip(), _number(m[2])) if part else _is_late(_number(m[2]), text, m, past)
        return rest, _hour(_number(m[2]), m[1], late), None
    late = _is_late(_number(m[2]), text, m, past) if m[3] is None else _late_in(m[3], _number(m[2]))
    late = late and not (m[3] is m[6] is None and _is_day_of_work(_number(m[2]), _number(m[5]), text))
    start = _hour(_number(m[2]), m[1], late)
    end = _hour(_number(m[5]), m[4], late if m[6] is None else _late_in(m[6], _number(m[5])))
    if m[3] is None and m[6] is not None:
        # 'From eleven till ten at night' begins in the morning, 'from nine to six in the morning' in the evening.
        start = min(
            (_hour(_number(m[2]), m[1], half) for half in (False, True)), key=lambda each: (end - each) % MIDNIGHT
        )
    return rest, start, end if end > start or m[6] else end + NOON


def _late_in(part: str, number: int) -> bool:
    """Whether an hour is after noon that is said with a part of the day."""
    return part != "in the morning" and not (part == "at night" and number < 5)


def _hours(text: str, past: int) -> tuple[str, int | None, int | None]:
    """The text without its clock times, and their start and end."""
    if m := _RANGE.search(text):
        return text[: m.start()] + text[m.end() :], *_between(m, text, past)
    if m := _TO_SPOKEN.search(text):
        start = _minutes(None, None, None, m[1])
        return text[: m.start()] + text[m.end() :], start, _hour(_number(m[3]), m[2], late=start == NOON)
    if m := _PAST_NOON.search(text):
        start = _minutes(None, None, None, m[2]) + _PAST[m[1].lower()]
        return text[: m.start()] + text[m.end() :], start, None
    if m := _SPOKEN_TO.search(text):
        end = _minutes(None, None, None, m[4])
        late = _late_in(m[3], _number(m[2])) if m[3] else end == MIDNIGHT
        return text[: m.start()] + text[m.end() :], _hour(_number(m[2]), m[1], late), end
    if m := _AT.search(text):
        at = int(m[5]) * 60 + int(m[6]) if m[5] else _minutes(*m.group(1, 2, 3, 4))
        return text[: m.start()] + text[m.end() :], at, None
    return _spoken_hours(text, past)


def _date(m: re.Match[str], today: dt.date) -> dt.date | None:
    if month := m[1] or m[4]:
        try:
            return dt.date(today.year, MONTHS.index(month) + 1, int(m[2] or m[3]))
        except ValueError:
            return None
    if m[5]:
        ahead = (DAYS.index(m[5]) - today.weekday()) % 7
        return today + dt.timedelta(ahead - 7 if _OVER.match(m[0]) else ahead)
    said = m[6] or ""
    days = 2 if said.endswith("day after tomorrow") else {"tomorrow": 1, "yesterday": -1}.get(said, 0)
    return today + dt.timedelta(days)


def _in_figures(found: re.Match[str], today: dt.date) -> str:
    """A day of the month that is written in words, in figures; without its month it is the next such day."""
    said = found[1] or found[4] or found[6]
    number = int(re.sub(r"\D", "", said)) if said[0].isdigit() else _ORDINALS.index(said) + 1
    if month := found[2] or found[3]:
        return f"{month} {number}"
    days = (today + dt.timedelta(ahead) for ahead in range(62))
    day = next((each for each in days if each.day == number), None)
    if day is None:
        return found[0]
    return f"{found['weekday']}, {MONTHS[day.month - 1]} {day.day}"


@lru_cache(20_000)
def read_when(text: str, written: dt.date) -> tuple[str, When]:
    """The sentence without its time phrase, and the time, resolved against the day or the moment of writing.

    A name in a slot is no day: `⟦Sunday Ade⟧`.
    """
    names = _SLOT.findall(text)
    numbers = count()
    bare, when = _read_when(_SLOT.sub(lambda _: f"⟦#{next(numbers)}⟧", text), written)
    return _HIDDEN.sub(lambda found: names[int(found[1])], bare), when


_SLOT, _HIDDEN = re.compile(r"⟦[^⟧]*⟧"), re.compile(r"⟦#(\d+)⟧")


def _read_when(text: str, written: dt.date) -> tuple[str, When]:
    if owns := _DAY_OWNS.search(text):
        text = f"{text[: owns.start()]}the {text[owns.end() :].rstrip('. ')} {owns[1]}"
    today = written.date() if isinstance(written, dt.datetime) else written
    text = DAY_TWICE.sub(r"\1", _IN_OTHER_WORDS.sub(r"\1, ", text))
    text = _DAY_IN_WORDS.sub(lambda found: _in_figures(found, today), text)
    text = _PART_OF.sub(r"in the \1 on \2", text)
    text = _SHARP.sub(r"\1,", text)
    if _DAY.search(text):
        text = _AFTER_DAY.sub(r"\g<0>,", text)
    text = _OVER_BY.sub(r"from \1 to \3\2", text)
    text = _OPEN_UNTIL.sub(r"from \1 to \2", text)
    text = _BETWEEN.sub(_as_range, _DAYS_BUT.sub("", text))
    text = _in_points(_UNTIL_AT.sub(r"\1 \2", _ABOUT.sub(r"\1 ", _FROM_ON.sub(r"from \1", text))))
    text = _FROM_DAY.sub("", _BEGINS_AND_ENDS.sub(r" from \1 to \2", text))
    day = _DAY.search(text)
    past = 0
    if isinstance(written, dt.datetime) and (day is None or _date(day, today) == today):
        past = written.hour * 60 + written.minute
    text, start, end = _hours(text, past)
    date = None
    m = _DAY.search(text)
    if m and not (m[5] and m[0].startswith(m[5]) and _is_like_a_day(text[: m.start()], text[m.end() :])):
        date = _date(m, today)
        if not (m[5] and re.search(r"\b(?:every|each) $", text[: m.start()])):
            text = text[: m.start()] + text[m.end() :]
    bare = re.sub(r"\s+([,.])", r"\1", re.sub(r"\s{2,}", " ", text)).strip(" ,")
    return bare, When(date, start, end)


_RUNS = re.compile(r" (?:ferry|boat|bus|train|post|mail|plane|flight|paper|coach|steamer|van|lorry)\b")
"""What goes or comes on a day of each week."""


def _is_like_a_day(before: str, after: str) -> bool:
    """Return whether a weekday between these words is any such day: 'a long rainy Sunday', 'the Thursday ferry'."""
    if before.endswith("the ") and _RUNS.match(after):
        return True
    found = re.search(r"\ban? (?:[a-z-]+,? ){0,2}([a-z-]+) $", before)
    return found is not None and bool(lemmas_of(found[1], "ADJ")) and not lemmas_of(found[1], "NOUN")


def clashing_day(text: str, written: dt.date) -> str:
    """Return how the weekday of a day to come does not fit its date: 'May 7 is a Wednesday and no Tuesday'.

    Empty if all do. Days that are over may be of any year.
    """
    text = _IN_OTHER_WORDS.sub(r"\1, ", _SLOT.sub("", text))
    for found in _DAY.finditer(_DAY_IN_WORDS.sub(lambda each: _in_figures(each, written), text)):
        day = _date(found, written) if found[1] or found[4] else None
        said = re.match(rf"\W*(?:\w+ )??({_DAY_NAMES})\b", found[0])
        year = re.search(r"\d{4}$", found[0])
        this_year = year is None or int(year[0]) == written.year
        if day and this_year and day >= written and said and said[1] != DAYS[day.weekday()]:
            return f"{MONTHS[day.month - 1]} {day.day} is a {DAYS[day.weekday()]} and no {said[1]}"
    return ""


def say_clock(minutes: int, meridiem: bool = True) -> str:
    if minutes == NOON:
        return "noon"
    if minutes == MIDNIGHT:
        return "midnight"
    minutes %= MIDNIGHT
    hour, minute = (minutes // 60 - 1) % 12 + 1, minutes % 60
    half = (" pm" if minutes >= NOON else " am") if meridiem else ""
    return f"{hour}{f':{minute:02d}' if minute else ''}{half}"


def say_day(date: dt.date, now: dt.datetime, evening: bool = False, absolute: bool = False) -> str:
    """'today', 'tomorrow evening', 'on Friday', 'on Friday May 9'."""
    gap = (date - now.date()).days
    if absolute or not -6 <= gap <= 6:
        return f"on {DAYS[date.weekday()]} {MONTHS[date.month - 1]} {date.day}"
    if gap == 0:
        return "tonight" if evening else "today"
    if gap in (1, -1):
        return ("tomorrow" if gap == 1 else "yesterday") + (" evening" if evening else "")
    return ("on " if gap > 0 else "last ") + DAYS[date.weekday()]


def say_when(when: When, now: dt.datetime, full: bool = True, absolute: bool = False) -> str:
    """'tomorrow evening from 6 to 8 pm'; `full` tells the hours, `absolute` names the date."""
    out = []
    if when.date:
        out.append(say_day(when.date, now, when.start is not None and when.start >= EVENING, absolute))
    if when.start is not None and full:
        if when.end is not None:
            mixed = (when.start < NOON) != (when.end < NOON or when.end > MIDNIGHT)
            out.append(f"from {say_clock(when.start, mixed)} to {say_clock(when.end)}")
        else:
            out.append("at " + say_clock(when.start))
    return " ".join(out)


@lru_cache(20_000)
def read_now(text: str) -> dt.datetime:
    """'Tuesday May 6 2025, 9:40 am', or the same with short names, as a time; UNDATED if it cannot be read."""
    m = _NOW.search(text)
    if m is None:
        return UNDATED
    minutes = _minutes(m[4], m[5], m[6], None)
    try:
        day = dt.datetime(int(m[3] or UNDATED.year), _MONTH_STARTS.index(m[1]) + 1, int(m[2]))
        return day + dt.timedelta(minutes=minutes)
    except ValueError:
        return UNDATED


def say_now(now: dt.datetime) -> str:
    clock = f"{(now.hour - 1) % 12 + 1}:{now.minute:02d} {'pm' if now.hour >= 12 else 'am'}"
    return f"{DAYS[now.weekday()]} {MONTHS[now.month - 1]} {now.day} {now.year}, {clock}"


def part_of_day(now: dt.datetime) -> str:
    if 4 <= now.hour < 12:
        return "morning"
    return "afternoon" if 12 <= now.hour < 17 else "evening"
