"""Measures talks: lengths, greetings and farewells, silences, changes from day to day, and invitations."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

from townlet.analysis.figures import NEVER_BAR, Figure, FigureBar, FigureGroup, Listing, compute_mean, compute_share
from townlet.analysis.liveliness.content import compute_detail_share
from townlet.analysis.liveliness.speech_acts import (
    ClassifiedLine,
    ClassifiedTalk,
    SpeechAct,
    classify_own_lines,
    classify_talks,
)
from townlet.analysis.record import RunRecord
from townlet.runfile import Json

SHORTEST_TALK, LONGEST_TALK = 2, 10
_OPENING, _CLOSING = 2, 2
"""How many lines at the start may hold the greeting, and at the end the farewell."""


def measure_talk_shapes(record: RunRecord) -> FigureGroup:
    """Measure the lengths of talks, and how many have a greeting and a farewell, neither given twice by one speaker."""
    talks = classify_talks(record)
    lengths = Counter(len(talk.speeches) for talk in talks)
    fitting = sum(times for length, times in lengths.items() if SHORTEST_TALK <= length <= LONGEST_TALK)
    return FigureGroup(
        "Talks",
        (
            Figure("talks", "talks", len(talks)),
            Figure("talk_lines", "lines per talk", compute_mean(len(talk.speeches) for talk in talks), "number"),
            Figure(
                "talks_2_to_10", "talks of 2 to 10 lines", compute_share(fitting, len(talks)), "share", FigureBar(1)
            ),
            Figure("talks_greeted", "begun with a greeting", _share_of_talks(talks, _greeted), "share", FigureBar(0.9)),
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
            Listing("talk_lengths", "talks by length", ("lines", "talks"), tuple(sorted(lengths.items()))),
            _twice(record, talks),
        ),
    )


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


def _share_of_talks(talks: tuple[ClassifiedTalk, ...], holds: Callable[[ClassifiedTalk], bool]) -> float | None:
    return compute_share(sum(holds(talk) for talk in talks), len(talks))


def _twice(record: RunRecord, talks: tuple[ClassifiedTalk, ...]) -> Listing:
    acts: tuple[SpeechAct, ...] = ("greeting", "farewell")
    rows = tuple(
        (speaker, record.when(talk.start), act, times)
        for talk in talks
        for act in acts
        for speaker, times in sorted(_times_by_speaker(talk, act).items())
        if times > 1
    )
    return Listing("greeted_or_left_twice", "greeted or left more than once", ("speaker", "at", "act", "times"), rows)


SILENCE_FROM_HOUR, SILENCE_TO_HOUR = 7, 22
"""The waking hours of a town."""

LONGEST_SILENCE_MINUTES = 30


def measure_silence(record: RunRecord) -> FigureGroup:
    """Measure stretches of the waking hours in which nobody in town talks."""
    gaps = [gap for day in range(record.days) for gap in _gaps(record, day)]
    long = sorted((gap for gap in gaps if gap[1] >= LONGEST_SILENCE_MINUTES), key=lambda gap: (-gap[1], gap[0]))
    longest = max((minutes for _, minutes in gaps), default=None)
    bar = None if record.small else FigureBar(most=LONGEST_SILENCE_MINUTES - record.minutes(1))
    rows = tuple((record.when(start), round(minutes, 1)) for start, minutes in long)
    return FigureGroup(
        "Silence",
        (
            Figure("longest_silence", "longest without talk, 7 to 22 h", longest, "minutes", bar),
            Figure("long_silences", "stretches of half an hour or more", len(long)),
        ),
        (Listing("silences", "half an hour or more", ("from", "minutes"), rows),),
    )


def _gaps(record: RunRecord, day: int) -> list[tuple[int, float]]:
    """Return (step, minutes) for each stretch without a line in the waking hours of a day."""
    start = max(0, record.midnight(day) + record.clock.steps(SILENCE_FROM_HOUR * 60))
    end = min(record.last_step + 1, record.midnight(day) + record.clock.steps(SILENCE_TO_HOUR * 60))
    if start >= end:
        return []
    spoken = sorted({line.step for line in record.lines if start <= line.step < end})
    return [(one, record.minutes(other - one)) for one, other in pairwise([start, *spoken, end])]


def measure_days(record: RunRecord) -> FigureGroup:
    """Measure talks, lines, new lines and substance of each day, and the change in new lines from day 1 to day 2."""
    rows = tuple(_day_row(record, day) for day in range(record.days))
    new = [row[4] for row in rows]
    fading = None
    if len(rows) > 1 and isinstance(new[0], float) and isinstance(new[1], float):
        fading = new[1] - new[0]
    return FigureGroup(
        "Day by day",
        (Figure("novelty_change", "change in the share of new lines, day 1 to 2", fading, "share"),),
        (Listing("days", "each day", ("day", "talks", "lines", "lines_a_talk", "new_lines", "substance"), rows),),
    )


def _day_row(record: RunRecord, day: int) -> tuple[Json, ...]:
    said = [speech for speech in classify_own_lines(record) if record.day(speech.line.step) == day]
    talks = {speech.line.talk for speech in said}
    content = [speech for speech in said if not speech.courtesy]
    per_talk = compute_mean([len(said) / len(talks)] if talks else [])
    return (
        day + 1,
        len(talks),
        len(said),
        round(per_talk, 2) if per_talk else None,
        _rounded(_share_of_new_lines(record, said, day)),
        _rounded(compute_detail_share(record, content)),
    )


def _share_of_new_lines(record: RunRecord, said: list[ClassifiedLine], day: int) -> float | None:
    """Return the share of a day's lines whose masked text is new: said neither earlier that day nor before."""
    masked = record.vocabulary.masked
    known = {masked(line.text) for line in record.lines if record.day(line.step) < day}
    today = {masked(speech.line.text) for speech in said}
    return compute_share(len(today - known), len(said))


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 4)


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
    for place, speech in enumerate(talk.speeches):
        pair = (speech.line.speaker, speech.line.to)
        if "invitation" in speech.acts and pair not in inviting:
            inviting.add(pair)
            reply, answer = _find_reply(talk.speeches[place + 1 :], speech.line.to)
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


def _list_invitations(record: RunRecord, key: str, label: str, found: Sequence[Invitation]) -> Listing:
    rows = tuple(
        (line.speaker, line.to, record.when(line.step), line.text, each.answer)
        for each in found
        for line in (each.speech.line,)
    )
    return Listing(key, label, ("speaker", "to", "at", "line", "answer"), rows)
