"""Grading free-text answers against a known truth: people and places named, times of day, and chosen options."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from townlet.cognition.clock_times import HOUR_WORDS, hour_of, in_24_hours
from townlet.evaluation.interviews.battery import BatteryQuestion, PersonalQuestion
from townlet.measures.text.words import is_only_a_word, split_sentences, straighten_apostrophes, unique_first_names
from townlet.memory.record import MemoryId
from townlet.runfile.traces import Stay
from townlet.runfile.view import format_memory_id

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
_HOUR_PATTERN = rf"(?:{'|'.join(HOUR_WORDS)}|1[0-2]|[1-9])"
# "7:30", "7:30 pm", "19:30" (hour, minute, half), and "7 p.m." (bare, bare_half).
_DIGITAL_TIME = re.compile(
    r"\b(?P<hour>\d{1,2}):(?P<minute>\d{2})(?:\s*(?P<half>[ap])\.?m\b)?|\b(?P<bare>\d{1,2})\s*(?P<bare_half>[ap])\.?m\b",
    re.IGNORECASE,
)
# "a quarter past nine" (part, side, hour), "seven thirty" (then, after), "six o'clock" (whole), "noon" (twelve).
_SPOKEN_TIME = re.compile(
    rf"\b(?P<part>five|ten|a quarter|quarter|twenty|half) (?P<side>past|to) (?P<hour>{_HOUR_PATTERN})\b"
    rf"|\b(?P<then>{_HOUR_PATTERN})[ -](?P<after>thirty|fifteen)\b"
    rf"|\b(?P<whole>{_HOUR_PATTERN}) o'clock\b|\b(?P<twelve>midnight|noon)\b",
    re.IGNORECASE,
)
_HALF_DAY = 12 * 60


def find_clock_times(text: str) -> list[int]:
    """Return every time of day that a text names, in minutes after midnight.

    A time without am or pm counts as one in the morning: "7:15" is 435.
    """
    plain = text.replace("’", "'")
    digits = [_digital_minutes(found) for found in _DIGITAL_TIME.finditer(plain)]
    return [minute for minute in digits if minute >= 0] + [
        _spoken_minutes(found) for found in _SPOKEN_TIME.finditer(plain)
    ]


def dial_minutes_apart(minute: int, other: int) -> int:
    """Return how many minutes two times are apart on a twelve-hour dial, 0 to 360: 10 am and 10 pm are the same."""
    apart = abs(minute - other) % _HALF_DAY
    return min(apart, _HALF_DAY - apart)


def _digital_minutes(found: re.Match[str]) -> int:
    hour, minute = int(found["hour"] or found["bare"]), int(found["minute"] or 0)
    if hour > 24 or minute > 59:
        return -1
    half = (found["half"] or found["bare_half"] or "").lower()
    return (in_24_hours(hour, half) if half else hour % 24) * 60 + minute


def _spoken_minutes(found: re.Match[str]) -> int:
    if found["twelve"]:
        return 0 if found["twelve"].lower() == "midnight" else _HALF_DAY
    if found["whole"]:
        return hour_of(found["whole"]) % 12 * 60
    if found["then"]:
        return hour_of(found["then"]) % 12 * 60 + _MINUTE_WORDS[found["after"].lower()]
    part = _MINUTE_WORDS[found["part"].lower()]
    return (hour_of(found["hour"]) % 12 * 60 + (part if found["side"].lower() == "past" else -part)) % _HALF_DAY


AnswerVerdict = Literal["right", "partly", "wrong", "none"]
"""right: all that is named is true; partly: some of it is; wrong: none of it is; none: nothing is named."""

NEAR_MINUTES = 15
"""How many minutes an answer may be off to count as right. Our choice, not the paper's."""

# "wasn't", "never", "not Bo", but neither "not only Bo" nor "if I'm not mistaken".
_DENIES = re.compile(
    r"n't\b|\b(?:cannot|never|nobody|no one|no idea|neither|not(?! (?:only|just|mistaken|wrong)\b))\b", re.IGNORECASE
)
_CLAUSE = re.compile(
    r"[;:]\s+|\s*[—–]\s*|,\s+(?=(?:not|never|only|rather|I|we|it|he|she|they|my|who|which)\b)"
    r"|,?\s+(?=(?:but|though|except|apart from|other than|because)\b)",
    re.IGNORECASE,
)
"""Boundaries between clauses, one of which may deny while the other asserts: "It wasn't Bo, it was Ann"."""


