"""What follows about oneself: habits, wishes, promises, worries."""

from __future__ import annotations

import re
from collections.abc import Iterator

from townlet.language.offline.english import inflect, listing
from townlet.language.offline.lexicon import LEX
from townlet.language.offline.notes import Note
from townlet.language.offline.plan.projects import Project, projects_in
from townlet.language.offline.prop import Prop, content
from townlet.language.offline.reflect.evidence import Evidence, Finding, agenda, chore, finding

_DOING = re.compile(r" is (\w+ing\b[^.]*?)(?: at [A-Z][^.]*)?\.?$")
_LASTING = re.compile(r"\b(?:going to|planning|looking for|hoping|running for)\b")
_FILLERS = frozenset(act.split("|")[0].strip() for row in LEX["routines"]["routine"] for act in row["acts"])
"""What everybody does in passing; nobody gives their time to it."""


def doings(e: Evidence) -> list[tuple[Note, str]]:
    """What one was at, as gerunds, chores left out."""
    found = [
        (n, m[1].split(" (")[0])
        for n in e.sorted_as("mine")
        if (m := _DOING.search(n.text)) and not _LASTING.search(m[1])
    ]
    return [
        (n, d) for n, d in found if not chore(d) and len(d.split()) < 14 and d not in _FILLERS and "break from" not in d
    ]


def habits(e: Evidence) -> Iterator[Finding]:
    """What one gives one's time to."""
    groups: dict[str, list[tuple[Note, str]]] = {}
    for note, doing in doings(e):
        key = next((k for k in groups if len(content(k) & content(doing)) >= 2 or k == doing), doing)
        groups.setdefault(key, []).append((note, doing))
    for key, held in agenda_groups(e, groups).items():
        if len(held) >= 2:
            words = e.pick(
                "h" + key,
                f"I give much of my time to {key}",
                f"I am happiest when I am {key}",
                f"{key} has become a habit of mine",
                f"I lose track of the hour when I am {key}",
            )
            yield from finding(1.6 + 0.1 * len(held), words, [n for n, _ in held])


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
        for project in projects_in(note.text):
            project = Project(project.verb, _mine(project.thing, e.me))
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
        clause, topic = e.clause(prop), e.voice.topic(prop)
        near = [n for n, d in doings(e) if len(content(d) & prop.words) >= 1 and n is not note]
        busy = agenda(e)
        if near and topic:
            yield from finding(2.3, f"I am getting nearer to {topic}", [note, *near])
        elif busy and topic and prop.kind == "wish":
            yield from finding(2.2, f"{clause}, yet my hours go to {busy[-1][1]}", [note, busy[-1][0]])
        elif prop.kind == "need":
            asked = [n for n in e.sorted_as("said") if len(content(n.body) & prop.words) >= 2]
            words = (
                f"I cannot leave it any longer: {clause}" if not asked else f"I have asked around, and still {clause}"
            )
            yield from finding(1.9, words, [note, *asked])
        else:
            yield from finding(
                1.2, e.pick("w" + clause, f"more than I admit, {clause}", f"above all else {clause}"), [note]
            )


def word_given(e: Evidence) -> Iterator[Finding]:
    """Promises: to whom, and how many."""
    given = e.sorted_as("promise")
    people = list(dict.fromkeys(n.who for n in given))
    if len(people) == 1:
        what = re.split(r" on (?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day| from \d|[.]", given[-1].body)[0]
        yield from finding(
            1.8,
            e.pick(
                "word",
                f"I gave {people[0]} my word to {what}, and I mean to keep it",
                f"{people[0]} is counting on me to {what}",
            ),
            given,
        )
    elif people:
        yield from finding(
            1.7, f"I have given my word to {listing(people[:3])} and must not let any of them down", given
        )


def worries(e: Evidence) -> Iterator[Finding]:
    """What one fears."""
    for note in e.sorted_as("mine"):
        found = re.search(r"\b(?:is|am) (?:worried|anxious|afraid) (?:about|of|that) ([^.;]+)", note.text)
        if found:
            what = _mine(found[1], e.me)
            told = [n for n in e.sorted_as("heard") if len(content(n.body) & content(what)) >= 1]
            words = (
                f"{what} is the thought that I cannot put down"
                if what.split()[0].endswith("ing")
                else f"until I know about {what}, I shall not rest easy"
            )
            yield from finding(2.5, words, [note])
            if told:
                yield from finding(
                    2.6, f"I am not alone in thinking about {what}: {told[-1].who} spoke of it too", [note, *told]
                )


