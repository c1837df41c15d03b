"""Embarrassments: what nobody would ever say, and what a machine says all too easily."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache

from townlet.engine.runfile import Json
from townlet.study.figures import NONE, Figure, Listing, Part
from townlet.study.liveliness.talking import Speech, Talk, talks_of
from townlet.study.record import RunRecord
from townlet.study.traces import Line

_ANYWHERE: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("brace", re.compile(r"[{}<>\[\]]|\\n")),
    ("None", re.compile(r"(?<![.!?] )(?<!^)\bNone\b|^None[.,!]?$|\b(?:null|NaN|undefined)\b")),
    ("address", re.compile(r"\b[^\W\d][\w']*:[^\W\d][\w']*:\w|(?<!\w)(?:[A-Z][\w']*)(?: [\w']+)*:[a-z][\w']+")),
    ("ISO time", re.compile(r"\b\d{4}-\d\d-\d\d\b|\b\d\d:\d\d:\d\d\b|\d\dT\d\d")),
    (
        "doubled word",
        re.compile(
            r"\b(?!(?:had|that|very|bye|no|so|well|now|there|ha|far|come|long|never|really|yes|knock|dear)\b)"
            r"([a-z]+) \1\b",
            re.IGNORECASE,
        ),
    ),
    (
        "broken sentence",
        re.compile(r"\b(?:a|an|the|of|with|and|or|my|your)[.!?]$|\(\)|(?<!\.)\.\.(?!\.)|,[.!?]|[.!?],|\s[.,!?]"),
    ),
)  # fmt: skip
_WRONG_HOURS: tuple[tuple[str, re.Pattern[str], int, int], ...] = (
    ("good morning", re.compile(r"^\W*(?:\w+[,!.] )?(?:good )?morning\b", re.IGNORECASE), 4, 12),
    ("good afternoon", re.compile(r"\bgood afternoon\b", re.IGNORECASE), 12, 19),
    ("good evening", re.compile(r"\bgood evening\b", re.IGNORECASE), 16, 28),
    ("good night", re.compile(r"\bgood night\b(?! for)", re.IGNORECASE), 18, 28),
)
_OWN_NAME = "I'm|I am|name is|name's|this is|call me|it's|it is"
_OWN_DEEDS = "is|was|has|had|will|wants|needs|told|said|says|promised|thinks|likes|loves|works"
_NIGHT_HOURS = 4
"""Until this hour a night belongs to the day before."""


def embarrassments(record: RunRecord) -> Part:
    """Every line that gives the machine away, with what is wrong with it."""
    rows = [row for talk in talks_of(record) for row in _in_talk(record, talk)]
    strangers = Acquaintances(record)
    for talk in talks_of(record):
        rows.extend(strangers.introduced_again(record, talk))
    kinds = Counter(str(row[0]) for row in rows)
    ordered: tuple[tuple[Json, ...], ...] = tuple(sorted(kinds.items()))
    return Part(
        "Embarrassments",
        (Figure("embarrassments", "lines that give the machine away", len(rows), bar=NONE),),
        (
            Listing("embarrassment_kinds", "by kind", ("kind", "lines"), ordered),
            Listing("embarrassing_lines", "lines", ("kind", "speaker", "at", "line"), tuple(rows)),
        ),
    )


def faults_of(line: Line, hour: float) -> tuple[str, ...]:
    """What is wrong with the words of a line said at an hour of the day."""
    return tuple(_faults(line, hour))


def _faults(line: Line, hour: float) -> Iterator[str]:
    for kind, pattern in _ANYWHERE:
        if pattern.search(line.text):
            yield kind
    if _speaks_of_oneself(line):
        yield "third-person self"
    for greeting, pattern, start, end in _WRONG_HOURS:
        late = hour + 24 if hour < _NIGHT_HOURS else hour
        if pattern.search(line.text) and not (start <= hour < end or start <= late < end):
            yield f"{greeting} at the wrong hour"


def _speaks_of_oneself(line: Line) -> bool:
    """Whether a speaker uses their own full name, or does something under their first, but to introduce themselves."""
    introducing, whole_name, deeds = _naming(line.speaker)
    rest = introducing.sub("", line.text)
    first = line.speaker.split()[0]
    if first != line.speaker and whole_name.search(rest):
        return True
    return first not in line.to.split() and bool(deeds.search(rest))


@cache
def _naming(speaker: str) -> tuple[re.Pattern[str], re.Pattern[str], re.Pattern[str]]:
    """Introducing oneself, one's whole name, and something done under one's first."""
    first, full = re.escape(speaker.split()[0]), re.escape(speaker)
    return (
        re.compile(rf"\b(?:{_OWN_NAME}) (?:{full}|{first})\b", re.IGNORECASE),
        re.compile(rf"\b{full}\b"),
        re.compile(rf"(?<![\w,] )\b{first} (?:{_OWN_DEEDS})\b"),
    )


def _in_talk(record: RunRecord, talk: Talk) -> Iterator[tuple[Json, ...]]:
    for speech in talk.own:
        time = record.time(speech.line.step)
        for kind in faults_of(speech.line, time.hour + time.minute / 60):
            yield _row(record, kind, speech)


def _row(record: RunRecord, kind: str, speech: Speech) -> tuple[Json, ...]:
    return kind, speech.line.speaker, record.when(speech.line.step), speech.line.text


class Acquaintances:
    """Who knows whom: by what the town's author wrote of both, and by having talked before."""

    def __init__(self, record: RunRecord) -> None:
        written = {person.name: " ".join(person.seeds) for person in record.people}
        self._pairs = {
            frozenset((one, other))
            for one, text in written.items()
            for other, back in written.items()
            if one != other and other in text and one in back
        }

    def introduced_again(self, record: RunRecord, talk: Talk) -> Iterator[tuple[Json, ...]]:
        """Introductions between people who know each other; the talk then makes them acquainted."""
        pair = frozenset(talk.participants)
        if pair in self._pairs:
            for speech in talk.own:
                if "introduction" in speech.acts:
                    yield _row(record, "introduced again", speech)
        self._pairs.add(pair)
