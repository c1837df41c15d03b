"""What follows about dealings between people: who asks whom, who could help whom, where to find somebody."""

from __future__ import annotations

import re
from collections.abc import Iterator

from townlet.offline.english import listing
from townlet.offline.notes import Note
from townlet.offline.prop import Prop, content
from townlet.offline.reflect.evidence import DULL, Evidence, Finding, finding

_ASKING = re.compile(r"\b(?:could you|can you|would you|will you help|I need|I'm looking for|I am looking for)\b", re.I)
_MET = re.compile(r"\b(?:we haven't met|nice to meet|pleased to meet|I don't think we|I'm new|my name is)\b", re.I)
_PLACE = re.compile(
    r" (?:at|in) (?:the [a-z ]+ (?:of|at) )?((?:the )?[A-Z][\w'’]+(?: (?:and |of |the )*[A-Z][\w'’]+)*)\.?$"
)
_WELL = re.compile(
    r"\b(?:kind|good|clever|best|helped|generous|patient|brave|lovely|admire|proud of|thanks to)\b", re.I
)


def asked(e: Evidence) -> Iterator[Finding]:
    """Several people who come to one with what they need."""
    asking = [n for n in e.sorted_as("heard") if _ASKING.search(n.body)]
    who = list(dict.fromkeys(n.who for n in asking))
    if len(who) >= 3:
        words = e.pick(
            "ask",
            f"people come to me when they need something: {listing(who[-3:])} all did",
            f"there is more need in this town than one sees; {listing(who[-3:])} told me of theirs",
        )
        yield from finding(2.2, words, [n for n in asking if n.who in who[-3:]])


def matched(e: Evidence) -> Iterator[Finding]:
    """Somebody who lacks what somebody else knows about."""
    needs = [(n, p) for n, p in e.props if p.kind == "need" and p.subj in e.others]
    for note, need in needs:
        for other, has in e.props:
            if has.subj in (need.subj, e.me) or has.subj not in e.others or has.kind in ("need", "wish", "promise"):
                continue
            if _matter(need) & _matter(has) and other.sort in ("heard", "other", "mine", "overheard"):
                topic = e.theirs(e.voice.topic(need), need.subj)
                if topic and len(topic.split()) < 9:
                    words = e.pick(
                        "ma" + need.subj + has.subj,
                        f"I ought to bring {need.subj} and {has.subj} together over {topic}",
                        f"{has.subj} might know something about {topic} for {need.subj}",
                    )
                    yield from finding(2.7, words, [note, other])
                break


def _matter(prop: Prop) -> frozenset[str]:
    return frozenset(w for w in prop.words if len(w) > 4 and w not in DULL)


def haunts(e: Evidence) -> Iterator[Finding]:
    """Where somebody is to be found."""
    for who in e.others:
        places: dict[str, list[Note]] = {}
        for note in e.sorted_as("other", who=who):
            if (found := _PLACE.search(note.text)) and found[1] not in e.others:
                places.setdefault(found[1], []).append(note)
        for place, seen in places.items():
            if len(seen) >= 3 and e.days(seen) >= 2:
                yield from finding(1.8, f"whoever wants {who} should look in at {place}", seen)


def entrusted(e: Evidence) -> Iterator[Finding]:
    """Something that was told in confidence."""
    for note, prop in e.props:
        if note.sort == "heard" and prop.secret and prop.subj == note.who:
            words = e.pick(
                "en" + note.who,
                f"what {note.who} told me is not mine to pass on",
                f"{note.who} must think me somebody who can keep a thing to myself",
            )
            yield from finding(2.6, words, [note])


def divided(e: Evidence) -> Iterator[Finding]:
    """Two people who think differently of the same thing."""
    views = [(n, p) for n, p in e.props if p.kind == "opinion" and p.subj in e.others and not p.secret]
    for k, (note, one) in enumerate(views):
        for other, two in views[k + 1 :]:
            common = sorted(w for w in _matter(one) & _matter(two) if w not in content(one.subj + " " + two.subj))
            if one.subj != two.subj and common and one.valence * two.valence < 0:
                words = f"{one.subj} and {two.subj} do not see eye to eye, and I can follow both"
                yield from finding(2.5, words, [note, other])
                return


def esteem(e: Evidence) -> Iterator[Finding]:
    """Somebody of whom somebody else speaks well."""
    for note in e.sorted_as("heard"):
        for who in e.others:
            if who not in (note.who, e.me) and who in note.body and _WELL.search(note.body):
                words = e.pick(
                    "es" + who + note.who,
                    f"{note.who} thinks the world of {who}, and I had not known it",
                    f"{who} has a friend in {note.who}",
                )
                yield from finding(2.0, words, [note])


def acquaintance(e: Evidence) -> Iterator[Finding]:
    """Somebody whom one has only just met."""
    for note in e.sorted_as("heard"):
        if _MET.search(note.body):
            later = [n for n in e.sorted_as("heard", who=note.who) if n is not note]
            words = (
                f"it did not take long to get talking with {note.who}"
                if later
                else f"I know {note.who} by name at last, and little more"
            )
            yield from finding(2.1, words, [note, *later[-2:]])


DETECTORS = (asked, matched, haunts, entrusted, divided, esteem, acquaintance)
