"""Variety: whether the same words come again and again, names, places and times aside."""

from __future__ import annotations

from collections import Counter

from townlet.study.figures import NONE, Bar, Figure, Listing, Part, commonest, share
from townlet.study.record import RunRecord

COMMONEST_SHARE = 0.015
"""No masked utterance should make up more of all."""


def variety(record: RunRecord) -> Part:
    """Shares of the commonest lines and actions, and what a person says twice in a day."""
    masked = record.vocabulary.masked
    lines = Counter(masked(line.text) for line in record.own_lines)
    doings = Counter(masked(spell.doing) for spell in record.spells if not spell.asleep)
    repeats = repeated(record)
    return Part(
        "Variety",
        (
            Figure("lines", "lines spoken", lines.total()),
            Figure("distinct_lines", "distinct when masked", share(len(lines), lines.total()), "share"),
            Figure("commonest_line", "share of the commonest", _top_share(lines), "share", _bar(lines)),
            Figure("repeats_in_a_day", "lines a speaker said before that day", len(repeats), bar=NONE),
            Figure("distinct_actions", "distinct actions", len(doings)),
            Figure("commonest_action", "share of the commonest action", _top_share(doings), "share"),
        ),
        (
            Listing("commonest_lines", "commonest lines", ("line", "times"), tuple(commonest(lines, 10))),
            Listing("repeated_lines", "said twice in a day", ("speaker", "at", "line"), repeats),
            Listing("commonest_actions", "commonest actions", ("action", "times"), tuple(commonest(doings, 10))),
        ),
    )


def repeated(record: RunRecord) -> tuple[tuple[str, str, str], ...]:
    """Each line whose speaker had said the same, when masked, earlier on the same day."""
    said: set[tuple[str, int, str]] = set()
    rows = []
    for line in record.own_lines:
        key = (line.speaker, record.day(line.step), record.vocabulary.masked(line.text))
        if key in said:
            rows.append((line.speaker, record.when(line.step), line.text))
        said.add(key)
    return tuple(rows)


def _top_share(counts: Counter[str]) -> float | None:
    return share(max(counts.values(), default=0), counts.total())


def _bar(lines: Counter[str]) -> Bar:
    """The bar; in a run so short that a single line is more than that, a single line."""
    return Bar(most=max(COMMONEST_SHARE, 1 / max(1, lines.total())))
