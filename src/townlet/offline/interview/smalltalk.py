"""What visitors say that has little to do with anybody's memories: greetings, sums, insults, other languages."""

from __future__ import annotations

import re
from functools import lru_cache

from townlet.offline.english import sentence
from townlet.offline.fields import text
from townlet.offline.interview.asked import Asked
from townlet.offline.reader.people import first_name
from townlet.offline.times import part_of_day, say_now
from townlet.offline.words import WORDS

_ROWS = [(str(row["name"]), str(row["when"]), tuple(row["say"])) for row in WORDS.rows("smalltalk", "smalltalk")]
_LANGUAGES: dict[str, re.Pattern[str]] = {
    name: re.compile("|".join(rf"(?<!\w){re.escape(word)}" for word in words), re.I)
    for name, words in WORDS.tables["smalltalk"]["languages"].items()
}
_ENGLISH = re.compile(rf"\b(?:{'|'.join(WORDS.tables['smalltalk']['english']['words'])})\b", re.I)
_SUM = re.compile(r"(\d{1,9}) ?([-+*/x×÷]|plus|minus|times|divided by) ?(\d{1,9})", re.I)
_LAST_LATIN = "\u024f"


@lru_cache(256)
def _patterns(first: str) -> list[tuple[str, re.Pattern[str], tuple[str, ...]]]:
    return [(name, re.compile(when.replace("{first}", re.escape(first.lower()))), say) for name, when, say in _ROWS]


def smalltalk(asked: Asked, said: str, doing: str) -> str:
    """Return what one says to what fits no memory; '' to a question proper."""
    low = said.lower().replace("’", "'").strip()
    for name, when, ways in _patterns(first_name(asked.me)):
        if when.search(low):
            return _filled(asked, asked.pick(name, ways), said, doing)
    return ""


def _filled(asked: Asked, frame: str, said: str, doing: str) -> str:
    words, aged = WORDS.tables["smalltalk"]["words"], re.search(r"age: (\d+)", asked.summary)
    doing = doing or words["doing"]
    slots = {
        "me": asked.me,
        "first": first_name(asked.me),
        "doing": doing,
        "place": _spoken_place(asked) or words["place"],
        "part": part_of_day(asked.now),
        "time": say_now(asked.now).replace(f" {asked.now.year}", ""),
        "feeling": sentence(words["feeling"].format(doing=doing)),
        "sum": _worked_out(said),
        "age": words["age"].format(age=aged[1]) if aged else words["no_age"],
    }
    for slot, filled in slots.items():
        frame = frame.replace(f"{{{slot}}}", filled)
    return frame


def _spoken_place(asked: Asked) -> str:
    """Return where one is as one says it: 'the workshop of Mill', or its building alone if the room has a name."""
    sector, _, arena = (part.strip() for part in text(asked.fields, "place").partition(":"))
    own: str = asked.phrase(asked.people.masked(sector)) if sector[:1].isupper() else sector
    plain = bool(arena) and arena.lower() not in sector.lower() and not re.search(r"\b[A-Z]", arena)
    room = str(WORDS.tables["smalltalk"]["words"]["room"])
    return room.format(room=arena, place=own) if plain else own


def language_of(said: str) -> str:
    """Return the name of a foreign language that a line is in, 'other' if it can't be told, or '' for English."""
    hits = {name: len(pattern.findall(said)) for name, pattern in _LANGUAGES.items()}
    best = max(hits, key=lambda name: hits[name])
    if hits[best] and hits[best] > len(_ENGLISH.findall(said)):
        return best
    letters = [c for c in said if c.isalpha()]
    return "other" if letters and sum(c > _LAST_LATIN for c in letters) > len(letters) / 2 else ""


def _worked_out(said: str) -> str:
    """Return the answer to a sum as a person would give it."""
    words, found = WORDS.tables["smalltalk"]["words"], _SUM.search(said)
    if not found:
        return str(words["no_sum"])
    a, b, sign = int(found[1]), int(found[3]), found[2].lower()
    if sign in ("/", "÷", "divided by"):
        return str(words["quotient"]).format(result=a // b) if b and a % b == 0 else str(words["no_quotient"])
    result = a + b if sign in ("+", "plus") else a - b if sign in ("-", "minus") else a * b
    return str(words["result"]).format(result=result) if abs(result) < 10**6 else str(words["too_much"])
