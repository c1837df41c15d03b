"""What follows about oneself: one's word, worries, company, tastes."""

from __future__ import annotations

import re
from collections.abc import Iterator

from townlet.offline.english import listing
from townlet.offline.forms import inflect, only_noun
from townlet.offline.notes import Note
from townlet.offline.plan.promises import light
from townlet.offline.prop import Prop, content
from townlet.offline.reflect.evidence import Evidence, Finding, as_mine, clipped, finding
from townlet.offline.reflect.habits import doings

_OPINING = re.compile(
    r"(?:think|like|love|enjoy|belie|hate|dislik|people|know|someb|someth|everyb|nobod|want|good|should)"
)


def word_given(e: Evidence) -> Iterator[Finding]:
    """Promises: to whom, and how many."""
    given = [n for n in e.sorted_as("promise") if not light(n.body) and not n.body.startswith(("come ", "be at "))]
    people = list(dict.fromkeys(n.who for n in given))
    if len(people) == 1:
        what = re.split(r" on (?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day| from \d|[.]", given[-1].body)[0]
        yield from finding(
            1.5,
            e.pick(
                "word",
                f"I gave {people[0]} my word to {what}, and I mean to keep it",
                f"{people[0]} is counting on me to {what}",
            ),
            given,
        )
    elif people:
        yield from finding(
            1.6,
            e.pick(
                "words",
                f"I have given my word to {listing(people[:3])} and must not let any of them down",
                f"with {listing(people[:3])} all counting on me I had better write things down",
                f"I say yes too easily, to {listing(people[:3])} for a start",
            ),
            given,
        )


def worries(e: Evidence) -> Iterator[Finding]:
    """What one fears."""
    for note in e.sorted_as("mine"):
        found = re.search(r"\b(?:is|am) (?:worried|anxious|afraid) (?:about|of|that) ([^.;]+)", note.text)
        if found:
            what = clipped(as_mine(found[1], e.me)).split(" and ")[0]
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
    elif len(alone) >= 8 and not heard:
        yield from finding(
            0.9,
            f"I spend more time alone, {as_mine(alone[-1][1], e.me)}, than is good for me",
            [n for n, _ in alone[-4:]],
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
                e.pick("v" + view, f"I still hold that {view}", f"nothing has shown me yet that I am wrong: {view}"),
                [note],
            )
        elif topic := re.search(r" (?:likes?|loves?|enjoys?) (?:to (\w+)( [^.,;]+)?|(\w+ing\b[^.,;]*))", note.text):
            what = clipped(as_mine(topic[3] or inflect(topic[1], "VBG") + (topic[2] or ""), e.me))
            yield from finding(
                1.2,
                e.pick("l" + what, f"a day without {what} feels unfinished", f"{what} is where I get my rest"),
                [note],
            )


def _shared(a: Prop, b: Prop) -> list[str]:
    """The words of matter that two opinions share, the longest first."""
    common = (w for w in a.words & b.words if not _OPINING.match(w) and len(w) > 3 and only_noun(w))
    return sorted(common, key=lambda w: (-len(w), w))


def _noun(lemma: str, a: Note, b: Note) -> str:
    words = [
        w
        for w in re.findall(r"[a-z]+", (a.body + " " + b.body).lower())
        if w == lemma or w.startswith(lemma[: max(4, len(lemma) - 1)])
    ]
    return words[0] if words else inflect(lemma, "VBG")


_GIVING = re.compile(r"\b(?:planning|plans|hosting|hosts|throwing|giving|holding|organi[sz]ing)\b")


def arrangements(e: Evidence) -> Iterator[Finding]:
    """One's own gathering, who said that they would come, and who will not."""
    for note, prop in e.props:
        if note.sort != "mine" or not prop.event or prop.subj != e.me or not _GIVING.search(note.text):
            continue
        head = prop.event.split()[-1]
        coming = [n for n in e.sorted_as("promised me") if head in n.body and not light(n.body)]
        away = [n for n in e.sorted_as("other") if " told me that they cannot " in n.text and head in n.text]
        who = list(dict.fromkeys(n.who for n in coming))
        if away:
            yield from finding(2.6, f"the {prop.event} will not be the same without {away[-1].who}", [note, *away])
        if len(who) >= 2:
            words = e.pick(
                "come" + who[0],
                f"people are coming to my {prop.event}: {listing(who[:4])} gave their word",
                f"the {prop.event} is going to be what {listing(who[:4])} make of it",
                f"I must have enough of everything for {listing(who[:4])} at the {prop.event}",
            )
            yield from finding(2.9, words, [note, *coming])
        elif who:
            yield from finding(
                2.4, f"if {who[0]} keeps to it, I shall not be alone at my {prop.event}", [note, *coming]
            )
        else:
            yield from finding(2.0, f"the {prop.event} matters to me, and I want it to go well", [note])


DETECTORS = (word_given, worries, company, composure, taste, arrangements)