def _mine(words: str, me: str) -> str:
    first = me.split(" ")[0] if me else ""
    words = re.sub(r"\b(?:his|her|their)\b", "my", words)
    return re.sub(rf"\b{re.escape(me)}(?:'s)?\b|\b{re.escape(first)}'s\b", "my", words) if first else words


def company(e: Evidence) -> Iterator[Finding]:
    """How much of the day one spends with others."""
    heard = e.sorted_as("heard")
    people = list(dict.fromkeys(n.who for n in heard))
    alone = doings(e)
    if len(people) >= 4:
        yield from finding(
            1.5,
            f"I am at home among people: {listing(people[-3:])} all stopped to talk to me",
            [n for n in heard if n.who in people[-3:]],
        )
    elif len(alone) >= 5 and not heard:
        yield from finding(
            1.7, f"I spend more time alone, {alone[-1][1]}, than is good for me", [n for n, _ in alone[-4:]]
        )


def composure(e: Evidence) -> Iterator[Finding]:
    """What one did when something went wrong."""
    handled = [
        n
        for n in e.sorted_as("mine")
        if re.search(r" (?:found|saw) .* and (?:put|fix|mend|clean|shut|turn|went|fetch|gather|smother|look)", n.text)
    ]
    for note in handled:
        thing = re.search(r" (?:found|saw) (the [\w' ]+?) (\w+ing|\w+ed|empty|dirty|broken)\b", note.text)
        what = thing[1] if thing else "it"
        yield from finding(
            2.3,
            e.pick(
                "cool",
                f"I keep my head when something goes wrong, as with {what}",
                f"{what} taught me to look twice before I leave a room",
                f"if I had not seen to {what}, nobody would have",
            ),
            [note],
        )


def taste(e: Evidence) -> Iterator[Finding]:
    """What one thinks and likes, shared with others or not."""
    own = [(n, p) for n, p in e.props if n.sort == "mine" and p.kind == "opinion" and p.subj == e.me and not p.secret]
    for note, prop in own:
        alike = [
            (n, q)
            for n, q in e.props
            if q.kind == "opinion" and q.subj in e.others and n is not note and _shared(prop, q)
        ]
        if alike:
            other, q = alike[-1]
            shared = _shared(prop, q)[0]
            yield from finding(
                2.5, f"{q.subj} and I care about the same thing: {_noun(shared, note, other)}", [note, other]
            )
        elif not prop.people - {e.me} and re.search(r" (?:thinks?|believes?) ", note.text):
            view = re.sub(r"^I (?:think|believe) (?:that )?", "", e.clause(prop))
            yield from finding(
                1.1,
                e.pick("v" + view, f"I am more certain than before that {view}", f"few people see as I do that {view}"),
                [note],
            )
        elif topic := re.search(r" (?:likes?|loves?|enjoys?) (?:to (\w+)( [^.,;]+)?|(\w+ing\b[^.,;]*))", note.text):
            what = _mine(topic[3] or inflect(topic[1], "VBG") + (topic[2] or ""), e.me)
            yield from finding(
                1.2,
                e.pick("l" + what, f"a day without {what} feels unfinished", f"{what} is where I get my rest"),
                [note],
            )


_OPINING = re.compile(
    r"(?:think|like|love|enjoy|belie|hate|dislik|people|know|someb|someth|everyb|nobod|want|good|should)"
)


def _shared(a: Prop, b: Prop) -> list[str]:
    """The words of matter that two opinions share, the longest first."""
    return sorted((w for w in a.words & b.words if not _OPINING.match(w) and len(w) > 3), key=lambda w: (-len(w), w))


def _noun(lemma: str, a: Note, b: Note) -> str:
    words = [
        w
        for w in re.findall(r"[a-z]+", (a.body + " " + b.body).lower())
        if w == lemma or w.startswith(lemma[: max(4, len(lemma) - 1)])
    ]
    return words[0] if words else inflect(lemma, "VBG")


def arrangements(e: Evidence) -> Iterator[Finding]:
    """One's own gathering and who said that they would come."""
    for note, prop in e.props:
        if note.sort == "mine" and prop.event and prop.subj == e.me and prop.kind in ("event", "plan", "wish"):
            coming = [n for n in e.sorted_as("promised me") if prop.event.split()[-1] in n.body]
            if coming:
                who = list(dict.fromkeys(n.who for n in coming))
                yield from finding(
                    3.0, f"people are coming to my {prop.event}: {listing(who[:4])} gave their word", [note, *coming]
                )
            else:
                yield from finding(2.4, f"the {prop.event} matters to me, and I want it to go well", [note])


DETECTORS = (habits, purpose, wanting, word_given, worries, company, composure, taste, arrangements)
