"""Measures repetition by sentence: common sentences, sentences of an earlier day, and what is told again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from townlet.measures.figures import (
    NEVER_BAR,
    Figure,
    FigureBar,
    FigureGroup,
    compute_share,
    largest_counts,
    round_figure,
)
from townlet.measures.liveliness.content import compute_detail_share
from townlet.measures.liveliness.speech_acts import SpeechAct, classify_own_lines
from townlet.measures.record import RunRecord
from townlet.measures.table import Table
from townlet.measures.text.words import Vocabulary, split_sentences
from townlet.runfile import Json
from townlet.runfile.traces import SpokenLine

FACT_WORDS = 3
"""A sentence states a fact of somebody's file if it has this many content words in a row from one of its sentences."""

FACT_SENTENCE_WORDS = 7
"""A shorter sentence is not counted as telling a fact again."""

COMPARED_DAY = 2
"""The day whose sentences are compared with earlier days, counted from 0; the last whole day of a shorter run."""


@dataclass(frozen=True)
class SpokenSentence:
    """A sentence of a line, as it was said and as it is compared."""

    line: SpokenLine
    text: str
    masked: str
    """The sentence with names, places, numbers and times masked."""
    skeleton: str
    """The same with facts of people's files masked as well."""
    states_fact: bool
    """Whether it has a run of content words from somebody's file."""


class FactFinder:
    """Finds facts of people's files in sentences: runs of content words in the order of the file."""

    def __init__(self, written: Sequence[str], vocabulary: Vocabulary) -> None:
        self._content = vocabulary.content_words
        stems = ([word.stem for word in self._content(sentence)] for sentence in written)
        self._runs = {run for found in stems for run in zip(*(found[at:] for at in range(FACT_WORDS)), strict=False)}

    def masked(self, text: str) -> str:
        """Return the text with a blank for each fact, from its first content word to its last."""
        words = tuple(self._content(text))
        parts: list[str] = []
        reached = 0
        for index in range(len(words) - FACT_WORDS + 1):
            run = words[index : index + FACT_WORDS]
            if tuple(word.stem for word in run) in self._runs:
                if run[0].start >= reached:
                    parts += text[reached : run[0].start], "<fact>"
                reached = run[-1].end
        return "".join((*parts, text[reached:]))


@lru_cache(1)
def list_sentences(record: RunRecord) -> tuple[SpokenSentence, ...]:
    """Return every sentence that residents said by themselves, in order."""
    finder = FactFinder([seed for person in record.people for seed in person.seeds], record.vocabulary)
    return tuple(_sentences_of(record, finder, record.own_lines))


def _sentences_of(record: RunRecord, finder: FactFinder, lines: Sequence[SpokenLine]) -> Iterator[SpokenSentence]:
    masked = record.vocabulary.masked
    for line in lines:
        for text in split_sentences(line.text):
            blanked = finder.masked(text)
            yield SpokenSentence(line, text, masked(text), masked(blanked), blanked != text)


def measure_variety(record: RunRecord) -> FigureGroup:
    """Measure the shares of the commonest sentences and actions, and the lines that a person says twice in a day."""
    sentences = Counter(sentence.masked for sentence in list_sentences(record))
    doings = Counter(record.vocabulary.masked(span.doing) for span in record.spans if not span.asleep)
    repeats = find_repeated_lines(record)
    return FigureGroup(
        "Variety",
        (
            Figure("lines", "lines spoken", len(record.own_lines)),
            Figure("sentences", "sentences spoken", sentences.total()),
            Figure(
                "distinct_sentences", "distinct when masked", compute_share(len(sentences), sentences.total()), "share"
            ),
            Figure("commonest_sentence", "share of the commonest", _top_share(sentences), "share"),
            Figure("repeats_in_a_day", "lines a speaker said before that day", len(repeats), bar=NEVER_BAR),
            Figure("distinct_actions", "distinct actions", len(doings)),
            Figure("commonest_action", "share of the commonest action", _top_share(doings), "share"),
        ),
        (
            Table.of(
                "commonest_sentences",
                "commonest sentences",
                ("sentence", "times"),
                tuple(largest_counts(sentences, 10)),
            ),
            Table.of("repeated_lines", "said twice in a day", ("speaker", "at", "line"), repeats),
            Table.of("commonest_actions", "commonest actions", ("action", "times"), tuple(largest_counts(doings, 10))),
        ),
    )


def find_repeated_lines(record: RunRecord) -> tuple[tuple[str, str, str], ...]:
    """Return the lines whose masked text the same speaker had already said that day, as (speaker, time, text)."""
    said: set[tuple[str, int, str]] = set()
    rows = []
    for line in record.own_lines:
        key = (line.speaker, record.day(line.step), record.vocabulary.masked(line.text))
        if key in said:
            rows.append((line.speaker, record.when(line.step), line.text))
        said.add(key)
    return tuple(rows)


def _top_share(counts: Counter[str]) -> float | None:
    return compute_share(max(counts.values(), default=0), counts.total())


