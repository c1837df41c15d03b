"""Day against day: whether a town still has something to say when it has lived a while."""

from __future__ import annotations

from townlet.engine.runfile import Json
from townlet.study.figures import Figure, Listing, Part, mean, share
from townlet.study.liveliness.substance import detailed
from townlet.study.liveliness.talking import Speech, speeches_of
from townlet.study.record import RunRecord


def days(record: RunRecord) -> Part:
    """Talks, lines, new lines and substance of each day, and the last day's against the first."""
    rows = tuple(_day(record, day) for day in range(record.days))
    new = [row[4] for row in rows]
    fading = None
    if len(rows) > 1 and isinstance(new[0], float) and isinstance(new[1], float):
        fading = new[1] - new[0]
    return Part(
        "Day by day",
        (Figure("novelty_change", "change in the share of new lines, day 1 to 2", fading, "share"),),
        (Listing("days", "each day", ("day", "talks", "lines", "lines_a_talk", "new_lines", "substance"), rows),),
    )


def _day(record: RunRecord, day: int) -> tuple[Json, ...]:
    said = [speech for speech in speeches_of(record) if record.day(speech.line.step) == day]
    talks = {speech.line.talk for speech in said}
    content = [speech for speech in said if not speech.courtesy]
    per_talk = mean([len(said) / len(talks)] if talks else [])
    return (
        day + 1,
        len(talks),
        len(said),
        round(per_talk, 2) if per_talk else None,
        _rounded(_new(record, said, day)),
        _rounded(detailed(record, content)),
    )


def _new(record: RunRecord, said: list[Speech], day: int) -> float | None:
    """The share of a day's lines that nobody had said, when masked, on that day or before."""
    masked = record.vocabulary.masked
    known = {masked(line.text) for line in record.lines if record.day(line.step) < day}
    today = {masked(speech.line.text) for speech in said}
    return share(len(today - known), len(said))


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 4)
