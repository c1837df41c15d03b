"""Measures needs: of whom each was asked, who promised, whether it was met, and what is said after its day."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from importlib.resources import files
from typing import Literal

from townlet.cognition.persona import Persona
from townlet.cognition.wording import PROMISE_LEAD
from townlet.measures.figures import NEVER_BAR, Figure, FigureBar, FigureGroup, compute_share
from townlet.measures.liveliness.events import list_events, read_day_and_hours
from townlet.measures.record import RunRecord
from townlet.measures.table import Table
from townlet.measures.text.words import split_sentences, straighten_apostrophes
from townlet.memory.record import Memory
from townlet.runfile.traces import SpokenLine

_CUES = {
    key: re.compile("|".join(parts), re.IGNORECASE)
    for key, parts in tomllib.loads(files(__package__).joinpath("needs.toml").read_text(encoding="utf-8")).items()
}
_NO_STEM = re.compile(
    r"<(?:name|place|time)>"
    r"|\b(?:three|four|five|six|seven|eight|nine|ten|eleven|twelve|dozen|twenty|thirty|forty|fifty|hundred)\b"
)
_TELLING_SOURCES = frozenset(("planned", "thought", "done"))
"""The origins of memories that may say what was promised or came of a need; lines are read as lines."""
SHARED_STEMS = 2
"""A text is about a need if it shares this many word stems with it, one of them with what is needed, or the only stem
of what is needed."""

FEW_PEOPLE = 2
"""A word tells who can help if at most this many other people's files have it, or a fifth of the people."""

NeedState = Literal["met", "lapsed", "promised", "asked", "open"]


@dataclass
class Need:
    """Something that a person's file says they need, and what became of it."""

    person: str
    thing: str
    """What is needed, with its purpose: 'paper hearts for the party'."""
    stems: frozenset[str]
    core: frozenset[str]
    """The stems of what is needed, without its purpose."""
    due: datetime | None
    """When its day ends: its own date, or the end of the event that it is for."""
    able: frozenset[str]
    """The people whose own files have a word of what is needed that few files have."""
    asked: dict[str, int] = field(default_factory=dict)
    """Whom the person asked, with the step of the first time."""
    promised: dict[str, int] = field(default_factory=dict)
    """Who promised to help, with the step."""
    met: int | None = None
    late: list[tuple[int, str]] = field(default_factory=list)
    """What the person said about needing it after its day, or after it was met."""

    def is_about(self, stems: frozenset[str]) -> bool:
        shared = len(self.core & stems)
        return shared >= min(SHARED_STEMS, len(self.core)) or (shared > 0 and len(self.stems & stems) >= SHARED_STEMS)

    def asked_of_able(self) -> bool:
        return bool(self.asked.keys() & (self.able | self.promised.keys()))

    def state(self, end: datetime) -> NeedState:
        """What has become of it by the end of the run."""
        if self.met is not None:
            return "met"
        if self.due is not None and self.due <= end:
            return "lapsed"
        return "promised" if self.promised else "asked" if self.asked else "open"


def measure_needs(record: RunRecord) -> FigureGroup:
    """Measure the needs of people's files: asked, promised, met, lapsed, and spoken of too late."""
    needs, end = follow_needs(record), record.time(record.last_step)
    asked = [need for need in needs if need.asked]
    solvable = [need for need in needs if need.able or need.promised]
    late = [(need, step, sentence) for need in needs for step, sentence in need.late]
    return FigureGroup(
        "Needs",
        (
            Figure("needs", "needs in people's files", len(needs)),
            Figure("needs_asked", "asked of anybody", compute_share(len(asked), len(needs)), "share"),
            Figure(
                "needs_asked_of_able",
                "asked of who can help, if anybody can",
                compute_share(sum(need.asked_of_able() for need in solvable), len(solvable)),
                "share",
                FigureBar(0.6),
            ),
            Figure(
                "needs_promised",
                "promised, of those asked",
                compute_share(sum(bool(need.promised) for need in asked), len(asked)),
                "share",
            ),
            Figure(
                "needs_met",
                "met, of those asked of who can help",
                compute_share(
                    sum(need.met is not None for need in solvable if need.asked_of_able()),
                    sum(need.asked_of_able() for need in solvable),
                ),
                "share",
                FigureBar(0.5),
            ),
            Figure("needs_lapsed", "lapsed: their day passed", sum(need.state(end) == "lapsed" for need in needs)),
            Figure("needs_spoken_of_late", "sentences that need what is met or past", len(late), bar=NEVER_BAR),
        ),
        (
            Table.of(
                "need_lives",
                "what became of each",
                ("person", "need", "state", "asked", "can_help", "promised", "met_at"),
                tuple(
                    (
                        need.person,
                        need.thing,
                        need.state(end),
                        list(need.asked),
                        sorted(need.able),
                        list(need.promised),
                        "" if need.met is None else record.when(need.met),
                    )
                    for need in needs
                ),
            ),
            Table.of(
                "late_needs",
                "needed too late",
                ("person", "at", "sentence"),
                tuple((need.person, record.when(step), sentence) for need, step, sentence in late),
            ),
        ),
    )


def follow_needs(record: RunRecord) -> tuple[Need, ...]:
    """Return the needs of people's files with whom they were asked of, who promised, and when they were met."""
    needs = tuple(need for person in record.people for need in _needs_of(record, person))
    for line in record.own_lines:
        _note_asking(record, needs, line)
    for memory in record.remembered.by_step():
        if memory.source in _TELLING_SOURCES and memory.kind != "reflection":
            _note_telling(record, needs, memory)
    for need in needs:
        _note_help(record, need)
    for line in record.own_lines:
        _note_late(record, needs, line)
    return needs