@dataclass(frozen=True)
class NamedTruth:
    """The truth is one or more of several people or places."""

    right: tuple[str, ...]
    words: Mapping[str, tuple[str, ...]]
    """For each person or place that an answer may name, the words that name it."""
    people: bool = False
    """Whether these are people, whose names need a capital letter: "I rose at six" does not name Rose."""

    def verdict(self, answer: str) -> AnswerVerdict:
        """Grade the first sentence that names anything: people answer first and explain afterwards."""
        for sentence in _assertions(answer):
            if named := _named_in(sentence, self.words, self.people):
                return _verdict_of(bool(named & set(self.right)), bool(named - set(self.right)))
        return "none"

    @property
    def chance_level(self) -> float:
        """The probability that a name drawn at random is right."""
        return len(self.right) / len(self.words)

    def __str__(self) -> str:
        return "; ".join(self.right)


@dataclass(frozen=True)
class TimedTruth:
    """The truth is a time of day."""

    minute: int
    """The true time, in minutes after midnight."""
    others: tuple[int, ...]
    """The corresponding times of other people, such as their bedtimes, from which the chance level follows."""

    def verdict(self, answer: str) -> AnswerVerdict:
        """Grade the first sentence that names a time."""
        for sentence in _assertions(answer):
            if times := find_clock_times(sentence):
                near = [dial_minutes_apart(each, self.minute) <= NEAR_MINUTES for each in times]
                return _verdict_of(any(near), not all(near))
        return "none"

    @property
    def chance_level(self) -> float:
        """The probability that the time of another person, drawn at random, is right."""
        near = sum(dial_minutes_apart(each, self.minute) <= NEAR_MINUTES for each in self.others)
        return near / len(self.others) if self.others else 0.0

    def __str__(self) -> str:
        return f"{self.minute // 60 % 24}:{self.minute % 60:02d}"


@dataclass(frozen=True)
class ChosenTruth:
    """The truth is one option of a closed question, used where free text could not be graded fairly."""

    right: str
    options: tuple[str, ...]

    def verdict(self, answer: str) -> AnswerVerdict:
        """Grade the option chosen; anything else counts as no answer."""
        if answer not in self.options:
            return "none"
        return "right" if answer == self.right else "wrong"

    @property
    def chance_level(self) -> float:
        """The probability that an option drawn at random is right."""
        return 1 / len(self.options)

    def __str__(self) -> str:
        return self.right


ItemTruth = NamedTruth | TimedTruth | ChosenTruth


def name_words_by_person(names: Collection[str]) -> dict[str, tuple[str, ...]]:
    """Return the words that name each person: the full name, and the first name where nobody else has it."""
    firsts = {name: first for first, name in unique_first_names(names).items()}
    return {
        name: tuple(dict.fromkeys((straighten_apostrophes(name), firsts.get(name, straighten_apostrophes(name)))))
        for name in names
    }


def _assertions(answer: str) -> Iterator[str]:
    """Yield each sentence that is not a question, without its clauses that deny something."""
    for sentence in split_sentences(straighten_apostrophes(answer)):
        if not sentence.endswith("?"):
            yield "; ".join(clause for clause in _CLAUSE.split(sentence) if not _DENIES.search(clause))


def _named_in(sentence: str, words: Mapping[str, tuple[str, ...]], people: bool) -> set[str]:
    """Return who or what a sentence names. "Rose" does not count within the longer "Rose Cafe"."""
    by_length = sorted(((word, name) for name, own in words.items() for word in own), key=lambda each: -len(each[0]))
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
"""The least number of records that must support the truth of a synthesis question."""


@dataclass(frozen=True)
class TruthItem:
    """One question for one person, the same under every condition, with its true answer."""

    id: str
    """The kind, followed by a number where a person is asked several questions of that kind, such as 'where-2'."""
    kind: str
    category: QuestionCategory
    person: str
    text: str
    truth: ItemTruth
    evidence: tuple[str, ...]
    """Ids of the records that show the truth: memories (agent/step/ordinal), spoken lines (talk#number), stays
    (agent@place/from-until, in steps) and plans (agent/plan/step at which it was made)."""

    @property
    def question(self) -> PersonalQuestion:
        """The question in the form that an interviewer asks."""
        closed = self.truth.options if isinstance(self.truth, ChosenTruth) else ()
        kind: Literal["open", "choice"] = "choice" if closed else "open"
        return PersonalQuestion(
            BatteryQuestion(id=self.id, ask=self.kind, category=self.category, kind=kind, options=closed), self.text
        )


def format_memory_evidence(ids: Iterable[MemoryId]) -> list[str]:
    """Return memory ids as evidence, each as agent/step/ordinal."""
    return [format_memory_id(each) for each in ids]


def format_stay_evidence(stays: Iterable[Stay]) -> list[str]:
    """Return stays as evidence, each as agent@place/from-until in steps."""
    return [f"{stay.person}@{stay.place}/{stay.start}-{stay.end}" for stay in stays]
