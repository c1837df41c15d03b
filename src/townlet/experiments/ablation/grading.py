"""Times of day as people say them."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from townlet.analysis.text.words import is_only_a_word, split_sentences, straighten_apostrophes, unique_first_names
from townlet.analysis.traces import Stay
from townlet.experiments.interviews.battery import BatteryQuestion, PersonalQuestion
from townlet.memory.record import MemoryId

_HOUR_WORDS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_MINUTE_WORDS = {
    "five": 5,
    "ten": 10,
    "quarter": 15,
    "a quarter": 15,
    "twenty": 20,
    "half": 30,
    "thirty": 30,
    "fifteen": 15,
}
_HOUR_PATTERN = rf"(?:{'|'.join(_HOUR_WORDS)}|1[0-2]|[1-9])"
_DIGITAL_TIME = re.compile(
    r"\b(?P<hour>\d{1,2}):(?P<minute>\d{2})(?:\s*(?P<half>[ap])\.?m\b)?|\b(?P<bare>\d{1,2})\s*(?P<of>[ap])\.?m\b",
    re.IGNORECASE,
)
_SPOKEN_TIME = re.compile(
    rf"\b(?P<part>five|ten|a quarter|quarter|twenty|half) (?P<side>past|to) (?P<hour>{_HOUR_PATTERN})\b"
    rf"|\b(?P<then>{_HOUR_PATTERN})[ -](?P<after>thirty|fifteen)\b"
    rf"|\b(?P<whole>{_HOUR_PATTERN}) o'clock\b|\b(?P<twelve>midnight|noon)\b",
    re.IGNORECASE,
)
_HALF_DAY = 12 * 60


def find_clock_times(text: str) -> list[int]:
    """Every time of day told in a text, in minutes after midnight; without am or pm as in the morning."""
    plain = text.replace("’", "'")
    digits = [_of_digits(found) for found in _DIGITAL_TIME.finditer(plain)]
    return [minute for minute in digits if minute >= 0] + [_of_words(found) for found in _SPOKEN_TIME.finditer(plain)]


def dial_minutes_apart(one: int, other: int) -> int:
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
        return _hour_number(found["whole"]) * 60
    if found["then"]:
        return _hour_number(found["then"]) * 60 + _MINUTE_WORDS[found["after"].lower()]
    part = _MINUTE_WORDS[found["part"].lower()]
    return (_hour_number(found["hour"]) * 60 + (part if found["side"].lower() == "past" else -part)) % _HALF_DAY


def _hour_number(text: str) -> int:
    return int(text) % 12 if text.isdigit() else (_HOUR_WORDS.index(text.lower()) + 1) % 12


AnswerVerdict = Literal["right", "partly", "wrong", "none"]
"""right: what is named is true. partly: true and false things are named together. none: nothing is named."""

NEAR_MINUTES = 15
"""How far a time may be from the true one; our choice."""

_DENIES = re.compile(
    r"n't\b|\b(?:cannot|never|nobody|no one|no idea|neither|not(?! (?:only|just|mistaken|wrong)\b))\b", re.IGNORECASE
)
_CLAUSE = re.compile(
    r"[;:]\s+|\s*[—–]\s*|,\s+(?=(?:not|never|only|rather|I|we|it|he|she|they|my|who|which)\b)"
    r"|,?\s+(?=(?:but|though|except|apart from|other than|because)\b)",
    re.IGNORECASE,
)
"""What parts clauses of which one may deny and the other tell: "It wasn't Bo, it was Ann"."""


@dataclass(frozen=True)
class NamedTruth:
    """The truth is one of several people or places, or some of them."""

    right: tuple[str, ...]
    words: Mapping[str, tuple[str, ...]]
    """For everybody or every place that may be named: the words by which they are."""
    people: bool = False
    """Whether they are people, whose names are written with capitals: who rose at six has not named Rose."""

    def verdict(self, answer: str) -> AnswerVerdict:
        """By the first sentence that names anything: people answer first, and explain afterwards."""
        for sentence in _assertions(answer):
            if named := _named_in(sentence, self.words, self.people):
                return _verdict_of(bool(named & set(self.right)), bool(named - set(self.right)))
        return "none"

    @property
    def guess(self) -> float:
        """The chance to be right with one name drawn blindly."""
        return len(self.right) / len(self.words)

    def __str__(self) -> str:
        return "; ".join(self.right)


@dataclass(frozen=True)
class TimedTruth:
    """The truth is a time of day."""

    minute: int
    """In minutes after midnight."""
    others: tuple[int, ...]
    """The true times of other people, from which one might guess."""

    def verdict(self, answer: str) -> AnswerVerdict:
        """By the first sentence that tells a time."""
        for sentence in _assertions(answer):
            if told := find_clock_times(sentence):
                near = [dial_minutes_apart(each, self.minute) <= NEAR_MINUTES for each in told]
                return _verdict_of(any(near), not all(near))
        return "none"

    @property
    def guess(self) -> float:
        """The chance to be right with the time of somebody else."""
        near = sum(dial_minutes_apart(each, self.minute) <= NEAR_MINUTES for each in self.others)
        return near / len(self.others) if self.others else 0.0

    def __str__(self) -> str:
        return f"{self.minute // 60 % 24}:{self.minute % 60:02d}"


@dataclass(frozen=True)
class ChosenTruth:
    """The truth is one of the options of a closed question, where free words could not be judged fairly."""

    right: str
    options: tuple[str, ...]

    def verdict(self, answer: str) -> AnswerVerdict:
        if answer not in self.options:
            return "none"
        return "right" if answer == self.right else "wrong"

    @property
    def guess(self) -> float:
        return 1 / len(self.options)

    def __str__(self) -> str:
        return self.right


ItemTruth = NamedTruth | TimedTruth | ChosenTruth


def name_words_by_person(names: Collection[str]) -> dict[str, tuple[str, ...]]:
    """Each by the whole name, and by the first one where nobody else bears it."""
    firsts = {name: first for first, name in unique_first_names(names).items()}
    return {
        name: tuple(dict.fromkeys((straighten_apostrophes(name), firsts.get(name, straighten_apostrophes(name)))))
        for name in names
    }


def _assertions(answer: str) -> Iterator[str]:
    """What is neither asked nor denied, sentence by sentence."""
    for sentence in split_sentences(straighten_apostrophes(answer)):
        if not sentence.endswith("?"):
            yield "; ".join(clause for clause in _CLAUSE.split(sentence) if not _DENIES.search(clause))


def _named_in(sentence: str, words: Mapping[str, tuple[str, ...]], people: bool) -> set[str]:
    """Who or what is named; a name within a longer one is not named by it."""
    by_length = sorted(((word, name) for name, of in words.items() for word in of), key=lambda each: -len(each[0]))
    named = set()
    for word, name in by_length:
        written = re.compile(rf"(?<!\w){re.escape(word)}(?!\w)", 0 if people else re.IGNORECASE)
        if any(not (people and is_only_a_word(sentence, *found.span())) for found in written.finditer(sentence)):
            named.add(name)
        sentence = written.sub("…", sentence)
    return named


def _verdict_of(right: bool, wrong: bool) -> AnswerVerdict:
    if right and wrong:
        return "partly"
    return "right" if right else "wrong"


QuestionCategory = Literal["memory", "plan", "synthesis"]
QUESTION_CATEGORIES: tuple[QuestionCategory, ...] = ("memory", "plan", "synthesis")

LEAST_RECORDS = 3
"""How many records the truth of a synthesis question is drawn from at least."""


@dataclass(frozen=True)
class TruthItem:
    """One question put to one person, under every condition alike."""

    id: str
    """Of its kind, with a number behind it where one person is asked several of a kind."""
    kind: str
    category: QuestionCategory
    person: str
    text: str
    truth: ItemTruth
    evidence: tuple[str, ...]
    """Ids of what shows the truth: memories (agent/step/ordinal), spoken lines (talk#number), stays
    (agent@place/from-until, steps), plans (agent/plan/step at which it was made)."""

    @property
    def asked(self) -> PersonalQuestion:
        """The question as interviews put it."""
        closed = self.truth.options if isinstance(self.truth, ChosenTruth) else ()
        kind: Literal["open", "choice"] = "choice" if closed else "open"
        return PersonalQuestion(
            BatteryQuestion(id=self.id, ask=self.kind, category=self.category, kind=kind, options=closed), self.text
        )


def format_memory_evidence(ids: Iterable[MemoryId]) -> list[str]:
    """How memories are written down as evidence."""
    return ["/".join(map(str, each)) for each in ids]


def format_stay_evidence(stays: Iterable[Stay]) -> list[str]:
    """How stays are."""
    return [f"{stay.person}@{stay.place}/{stay.start}-{stay.end}" for stay in stays]
