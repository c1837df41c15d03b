"""Measures the tense of events: sentences that speak of one as over or to come when it is not."""

from __future__ import annotations

import re
import tomllib
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, time, timedelta
from functools import cached_property, lru_cache
from importlib.resources import files
from typing import Literal

from townlet.measures.diffusion.facts import read_tracked_facts
from townlet.measures.figures import NEVER_BAR, Figure, FigureBar, FigureGroup, compute_share
from townlet.measures.liveliness.speech_acts import classify_own_lines
from townlet.measures.record import RunRecord, name_finder_of
from townlet.measures.table import Table
from townlet.measures.text.words import Vocabulary, split_sentences, straighten_apostrophes
from townlet.offline.readings import read_events
from townlet.offline.times import read_when
from townlet.runfile.traces import SpokenLine

EventPhase = Literal["before", "while it goes on", "after"]

_ABOUT = re.compile(r"^(?:an?|the|his|her|their|its|[^\W\d_][^']*'s?) | (?:for|about|on|with) .*$", re.IGNORECASE)
"""What the name of an event leaves out: its article or its owner, and what it is for or about."""
_DETERMINED = (
    r"(?<!\w)(?:the|this|that|my|your|our|his|her|their|\w+'s|<name>'s?) "
    r"(?:(?!(?:next|other|last|same|first)\b)[\w'-]+ ){0,4}?"
)
_NEAR = r"(?:it|that|there)\b"
"""What may stand for an event right after a sentence that names it."""
_WHO = r"(?:i|you|he|she|we|they|everybody|everyone|anybody|<name>)"


@dataclass(frozen=True)
class KnownEvent:
    """An event whose place and hours the town's files give."""

    name: str
    """What it is called, in lower case: 'valentine's day party'."""
    place: str
    start: datetime
    end: datetime
    heads: frozenset[str]
    """The words that name it in speech: 'party'."""

    def phase(self, time: datetime) -> EventPhase:
        return "before" if time < self.start else "while it goes on" if time < self.end else "after"

    @cached_property
    def mention(self) -> str:
        """A pattern for the ways to name the event in speech."""
        heads = "|".join(re.escape(head) for head in sorted(self.heads))
        whole = rf"|(?<!\w){re.escape(self.name)}\b" if " " in self.name else ""
        return rf"(?:{_DETERMINED}(?:{heads})\b{whole})"

    @cached_property
    def _named(self) -> re.Pattern[str]:
        return re.compile(self.mention, re.IGNORECASE)

    @cached_property
    def _tenses(self) -> dict[tuple[str, bool], re.Pattern[str]]:
        return {
            (tense, near): re.compile(
                "|".join(
                    pattern.replace("{event}", f"(?:{self.mention}|{_NEAR})" if near else self.mention).replace(
                        "{who}", _WHO
                    )
                    for pattern in patterns
                ),
                re.IGNORECASE,
            )
            for tense, patterns in _TENSES.items()
            for near in (False, True)
        }

    def is_named_in(self, sentence: str) -> bool:
        return self._named.search(sentence) is not None

    def is_spoken_of(self, sentence: str, tense: str, after_mention: bool) -> bool:
        """Whether a sentence, with names masked, speaks of the event as 'over', 'ahead' or 'going'."""
        near = after_mention and not self.is_named_in(sentence)
        if not near and not self.is_named_in(sentence):
            return False
        return self._tenses[tense, near].search(sentence) is not None


def _read_tenses() -> dict[str, list[str]]:
    return tomllib.loads(files(__package__).joinpath("tenses.toml").read_text(encoding="utf-8"))


_TENSES = _read_tenses()


@lru_cache(1)
def list_events(record: RunRecord) -> tuple[KnownEvent, ...]:
    """Return the events of facts.toml and of people's files that have a place, a day and hours, by their start."""
    found: dict[tuple[str, datetime], KnownEvent] = {}
    tracked = tuple(_tracked_events(record))
    for event in (*tracked, *_written_events(record, tracked)):
        key = event.place, event.start
        known = found.setdefault(key, event)
        longer = max(known, event, key=lambda each: len(each.name))
        found[key] = KnownEvent(longer.name, event.place, event.start, known.end, known.heads | event.heads)
    return tuple(sorted(found.values(), key=lambda event: (event.start, event.name)))


def _tracked_events(record: RunRecord) -> Iterator[KnownEvent]:
    for fact in read_tracked_facts(record.town):
        if (event := fact.event) and fact.match:
            place = event.place.rpartition(": ")[2].lower()
            heads = frozenset(word.strip() for word in fact.match[0])
            yield KnownEvent(fact.name, place, event.start, event.end, heads)


def _written_events(record: RunRecord, tracked: Sequence[KnownEvent]) -> Iterator[KnownEvent]:
    """Yield the events of people's files, but for those that facts.toml has at the same time in other words."""
    for told in read_events(record.town, record.people, record.header.start):
        if not any(each.start == told.start and each.is_named_in(told.sentence) for each in tracked):
            name = _ABOUT.sub("", told.name)
            head = name.partition(" of ")[0].split()[-1].lower()
            yield KnownEvent(name, told.place.lower(), told.start, told.end, frozenset((head,)))


