"""Measures boundaries and errors (Park et al. 2023, section 7.2): where behaviour departs from what people do."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from townlet.cognition.persona import Persona
from townlet.measures.coherence.behaviour import measure_norms
from townlet.measures.emergence.result import Survey, SurveyPair
from townlet.measures.figures import Figure, FigureGroup, compute_mean, compute_share
from townlet.measures.liveliness.speech_acts import ClassifiedTalk, classify_talks
from townlet.measures.record import RunRecord
from townlet.measures.table import Table
from townlet.measures.text.assertions import denies_knowledge
from townlet.measures.text.wording import day_plan_heading, plan_change_text, promise_text
from townlet.measures.text.words import spell_stem
from townlet.memory.record import Memory
from townlet.runfile.traces import ActivitySpan, SpokenLine

# The masks of a vocabulary: <name>, <place>, <time>.
_BLANKS = re.compile(r"<\w+>")


@dataclass(frozen=True)
class InterestTopic:
    """A content word in what a person plans or names as an interest."""

    person: str
    word: str
    """The stem of the word."""
    first: Memory | None
    """The person's earliest memory with the word; None if no memory has it."""

    @property
    def from_others(self) -> bool:
        """Whether the earliest memory with the word is of something they were told."""
        return self.first is not None and self.first.source in ("heard", "told")


def find_planned_topics(record: RunRecord, day: int) -> list[InterestTopic]:
    """Return the topics of the plans and promises that people made on a day."""
    found: dict[tuple[str, str], None] = {}
    for memory in record.remembered.by_step():
        if record.day(memory.id.step) == day and _is_own_plan(memory):
            found.update(((memory.id.agent, word), None) for word in sorted(_matter(record, memory.text)))
    return _with_origins(record, found)


def find_stated_topics(record: RunRecord, said: Survey) -> list[InterestTopic]:
    """Return the topics of the interests that people state."""
    return _with_origins(record, _words(record, said))


def find_new_topics(record: RunRecord, before: Survey, later: Iterable[InterestTopic]) -> list[InterestTopic]:
    """Return the later topics that the same person did not state before."""
    known = frozenset(_words(record, before))
    return [topic for topic in later if (topic.person, topic.word) not in known]


def _words(record: RunRecord, said: Survey) -> Iterator[tuple[str, str]]:
    """Yield (person, stem) for each content word of a stated interest."""
    for reply in said.interests:
        if not denies_knowledge(reply.answer):
            for word in sorted(_matter(record, reply.answer) - _matter(record, reply.question)):
                yield reply.person, word


def _is_own_plan(memory: Memory) -> bool:
    """Whether a memory is a person's own plan or promise; the promises of others are not."""
    return bool(promise_text(memory) or day_plan_heading(memory) or plan_change_text(memory))


def _matter(record: RunRecord, text: str) -> frozenset[str]:
    """Return the stems of a text without names of people and places, and without times."""
    return record.vocabulary.stems(_BLANKS.sub(" ", record.vocabulary.masked(text)))


def _with_origins(record: RunRecord, topics: Iterable[tuple[str, str]]) -> list[InterestTopic]:
    """Return each topic with the person's earliest memory that has its word."""
    wanted: dict[str, set[str]] = {}
    ordered = list(dict.fromkeys(topics))
    for person, word in ordered:
        wanted.setdefault(person, set()).add(word)
    first: dict[tuple[str, str], Memory] = {}
    for person, left in wanted.items():
        for memory in record.remembered.of(person).values() if left else ():
            for word in left & record.vocabulary.stems(memory.text):
                first[person, word] = memory
                left.discard(word)
    return [InterestTopic(*topic, first.get(topic)) for topic in ordered]


def measure_interest_drift(record: RunRecord, survey: SurveyPair | None) -> tuple[list[Figure], Table]:
    """Measure the shares of planned topics and stated interests that people took up from others."""
    last = record.days - 1
    first_plans = find_planned_topics(record, 0)
    figures = [_drift_figure("plans_from_others_first", "topics of plans heard from others, day 1", first_plans)]
    shown = first_plans
    if last:
        shown = find_planned_topics(record, last)
        figures += [
            _drift_figure("plans_from_others_last", f"topics of plans heard from others, day {last + 1}", shown)
        ]
    if survey:
        said = find_stated_topics(record, survey.end)
        new = find_new_topics(record, survey.start, said)
        figures += [
            Figure("interests_new", "interests stated only at the end", compute_share(len(new), len(said)), "share"),
            _drift_figure("interests_from_others", "interests at the end heard from others", said),
        ]
        shown = [*(topic for topic in said if topic.from_others), *shown]
    return figures, _drift_listing(record, shown)


def _drift_figure(key: str, label: str, topics: Sequence[InterestTopic]) -> Figure:
    return Figure(key, label, compute_share(sum(topic.from_others for topic in topics), len(topics)), "share")


def _drift_listing(record: RunRecord, topics: Sequence[InterestTopic]) -> Table:
    lines = {line.utterance: line for line in record.lines}
    rows = []
    for topic in dict.fromkeys(topics):
        if topic.from_others and (first := topic.first):
            line = lines.get(first.utterance)
            text, teller = (line.text, line.speaker) if line else (first.text, first.heard_from)
            rows.append((topic.person, spell_stem(topic.word, text), teller, record.when(first.id.step), text))
    columns = ("person", "topic", "from", "at", "line")
    return Table.of("interests_drifted", "taken up from others", columns, tuple(rows))


