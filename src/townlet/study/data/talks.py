"""Tables of talks and of what was said in them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from townlet.engine.log import event_of
from townlet.study.data.columns import (
    STEP,
    TIME,
    Column,
    Row,
    Table,
    at_step,
    count,
    several,
    text,
    when,
)
from townlet.study.source import Source, memory_key
from townlet.world.events import Said, TalkEnded


def _lines(source: Source) -> Iterator[Row]:
    for line, memories in source.spoken():
        shown = tuple(map(memory_key, memories))
        time = source.time(line.step)
        yield (
            line.utterance,
            line.talk,
            line.number,
            line.step,
            time,
            line.speaker,
            line.to,
            line.text,
            line.hearers,
            shown,
        )


LINES = Table(
    "lines",
    "a spoken line",
    ("utterance",),
    (
        text("utterance", "Its id: talk#number"),
        text("talk", "The talk that it belongs to, as in `talks`"),
        count("number", "Its place in the talk, from 0"),
        STEP,
        TIME,
        text("speaker", "Who said it"),
        text("to", "To whom"),
        text("text", "What was said"),
        several("overheard_by", "Who else heard it"),
        several("shown", "The memories in the speaker's prompt, as in `memories`"),
    ),
    _lines,
)


@dataclass
class _Talk:
    """A talk as far as it has come."""

    step: int
    speakers: dict[str, None] = field(default_factory=dict)
    lines: int = 0
    words: int = 0
    last: int = 0

    def add(self, said: Said, step: int) -> None:
        self.speakers.update({said.speaker: None, said.to: None})
        self.lines, self.words, self.last = self.lines + 1, self.words + len(said.text.split()), step


def _talks(source: Source) -> Iterator[Row]:
    going: dict[str, _Talk] = {}
    for row in source.events(Said.__name__, TalkEnded.__name__):
        match event_of(row):
            case Said() as said:
                going.setdefault(said.talk, _Talk(row.step)).add(said, row.step)
            case TalkEnded(talk=talk) if talk in going:
                yield _talk(source, talk, going.pop(talk), row.step)
    for talk, found in going.items():
        yield _talk(source, talk, found, None)


def _talk(source: Source, name: str, talk: _Talk, end: int | None) -> Row:
    one, *others = talk.speakers
    ended = None if end is None else source.time(end)
    minutes = (talk.last - talk.step + 1) * source.header.step_seconds / 60
    return name, one, others[0], talk.step, end, source.time(talk.step), ended, talk.lines, talk.words, minutes


TALKS = Table(
    "talks",
    "a talk between two people; in the order in which they ended",
    ("talk",),
    (
        text("talk", "Its id"),
        text("opened_by", "Who spoke first"),
        text("with", "The other"),
        at_step("start_step", "The step of its first line"),
        at_step("end_step", "The step in which it ended", empty="it still goes on"),
        when("start", "When it began"),
        when("end", "When it ended", empty="it still goes on"),
        count("lines", "How many lines were said"),
        count("words", "How many words they have together"),
        Column("minutes", "number", "From the first line to the last, both included", "minutes"),
    ),
    _talks,
)
