"""Numbers, lengths of time and ratings as models write them: in digits, in words, as a range, beside a scale."""

from __future__ import annotations

import re
import unicodedata
from typing import Any

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
_RANGE = re.compile(r"(?<![\d.,])(\d+(?:[.,]\d+)?) *(?:-|–|to) *(\d+(?:[.,]\d+)?)")
"""'7-8', '10 to 15'."""
_HAN = re.compile(r"([一二三四五六七八九两]?)(?:(十)([一二三四五六七八九]?))?(?=[点點時时小分刻]|$)")
"""'八' before what it counts, '十五', '二十'."""
_HAN_ONES = {"": 0} | {sign: number for number, sign in enumerate("一二三四五六七八九", 1)} | {"两": 2}


def in_digits(text: str) -> str:
    """Return a text with its numbers below 100 in digits: '7 35' of 'seven thirty-five', '8点' of '八点'."""
    text = _HAN.sub(lambda found: str(_of_han(found)) if found[0] else "", text)
    return _IN_WORDS.sub(lambda found: str(sum(_VALUES[word.lower()] for word in found.groups() if word)), text)


def _of_han(found: re.Match[str]) -> int:
    first = _HAN_ONES[found[1]]
    return (first or 1) * 10 + _HAN_ONES[found[3]] if found[2] else first


def the_number_in(text: str) -> float | None:
    """Return the one number in a text: 7.5 of '7,5', 'about 7.5' and '7-8', 7 of 'seven'; None if there is no one.

    A range is one number only if its ends are close: '1 - 7' may be the seventh of something, or a name and a value.
    """
    text = _RANGE.sub(lambda found: _mean(found, apart=2), in_digits(text))
    found = _NUMBER.findall(text)
    return _value(found[0]) if len(found) == 1 else None


def _mean(found: re.Match[str], apart: float = 1440) -> str:
    """Return the middle of a range; the range as it is written if its ends are no lower and higher one so near."""
    low, high = _value(found[1]), _value(found[2])
    return str((low + high) / 2) if 0 < high - low <= apart else found[0]


def _value(written: str) -> float:
    return float(written.replace(",", "."))


_CLOCKED = re.compile(r"\D*0?([0-2]):([0-5]\d)(?::00)?\D*")
"""A length as hours and minutes: '0:15', '1:30:00'. '15:00' could be minutes and seconds."""
_UNITS = {
    60.0: r"h(?:(?:ou)?rs?)?|heures?|horas?|or[ae]|stunden?|std|uur|uren|ч|час(?:а|ов)?"
    "|小时|小時|時間|时|시간|saat|giờ|ชั่วโมง|ساعة",
    1.0: r"m(?:in(?:ut[eo]?[ns]?|s)?)?|minuti|mn|мин(?:ут[аы]?)?|分[钟鐘間]?|분|phút|dakika|นาที|मिनट|دقيقة|دقائق",
    1 / 60: r"s(?:ec(?:ond[eos]?s?)?)?|segundos?|secondi|sek(?:unden?)?|сек(?:унд[аы]?)?|秒|초",
}
"""The units of lengths of time in the languages of towns, each with its worth in minutes."""
_PASSED_OVER = "more|full|whole|long|ish"
"""Words between a number and its unit: '15 more minutes'."""
_PARTS = re.compile(
    rf"(\d[\d.,]*)(?![\d.,])(?:[ _-]*(?:{_PASSED_OVER})(?![^\W\d_]))*(?:[ _-]*([^\W\d_]+))?", re.IGNORECASE
)
"""A number and the word after it: '1h' and '30' in '1h30', '15M' in 'PT15M', '900 seconds'."""
_SPOKEN = (
    (r"^pt(?=\d)|\bor so\b|(?<=\d) for\b.*", ""),
    (
        r"\bhalf[ -](?:an? )?hour\b"
        r"|半小[时時]|半時間|반 ?시간|\bmedia hora|\bmeia hora|\bdemi-heure|\bhalbe stunde|полчаса",
        "30 min",
    ),
    (r"\b3[ -]quarters of an hour\b", "45 min"),
    (r"\b(?:a )?quarter (?:of an )?hour\b", "15 min"),
    (r"\ban hour\b", "1 hour"),
    (r"(小[时時]|時間|시간) ?[半반]|\bhours? and a half\b", "hour 30 min"),
    (r"\b(\d+) and a half\b", r"\1.5"),
)
"""What is said beside a length, and lengths that are told without a number; and what they are in digits."""
_FRACTION = re.compile(r"(?:(\d{1,2})(?: and |[ -]*))?(?:(?<![\d.,/])([1-3])/([234])(?![\d/])|([¼½¾⅓⅔]))")
"""'1/2', '1 3/4', '2½'."""
_NO_LENGTH = re.compile(r"\b(?:until|till?|by|at(?! least| most))\b")
"""What makes a time of a number: 'until 9'."""


