"""Retelling: telling the same to the same person."""

from __future__ import annotations

from townlet.study.figures import Bar, Figure, Listing, Part, share
from townlet.study.record import RunRecord
from townlet.study.words import sentences

TELLING_STEMS = 4
"""A sentence tells something if it has at least so many stems of content."""

SAME_SHARE = 0.75
"""Two sentences tell the same if they share so much of the stems that either has (Jaccard)."""


def retelling(record: RunRecord) -> Part:
    """Sentences that tell the same person what they were told before by the same speaker."""
    told: dict[tuple[str, str], list[frozenset[str]]] = {}
    rows, telling = [], 0
    for line in record.lines:
        before = told.setdefault((line.speaker, line.to), [])
        for sentence in sentences(line.text):
            stems = record.vocabulary.stems(sentence)
            if len(stems) < TELLING_STEMS or sentence.endswith("?"):
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
