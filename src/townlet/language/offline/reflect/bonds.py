"""What follows about those who are close to one, or at odds with one."""

from __future__ import annotations

import re
from collections.abc import Iterator

from townlet.language.offline.notes import Note
from townlet.language.offline.prop import content
from townlet.language.offline.reflect.evidence import Evidence, Finding, finding

_DISLIKE = re.compile(r"\b(?:dislik|hate|distrust|cannot stand|uneasy|at odds|resent)")
_WARMTH = re.compile(
    r"\b(?:thank|glad|love|lovely|kind|help|welcome|pleasure|good to see|well done|congratul|"
    r"miss(?:ed)? you|count me in)",
    re.I,
)


def bonds(e: Evidence) -> Iterator[Finding]:
    """Family and friends: what one has of them."""
    for note, prop in e.props:
        if note.sort != "mine" or prop.kind != "relation":
            continue
        for who in sorted(prop.people - {e.me}):
            spoken = e.sorted_as("heard", "said", "overheard", who=who)
            kin = re.search(r"\b(married|wife|husband|son|daughter|mother|father|brother|sister)\b", note.text)
            if spoken and kin:
                words = e.pick(
                    "b" + who,
                    f"it does me good to talk things over with {who}",
                    f"{who} is the first I tell and the first I ask",
                    f"with {who} even small talk is worth having",
                )
                yield from finding(
                    2.1,
                    f"{words}, lately about {subject_of(e, spoken)}" if subject_of(e, spoken) else words,
                    [note, *spoken],
                )
            elif kin:
                yield from finding(1.2, f"{who} and I pass each other more than we talk", [note])
            elif spoken and re.search(r"\bfriend", note.text):
                yield from finding(1.8, f"{who} is a friend I should make more time for", [note, *spoken[-2:]])


def subject_of(e: Evidence, spoken: list[Note]) -> str:
    """What somebody's lines were last about, as a noun phrase; '' if nothing can be named."""
    for note in reversed(spoken):
        for prop in e.reader.memory(note.text, note.n, note.at):
            topic = e.voice.topic(prop)
            if topic and 1 < len(topic.split()) < 7:
                return topic
    return ""


def fairness(e: Evidence) -> Iterator[Finding]:
    """One does not like somebody, and yet."""
    for note in e.sorted_as("mine", "thought"):
        if not _DISLIKE.search(note.text):
            continue
        for who in [w for w in e.others if w in note.text]:
            kind = [n for n in e.sorted_as("heard", "promised me", who=who) if _WARMTH.search(n.body)]
            if kind:
                yield from finding(
                    2.6,
                    e.pick(
                        "f" + who, f"I may be judging {who} too hard", f"{who} is friendlier to me than I am to them"
                    ),
                    [note, *kind],
                )
            said_by_others = [n for n in e.sorted_as("heard") if n.who != who and who in n.body]
            if said_by_others:
                yield from finding(
                    2.2,
                    f"I am not a fair judge of {who}, whatever {said_by_others[-1].who} says",
                    [note, *said_by_others],
                )


def heart(e: Evidence) -> Iterator[Finding]:
    """A feeling that one keeps to oneself."""
    for note in e.sorted_as("mine"):
        if re.search(r"\b(?:in love with|crush on|secretly likes?|finds? [A-Z]\w+(?: \w+)? cute)\b", note.text):
            for who in [w for w in e.others if w in note.text]:
                near = [n for n in e.notes if n.who == who and n.sort in ("heard", "other", "said")]
                words = (
                    f"I think about {who} more than I let on"
                    if not near
                    else f"every word with {who} stays with me longer than it should"
                )
                yield from finding(2.8, words, [note, *near[-3:]])


def reliance(e: Evidence) -> Iterator[Finding]:
    """Who gave their word, and whether they were seen to keep it."""
    for note in e.sorted_as("promised me"):
        kept = [n for n in e.sorted_as("other", who=note.who) if len(content(n.text) & content(note.body)) >= 2]
        if kept:
            yield from finding(2.7, f"{note.who} does what {note.who.split(' ')[0]} says", [note, *kept])
        else:
            yield from finding(
                1.5,
                e.pick(
                    "r" + note.who,
                    f"I am counting on {note.who} to {_short(note.body)}",
                    f"it matters to me whether {note.who} keeps the promise to {_short(note.body)}",
                ),
                [note],
            )


def _short(promise: str) -> str:
    return re.split(r" on (?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day| from \d| at \d|[.]", promise)[0]


DETECTORS = (bonds, fairness, heart, reliance)
