"""Substance: whether what is said draws on what the speaker was shown of their memories."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache

from townlet.study.figures import Bar, Figure, Listing, Part, share
from townlet.study.liveliness.talking import Speech, speeches_of
from townlet.study.record import RunRecord
from townlet.study.traces import Line

DETAIL_STEMS = 2
"""A line carries a memory's detail if it shares at least so many stems with it."""


def substance(record: RunRecord) -> Part:
    """The share of lines beyond greetings and farewells that carry a detail of a memory that was shown."""
    said = [speech for speech in speeches_of(record) if not speech.courtesy]
    empty = [speech for speech in said if speech.line.utterance not in _in_detail(record)]
    return Part(
        "Substance",
        (
            Figure("lines_beyond_courtesy", "lines beyond greeting and farewell", len(said)),
            Figure("substance", "of them with a shown memory's detail", detailed(record, said), "share", Bar(0.75)),
        ),
        (
            _by_act(said, empty),
            Listing(
                "without_detail",
                "without one",
                ("speaker", "at", "line"),
                tuple((each.line.speaker, record.when(each.line.step), each.line.text) for each in empty),
            ),
        ),
    )


def _by_act(said: Sequence[Speech], empty: Sequence[Speech]) -> Listing:
    without = Counter(speech.act for speech in empty)
    rows = [(act, lines, without[act]) for act, lines in Counter(speech.act for speech in said).items()]
    ordered = tuple(sorted(rows, key=lambda row: (-row[2], row[0])))
    return Listing("detail_by_act", "lines by kind, and those without", ("act", "lines", "without"), ordered)


def detailed(record: RunRecord, speeches: Sequence[Speech]) -> float | None:
    """The share of speeches that carry a shown memory's detail."""
    return share(sum(speech.line.utterance in _in_detail(record) for speech in speeches), len(speeches))


@lru_cache(1)
def _in_detail(record: RunRecord) -> frozenset[str]:
    """The lines that carry a detail of a memory; looked at by speaker, of whom only a few are held in mind."""
    by_speaker = sorted(record.lines, key=lambda line: line.speaker)
    return frozenset(line.utterance for line in by_speaker if _carries_detail(record, line))


def _carries_detail(record: RunRecord, line: Line) -> bool:
    """Whether a line shares two stems of content, names aside, with one memory that was shown."""
    stems = record.vocabulary.stems(line.text)
    if len(stems) < DETAIL_STEMS:
        return False
    shown = (record.vocabulary.stems(memory.text) for memory in record.remembered.shown(line))
    return any(len(stems & each) >= DETAIL_STEMS for each in shown)
