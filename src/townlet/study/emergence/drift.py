"""The figures of how interests drift, and the line by which each topic came (Park et al. 2023, section 7.2)."""

from __future__ import annotations

from collections.abc import Sequence

from townlet.study.emergence.finding import Emergence
from townlet.study.emergence.interests import Topic, planned, stated, taken_up
from townlet.study.figures import Figure, Listing, share
from townlet.study.record import RunRecord
from townlet.study.words import spelled


def drift_of(found: Emergence) -> tuple[list[Figure], Listing]:
    """What share of what people plan, and say that they are interested in, came to them from others."""
    record, last = found.record, found.record.days - 1
    first_plans = planned(record, 0)
    figures = [_figure("plans_from_others_first", "topics of plans had from others, day 1", first_plans)]
    shown = first_plans
    if last:
        shown = planned(record, last)
        figures += [_figure("plans_from_others_last", f"topics of plans had from others, day {last + 1}", shown)]
    if found.asked:
        said = stated(record, found.asked.end)
        new = taken_up(record, found.asked.start, said)
        figures += [
            Figure("interests_new", "interests stated at the end alone", share(len(new), len(said)), "share"),
            _figure("interests_from_others", "interests stated at the end had from others", said),
        ]
        shown = [*(topic for topic in said if topic.from_others), *shown]
    return figures, _listing(record, shown)


def _figure(key: str, label: str, topics: Sequence[Topic]) -> Figure:
    return Figure(key, label, share(sum(topic.from_others for topic in topics), len(topics)), "share")


def _listing(record: RunRecord, topics: Sequence[Topic]) -> Listing:
    lines = {line.utterance: line for line in record.lines}
    rows = []
    for topic in dict.fromkeys(topics):
        if topic.from_others and (first := topic.first):
            line = lines.get(first.utterance)
            told, teller = (line.text, line.speaker) if line else (first.text, first.heard_from)
            rows.append((topic.person, spelled(topic.word, told), teller, record.when(first.id.step), told))
    columns = ("person", "topic", "from", "at", "line")
    return Listing("interests_drifted", "taken up from others", columns, tuple(rows))
