"""What follows about those who are close to one, or at odds with one."""

from __future__ import annotations

import re
from collections.abc import Iterator

from townlet.offline.notes import Note
from townlet.offline.plan.promises import light
from townlet.offline.prop import content
from townlet.offline.reflect.evidence import Evidence, Finding, finding

_DISLIKE = re.compile(r"\b(?:dislik|hate|distrust|cannot stand|uneasy|at odds|resent)")
_WARMTH = re.compile(
    r"\b(?:thank|glad|love|lovely|kind|help|welcome|pleasure|good to see|well done|congratul|"
    r"miss(?:ed)? you|count me in)",
    re.I,
)


def _related(told: str, me: str, who: str) -> bool:
    """Whether a sentence tells that two people are of one family, and not that one of them is of somebody else's."""
    one, two = re.escape(me), re.escape(who)
    kin = r"(?:wife|husband|son|daughter|mother|father|brother|sister)"
    both = rf"(?:{one}|{two})[^.;]* and (?:{one}|{two})[^.;]* are (?:married|brothers|sisters|siblings)"
    return bool(
        re.search(rf"{both}|{one} (?:is|was) the {kin} of [^.;]*{two}|{two}[^.;]* the {kin} of [^.;]*{one}", told)
        or re.search(rf"{one} (?:is )?married (?:to )?{two}|{two} (?:is )?married (?:to )?{one}|{one}['’]s {kin}", told)
    )


def bonds(e: Evidence) -> Iterator[Finding]:
    """Family and friends: what one has of them."""
    for note, prop in e.props:
        if note.sort != "mine" or prop.kind != "relation":
            continue
        for who in sorted(prop.people - {e.me}):
            spoken = e.sorted_as("heard", "said", "overheard", who=who)
            kin = _related(note.text, e.me, who)
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
            elif kin and prop.people == {e.me, who}:
                yield from _side_by_side(e, note, who)
            elif spoken and re.search(r"\bfriend", note.text):
                topic = subject_of(e, e.sorted_as("heard", who=who))
                words = e.pick(
                    "fr" + who,
                    f"I should ask {who} how things stand with {topic}",
                    f"{who} is a friend with whom I can talk about {topic}",
                )
                if topic:
                    yield from finding(1.8, words, [note, *spoken[-2:]])


def _side_by_side(e: Evidence, note: Note, who: str) -> Iterator[Finding]:
    """One of the family who was seen again and again, and with whom no word is remembered."""
    seen = [n for n in e.sorted_as("other", who=who) if not n.text.startswith(f"{who} is sleeping")]
    last = re.search(r" is (\w+ing\b[^.]*?)(?: (?:at|in) [A-Z][^.]*)?\.?$", seen[-1].text) if seen else None
    if len(seen) >= 3 and last and not any(n.who == who for n in e.sorted_as("talk")):
        yield from finding(
            1.3, f"{who} and I pass each other, {who.split(' ')[0]} {last[1]}, more than we talk", [note, *seen]
        )


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
                said = e.sorted_as("heard", "said", who=who)
                seen = e.sorted_as("other", who=who)
                if e.sorted_as("said", who=who):
                    topic = subject_of(e, said)
                    words = e.pick(
                        "un" + who,
                        f"I talk to {who} about {topic} and never about what I feel",
                        f"I could listen to {who} about {topic} for hours",
                    )
                    yield from finding(2.8 if topic else 0, words if topic else "", [note, *said[-3:]])
                elif said:
                    yield from finding(2.6, f"every word of {who} stays with me longer than it should", [note, *said])
                elif seen:
                    yield from finding(
                        2.2, f"I notice what {who} does before I notice anybody else", [note, *seen[-3:]]
                    )


def reliance(e: Evidence) -> Iterator[Finding]:
    """Who gave their word, and whether they were seen to keep it."""
    for note in e.sorted_as("promised me"):
        if light(note.body) or re.match(r"(?:come|be there|join)\b", note.body):
            continue
        kept = [n for n in e.sorted_as("other", who=note.who) if len(content(n.text) & content(note.body)) >= 2]
        if kept:
            yield from finding(2.7, f"{note.who} does what {note.who.split(' ')[0]} says", [note, *kept])
        else:
            yield from finding(
                1.4,
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