def minutes_in(text: str) -> float | None:
    """Return how many minutes a text tells, such as '15 min', '1h30', 'half an hour', 'PT15M', '10-15' or '20分钟'.

    It returns None for more than one length, and for a number of what is no known unit.
    """
    if clocked := _CLOCKED.fullmatch(text):
        return int(clocked[1]) * 60 + int(clocked[2])
    before, _, _ = text.partition("(")
    text = before if re.search(r"\d", before) else text
    text = _FRACTION.sub(_decimal, in_digits(text.lower().strip()))
    for written, meant in _SPOKEN:
        text = re.sub(written, meant, text)
    parts = _PARTS.findall(_RANGE.sub(_mean, text.rstrip(".,;")))
    worths = [_worth(unit) for _, unit in parts]
    if not all(worths) or _NO_LENGTH.search(text) or not all(_NUMBER.fullmatch(number) for number, _ in parts):
        return None
    lengths = [_value(number) * worth for (number, _), worth in zip(parts, worths, strict=True)]
    # '15 minutes, or 20 minutes' is no sum, and '1 hour, 60 minutes' neither.
    fit = all(
        max(length, worth) < former for length, worth, former in zip(lengths[1:], worths[1:], worths[:-1], strict=True)
    )
    return sum(lengths) if lengths and fit else None


def _worth(unit: str) -> float:
    """Return how many minutes a unit lasts: one if none is named, and 0 for an unknown one."""
    return next((worth for worth, written in _UNITS.items() if re.fullmatch(written, unit)), 0 if unit else 1)


def _decimal(found: re.Match[str]) -> str:
    part = int(found[2]) / int(found[3]) if found[2] else unicodedata.numeric(found[4])
    return f"{int(found[1] or 0) + part:.4f}"


_OF_SCALE = re.compile(r"\D*(\d+(?:[.,]\d+)?) *\(?(?:/|out of|of|von|sur|de|из) *(5|10|100)(?:\.0)?\b")
"""A rating beside its scale: '7/10', '3 out of 5'."""
_ANOTHER = re.compile(r"\W*or\b|(?:(?!\(|\b(?:because|since|as|due)\b)\D)*\d+(?:[.,/]\d+)*\W*$", re.IGNORECASE)
"""What makes of a scale something else: '2 of 5: 8', '3/5 or 4/5'."""
_EXPLAINED = re.compile(
    r"\W*(?:(?:rating|importance|score)\W+)?(\d+(?:[.,]\d+)?)[\s,;.–—-]*"
    r"(?:\((?!\W*(?:rating|importance|score|out of|of)\b)(?:\d+ (?!of\b|out\b)[^\W\d]|[^\d)])"
    r"|(?:because|since|as|due)\b)",
    re.IGNORECASE,
)
"""A rating before its reason, which may hold other numbers: '7 (because 3 people came)'."""
_IN_A_WORD = re.compile(
    r"\W*(?:(?:rating|importance|score)\W+)?(very )?(low|medium|moderate|high)(?: importance)?\W*", re.IGNORECASE
)
_WORTH = {"low": 2.0, "high": 8.0}