def measure_days(record: RunRecord) -> FigureGroup:
    """Measure talks, lines and sentences of each day, and the sentences that were said on an earlier day."""
    rows = tuple(_day_row(record, day) for day in range(record.days))
    compared = _compared_day(record)
    before, skeletons = (None, None) if compared is None else _said_before(record, compared)
    day = (COMPARED_DAY if compared is None else compared) + 1
    return FigureGroup(
        "Day by day",
        (
            Figure(
                "said_before", f"sentences on day {day} said on an earlier day", before, "share", FigureBar(most=0.45)
            ),
            Figure("skeletons_said_before", "the same with facts masked", skeletons, "share"),
        ),
        (
            Table.of(
                "days",
                "each day",
                ("day", "talks", "lines", "sentences", "substance", "said_before", "skeletons_said_before"),
                rows,
            ),
        ),
    )


def _compared_day(record: RunRecord) -> int | None:
    """Return the third day, or the last whole day of a shorter run; None if there is no second one."""
    return max((day for day in record.whole_days if 0 < day <= COMPARED_DAY), default=None)


def _day_row(record: RunRecord, day: int) -> tuple[Json, ...]:
    said = [speech for speech in classify_own_lines(record) if record.day(speech.line.step) == day]
    content = [speech for speech in said if not speech.courtesy]
    return (
        day + 1,
        len({speech.line.talk for speech in said}),
        len(said),
        sum(record.day(sentence.line.step) == day for sentence in list_sentences(record)),
        round_figure(compute_detail_share(record, content)),
        *(round_figure(share) for share in (_said_before(record, day) if day else (None, None))),
    )


def _said_before(record: RunRecord, day: int) -> tuple[float | None, float | None]:
    """Return the share of a day's sentences that anybody said on an earlier day, without and with facts masked."""
    earlier = [each for each in list_sentences(record) if record.day(each.line.step) < day]
    today = [each for each in list_sentences(record) if record.day(each.line.step) == day]
    masked, skeletons = {each.masked for each in earlier}, {each.skeleton for each in earlier}
    return (
        compute_share(sum(each.masked in masked for each in today), len(today)),
        compute_share(sum(each.skeleton in skeletons for each in today), len(today)),
    )


TELLING_STEMS = 4
"""A sentence tells something if it has at least this many content stems."""

_TELLING: frozenset[SpeechAct] = frozenset(("news", "plan", "opinion", "report"))

SAME_SHARE = 0.75
"""Two sentences tell the same if their stems have at least this Jaccard similarity."""


def measure_retelling(record: RunRecord) -> FigureGroup:
    """Measure what is told again: to the same person, and facts of files by the same speaker on a later day."""
    telling, retold = _find_retellings(record)
    compared = _compared_day(record)
    again, reworded, facts = ([], [], 0) if compared is None else _facts_told_again(record, compared)
    day = (COMPARED_DAY if compared is None else compared) + 1
    return FigureGroup(
        "Retelling",
        (
            Figure("retold", "sentences told to the same person again", len(retold)),
            Figure(
                "retold_share",
                "share of sentences that tell something",
                compute_share(len(retold), telling),
                "share",
                FigureBar(most=0.05),
            ),
            Figure(
                "facts_told_again",
                f"facts on day {day} told on an earlier day",
                compute_share(len(again), facts),
                "share",
                FigureBar(most=0.15),
            ),
            Figure("facts_reworded", "the same, in any words", compute_share(len(reworded), facts), "share"),
        ),
        (
            Table.of("retellings", "told again", ("speaker", "to", "at", "sentence"), retold),
            Table.of(
                "facts_again",
                "facts told on an earlier day",
                ("speaker", "to", "at", "sentence"),
                tuple((each.line.speaker, each.line.to, record.when(each.line.step), each.text) for each in again),
            ),
        ),
    )


def _find_retellings(record: RunRecord) -> tuple[int, tuple[tuple[str, str, str, str], ...]]:
    """Return how many sentences tell something, and those that the same speaker had told the same person before."""
    told_before: dict[tuple[str, str], list[frozenset[str]]] = {}
    rows, telling = [], 0
    for speech in classify_own_lines(record):
        line = speech.line
        before = told_before.setdefault((line.speaker, line.to), [])
        for sentence, act in speech.deeds:
            stems = record.vocabulary.stems(sentence)
            if act not in _TELLING or len(stems) < TELLING_STEMS:
                continue
            telling += 1
            if any(_tells_the_same(stems, other) for other in before):
                rows.append((line.speaker, line.to, record.when(line.step), sentence))
            before.append(stems)
    return telling, tuple(rows)


def _facts_told_again(record: RunRecord, day: int) -> tuple[list[SpokenSentence], list[SpokenSentence], int]:
    """Return the facts of a day that their speaker told anybody on an earlier day, and how many facts were told.

    The first list holds those told in the same words, the second those told in any words.
    """
    earlier: dict[str, dict[str, frozenset[str]]] = {}
    in_same_words, in_any_words, facts = [], [], 0
    for sentence in list_sentences(record):
        said = record.day(sentence.line.step)
        if said > day or not sentence.states_fact or len(sentence.text.split()) < FACT_SENTENCE_WORDS:
            continue
        stems = record.vocabulary.stems(sentence.text)
        told = earlier.setdefault(sentence.line.speaker, {})
        if said < day:
            told[sentence.masked] = stems
            continue
        facts += 1
        if sentence.masked in told:
            in_same_words.append(sentence)
        if sentence.masked in told or any(_tells_the_same(stems, other) for other in told.values()):
            in_any_words.append(sentence)
    return in_same_words, in_any_words, facts


def _tells_the_same(one: frozenset[str], other: frozenset[str]) -> bool:
    return len(one & other) >= SAME_SHARE * len(one | other)
