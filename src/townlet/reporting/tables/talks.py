"""Tables of talks, of the lines said in them, and of the facts that they spread."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from townlet.measures.diffusion import read_tracked_facts, trace_facts
from townlet.measures.diffusion.spread import iterate_step_contents
from townlet.measures.table import Column, TableRow
from townlet.reporting.tables.schema import FROM_START, STEP_COLUMN, TIME_COLUMN, RunTable
from townlet.runfile.event_log import event_of
from townlet.runfile.view import RunView, format_memory_id
from townlet.world.events import Said, TalkEnded


def _lines(source: RunView) -> Iterator[TableRow]:
    for line, memories in source.lines_with_memories():
        shown = tuple(map(format_memory_id, memories))
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


LINES = RunTable(
    "lines",
    "a spoken line",
    ("utterance",),
    (
        Column("utterance", "text", "Id of the line: talk#number"),
        Column("talk", "text", "The talk that it belongs to, as in `talks`"),
        Column("number", "integer", "Position in the talk, from 0"),
        STEP_COLUMN,
        TIME_COLUMN,
        Column("speaker", "text", "The speaker"),
        Column("to", "text", "The person spoken to"),
        Column("text", "text", "The spoken words"),
        Column("overheard_by", "texts", "The other people who heard the line"),
        Column("shown", "texts", "The memories in the speaker's prompt, as in `memories`"),
    ),
    _lines,
)


@dataclass
class _Talk:
    """The totals of a talk up to some step."""

    step: int
    speakers: dict[str, None] = field(default_factory=dict)
    lines: int = 0
    words: int = 0
    last: int = 0

    def add(self, said: Said, step: int) -> None:
        self.speakers.update({said.speaker: None, said.to: None})
        self.lines, self.words, self.last = self.lines + 1, self.words + len(said.text.split()), step


def _talks(source: RunView) -> Iterator[TableRow]:
    going: dict[str, _Talk] = {}
    for row in source.events(Said.__name__, TalkEnded.__name__):
        match event_of(row):
            case Said() as said:
                going.setdefault(said.talk, _Talk(row.step)).add(said, row.step)
            case TalkEnded(talk=talk) if talk in going:
                yield _talk(source, talk, going.pop(talk), row.step)
    for talk, found in going.items():
        yield _talk(source, talk, found, None)


def _talk(source: RunView, name: str, talk: _Talk, end: int | None) -> TableRow:
    one, *others = talk.speakers
    ended = None if end is None else source.time(end)
    minutes = (talk.last - talk.step + 1) * source.header.step_seconds / 60
    return name, one, others[0], talk.step, end, source.time(talk.step), ended, talk.lines, talk.words, minutes


TALKS = RunTable(
    "talks",
    "a talk between two people, in the order in which the talks ended",
    ("talk",),
    (
        Column("talk", "text", "Id of the talk"),
        Column("opened_by", "text", "The person who spoke first"),
        Column("with", "text", "The other person"),
        Column("start_step", "integer", "The step of the first line", FROM_START),
        Column("end_step", "integer", "The step in which the talk ended", FROM_START, empty="it was still going on"),
        Column("start", "time", "When the talk began"),
        Column("end", "time", "When the talk ended", empty="it was still going on"),
        Column("lines", "integer", "Number of lines"),
        Column("words", "integer", "Number of words in all lines"),
        Column("minutes", "number", "Duration from the first to the last line, both included", "minutes"),
    ),
    _talks,
)


def _facts(source: RunView) -> Iterator[TableRow]:
    for fact in read_tracked_facts(source.town):
        event = fact.event
        place = (event.host, event.place, event.start, event.end) if event else (None, None, None, None)
        yield fact.name, fact.source, fact.question or None, *place, fact.paper_start, fact.paper_end


FACTS = RunTable(
    "facts",
    "a fact whose spread is tracked, from the town's facts.toml",
    ("fact",),
    (
        Column("fact", "category", "Name of the fact"),
        Column("source", "text", "The person who knows it at the start"),
        Column("question", "text", "The question that asks whether somebody knows it", empty="it is not asked"),
        Column("host", "text", "The host, if the fact is about an event", empty="it is not"),
        Column("place", "text", "The place of the event", empty="the fact is not about an event"),
        Column("start", "time", "When the event begins", empty="the fact is not about an event"),
        Column("end", "time", "When the event ends", empty="the fact is not about an event"),
        Column(
            "paper_start",
            "integer",
            "Number who knew it at the start in Park et al. 2023",
            "people of 25",
            "the paper has no such fact",
        ),
        Column(
            "paper_end", "integer", "Number who knew it at the end there", "people of 25", "the paper has no such fact"
        ),
    ),
    _facts,
)


def list_knowing(source: RunView, only: str = "") -> Iterator[TableRow]:
    """Yield who came to know each fact, or only the fact of that name."""
    facts = [fact for fact in read_tracked_facts(source.town) if only in ("", fact.name)]
    for found in trace_facts(iterate_step_contents(source), facts, source.clock) if facts else ():
        for each in found.known:
            heard, utterance = each.heard_from or None, each.utterance or None
            yield found.fact.name, each.person, each.step, source.time(each.step), each.way, heard, utterance


KNOWING = RunTable(
    "knowing",
    "a fact and a person who came to know it; rows whose way is 'heard' are the edges of its spread",
    ("fact", "person"),
    (
        Column("fact", "category", "Name of the fact, as in `facts`"),
        Column("person", "text", "The person who came to know it"),
        STEP_COLUMN,
        TIME_COLUMN,
        Column(
            "way",
            "category",
            "seed (own story), seen, inner voice, told (by a person typing) or heard (from a resident)",
        ),
        Column("heard_from", "text", "The person who told it", empty="nobody told it"),
        Column("utterance", "text", "The line that told it, as in `lines`", empty="no line told it"),
    ),
    list_knowing,
)
