"""A person made of a row: what the row says of them, what their prose says, and what had to be made up."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from pydantic import ValidationError

from townlet.cognition.clock_times import HOUR_WORDS, hour_of, in_24_hours
from townlet.cognition.sanitisation import NAME_RULE, is_name
from townlet.errors import BadInput
from townlet.offline.trades import trade_in
from townlet.people.table import Row
from townlet.town.lexicon import getAllLemmas
from townlet.town.look import LookFeatures
from townlet.town.names import Names
from townlet.town.narrator import Narrator
from townlet.town.prose import pronouns_told
from townlet.town.schema import minutes_of
from townlet.town.toml_file import faults_in_words
from townlet.world.register import first_name

OLDEST = 130
ADULT_AGES = range(22, 68)
"""The ages from which one is drawn for a person of whom none is told."""
NO_TRAIT = "even-tempered"
"""The trait of a person of whom none is told. It says as little as a trait can."""
USUAL_DAY = {"wakes": "7:00", "sleeps": "23:00"}


@dataclass
class Newcomer:
    """A person of a table before they have a home. `entry` has the keys of a person's file."""

    where: str
    entry: dict[str, Any]
    occupation: str = ""
    """What they do for a living, in the words of the table."""
    made: dict[str, str] = field(default_factory=dict)
    """What the table does not say of them and where it is from: 'read from the prose' or 'made up'."""

    @property
    def name(self) -> str:
        return str(self.entry["name"])

    @property
    def told(self) -> str:
        return str(self.entry["description"])


def newcomers(rows: Sequence[Row], language: str, *, voiced: bool) -> list[Newcomer]:
    """Return the person of each row. `language` is the town's, in which missing names are made.

    Unless `voiced`, prose that says 'you' or 'I' of the person is told of them by name. Raises BadInput, with the
    row, for a value that cannot be used.
    """
    names = Names(language, (named for row in rows if (named := _name_of(row)[0])))
    return [_newcomer(row, names, number, voiced) for number, row in enumerate(rows)]


def _newcomer(row: Row, names: Names, number: int, voiced: bool) -> Newcomer:
    cells = row.cells
    prose = _prose(cells.get("description"))
    pronouns, made = _pronouns(cells.get("pronouns"), prose), {}
    name, source = _name_of(row)
    if not name:
        name, source = names.made(number, pronouns), "made up"
        prose = re.sub(r"^(An? [^.]*)", _as_predicate(name), prose, count=1)
    if source:
        made["name"] = source
    if not is_name(name):
        raise BadInput(f"{row.where}: {name[:80]!r} cannot be a person's name; {NAME_RULE}.")
    occupation = _text(cells.get("occupation"))
    told = prose if voiced else Narrator(name, pronouns).told(prose)
    told = "\n".join([*_said(name, occupation, _list(cells.get("interests")), told), told]).strip()
    if not told:
        raise BadInput(
            f"{row.where} ({name}): nothing is told of this person; write a sentence in 'description', "
            "or name the column that tells it with --map description=COLUMN."
        )
    entry: dict[str, Any] = {"name": name, "age": _age(cells.get("age"), f"{row.where} ({name})")}
    if entry["age"] is None:
        entry["age"], made["age"] = _age_told(prose, name)
    traits = _list(cells.get("traits")) or _traits_told(told, name)
    made |= {} if cells.get("traits") else {"traits": "read from the prose" if traits else "made up"}
    entry |= {"pronouns": pronouns, "traits": traits or [NO_TRAIT], "description": told}
    try:
        entry |= _day(cells, f"{_prose(cells.get('lifestyle'))} {told}")
        entry |= {"haunts": _list(cells["haunts"])} if cells.get("haunts") else {}
        entry |= {"look": _look(cells["look"])} if cells.get("look") else {}
        entry |= {"key": key} if (key := _text(cells.get("key"))) else {}
    except ValueError as error:
        raise BadInput(f"{row.where} ({name}): {error}.") from None
    return Newcomer(row.where, entry, occupation, made)