def read_rating(value: Any) -> Any:
    """Return the rating in '7/10', '7 (quite important)', 'seven', 'high', '70 %' or 7.4; None if a text holds none."""
    if isinstance(value, str):
        value = _rating_in(in_digits(value))
    return round(value) if isinstance(value, float) and (value == 0 or 1 <= value <= 10) else value


def _rating_in(text: str) -> float | None:
    if word := _IN_A_WORD.fullmatch(text):
        worth = _WORTH.get(word[2].lower(), 5.0)
        return worth if not word[1] else worth + (1 if worth > 5 else -1)
    explained = _EXPLAINED.match(text)
    scale = None if explained else _OF_SCALE.match(text)
    if scale:
        share = _value(scale[1]) / int(scale[2])
        return share * 10 if share <= 1 and not _ANOTHER.match(text, scale.end()) else None
    given = the_number_in(explained[1] if explained else text)
    if given is not None and re.search(r"\d *%", text):
        # '7 %' may be meant as 7 of 10.
        return given / 10 if given >= 10 else None
    return given


_NUMBERED = re.compile(
    r"\W*(?:[^\W\d]+ *)?#?(?:no\.? *)?(\d{1,2})[)\]]?\s*(?:[-:=–—→>|)\]]+|\.(?=\s))\s*(.+)", re.IGNORECASE | re.DOTALL
)
"""A rating after the number of what it rates: '1: 7', 'Memory 2 - 9', '#3 - 4', '4. 2'."""
_NUMBERS = {"index", "number", "no", "id", "memory", "event", "item", "line", "place", "position"}
"""The names under which a record tells what it rates."""


_NUMBER_LAST = re.compile(r"\D*(\d{1,2})")
"""The name of a rating that ends in its number: '1', 'memory_2'."""


def _numbered(rated: Any) -> tuple[int, Any]:
    """Return the number of what is rated, and its rating; -1 and what is given if that tells no two such things."""
    if isinstance(rated, str) and (found := _NUMBERED.fullmatch(rated)) and read_rating(found[2]) is not None:
        return int(found[1]), found[2]
    if isinstance(rated, list) and len(rated) == 2 and type(rated[0]) is int:
        return rated[0], rated[1]
    if isinstance(rated, dict):
        if len(rated) == 1 and (found := _NUMBER_LAST.fullmatch(*rated)):
            return int(found[1]), *rated.values()
        names = [name for name, each in rated.items() if name.lower() in _NUMBERS and type(each) is int]
        rest = {name: each for name, each in rated.items() if name not in names}
        if len(names) == 1:
            return rated[names[0]], rest.get("importance", rest)
    return -1, rated


def _may_be_range(text: str) -> bool:
    found = _RANGE.search(text)
    return found is not None and (the_number_in(text) is not None or found.groups() == ("1", "10"))


def read_ratings(value: Any) -> Any:
    """Return ratings without the numbers of what they rate, in the order of these, and shares of one as shares of ten.

    A number counts if it is the place of its rating, or if all have one and none is left out.
    """
    rated = re.split(r"[\n,;]", value.strip()) if isinstance(value, str) else value
    rated = [{name: each} for name, each in rated.items()] if isinstance(rated, dict) else rated
    if not isinstance(rated, list) or (len(rated) == 1 and isinstance(rated[0], list)):
        return value
    told, most = [_numbered(each) for each in rated], len(rated)
    # '1 - 2' may be a range, and '1 - 10' the scale.
    ranges = [isinstance(each, str) and _may_be_range(each) for each in rated]
    if most > 1 and sorted(number for number, _ in told) in ([*range(most)], [*range(1, most + 1)]):
        value = [None if all(ranges) else rating for _, rating in sorted(told, key=lambda each: each[0])]
    elif isinstance(value, list):
        places = enumerate(zip(rated, told, ranges, strict=True), 1)
        value = [told[1] if told[0] == place and not is_range else each for place, (each, told, is_range) in places]
    shares = [read_rating(each) for each in value] if isinstance(value, list) else []
    if any(isinstance(each, float) for each in shares) and all(
        type(each) in (int, float) and 0 <= each <= 1 for each in shares
    ):
        return [round(each * 10) for each in shares]
    return value
