"""What a spoken line does: rules on its words and on the line before, so that any model's lines can be judged."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from importlib.resources import files
from typing import Literal, get_args

from townlet.study.traces import Line
from townlet.study.words import sentences

Act = Literal[
    "invitation", "refusal", "acceptance", "reminder", "request", "offer", "introduction", "news", "sympathy",
    "praise", "thanks", "question", "plan", "opinion", "report", "agreement", "remark", "greeting", "farewell",
]  # fmt: skip
"""From the most telling to the least: a line counts as the first of these that any of its sentences is."""

ACTS: tuple[Act, ...] = get_args(Act)

GREETING_LINES = 2
"""Greetings are looked for in so many lines of each talk: a later 'good morning' is a farewell or a remark."""

_CALLS_FOR_CONSENT: frozenset[Act] = frozenset(("invitation", "request", "offer", "reminder"))
_ANSWERS: tuple[Act, ...] = ("refusal", "acceptance")
_ANYWHERE: tuple[Act, ...] = (
    "farewell", "invitation", "reminder", "request", "offer", "thanks", "sympathy", "praise",
)  # fmt: skip
_STATEMENTS: tuple[Act, ...] = ("news", "plan", "opinion", "agreement", "report")


def _read_cues() -> Mapping[str, re.Pattern[str]]:
    text = files(__package__).joinpath("cues.toml").read_text(encoding="utf-8")
    return {act: re.compile("|".join(cues), re.IGNORECASE) for act, cues in tomllib.loads(text).items()}


_CUES = _read_cues()


def deeds_of(line: Line, before: Sequence[Act]) -> tuple[tuple[str, Act], ...]:
    """Each sentence of a line with what it does; `before` is what the line it answers did."""
    return tuple((sentence, _act(sentence, line, before)) for sentence in sentences(line.text))


def acts_of(line: Line, before: Sequence[Act]) -> tuple[Act, ...]:
    """What the sentences of a line do, without repeats; a line without any is a remark."""
    return tuple(dict.fromkeys(act for _, act in deeds_of(line, before))) or ("remark",)


def primary(acts: Sequence[Act]) -> Act:
    """The most telling of a line's acts."""
    return min(acts, key=ACTS.index)


def _act(sentence: str, line: Line, before: Sequence[Act]) -> Act:
    if line.number < GREETING_LINES and (_has("greeting", sentence) or _only_calls(sentence, line.to)):
        return "greeting"
    if _has("introduction", sentence) or _names_oneself(sentence, line.speaker):
        return "introduction"
    answers = _ANSWERS if _CALLS_FOR_CONSENT & frozenset(before) else ()
    for act in (*answers, *_ANYWHERE):
        if _has(act, sentence):
            return act
    if sentence.endswith("?"):
        return "question"
    return next((act for act in _STATEMENTS if _has(act, sentence)), "remark")


def _has(act: Act, sentence: str) -> bool:
    return _CUES[act].search(sentence) is not None


def _only_calls(sentence: str, other: str) -> bool:
    """Whether a sentence is the other's name and nothing else that counts."""
    words = re.findall(r"[^\W\d_]+", sentence.lower())
    names = other.lower().split()
    return bool(words) and words[0] in names and len(words) <= len(names)


def _names_oneself(sentence: str, speaker: str) -> bool:
    first = re.escape(speaker.split()[0])
    return bool(re.search(rf"\b(?:I'm|I am|This is|Call me) {first}\b", sentence))
