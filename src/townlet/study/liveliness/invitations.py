"""Invitations: how they are answered, and whether anybody is invited twice to the same."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from townlet.study.figures import NONE, Bar, Figure, Listing, Part, share
from townlet.study.liveliness.acts import Act
from townlet.study.liveliness.talking import Speech, Talk, talks_of
from townlet.study.record import RunRecord

Reply = Literal["accepted", "refused", "left open"]

_REPLIES: Mapping[Act, Reply] = {"refusal": "refused", "acceptance": "accepted"}
_REASON = re.compile(
    r"\b(?:because|since|as i|i (?:have|had|must|need|promised|work|am|'m)|i'm|i've|i'll|my|:)|—", re.IGNORECASE
)
_OCCASION = re.compile(r"\b(?:party|picnic|dance|supper|dinner|lunch|concert|class|show|meeting|festival|workshop)\b")


@dataclass(frozen=True)
class Invitation:
    """One line that invites somebody, and what became of it in the same talk."""

    speech: Speech
    stems: frozenset[str]
    reply: Reply
    answer: str


def invitations(record: RunRecord) -> Part:
    """How many were refused, with or without a reason, and second invitations that are no reminders."""
    found = tuple(invitation for talk in talks_of(record) for invitation in _in_talk(record, talk))
    refused = [each for each in found if each.reply == "refused"]
    reasons = sum(bool(_REASON.search(each.answer)) for each in refused)
    answered = sum(each.reply != "left open" for each in found)
    again = _second(found)
    return Part(
        "Invitations",
        (
            Figure("invitations", "invitations", len(found)),
            Figure("invitations_answered", "of them answered", share(answered, len(found)), "share"),
            Figure("invitations_refused", "refused, of all", share(len(refused), len(found)), "share", Bar(0.1, 0.4)),
            Figure("refusals_with_reason", "refusals with a reason", share(reasons, len(refused)), "share", Bar(0.9)),
            Figure("second_invitations", "second invitations, reminders aside", len(again), bar=NONE),
        ),
        (_listing(record, "invited_again", "invited again", again), _listing(record, "refusals", "refusals", refused)),
    )


def _in_talk(record: RunRecord, talk: Talk) -> Iterator[Invitation]:
    """A talk's invitations; one that goes on over several lines counts once."""
    inviting: set[tuple[str, str]] = set()
    for place, speech in enumerate(talk.speeches):
        pair = (speech.line.speaker, speech.line.to)
        if "invitation" in speech.acts and pair not in inviting:
            inviting.add(pair)
            reply, answer = _reply(talk.speeches[place + 1 :], speech.line.to)
            yield Invitation(speech, record.vocabulary.stems(speech.line.text), reply, answer)


def _reply(later: Sequence[Speech], invited: str) -> tuple[Reply, str]:
    for speech in later:
        if speech.line.speaker == invited:
            for act in speech.acts:
                if act in _REPLIES:
                    return _REPLIES[act], speech.line.text
    return "left open", ""


def _second(found: Sequence[Invitation]) -> list[Invitation]:
    """Invitations of somebody who was invited to the same by the same person before."""
    before: dict[tuple[str, str], list[Invitation]] = {}
    again = []
    for each in found:
        known = before.setdefault((each.speech.line.speaker, each.speech.line.to), [])
        if "reminder" not in each.speech.acts and any(_same_occasion(each, other) for other in known):
            again.append(each)
        known.append(each)
    return again


def _same_occasion(one: Invitation, other: Invitation) -> bool:
    """Whether two invitations are to the same: by what they are called, else by their words."""
    occasions = [frozenset(_OCCASION.findall(each.speech.line.text.lower())) for each in (one, other)]
    if all(occasions):
        return bool(occasions[0] & occasions[1])
    return len(one.stems & other.stems) >= 2


def _listing(record: RunRecord, key: str, label: str, found: Sequence[Invitation]) -> Listing:
    rows = tuple(
        (line.speaker, line.to, record.when(line.step), line.text, each.answer)
        for each in found
        for line in (each.speech.line,)
    )
    return Listing(key, label, ("speaker", "to", "at", "line", "answer"), rows)