# "Good morning", "It was a pleasure", "Pleased to meet you", "Would you mind", "I would be delighted".
_FORMAL = re.compile(
    r"\b(?:good (?:morning|afternoon|evening|day)|(?:it was|it's been) (?:a pleasure|good|nice|lovely)|"
    r"pleased to meet|thank you (?:so|very) much|would you mind|may I|I would be (?:glad|happy|delighted)|sir|madam)\b",
    re.IGNORECASE,
)
PAPER_REMARK = (
    "The paper remarks (section 7.2): as people come to know more places, they choose less typical ones, such as the "
    "bar for lunch; they enter a bathroom for one when it is taken, and stores after they have closed; they seldom "
    "refuse what others suggest, and take up their interests; they speak formally even with their families."
)
_SUGGESTING = frozenset(("invitation", "request", "offer"))
_SHORTEST_STAY = 10
"""Minutes that an activity must last for its place to count; our choice."""


def measure_boundaries(record: RunRecord, survey: SurveyPair | None) -> FigureGroup:
    """Measure each observation of section 7.2, on the first and on the last day."""
    last = record.days - 1
    drifted, drift = measure_interest_drift(record, survey)
    suggested, refused = _suggestions(classify_talks(record))
    return FigureGroup(
        "Boundaries and errors (section 7.2)",
        (
            Figure("sectors_known_start", "places known per person, at the start", _known(record, 1), "number"),
            Figure(
                "sectors_known_end",
                "places known per person, at the end",
                _known(record, record.last_step + 1),
                "number",
            ),
            _out("untypical_first", record, 0),
            *([_out("untypical_last", record, last)] if last else []),
            Figure("norms_broken", "norms broken (closed places, full rooms)", _broken(record)),
            Figure("suggestions", "suggestions made (invitations, requests, offers)", suggested),
            Figure("suggestions_refused", "of them refused", compute_share(refused, suggested), "share"),
            Figure(
                "formal_family", "formal lines between those who live together", _formal(record, together=True), "share"
            ),
            Figure("formal_others", "formal lines between others", _formal(record, together=False), "share"),
            *drifted,
        ),
        (_visits(record), drift),
        PAPER_REMARK,
    )


def _out(name: str, record: RunRecord, day: int) -> Figure:
    return Figure(name, f"time out of home, work and haunts, day {day + 1}", _untypical(record, day), "share")


def _broken(record: RunRecord) -> float:
    """Return how often people broke the norms of places, as the figures of coherence count it."""
    return sum(figure.value or 0 for figure in measure_norms(record).figures)


def _known(record: RunRecord, step: int) -> float | None:
    """Return how many sectors a resident knew before a step, on average."""
    residents = {person.name for person in record.people}
    known = [sectors for person, sectors in record.sectors_known.items() if person in residents]
    return compute_mean(sum(since < step for since in sectors.values()) for sectors in known)


def _untypical(record: RunRecord, day: int) -> float | None:
    """Return the share of waking activity time that people spend away from their home, workplace and haunts."""
    away = whole = 0.0
    for person in record.people:
        for span in _long_spans(record, person, day):
            minutes = record.minutes(span.end - span.start)
            whole += minutes
            away += 0 if _is_own(person, span) else minutes
    return compute_share(away, whole)


def _long_spans(record: RunRecord, person: Persona, day: int) -> Iterable[ActivitySpan]:
    for span in record.spans_of(person.name):
        long = record.minutes(span.end - span.start) >= _SHORTEST_STAY
        if long and span.at and not span.asleep and record.day(span.start) == day:
            yield span


def _is_own(person: Persona, span: ActivitySpan) -> bool:
    own = (person.home, person.workplace, *person.haunts)
    return span.at is not None and any(place is not None and place.contains(span.at) for place in own)


def _suggestions(talks: Sequence[ClassifiedTalk]) -> tuple[int, int]:
    """Count suggestions, and those that the person addressed refuses in their next line."""
    made = refused = 0
    for talk in talks:
        for index, speech in enumerate(talk.speeches):
            if _SUGGESTING & frozenset(speech.acts):
                made += 1
                answer = next(
                    (each for each in talk.speeches[index + 1 :] if each.line.speaker == speech.line.to), None
                )
                refused += answer is not None and "refusal" in answer.acts
    return made, refused


def _formal(record: RunRecord, *, together: bool) -> float | None:
    homes = {person.name: person.home for person in record.people}

    def wanted(line: SpokenLine) -> bool:
        return line.speaker in homes and line.to in homes and (homes[line.speaker] == homes[line.to]) is together

    lines = [line for line in record.own_lines if wanted(line)]
    return compute_share(sum(bool(_FORMAL.search(line.text)) for line in lines), len(lines))


def _visits(record: RunRecord) -> Table:
    """List the places where people spend most time outside their home, workplace and haunts."""
    minutes: dict[str, float] = {}
    for person in record.people:
        for day in range(record.days):
            for span in _long_spans(record, person, day):
                if span.at and not _is_own(person, span):
                    name = span.at.parts[min(1, span.at.depth - 1)]
                    minutes[name] = minutes.get(name, 0.0) + record.minutes(span.end - span.start)
    ranked = sorted(minutes.items(), key=lambda item: (-item[1], item[0]))[:12]
    rows = tuple((name, round(time)) for name, time in ranked)
    return Table.of("untypical_places", "where people went beside home, work and haunts", ("place", "minutes"), rows)
