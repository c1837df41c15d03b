"""Measures talks: how many there are, how often a pair talks in a day, greetings, farewells and invitations."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from townlet.measures.figures import NEVER_BAR, Figure, FigureBar, FigureGroup, compute_mean, compute_share
from townlet.measures.liveliness.speech_acts import (
    ClassifiedLine,
    ClassifiedTalk,
    SpeechAct,
    classify_talks,
    has_cue,
)
from townlet.measures.record import RunRecord
from townlet.measures.table import Table
from townlet.runfile import Json

MOST_TALKS_A_DAY = 10
"""More talks than this are more than a person has things to say in a day; our choice. There is no least number."""

SHORTEST_TALK, LONGEST_TALK = 2, 10
_OPENING, _CLOSING = 2, 2
"""How many lines at the start may hold the greeting, and at the end the farewell."""


def measure_talk_shapes(record: RunRecord) -> FigureGroup:
    """Measure the lengths of talks, and how many have a greeting and a farewell, neither given twice by one speaker."""
    talks = classify_talks(record)
    first, later = _split_by_pair_and_day(record, talks)
    greeted_again = tuple(row for talk in later for row in _greetings(record, talk))
    lengths = Counter(len(talk.speeches) for talk in talks)
    fitting = sum(times for length, times in lengths.items() if SHORTEST_TALK <= length <= LONGEST_TALK)
    return FigureGroup(
        "Talks",
        (
            Figure("talks", "talks", len(talks)),
            Figure(
                "talks_a_day",
                "talks per person and day",
                _talks_per_person_day(record, talks),
                "number",
                FigureBar(most=MOST_TALKS_A_DAY),
            ),
            Figure(
                "second_talks",
                "second and later talks of a pair on a day",
                compute_share(len(later), len(talks)),
                "share",
                FigureBar(most=0.15),
            ),
            Figure("second_greetings", "greetings by who had talked that day", len(greeted_again), bar=NEVER_BAR),
            Figure("talk_lines", "lines per talk", compute_mean(len(talk.speeches) for talk in talks), "number"),
            Figure(
                "talks_2_to_10", "talks of 2 to 10 lines", compute_share(fitting, len(talks)), "share", FigureBar(1)
            ),
            Figure(
                "talks_greeted",
                "first talks of a day begun with a greeting",
                _share_of_talks(first, _greeted),
                "share",
                FigureBar(0.9),
            ),
            Figure("talks_closed", "ended with a farewell", _share_of_talks(talks, _closed), "share", FigureBar(0.9)),
            Figure(
                "talks_once_each",
                "nobody greets or leaves twice",
                _share_of_talks(talks, _courteous),
                "share",
                FigureBar(0.95),
            ),
        ),
        (
            Table.of("talk_lengths", "talks by length", ("lines", "talks"), tuple(sorted(lengths.items()))),
            _twice(record, talks),
            Table.of("greetings_again", "greeted again on a day", ("speaker", "to", "at", "line"), greeted_again),
        ),
    )


def _split_by_pair_and_day(
    record: RunRecord, talks: Sequence[ClassifiedTalk]
) -> tuple[list[ClassifiedTalk], list[ClassifiedTalk]]:
    """Return the first talks of each pair on each day, and the later ones."""
    met: set[tuple[int, frozenset[str]]] = set()
    first: list[ClassifiedTalk] = []
    later: list[ClassifiedTalk] = []
    for talk in talks:
        pair = (record.day(talk.start), frozenset(talk.participants))
        (later if pair in met else first).append(talk)
        met.add(pair)
    return first, later


def _talks_per_person_day(record: RunRecord, talks: Sequence[ClassifiedTalk]) -> float | None:
    """Return the mean number of talks that a resident took part in on a whole day."""
    held = Counter((name, record.day(talk.start)) for talk in talks for name in talk.participants)
    return compute_mean(held[person.name, day] for person, day in record.person_days())


def _greetings(record: RunRecord, talk: ClassifiedTalk) -> Iterator[tuple[Json, ...]]:
    for speech in talk.own:
        if any(act == "greeting" and has_cue("greeting", sentence) for sentence, act in speech.deeds):
            yield speech.line.speaker, speech.line.to, record.when(speech.line.step), speech.line.text


def _times_by_speaker(talk: ClassifiedTalk, act: SpeechAct) -> Counter[str]:
    return Counter(speech.line.speaker for speech in talk.speeches if act in speech.acts)


def _once(talk: ClassifiedTalk, act: SpeechAct) -> bool:
    return max(_times_by_speaker(talk, act).values(), default=0) <= 1


def _greeted(talk: ClassifiedTalk) -> bool:
    return any(act in speech.acts for speech in talk.speeches[:_OPENING] for act in ("greeting", "introduction"))


def _closed(talk: ClassifiedTalk) -> bool:
    return any("farewell" in speech.acts for speech in talk.speeches[-_CLOSING:])


def _courteous(talk: ClassifiedTalk) -> bool:
    return _once(talk, "greeting") and _once(talk, "farewell")


def _share_of_talks(talks: Sequence[ClassifiedTalk], holds: Callable[[ClassifiedTalk], bool]) -> float | None:
    return compute_share(sum(holds(talk) for talk in talks), len(talks))


def _twice(record: RunRecord, talks: tuple[ClassifiedTalk, ...]) -> Table:
    acts: tuple[SpeechAct, ...] = ("greeting", "farewell")
    rows = tuple(
        (speaker, record.when(talk.start), act, times)
        for talk in talks
        for act in acts
        for speaker, times in sorted(_times_by_speaker(talk, act).items())
        if times > 1
    )
    return Table.of("greeted_or_left_twice", "greeted or left more than once", ("speaker", "at", "act", "times"), rows)


InvitationReply = Literal["accepted", "refused", "left open"]

_REPLIES: Mapping[SpeechAct, InvitationReply] = {"refusal": "refused", "acceptance": "accepted"}
# "because ...", "I have to ...", "I'm on duty", "my sister is coming", "No — the shop is full".
_REASON = re.compile(
    r"\b(?:because|since|as i|i (?:have|had|must|need|promised|work|am|'m)|i'm|i've|i'll|my|:)|—", re.IGNORECASE
)
_OCCASION = re.compile(r"\b(?:party|picnic|dance|supper|dinner|lunch|concert|class|show|meeting|festival|workshop)\b")


@dataclass(frozen=True)
class Invitation:
    """A line that invites a person, and their reply in the same talk."""

    speech: ClassifiedLine
    stems: frozenset[str]
    reply: InvitationReply
    answer: str


def measure_invitations(record: RunRecord) -> FigureGroup:
    """Measure invitations, refusals with and without a reason, and repeated invitations that are no reminders."""
    found = tuple(invitation for talk in classify_talks(record) for invitation in _invitations_in_talk(record, talk))
    refused = [each for each in found if each.reply == "refused"]
    reasons = sum(bool(_REASON.search(each.answer)) for each in refused)
    answered = sum(each.reply != "left open" for each in found)
    again = _second_invitations(found)
    return FigureGroup(
        "Invitations",
        (
            Figure("invitations", "invitations", len(found)),
            Figure("invitations_answered", "of them answered", compute_share(answered, len(found)), "share"),
            Figure(
                "invitations_refused",
                "refused, of all",
                compute_share(len(refused), len(found)),
                "share",
                FigureBar(0.1, 0.4),
            ),
            Figure(
                "refusals_with_reason",
                "refusals with a reason",
                compute_share(reasons, len(refused)),
                "share",
                FigureBar(0.9),
            ),
            Figure("second_invitations", "second invitations, reminders aside", len(again), bar=NEVER_BAR),
        ),
        (
            _list_invitations(record, "invited_again", "invited again", again),
            _list_invitations(record, "refusals", "refusals", refused),
        ),
    )


def _invitations_in_talk(record: RunRecord, talk: ClassifiedTalk) -> Iterator[Invitation]:
    """Yield the invitations of a talk; one by the same speaker that spans several lines counts once."""
    inviting: set[tuple[str, str]] = set()
    for index, speech in enumerate(talk.speeches):
        pair = (speech.line.speaker, speech.line.to)
        if "invitation" in speech.acts and pair not in inviting:
            inviting.add(pair)
            reply, answer = _find_reply(talk.speeches[index + 1 :], speech.line.to)
            yield Invitation(speech, record.vocabulary.stems(speech.line.text), reply, answer)


def _find_reply(later: Sequence[ClassifiedLine], invited: str) -> tuple[InvitationReply, str]:
    for speech in later:
        if speech.line.speaker == invited:
            for act in speech.acts:
                if act in _REPLIES:
                    return _REPLIES[act], speech.line.text
    return "left open", ""


def _second_invitations(found: Sequence[Invitation]) -> list[Invitation]:
    """Return the invitations to an occasion to which the same person has invited the same guest before."""
    before: dict[tuple[str, str], list[Invitation]] = {}
    again = []
    for each in found:
        known = before.setdefault((each.speech.line.speaker, each.speech.line.to), [])
        if "reminder" not in each.speech.acts and any(_same_occasion(each, other) for other in known):
            again.append(each)
        known.append(each)
    return again


def _same_occasion(one: Invitation, other: Invitation) -> bool:
    """Whether two invitations are to the same occasion: by its name, such as 'party', else by shared stems."""
    occasions = [frozenset(_OCCASION.findall(invitation.speech.line.text.lower())) for invitation in (one, other)]
    if all(occasions):
        return bool(occasions[0] & occasions[1])
    return len(one.stems & other.stems) >= 2


def _list_invitations(record: RunRecord, key: str, label: str, found: Sequence[Invitation]) -> Table:
    rows = tuple(
        (line.speaker, line.to, record.when(line.step), line.text, each.answer)
        for each in found
        for line in (each.speech.line,)
    )
    return Table.of(key, label, ("speaker", "to", "at", "line", "answer"), rows)