def _text(value: object) -> str:
    return " ".join(str(value or "").split())


def _prose(value: object) -> str:
    parts = value if isinstance(value, list) else [value or ""]
    return "\n".join(str(part).replace("\r\n", "\n").strip() for part in parts).strip()


def _list(value: object) -> list[str]:
    """Return the parts of a list, or of a text such as 'kind, curious and shy'. Semicolons win over other marks."""
    if isinstance(value, list | tuple):
        return [part for each in value if (part := _text(each))]
    text = _text(value)
    parts = text.split(";") if ";" in text else re.split(r"[,|/]|,? and (?=[\w-]+$)", text)
    return [part for each in parts if (part := each.strip())]


# A name


_OPENS = r"(?!(?:An?|The|As|In|On|At|This|That|With|When|For|My|He|She|They|I|You|It|Born|Raised|After|Although)\b)"
_NAMED = re.compile(
    rf"{_OPENS}(?P<name>[^\W\d_a-z][\w’'.-]+(?: [^\W\d_a-z][\w’'.-]*){{1,3}})(?=,| \([\d]| (?:is|was|has|\w+s)\b)"
)
"""The name with which a paragraph begins: 'Mary Ann Hill, a nurse', 'Ada Fenn lives', 'Bo Li (34) is'."""


def _name_of(row: Row) -> tuple[str, str]:
    """Return the name of a row's person and where it is from; twice an empty text if the row tells none."""
    if name := _text(row.cells.get("name")):
        return name, ""
    found = _NAMED.match(_prose(row.cells.get("description")))
    return (found["name"], "read from the prose") if found else ("", "")


def _as_predicate(name: str) -> Any:
    """Return what makes a sentence of a mere description: 'A baker who sings' becomes 'Ann Bo is a baker ...'."""

    def sentence(found: re.Match[str]) -> str:
        head = re.split(r" (?:who|with|whose|that|,)", found[1])[0]
        is_sentence = re.search(r" (?:is|was|has|lives|works|loves|likes|enjoys|keeps|runs)\b", head)
        return found[1] if is_sentence else f"{name} is {found[1][:1].lower()}{found[1][1:]}"

    return sentence


# Other things that are told


_OLD = re.compile(
    r"\b(\d{1,3})[- ]years?[- ]olds?\b|\baged? (?:of )?(\d{1,3})\b|^[^.(]{1,60}\((\d{1,3})\)|, (\d{1,3}),"
)


def _age(value: object, where: str) -> int | None:
    if value in (None, ""):
        return None
    found = re.fullmatch(r"(\d{1,3})(?:\.0)?(?: years?(?: old)?)?", _text(value))
    if not found or int(found[1]) > OLDEST:
        raise BadInput(f"{where}: the age {_text(value)!r} is not a whole number up to {OLDEST}; write it as 40.")
    return int(found[1])


def _age_told(prose: str, name: str) -> tuple[int, str]:
    if (found := _OLD.search(prose)) and int(found[found.lastindex or 0]) <= OLDEST:
        return int(found[found.lastindex or 0]), "read from the prose"
    return ADULT_AGES[sum(map(ord, name)) % len(ADULT_AGES)], "made up"


_SEX = {"she": r"she|her|f|female|woman|girl", "he": r"he|him|m|male|man|boy"}


def _pronouns(value: object, prose: str) -> str:
    """Return 'she', 'he' or 'they' as a cell says, or else as the prose does."""
    first = re.split(r"\W", _text(value).lower())[0]
    if first:
        return next((pronoun for pronoun, words in _SEX.items() if re.fullmatch(words, first)), "they")
    return pronouns_told(prose)


_IS = re.compile(
    r"\b(?:is|are) (?:(?:very|quite|also|always|both) )?([a-z-]+(?:(?:,| and|, and) [a-z-]+)*)"
    r"(?= (?:and|but|who)\b|[,.;!]|$)"
)
"""Adjectives after a verb: 'is very shy, witty and kind.'"""
_NO_TRAITS = frozenset(
    (
        *("married", "single", "retired", "old", "young", "available", "busy", "able", "born", "likely", "due", "home"),
        *("open", "out", "good", "sure"),
    )
)