def read_day_and_hours(sentence: str, start: datetime) -> tuple[datetime, datetime] | None:
    """Return when something begins and ends; the whole day if a sentence gives no hours, None if it gives no day."""
    _, when = read_when(straighten_apostrophes(sentence), start.date())
    if when.date is None:
        return None
    day = datetime.combine(when.date, time())
    begins, ends = when.start or 0, when.end or 24 * 60
    return day + timedelta(minutes=begins), day + timedelta(minutes=ends)


def measure_event_tenses(record: RunRecord) -> FigureGroup:
    """Measure sentences that speak of an event as over before it is, or as to come once it has begun."""
    events = list_events(record)
    mentions, wrong = 0, []
    for line in record.own_lines:
        for sentence, event, after_mention in _mentions(record.vocabulary, line, events):
            mentions += event.is_named_in(sentence)
            phase = event.phase(record.time(line.step))
            if tense := _wrong_tense(record, line, sentence, event, after_mention):
                wrong.append((event.name, phase, tense, line.speaker, record.when(line.step), sentence))
    phases: dict[tuple[str, str], int] = {}
    for _, phase, tense, *_ in wrong:
        phases[phase, tense] = phases.get((phase, tense), 0) + 1
    return FigureGroup(
        "Events",
        (
            Figure("events", "events with a place and hours", len(events)),
            Figure("event_sentences", "sentences that name one", mentions),
            Figure("events_in_wrong_tense", "of an event in the wrong tense", len(wrong), bar=NEVER_BAR),
            Figure(
                "event_lines_about_it",
                "lines at an event that are about it",
                _share_about(record, events),
                "share",
                FigureBar(0.5),
            ),
        ),
        (
            Table.of(
                "events_known",
                "events",
                ("event", "place", "start", "end"),
                tuple((event.name, event.place, event.start.isoformat(), event.end.isoformat()) for event in events),
            ),
            Table.of(
                "wrong_tenses_by_phase",
                "wrong tenses by phase",
                ("spoken", "as", "sentences"),
                tuple((phase, tense, times) for (phase, tense), times in sorted(phases.items())),
            ),
            Table.of(
                "wrong_tenses",
                "in the wrong tense",
                ("event", "spoken", "as", "speaker", "at", "sentence"),
                tuple(wrong),
            ),
        ),
    )


def _mentions(
    vocabulary: Vocabulary, line: SpokenLine, events: Sequence[KnownEvent]
) -> Iterator[tuple[str, KnownEvent, bool]]:
    """Yield each sentence of a line, with names masked, beside each event that it or the one before it names."""
    before = ""
    for sentence in split_sentences(vocabulary.named(straighten_apostrophes(line.text))):
        for event in events:
            after_mention = bool(before) and event.is_named_in(before)
            if after_mention or event.is_named_in(sentence):
                yield sentence, event, after_mention
        before = sentence


def _wrong_tense(
    record: RunRecord, line: SpokenLine, sentence: str, event: KnownEvent, after_mention: bool
) -> Literal["over", "to come"] | None:
    """Return as what a sentence wrongly speaks of an event; None if it does not."""

    def speaks_of_it_as(tense: str) -> bool:
        return event.is_spoken_of(sentence, tense, after_mention)

    phase = event.phase(record.time(line.step))
    if phase == "before":
        return "over" if speaks_of_it_as("over") else None
    if phase == "while it goes on" and speaks_of_it_as("over"):
        return "over"
    there = phase == "after" or _is_at(record, line.speaker, event, line.step)
    return "to come" if speaks_of_it_as("ahead") or (there and speaks_of_it_as("going")) else None


def _is_at(record: RunRecord, person: str, event: KnownEvent, step: int) -> bool:
    stays = record.stays_of(person)
    place = stays[bisect_right(stays, step, key=lambda stay: stay.start) - 1].place if stays else None
    return place is not None and event.place in (part.lower() for part in place.parts)


def _share_about(record: RunRecord, events: Sequence[KnownEvent]) -> float | None:
    """Return the share of lines beyond courtesy, said at an event, about it, its guests or what is to be seen there.

    The answer to a question about it is about it.
    """
    said, asked = [], False
    before: SpokenLine | None = None
    for speech in classify_own_lines(record):
        line = speech.line
        answers = asked and before is not None and {before.speaker, before.to} == {line.speaker, line.to}
        before, asked = line, False
        for event in events:
            if event.phase(record.time(line.step)) == "while it goes on" and _is_at(
                record, line.speaker, event, line.step
            ):
                about = answers or _is_about(record, line, event)
                asked = asked or (about and line.text.rstrip().endswith("?"))
                said += [] if speech.courtesy else [about]
    return compute_share(sum(said), len(said))


def _is_about(record: RunRecord, line: SpokenLine, event: KnownEvent) -> bool:
    if event.is_named_in(record.vocabulary.named(straighten_apostrophes(line.text))):
        return True
    guests = [person.name for person in record.people if _is_at(record, person.name, event, line.step)]
    others = name_finder_of(record.view).named(line.text) - {line.speaker, line.to}
    if others.intersection(guests):
        return True
    seen = " ".join(_doing(record, guest, line.step) for guest in guests if guest != line.speaker)
    things = " ".join(each.name for each in record.town.setting.objects if event.place in map(str.lower, each.parts))
    return bool(record.vocabulary.stems(line.text) & record.vocabulary.stems(f"{seen} {things}"))


def _doing(record: RunRecord, person: str, step: int) -> str:
    spans = record.spans_of(person)
    at = bisect_right(spans, step, key=lambda span: span.start) - 1
    return spans[at].doing if at >= 0 else ""
