"""Mended answers: those whose form a run had to put right before it could read them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field

from townlet.cognition.fallbacks import FALLBACKS
from townlet.cognition.profile import ENOUGH_CONTEXT
from townlet.cognition.templates import template_fields, template_source
from townlet.language.answer_reader import read_answer
from townlet.runfile import CallFilter, CallRow, RunReader


def mends_of(call: CallRow) -> tuple[str, ...]:
    """Return what the answer of a call needed, such as 'emoji dropped'; nothing if it fitted as it stood."""
    if call.status != "answered" or call.error or call.fallback or call.name not in FALLBACKS:
        return ()
    return read_answer(call.reply, type(FALLBACKS[call.name])).mends


def is_shortened(call: CallRow, context: str) -> bool:
    """Return whether the prompt of a call showed fewer memories than others do, for want of room in this context."""
    return bool(context) and int(context) < ENOUGH_CONTEXT and not _SHORTENED.isdisjoint(_fields_of(call.name))


_SHORTENED = {"memories", "core", "live", "own_recent", "sides"}
"""The fields of prompts that hold as many memories as there is room for."""


def _fields_of(prompt: str) -> Collection[str]:
    return template_fields(template_source(prompt)) if prompt in FALLBACKS and prompt != "importance" else ()


@dataclass(frozen=True)
class MendedAnswers:
    """How many of a run's answers needed mending."""

    answers: int = 0
    mended: int = 0
    by_mend: Mapping[str, int] = field(default_factory=dict)
    """The number of answers by what they needed, the most frequent first."""

    def __str__(self) -> str:
        """Return '61 of 1,743 answers needed mending: 60 emoji dropped, 1 text cut.'; empty if none did."""
        kinds = ", ".join(f"{number:,} {mend}" for mend, number in self.by_mend.items())
        return f"{self.mended:,} of {self.answers:,} answers needed mending: {kinds}." if self.mended else ""


def count_mended(run: RunReader | Iterable[CallRow]) -> MendedAnswers:
    """Count the answers of a run or in some calls, and those that needed mending."""
    calls = run.calls(CallFilter(status="answered")) if isinstance(run, RunReader) else run
    mends = [mends_of(call) for call in calls if call.status == "answered" and not call.fallback]
    by_mend = Counter(mend for each in mends for mend in each)
    return MendedAnswers(len(mends), sum(map(bool, mends)), dict(by_mend.most_common()))
