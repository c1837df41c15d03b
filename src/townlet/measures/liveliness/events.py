"""Measures the tense of events: sentences that speak of one as over or to come when it is not."""

from __future__ import annotations

import re
import tomllib
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property, lru_cache
from importlib.resources import files
from typing import Literal

from townlet.measures.diffusion.facts import read_tracked_facts
from townlet.measures.figures import NEVER_BAR, Figure, FigureBar, FigureGroup, compute_share
from townlet.measures.liveliness.speech_acts import classify_own_lines
from townlet.measures.record import RunRecord, name_finder_of
from townlet.measures.table import Table
from townlet.measures.text.words import Vocabulary, split_sentences, straighten_apostrophes
from townlet.runfile.traces import SpokenLine

EventPhase = Literal["before", "while it goes on", "after"]

_DAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_MONTHS = (
    "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
    "december",
)  # fmt: skip
_CLOCK = r"(?:\d{1,2}(?::\d\d)?(?:\s*[ap]\.?m\b\.?)?|noon|midnight)"
# "from 5 pm to 7 pm", "between 17:00 and 19:00".
_SPAN = re.compile(rf"\b(?:from|between) (?P<start>{_CLOCK}) (?:to|until|till|and) (?P<end>{_CLOCK})", re.IGNORECASE)
# "on Tuesday February 14", "on May 6th", "on Friday", "tonight".
_DATE = re.compile(
    rf"\b(?:on )?(?:(?P<day>{'|'.join(_DAYS)})\b,? ?)?(?P<month>{'|'.join(_MONTHS)}) (?P<number>\d{{1,2}})"
    rf"|\bon (?P<alone>{'|'.join(_DAYS)})\b|\b(?P<word>today|tonight|this evening|tomorrow)\b",
    re.IGNORECASE,
)
# "a Valentine's Day party", "the Tapping of the First Cask", "a workshop on old chairs": what stands before the place,
# the day or the hours, without what it is for or about.
_PHRASE = (
    r"\b(?:a|an|the|his|her|their|its) "
    r"(?P<phrase>(?:(?!(?:to|who|that|and|with|for|at|in|on|from|about)\b)[\w'-]+ ?){{1,6}}) "
    r"(?:(?:for|about|on|with) (?:(?!(?:to|who|that|at|in|from)\b)[\w'-]+ ){{1,8}})?(?={})"
)
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
    places = {part for place in record.town.setting.places for part in place.parts[1:]}
    for person in record.people:
        for sentence in person.seeds:
            event = read_event(sentence, places, record.header.start)
            if event and not any(each.start == event.start and each.is_named_in(sentence) for each in tracked):
                yield event


def read_event(sentence: str, places: set[str], start: datetime) -> KnownEvent | None:
    """Return the event that a sentence announces with a place, a day and hours; None if it does not.

    `start` is when the run begins; days without a date are counted from there.
    """
    text = straighten_apostrophes(sentence)
    hours = read_day_and_hours(text, start)
    named = [each for each in places if each.lower() in text.lower()]
    # In 'the galley of the Main Hut' the room stands first.
    place = min(named, key=lambda each: (text.lower().find(each.lower()), -len(each)), default=None)
    if hours is None or _SPAN.search(text) is None or place is None:
        return None
    days = "|".join((*_DAYS, *_MONTHS))
    before = rf"(?:at|in|on) (?:the )?{re.escape(place)}|on (?:{days})|from \d|tonight|tomorrow|today"
    phrase = re.search(_PHRASE.format(before), text, re.IGNORECASE)
    if phrase is None or phrase["phrase"].strip().lower() in {each.lower() for each in places}:
        return None
    name = phrase["phrase"].strip()
    head = name.partition(" of ")[0].split()[-1].lower()
    return KnownEvent(name, place.lower(), *hours, frozenset((head,)))


def read_day_and_hours(sentence: str, start: datetime) -> tuple[datetime, datetime] | None:
    """Return when something begins and ends; the whole day if a sentence gives no hours, None if it gives no day."""
    text = straighten_apostrophes(sentence)
    day, span = _read_day(text, start), _SPAN.search(text)
    if day is None:
        return None
    begins, ends = _read_hours(span["start"], span["end"]) if span else (0, 24 * 60)
    return day + timedelta(minutes=begins), day + timedelta(minutes=ends)


def _read_day(text: str, start: datetime) -> datetime | None:
    found = _DATE.search(text)
    if found is None:
        return None
    today = start.replace(hour=0, minute=0, second=0, microsecond=0)
    if found["month"]:
        month, number = _MONTHS.index(found["month"].lower()) + 1, int(found["number"])
        try:
            return today.replace(month=month, day=number)
        except ValueError:
            return None
    if found["alone"]:
        return today + timedelta(days=(_DAYS.index(found["alone"].lower()) - today.weekday()) % 7)
    return today + timedelta(days=found["word"].lower() == "tomorrow")


def _read_hours(start: str, end: str) -> tuple[int, int]:
    """Return the minutes after midnight of a start and an end; '5 to 7 pm' is both in the afternoon."""
    ends = _read_clock(end)
    begins = _read_clock(start)
    if not re.search("[ap]", start, re.IGNORECASE) and re.search("p", end, re.IGNORECASE) and begins + 720 < ends:
        begins += 720
    return begins, ends if ends > begins else ends + 24 * 60


def _read_clock(text: str) -> int:
    if text.lower() in ("noon", "midnight"):
        return 720 if text.lower() == "noon" else 0
    numbers = re.findall(r"\d+", text)
    hour, minute = int(numbers[0]), int(numbers[1]) if len(numbers) > 1 else 0
    if half := re.search(r"[ap]", text, re.IGNORECASE):
        hour = hour % 12 + (12 if half[0].lower() == "p" else 0)
    return hour * 60 + minute


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
