"""What follows about one's own days: habits, projects, and wishes beside what one does."""

from __future__ import annotations

import re
from collections.abc import Iterator

from townlet.offline.english import listing
from townlet.offline.notes import Note
from townlet.offline.plan.passing import FILLERS, in_passing
from townlet.offline.plan.projects import Project, projects_in
from townlet.offline.prop import Prop, content
from townlet.offline.reflect.evidence import Evidence, Finding, agenda, as_mine, chore, finding

_DOING = re.compile(r" is (\w+ing\b[^.]*?)(?: at [A-Z][^.]*)?\.?$")
_LASTING = re.compile(r"\b(?:going to|planning|looking for|hoping|running for)\b")
_AT_PLACE = re.compile(r" (?:at|in) (?:the \w+ (?:at|of) )?[A-Z][\w’' -]*\.?$")


def doings(e: Evidence) -> list[tuple[Note, str]]:
    """What one was at, as gerunds, chores left out."""
    found = [
        (n, m[1].split(" (")[0])
        for n in e.sorted_as("mine")
        if (m := _DOING.search(n.text)) and not _LASTING.search(m[1])
    ]
    return [
        (n, d) for n, d in found if not chore(d) and len(d.split()) < 14 and d not in FILLERS and "break from" not in d
    ]


def habits(e: Evidence) -> Iterator[Finding]:
    """What one gives one's time to."""
    groups: dict[str, list[tuple[Note, str]]] = {}
    for note, doing in doings(e):
        doing = as_mine(doing, e.me)
        key = next((k for k in groups if len(content(k) & content(doing)) >= 2 or k == doing), doing)
        groups.setdefault(key, []).append((note, doing))
    for key, held in agenda_groups(e, groups).items():
        passing = in_passing(key)
        if len(held) >= 2 and e.days(n for n, _ in held) >= 2:
            words = e.pick(
                "hd" + key,
                f"two days running I have gone back to {key}",
                f"one day after another I find myself {key}",
                f"whatever else a day brings, I end up {key}",
            )
            yield from finding(2.2 - 0.6 * passing, words, [n for n, _ in held])
        elif len(held) >= 2 and not passing:
            words = e.pick(
                "h" + key,
                f"I give much of my time to {key}",
                f"I am happiest when I am {key}",
                f"{key} has become a habit of mine",
                f"I lose track of the hour when I am {key}",
            )
            yield from finding(1.5 - 0.4 * passing + 0.05 * min(6, len(held)), words, [n for n, _ in held])


def agenda_groups(e: Evidence, groups: dict[str, list[tuple[Note, str]]]) -> dict[str, list[tuple[Note, str]]]:
    """The groups, with what several days' plans give hours to."""
    for note, item in agenda(e):
        if any(project in item for project in ("working as", "working at", "running ")) or note in [
            n for n, _ in groups.get(item, [])
        ]:
            continue
        groups.setdefault(item, []).append((note, item))
    return groups


def purpose(e: Evidence) -> Iterator[Finding]:
    """A project of one's own, and whether the days serve it."""
    for note in e.sorted_as("mine"):
        for project in projects_in(_AT_PLACE.sub("", note.text)):
            if in_passing(project.activity):
                continue
            project = Project(project.verb, as_mine(project.thing, e.me))
            served = [n for n, d in doings(e) if n is not note and content(project.definite) & content(d)]
            heard = [n for n in e.sorted_as("heard", "said") if len(content(project.thing) & content(n.body)) >= 2]
            if served:
                yield from finding(
                    2.4,
                    e.pick(
                        "p" + project.thing,
                        f"{project.definite} is what my days are built around",
                        f"I am dedicated to {project.activity}",
                        f"step by step I am getting on with {project.definite}",
                    ),
                    [note, *served],
                )
            elif heard:
                yield from finding(2.3, f"I talk about {project.definite} more than I work on it", [note, *heard])
            else:
                yield from finding(
                    1.3,
                    e.pick(
                        "t" + project.thing,
                        f"{project.activity} deserves more of my time than it gets",
                        f"I should not let a day pass without {project.activity}",
                        f"I have put too much into {project.definite} to leave it half done",
                    ),
                    [note],
                )


def wanting(e: Evidence) -> Iterator[Finding]:
    """A wish beside what one does."""
    for note, prop in e.props:
        if note.sort != "mine" or prop.kind not in ("wish", "need") or prop.subj != e.me or prop.secret:
            continue
        if prop.kind == "need":
            yield from _lacking(e, note, prop)
            continue
        clause, topic = e.clause(prop), e.voice.topic(prop)
        near = [n for n, d in doings(e) if len(content(d) & prop.words) >= 2 and n is not note]
        other = [(n, d) for n, d in doings(e) if n is not note and not content(d) & prop.words]
        if near and topic:
            yield from finding(2.3, f"I am getting nearer to {topic}", [note, *near])
        elif len(other) >= 2 and topic:
            busy = as_mine(other[-1][1], e.me)
            words = e.pick("y" + clause, f"{clause}, yet my hours go to {busy}", f"{clause}, and here I am, {busy}")
            yield from finding(2.0, words, [note, other[-1][0]])
        else:
            yield from finding(
                1.1, e.pick("w" + clause, f"more than I admit, {clause}", f"above all else {clause}"), [note]
            )


_ASIDE = re.compile(r"[?]|\bI['’]ll\b|\bI will\b|\bI promise|\bask\b|look(?:ing)? (?:out|for)|keep (?:an|my) ")
"""Signs of a line that asks or promises, and so tells nothing of having a thing."""


def _lacking(e: Evidence, note: Note, prop: Prop) -> Iterator[Finding]:
    """Something that one needs: who was asked, who looks out for it, what is at hand."""
    topic = e.voice.topic(prop)
    if not topic or len(topic.split()) > 9:
        return
    asked = [n for n in e.sorted_as("said") if len(content(n.body) & prop.words) >= 2]
    helped = [n for n in e.sorted_as("promised me") if len(content(n.body) & prop.words) >= 2]
    known = [
        n
        for n in e.sorted_as("heard", "other")
        if n.who in e.others and len(content(n.body) & prop.words) >= 2 and not _ASIDE.search(n.body)
    ]
    if known:
        yield from finding(2.4, f"{known[-1].who} may be the one to ask about {topic}", [note, *known[-2:]])
    elif len(who := list(dict.fromkeys(n.who for n in helped))) >= 2:
        words = f"{listing(who[:3])} know about {topic} now, so I need not fret over it"
        yield from finding(2.0, words, [note, *helped])
    elif asked and not helped:
        who = list(dict.fromkeys(n.who for n in asked))
        yield from finding(1.9, f"telling {listing(who[:3])} about {topic} was not enough to find it", [note, *asked])
    else:
        yield from finding(
            1.2,
            e.pick(
                "n" + topic,
                f"I cannot get on as I would like without {topic}",
                f"sooner or later I must do something about {topic}",
            ),
            [note],
        )


DETECTORS = (habits, purpose, wanting)
