"""Mended answers: those whose form a run had to put right before it could read them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

from townlet.cognition.fallbacks import FALLBACKS
from townlet.language.answer_reader import read_answer
from townlet.runfile import CallFilter, CallRow, RunReader


def mends_of(call: CallRow) -> tuple[str, ...]:
    """Return what the answer of a call needed, such as 'emoji dropped'; nothing if it fitted as it stood."""
    if call.status != "answered" or call.error or call.fallback or call.name not in FALLBACKS:
        return ()
    return read_answer(call.reply, type(FALLBACKS[call.name])).mends


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


def count_mended(reader: RunReader) -> MendedAnswers:
    """Count the answers of a run, and those that needed mending."""
    mends = [mends_of(call) for call in reader.calls(CallFilter(status="answered")) if not call.fallback]
    by_mend = Counter(mend for each in mends for mend in each)
    return MendedAnswers(len(mends), sum(map(bool, mends)), dict(by_mend.most_common()))
