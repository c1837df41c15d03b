"""Measures what lines say: their substance, and what gives the machine away."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache

from townlet.measures.figures import NEVER_BAR, Figure, FigureBar, FigureGroup, compute_share
from townlet.measures.liveliness.speech_acts import (
    ClassifiedLine,
    ClassifiedTalk,
    classify_own_lines,
    classify_talks,
)
from townlet.measures.record import RunRecord
from townlet.measures.table import Table
from townlet.measures.text.grammar import GrammarChecker
from townlet.measures.text.words import split_sentences
from townlet.runfile import Json
from townlet.runfile.traces import SpokenLine
from townlet.world.register import first_name

DETAIL_STEMS = 2
"""A line carries a memory's detail if it shares at least this many stems with it."""


def measure_substance(record: RunRecord) -> FigureGroup:
    """Measure how many lines, other than greetings and farewells, carry a detail of a memory in their prompt."""
    said = [speech for speech in classify_own_lines(record) if not speech.courtesy]
    empty = [speech for speech in said if speech.line.utterance not in _in_detail(record)]
    return FigureGroup(
        "Substance",
        (
            Figure("lines_beyond_courtesy", "lines beyond greeting and farewell", len(said)),
            Figure(
                "substance",
                "of them with a shown memory's detail",
                compute_detail_share(record, said),
                "share",
            ),
        ),
        (
            _by_act(said, empty),
            Table.of(
                "without_detail",
                "without one",
                ("speaker", "at", "line"),
                tuple((each.line.speaker, record.when(each.line.step), each.line.text) for each in empty),
            ),
        ),
    )


def _by_act(said: Sequence[ClassifiedLine], empty: Sequence[ClassifiedLine]) -> Table:
    without = Counter(speech.act for speech in empty)
    rows = [(act, lines, without[act]) for act, lines in Counter(speech.act for speech in said).items()]
    ordered = tuple(sorted(rows, key=lambda row: (-row[2], row[0])))
    return Table.of("detail_by_act", "lines by kind, and those without", ("act", "lines", "without"), ordered)


def compute_detail_share(record: RunRecord, speeches: Sequence[ClassifiedLine]) -> float | None:
    """Return the share of lines that carry a detail of a memory in their prompt."""
    return compute_share(sum(speech.line.utterance in _in_detail(record) for speech in speeches), len(speeches))


@lru_cache(1)
def _in_detail(record: RunRecord) -> frozenset[str]:
    """Return the ids of the lines that carry a detail of a memory.

    Lines are grouped by speaker, since only the memories of a few people are cached.
    """
    by_speaker = sorted(record.lines, key=lambda line: line.speaker)
    return frozenset(line.utterance for line in by_speaker if _carries_detail(record, line))


def _carries_detail(record: RunRecord, line: SpokenLine) -> bool:
    """Whether a line shares two content stems, names aside, with one memory in its prompt."""
    stems = record.vocabulary.stems(line.text)
    if len(stems) < DETAIL_STEMS:
        return False
    shown = (record.vocabulary.stems(memory.text) for memory in record.remembered.shown(line))
    return any(len(stems & each) >= DETAIL_STEMS for each in shown)


_FAULT_PATTERNS: tuple[tuple[str, re.Pattern[str]], ...] = (
    # '{name}', '<b>', '\n' written out.
    ("brace", re.compile(r"[{}<>\[\]]|\\n")),
    # 'I met None today.', 'null'; not 'None of them' at the start of a sentence.
    ("None", re.compile(r"(?<![.!?] )(?<!^)\bNone\b|^None[.,!]?$|\b(?:null|NaN|undefined)\b")),
    # 'otterby:mill:kitchen', 'Mill Cafe:counter'.
    ("address", re.compile(r"\b[^\W\d][\w']*:[^\W\d][\w']*:\w|(?<!\w)(?:[A-Z][\w']*)(?: [\w']+)*:[a-z][\w']+")),
    ("ISO time", re.compile(r"\b\d{4}-\d\d-\d\d\b|\b\d\d:\d\d:\d\d\b|\d\dT\d\d")),
)  # fmt: skip
# A greeting, and the hours between which it is right; 28 is 4 in the morning.
_WRONG_HOURS: tuple[tuple[str, re.Pattern[str], int, int], ...] = (
    ("good morning", re.compile(r"^\W*(?:\w+[,!.] )?(?:good )?morning\b", re.IGNORECASE), 4, 12),
    ("good afternoon", re.compile(r"\bgood afternoon\b", re.IGNORECASE), 12, 19),
    ("good evening", re.compile(r"\bgood evening\b", re.IGNORECASE), 16, 28),
    ("good night", re.compile(r"\bgood night\b(?! for)", re.IGNORECASE), 18, 28),
)
_OWN_NAME = "I'm|I am|name is|name's|this is|call me|it's|it is"
_OWN_DEEDS = "is|was|has|had|will|wants|needs|told|said|says|promised|thinks|likes|loves|works"
_NIGHT_HOURS = 4
"""The hour until which a night counts as part of the day before."""


