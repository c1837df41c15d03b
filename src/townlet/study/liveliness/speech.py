"""Kinds of speech: what people do with their words, and how evenly."""

from __future__ import annotations

from collections import Counter

from townlet.engine.runfile import Json
from townlet.study.figures import Bar, Figure, Listing, Part, share
from townlet.study.liveliness.talking import speeches_of
from townlet.study.record import RunRecord


def speech(record: RunRecord) -> Part:
    """The shares of the kinds of speech act, each line counted by its most telling one."""
    counts = Counter(each.act for each in speeches_of(record))
    total = counts.total()
    ordered = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    largest = max(counts.values(), default=0)
    rows: tuple[tuple[Json, ...], ...] = tuple((act, times, round(times / total, 4)) for act, times in ordered)
    return Part(
        "Kinds of speech",
        (
            Figure("speech_acts", "kinds of speech act", len(counts), bar=Bar(8)),
            Figure("commonest_act", "share of the commonest", share(largest, total), "share", Bar(most=0.35)),
        ),
        (Listing("acts", "lines by kind", ("act", "lines", "share"), rows),),
    )