def _traits_told(prose: str, name: str) -> list[str]:
    """Return up to three adjectives that the prose says of the person: 'is shy, witty and kind'."""
    about = [
        each
        for each in re.split(r"(?<=[.;!?])\s+", prose)
        if each.startswith((first_name(name), "She ", "He ", "They "))
    ]
    words = (word for each in about for found in _IS.finditer(each) for word in re.split(r",? and |, ", found[1]))
    kind = (
        word for word in words if word not in _NO_TRAITS and "ADJ" in getAllLemmas(word) and not word.endswith("ing")
    )
    return list(dict.fromkeys(kind))[:3]


def _said(name: str, occupation: str, interests: Sequence[str], prose: str) -> Iterable[str]:
    """Yield a sentence for what the table says in other columns, if the prose does not say it."""
    if occupation and not re.search(rf"\b{re.escape(occupation)}\b", prose, re.I):
        job = occupation if occupation[:2].isupper() else f"{occupation[:1].lower()}{occupation[1:]}"
        if re.match(r"(?:retired|unemployed|between|an?|the)\b", job) and not trade_in(job.partition(" ")[2]):
            yield f"{name} is {job}."
        elif re.search(r"&|,|\band\b|(?:ing|tion|ism|ics)$", job):
            yield f"{name} works in {job}."
        else:
            article = "" if re.match(r"(?:an?|the) ", job) else "an " if job[:1] in "aeioAEIO" else "a "
            yield f"{name} is {article}{job}."
    if interests:
        told = [each if each[:2].isupper() else f"{each[:1].lower()}{each[1:]}" for each in interests]
        *most, last = told
        yield f"{name} is interested in {', '.join(most)}{' and ' if most else ''}{last}."


_CLOCKED = {
    "wakes": re.compile(
        r"\b(?:a?wakes?|gets?|rises?)(?: up)? (?:[\w,]+ ){0,2}(?:at|around|by|before) (?P<time>.+)", re.I
    ),
    "sleeps": re.compile(r"\b(?:goes|go) to (?:bed|sleep) (?:[\w,]+ ){0,2}(?:at|around|by|before) (?P<time>.+)", re.I),
    "dines": re.compile(r"\b(?:eats?|has) dinner (?:\w+ )?(?:at|around|by) (?P<time>.+)", re.I),
}
"""The hours of a day in prose: 'wakes up at 6:30 am', 'goes to bed around midnight', 'gets up at half past four'."""
_USUAL_HOUR = {"wakes": 7, "sleeps": 23, "dines": 18}
_HOUR = re.compile(
    rf"(?:(?P<part>half past|(?:a )?quarter (?:past|to)) )?(?:(?P<hour>\d{{1,2}})(?:[:.h](?P<minute>\d\d))?(?::\d\d)?h?"
    rf"|(?P<word>{'|'.join(HOUR_WORDS)}|noon|midnight))(?=\W|$|[ap]m)(?! (?:minute|hour))(?: o['’]clock)?"
    r"(?:\s*(?P<half>[ap])\.?m\b|(?: in the| at)? (?P<time>morning|afternoon|evening|night))?",
    re.I,
)
_MINUTES = {"half past": 30, "quarter past": 15, "quarter to": -15}


