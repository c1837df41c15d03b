"""Retelling: telling the same to the same person."""

from __future__ import annotations

from townlet.study.figures import Bar, Figure, Listing, Part, share
from townlet.study.liveliness.acts import Act
from townlet.study.liveliness.talking import speeches_of
from townlet.study.record import RunRecord

TELLING_STEMS = 4
"""A sentence tells something if it has at least so many stems of content."""

_TELLING: frozenset[Act] = frozenset(("news", "plan", "opinion", "report"))

SAME_SHARE = 0.75
"""Two sentences tell the same if they share so much of the stems that either has (Jaccard)."""


def retelling(record: RunRecord) -> Part:
    """Sentences that tell the same person what they were told before by the same speaker."""
    told: dict[tuple[str, str], list[frozenset[str]]] = {}
    rows, telling = [], 0
    for speech in speeches_of(record):
        line = speech.line
        before = told.setdefault((line.speaker, line.to), [])
        for sentence, act in speech.deeds:
            stems = record.vocabulary.stems(sentence)
            if act not in _TELLING or len(stems) < TELLING_STEMS:
                continue
            telling += 1
            if any(_same(stems, other) for other in before):
                rows.append((line.speaker, line.to, record.when(line.step), sentence))
            before.append(stems)
    return Part(
        "Retelling",
        (
            Figure("retold", "sentences told to the same person again", len(rows)),
            Figure("retold_share", "of all that tell something", share(len(rows), telling), "share", Bar(most=0.05)),
        ),
        (Listing("retellings", "told again", ("speaker", "to", "at", "sentence"), tuple(rows)),),
    )


def _same(one: frozenset[str], other: frozenset[str]) -> bool:
    return len(one & other) >= SAME_SHARE * len(one | other)
