"""Classifies speech acts by rules on a line's words and on the line before; the same rules apply to any model."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from typing import Literal, get_args

from townlet.measures.figures import Figure, FigureBar, FigureGroup, compute_share
from townlet.measures.record import RunRecord
from townlet.measures.table import Table
from townlet.measures.text.words import split_sentences
from townlet.runfile import Json
from townlet.runfile.traces import SpokenLine, TalkTranscript
from townlet.world.register import first_name

SpeechAct = Literal[
    "invitation", "refusal", "acceptance", "reminder", "request", "offer", "introduction", "news", "sympathy",
    "praise", "thanks", "question", "plan", "opinion", "report", "agreement", "remark", "greeting", "farewell",
]  # fmt: skip
"""Speech acts in order of precedence: a line counts as the first of these that one of its sentences performs."""

SPEECH_ACTS: tuple[SpeechAct, ...] = get_args(SpeechAct)

GREETING_LINES = 2
"""The lines of a talk that can be greetings: a later 'good morning' is a farewell or a remark."""

_CALLS_FOR_CONSENT: frozenset[SpeechAct] = frozenset(("invitation", "request", "offer", "reminder"))
_ANSWERS: tuple[SpeechAct, ...] = ("refusal", "acceptance")
_ANYWHERE: tuple[SpeechAct, ...] = (
    "farewell", "invitation", "reminder", "request", "offer", "thanks", "sympathy", "praise",
)  # fmt: skip
_STATEMENTS: tuple[SpeechAct, ...] = ("news", "plan", "opinion", "agreement", "report")


def _read_cues() -> Mapping[str, re.Pattern[str]]:
    text = files(__package__).joinpath("cues.toml").read_text(encoding="utf-8")
    return {act: re.compile("|".join(cues), re.IGNORECASE) for act, cues in tomllib.loads(text).items()}


_CUES = _read_cues()


def classify_sentences(line: SpokenLine, before: Sequence[SpeechAct]) -> tuple[tuple[str, SpeechAct], ...]:
    """Return each sentence of a line with its speech act; `before` are the acts of the line that it answers."""
    return tuple((sentence, _act(sentence, line, before)) for sentence in split_sentences(line.text))


def most_telling_act(acts: Sequence[SpeechAct]) -> SpeechAct:
    """Return the most telling of a line's acts."""
    return min(acts, key=SPEECH_ACTS.index)


def _act(sentence: str, line: SpokenLine, before: Sequence[SpeechAct]) -> SpeechAct:
    if line.number < GREETING_LINES and (has_cue("greeting", sentence) or _only_calls(sentence, line.to)):
        return "greeting"
    if has_cue("introduction", sentence) or _names_oneself(sentence, line.speaker):
        return "introduction"
    answers = _ANSWERS if _CALLS_FOR_CONSENT & frozenset(before) else ()
    for act in (*answers, *_ANYWHERE):
        if has_cue(act, sentence):
            return act
    if sentence.endswith("?"):
        return "question"
    return next((act for act in _STATEMENTS if has_cue(act, sentence)), "remark")


def has_cue(act: SpeechAct, sentence: str) -> bool:
    """Whether a sentence has words of a speech act; calling somebody by name is no cue of a greeting."""
    return _CUES[act].search(sentence) is not None


def _only_calls(sentence: str, other: str) -> bool:
    """Whether a sentence only calls the listener by name: 'Ann!'"""
    words = re.findall(r"[^\W\d_]+", sentence.lower())
    names = other.lower().split()
    return bool(words) and words[0] in names and len(words) <= len(names)


def _names_oneself(sentence: str, speaker: str) -> bool:
    first = re.escape(first_name(speaker))
    return bool(re.search(rf"\b(?:I'm|I am|This is|Call me) {first}\b", sentence))


@dataclass(frozen=True)
class ClassifiedLine:
    """A line with the speech act of each sentence."""

    line: SpokenLine
    deeds: tuple[tuple[str, SpeechAct], ...]
    """Each sentence with its act."""

    @property
    def acts(self) -> tuple[SpeechAct, ...]:
        """The line's speech acts without repeats."""
        return tuple(dict.fromkeys(act for _, act in self.deeds)) or ("remark",)

    @property
    def act(self) -> SpeechAct:
        return most_telling_act(self.acts)

    @property
    def courtesy(self) -> bool:
        """Whether the line only greets or takes leave."""
        return self.act in ("greeting", "farewell")


@dataclass(frozen=True)
class ClassifiedTalk:
    """A talk as a sequence of classified lines."""

    id: str
    speeches: tuple[ClassifiedLine, ...]

    @property
    def start(self) -> int:
        return self.speeches[0].line.step

    @property
    def own(self) -> Iterator[ClassifiedLine]:
        """The lines that the residents said by themselves, not typed by a person."""
        return (speech for speech in self.speeches if not speech.line.typed)

    @property
    def participants(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(name for each in self.speeches for name in (each.line.speaker, each.line.to)))


@lru_cache(1)
def classify_talks(record: RunRecord) -> tuple[ClassifiedTalk, ...]:
    """Return all talks, classified, in the order in which they began."""
    return tuple(sorted((_classified_talk(talk) for talk in record.talks), key=lambda talk: (talk.start, talk.id)))


@lru_cache(1)
def classify_own_lines(record: RunRecord) -> tuple[ClassifiedLine, ...]:
    """Return every line that nobody typed, classified, in the order in which they were said."""
    found = (speech for talk in classify_talks(record) for speech in talk.own)
    return tuple(sorted(found, key=lambda speech: (speech.line.step, speech.line.talk, speech.line.number)))


def _classified_talk(talk: TalkTranscript) -> ClassifiedTalk:
    speeches: list[ClassifiedLine] = []
    for line in talk.lines:
        before = next((each.acts for each in reversed(speeches) if each.line.speaker != line.speaker), ())
        speeches.append(ClassifiedLine(line, classify_sentences(line, before)))
    return ClassifiedTalk(talk.id, tuple(speeches))


def measure_speech_acts(record: RunRecord) -> FigureGroup:
    """Measure the shares of speech acts; each line counts by its first in order of precedence."""
    counts = Counter(each.act for each in classify_own_lines(record))
    total = counts.total()
    ordered = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    largest = max(counts.values(), default=0)
    rows: tuple[tuple[Json, ...], ...] = tuple((act, times, round(times / total, 4)) for act, times in ordered)
    return FigureGroup(
        "Kinds of speech",
        (
            Figure("speech_acts", "kinds of speech act", len(counts), bar=FigureBar(8)),
            Figure(
                "commonest_act", "share of the commonest", compute_share(largest, total), "share", FigureBar(most=0.35)
            ),
        ),
        (Table.of("acts", "lines by kind", ("act", "lines", "share"), rows),),
    )