def clock_of(text: object, usual: int | None = None) -> str:
    """Return a time of day as '17:30', from '5:30 pm', '17.30', 'half past five', 'midnight' or 0.73 of a day.

    Of an hour that may be before noon or after it, the one nearer to the `usual` hour is meant; without that, the one
    before noon. Raises ValueError for text that begins with no time of day.
    """
    if isinstance(text, float) and 0 <= text < 1:
        text = f"{round(text * 1440) // 60}:{round(text * 1440) % 60:02}"
    found = _HOUR.match(_text(text))
    if not found:
        raise ValueError(f"{_text(text)!r} is not a time of day; write it as '7:00' or '5:30 pm'")
    word = (found["word"] or "").lower()
    hour = {"noon": 12, "midnight": 0}[word] if word in ("noon", "midnight") else hour_of(found["hour"] or word)
    said = (found["half"] or found["time"] or "").lower()
    if said and hour <= 12:
        hour = in_24_hours(hour, said)
    elif usual is not None and 0 < hour <= 12 and word not in ("noon", "midnight"):
        hour = min((hour % 12, hour % 12 + 12), key=lambda each: min((each - usual) % 24, (usual - each) % 24))
    if part := _MINUTES.get((found["part"] or "").lower().removeprefix("a ")):
        hour, minute = divmod((hour * 60 + part) % (24 * 60), 60)
    else:
        minute = int(found["minute"] or 0)
    clock = f"{hour}:{minute:02}"
    minutes_of(clock)
    return clock


def _day(cells: Mapping[str, Any], told: str) -> dict[str, str]:
    """Return when the person wakes, sleeps, dines and works, as the table or the prose says."""
    day = dict(USUAL_DAY)
    if works := _text(cells.get("works")):
        start, end = _shift(works)
        day["works"] = f"{start}-{end}"
        if minutes_of(end) < minutes_of(start):  # a night: to bed two hours after it
            home = minutes_of(end) + 120
            day |= {"sleeps": f"{home // 60}:{home % 60:02}", "wakes": f"{(home // 60 + 8) % 24}:{home % 60:02}"}
    for key, said in _CLOCKED.items():
        if (value := cells.get(key)) not in (None, ""):
            day[key] = _cell_time(value, _USUAL_HOUR[key])
        elif (found := said.search(told)) and _HOUR.match(found["time"]):
            day[key] = clock_of(found["time"], _USUAL_HOUR[key])
    return day


def _cell_time(value: object, usual: int | None = None) -> str:
    """Return the one time of day in a cell; an hour without minutes is the one near the usual. Raises ValueError."""
    text = _text(value).rstrip(".")
    if not isinstance(value, float) and not _HOUR.fullmatch(text):
        raise ValueError(f"{_text(value)!r} is not a time of day; write it as '7:00' or '5:30 pm'")
    return clock_of(value, None if re.match(r"\d{1,2}[:.h]\d\d", text) else usual)


def _shift(works: str) -> tuple[str, str]:
    """Return when work begins and ends, of '9:00-17:00', '10 pm to 6 am' or '9 to 5'. Raises ValueError."""
    parts = re.split(r"\s*(?:[–—-]|\bto\b|\buntil\b)\s*", works)
    if len(parts) != 2:
        raise ValueError(f"{works!r} are no hours of work from one time to another; write them as '9:00-17:00'")
    start, end = map(_cell_time, parts)
    by_day = all(re.fullmatch(r"\d{1,2}(?:[:.]\d\d)?", part) for part in parts)
    if (
        by_day
        and 5 <= int(start.split(":")[0]) < 12
        and minutes_of(end) < minutes_of(start)
        and not parts[1].startswith("0")
    ):
        hour, minute = end.split(":")
        end = f"{int(hour) + 12}:{minute}"  # nobody writes '9 to 5' of a night
    return start, end


def _look(value: object) -> dict[str, Any]:
    """Return a look from words such as 'hair=red extra=glasses+scarf'. Raises ValueError."""
    parts = (word.partition("=") for word in _text(value).split())
    table: dict[str, Any] = {key: word for key, _, word in parts}
    sheet = {"sheet": table.pop("sheet")} if "sheet" in table else {}
    if "extra" in table:
        table["extra"] = [] if table["extra"] == "none" else table["extra"].split("+")
    try:
        LookFeatures.model_validate(table)
    except ValidationError as error:
        raise ValueError("look: " + " ".join(faults_in_words(error, LookFeatures))) from None
    return {**table, **sheet}
