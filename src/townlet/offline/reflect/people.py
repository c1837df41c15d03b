"""What follows about other people."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from townlet.cognition.wording import SAID_TO
from townlet.offline.notes import Note
from townlet.offline.reflect.bonds import subject_of
from townlet.offline.reflect.evidence import Evidence, Finding, chore, finding, matters
from townlet.world.view import TALKING_WITH

_TROUBLE = re.compile(
    r"\bI(?:'m| am) (?:really |so |a bit |rather )?(?:worried|afraid|sad|lonely|tired|anxious|"
    r"uneasy)\b|\bI (?:worry|miss|dread|fear)\b"
    r"|\bI(?:'ve| have)? lost\b|\bmy (?:sore|hurt|bad|poor)\b|\bkeeps me awake\b"
)
_TROUBLED = re.compile(r"\b(?:worr|afraid|sad|lonely|tired|anxious|uneasy|miss|dread|fear|lost|sore|hurt|awake)")


def confidants(e: Evidence) -> Iterator[Finding]:
    """Who talks to one, and how much."""
    for who in e.others:
        heard = e.sorted_as("heard", who=who)
        if len(heard) >= 4:
            words = e.pick(
                "c" + who,
                f"{who} tells me more than most people do",
                f"I have come to rely on {who} for news",
                f"{who} trusts me with what goes on",
                f"hardly anybody keeps me company as {who} does",
            )
            yield from finding(1.9 + 0.05 * len(heard), words, heard)
        elif len(heard) == 2:
            about = subject_of(e, heard)
            words = f"{who} and I have more to say to each other than I thought"
            yield from finding(1.0, f"{words}, {about} to begin with" if about else "", heard)


def concerns(e: Evidence) -> Iterator[Finding]:
    """What is never far from somebody's mind: a word that comes back in what they say or do."""
    for who in e.others:
        told = [n for n in e.notes if n.who == who and n.sort in ("heard", "overheard", "other")]
        count = Counter(thing for n in told for thing in matters(n.body))
        for thing, times in count.most_common(2):
            held = [n for n in told if thing in n.body]
            if times >= 2 and len({n.body for n in held}) >= 2:
                phrase = f"the {thing}"
                words = e.pick(
                    "k" + who,
                    f"{phrase} is never far from the mind of {who}",
                    f"{who} cares a great deal about {phrase}",
                    f"whatever {who} is at, it comes back to {phrase}",
                )
                yield from finding(1.5 + 0.25 * times, words, held)
                break


def industry(e: Evidence) -> Iterator[Finding]:
    """Somebody who is seen at the same thing again and again, or at many things."""
    for who in e.others:
        seen = [
            (n, m[1])
            for n in e.sorted_as("other", who=who)
            if (m := re.search(r" is (\w+ing [^.]*?)(?: at [A-Z][^.]*)?\.?$", n.text))
        ]
        working = [(n, d) for n, d in seen if not chore(d) and not d.startswith(TALKING_WITH)]
        first = Counter(d for _, d in working).most_common(1)
        if first and first[0][1] >= 2:
            yield from finding(
                1.7, f"{who} spends much of the day {first[0][0]}", [n for n, d in working if d == first[0][0]]
            )
        elif len(working) >= 3:
            yield from finding(
                1.4,
                e.pick(
                    "i" + who,
                    f"{who} hardly rests: first {working[0][1]}, then {working[-1][1]}",
                    f"{who} has many things in hand, from {working[0][1]} to {working[-1][1]}",
                ),
                [n for n, _ in working],
            )


def troubles(e: Evidence) -> Iterator[Finding]:
    """Something weighs on somebody."""
    for who in e.others:
        sad = [n for n in e.sorted_as("heard", who=who) if _TROUBLE.search(n.body)]
        if sad:
            told = [
                e.voice.clause(p, vary=False, absolute=True, named=who)
                for n, p in e.props
                if n in sad and p.subj == who
            ]
            trouble = next((clause for clause in told if _TROUBLED.search(clause) and len(clause.split()) < 16), "")
            tail = f": {trouble}" if trouble else ""
            words = e.pick("s" + who, f"something weighs on {who}{tail}", f"I should ask {who} how things are{tail}")
            yield from finding(2.2, words if trouble else "", sad)


def circles(e: Evidence) -> Iterator[Finding]:
    """Two people who keep each other company; somebody who knows everybody."""
    pairs: dict[tuple[str, str], list[Note]] = {}
    for note in e.notes:
        found = re.match(rf"(.+?)(?: is {TALKING_WITH} |{SAID_TO})(.+?)(?:[:.]| at )", note.text)
        if found and note.sort in ("other", "overheard"):
            a, b = sorted((found[1], found[2]))
            if a in e.others and b in e.others:
                pairs.setdefault((a, b), []).append(note)
    for (a, b), held in pairs.items():
        if len(held) >= 2:
            yield from finding(
                1.9,
                e.pick(a + b, f"{a} and {b} have a lot to say to each other", f"{a} and {b} are closer than I knew"),
                held,
            )
    for who in e.others:
        with_whom = sorted({x for pair in pairs for x in pair if who in pair and x != who})
        if len(with_whom) >= 3:
            yield from finding(
                2.1,
                f"{who} is on good terms with half the town",
                [n for pair, held in pairs.items() if who in pair for n in held],
            )


def admiration(e: Evidence) -> Iterator[Finding]:
    """What somebody is busy with that others do not know: their project."""
    for who in e.others:
        told = [
            (n, p)
            for n, p in e.props
            if p.subj == who and p.kind in ("plan", "wish", "event", "doing") and n.sort == "heard"
        ]
        for note, prop in told[-1:]:
            topic = e.theirs(e.voice.topic(prop), who)
            if topic and 1 < len(topic.split()) < 9 and not (prop.event and prop.kind != "event"):
                words = e.pick(
                    "a" + who + topic,
                    f"{who} puts heart into {topic}",
                    f"{topic} means a lot to {who}",
                    f"I would like to know how it goes for {who} with {topic}",
                )
                yield from finding(1.8, words, [note])


DETECTORS = (confidants, concerns, industry, troubles, circles, admiration)