def measure_grammar(record: RunRecord) -> FigureGroup:
    """Measure sentences with a slip of grammar that a rule can see, per 1,000 sentences."""
    places = [part for place in record.town.setting.places for part in place.parts]
    checker = GrammarChecker((*(person.name for person in record.people), *record.visitors), places)
    sentences = sum(len(split_sentences(line.text)) for line in record.own_lines)
    rows = [
        (slip.kind, line.speaker, record.when(line.step), slip.sentence)
        for line in record.own_lines
        for slip in checker.slips(line.text)
    ]
    wrong = {(speaker, at, sentence) for _, speaker, at, sentence in rows}
    kinds: tuple[tuple[Json, ...], ...] = tuple(sorted(Counter(row[0] for row in rows).items()))
    share = compute_share(1_000 * len(wrong), sentences)
    return FigureGroup(
        "Grammar",
        (Figure("ill_formed", "ill-formed, of 1,000 sentences", share, "number", FigureBar(most=1)),),
        (
            Table.of("slip_kinds", "slips by kind", ("kind", "sentences"), kinds),
            Table.of("slips", "slips", ("kind", "speaker", "at", "sentence"), tuple(rows)),
        ),
    )


def measure_embarrassments(record: RunRecord) -> FigureGroup:
    """Measure lines that give the machine away, and list each with its fault."""
    rows = [row for talk in classify_talks(record) for row in _faulty_lines(record, talk)]
    strangers = AcquaintanceTracker(record)
    for talk in classify_talks(record):
        rows.extend(strangers.introduced_again(record, talk))
    kinds = Counter(str(row[0]) for row in rows)
    ordered: tuple[tuple[Json, ...], ...] = tuple(sorted(kinds.items()))
    return FigureGroup(
        "Embarrassments",
        (Figure("embarrassments", "lines that give the machine away", len(rows), bar=NEVER_BAR),),
        (
            Table.of("embarrassment_kinds", "by kind", ("kind", "lines"), ordered),
            Table.of("embarrassing_lines", "lines", ("kind", "speaker", "at", "line"), tuple(rows)),
        ),
    )


def find_line_faults(line: SpokenLine, hour: float) -> tuple[str, ...]:
    """Return the kinds of faults in a line said at an hour of the day (9.5 is half past nine), such as 'brace'."""
    found = [kind for kind, pattern in _FAULT_PATTERNS if pattern.search(line.text)]
    if _speaks_of_oneself(line):
        found.append("third-person self")
    late = hour + 24 if hour < _NIGHT_HOURS else hour
    for greeting, pattern, start, end in _WRONG_HOURS:
        if pattern.search(line.text) and not (start <= hour < end or start <= late < end):
            found.append(f"{greeting} at the wrong hour")
    return tuple(found)


def _speaks_of_oneself(line: SpokenLine) -> bool:
    """Whether speakers name themselves, other than to introduce themselves: 'Ann Ivy is here', 'Ann will help'."""
    introducing, whole_name, deeds = _self_naming_patterns(line.speaker)
    rest = introducing.sub("", line.text)
    first = first_name(line.speaker)
    if first != line.speaker and whole_name.search(rest):
        return True
    return not line.to.startswith(first) and bool(deeds.search(rest))


@cache
def _self_naming_patterns(speaker: str) -> tuple[re.Pattern[str], re.Pattern[str], re.Pattern[str]]:
    """Return patterns for self-introduction ('I'm Ann'), the full name, and the first name with a verb ('Ann said')."""
    first, full = re.escape(first_name(speaker)), re.escape(speaker)
    return (
        re.compile(rf"\b(?:{_OWN_NAME}) (?:{full}|{first})\b", re.IGNORECASE),
        re.compile(rf"\b{full}\b"),
        re.compile(rf"(?<![\w,] )\b{first} (?:{_OWN_DEEDS})\b"),
    )


def _faulty_lines(record: RunRecord, talk: ClassifiedTalk) -> Iterator[tuple[Json, ...]]:
    for speech in talk.own:
        time = record.time(speech.line.step)
        for kind in find_line_faults(speech.line, time.hour + time.minute / 60):
            yield _fault_row(record, kind, speech)


def _fault_row(record: RunRecord, kind: str, speech: ClassifiedLine) -> tuple[Json, ...]:
    return kind, speech.line.speaker, record.when(speech.line.step), speech.line.text


class AcquaintanceTracker:
    """Tracks who is acquainted: pairs who name each other in their stories, and pairs who have talked."""

    def __init__(self, record: RunRecord) -> None:
        written = {person.name: " ".join(person.seeds) for person in record.people}
        self._pairs = {
            frozenset((one, other))
            for one, text in written.items()
            for other, back in written.items()
            if one != other and other in text and one in back
        }

    def introduced_again(self, record: RunRecord, talk: ClassifiedTalk) -> Iterator[tuple[Json, ...]]:
        """Yield the introductions between people who are acquainted; from then on the two are."""
        pair = frozenset(talk.participants)
        if pair in self._pairs:
            for speech in talk.own:
                if "introduction" in speech.acts:
                    yield _fault_row(record, "introduced again", speech)
        self._pairs.add(pair)