def find_need(sentence: str, name: str) -> str | None:
    """Return what a sentence of a person's file says they need; None if it says nothing of the kind."""
    text = straighten_apostrophes(sentence).rstrip(". ")
    own = re.escape(straighten_apostrophes(name))
    cue = re.match(rf"{own} (?:{_CUES['need'].pattern}) ", text, re.IGNORECASE)
    return text[cue.end() :] if cue else None


def _needs_of(record: RunRecord, person: Persona) -> Iterator[Need]:
    for sentence in person.seeds:
        thing = find_need(sentence, person.name)
        if thing is None:
            continue
        core = _CUES["purpose"].split(thing)[0]
        stems, core_stems = _stems(record, thing), _stems(record, core)
        # 'Somebody to play at the dance' is about playing, not about the dance.
        core_stems = core_stems - _stems(record, " ".join(event.name for event in list_events(record))) or core_stems
        if core_stems:
            yield Need(person.name, thing, stems, core_stems, _due(record, sentence), _able(record, person, core_stems))


def _stems(record: RunRecord, text: str) -> frozenset[str]:
    """Return the content stems of a text without names, places, times and numbers."""
    return record.vocabulary.stems(_NO_STEM.sub(" ", record.vocabulary.masked(text)))


def _due(record: RunRecord, sentence: str) -> datetime | None:
    if found := read_day_and_hours(record.vocabulary.masked(sentence), record.header.start):
        return found[1]
    named = record.vocabulary.named(straighten_apostrophes(sentence))
    ends = [event.end for event in list_events(record) if event.is_named_in(named)]
    return max(ends, default=None)


def _able(record: RunRecord, person: Persona, core: frozenset[str]) -> frozenset[str]:
    """Return the others whose own sentences, needs aside, have a word of what is needed that few others have."""
    having: dict[str, set[str]] = {stem: set() for stem in core}
    for other in record.people:
        for sentence in other.seeds if other != person else ():
            if find_need(sentence, other.name) is None and person.name not in sentence:
                for stem in core & _stems(record, sentence):
                    having[stem].add(other.name)
    few = max(FEW_PEOPLE, len(record.people) // 5)
    return frozenset(name for names in having.values() if len(names) <= few for name in names)


def _note_asking(record: RunRecord, needs: Sequence[Need], line: SpokenLine) -> None:
    for need, _ in _needed_in(record, needs, line):
        need.asked.setdefault(line.to, line.step)


def _needed_in(record: RunRecord, needs: Sequence[Need], line: SpokenLine) -> Iterator[tuple[Need, str]]:
    """Yield the needs that a speaker asks for in a line, each with the sentence."""
    for sentence in split_sentences(line.text):
        if _CUES["asking"].search(sentence):
            stems = _stems(record, sentence)
            for need in needs:
                if need.person == line.speaker and need.is_about(stems):
                    yield need, sentence


def _note_telling(record: RunRecord, needs: Sequence[Need], memory: Memory) -> None:
    """Note what a plan, a promise or the memory of a talk says of a need: that somebody promised, or that it is met."""
    stems, holder = _stems(record, memory.text), memory.id.agent
    for need in needs:
        if not need.is_about(stems) or (need.person not in memory.text and need.person != holder):
            continue
        if _CUES["promised"].search(memory.text):
            if helper := _promiser(record, memory.text, holder, need.person):
                need.promised.setdefault(helper, memory.id.step)
        elif need.met is None and _CUES["met"].search(memory.text) and not _CUES["open"].search(memory.text):
            need.met = memory.id.step


def _promiser(record: RunRecord, text: str, holder: str, needing: str) -> str | None:
    """Return who promised: the holder of 'I promised ...', or whoever is named before the word."""
    if text.startswith(PROMISE_LEAD):
        return holder if holder != needing else None
    cue = _CUES["promised"].search(text)
    before = text[: cue.start()] if cue else ""
    return next((person.name for person in record.people if person.name in before and person.name != needing), None)


def _note_help(record: RunRecord, need: Need) -> None:
    """Note the first time that who promised does what is needed where the person is."""
    for helper, since in need.promised.items():
        for span in record.spans_of(helper):
            if span.start < since or span.arrived is None or not need.is_about(_stems(record, span.doing)):
                continue
            if _are_together(record, helper, need.person, span.arrived, span.end):
                need.met = span.arrived if need.met is None else min(need.met, span.arrived)
                break


def _are_together(record: RunRecord, one: str, other: str, start: int, end: int) -> bool:
    """Whether two people are in the same place for a minute between two steps; passing by does not count."""

    def places(person: str) -> list[tuple[object, int, int]]:
        stays = (stay for stay in record.stays_of(person) if stay.start < end and stay.end > start)
        return [(stay.place, max(stay.start, start), min(stay.end, end)) for stay in stays]

    return any(
        place == there and min(finish, until) - max(begin, begun) >= record.clock.steps(1)
        for place, begin, finish in places(one)
        for there, begun, until in places(other)
    )


def _note_late(record: RunRecord, needs: Sequence[Need], line: SpokenLine) -> None:
    for need, sentence in _needed_in(record, needs, line):
        past = need.due is not None and record.time(line.step) >= need.due
        if past or (need.met is not None and line.step > need.met):
            need.late.append((line.step, sentence))
