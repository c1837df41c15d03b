"""What follows from earlier reflections: thoughts about thoughts."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from townlet.offline.english import listing
from townlet.offline.notes import Note
from townlet.offline.prop import content
from townlet.offline.reflect.evidence import Evidence, Finding, finding, matters


def _body(text: str) -> str:
    return text.rstrip(".! ")


_WARM = re.compile(
    r"friend|talk things over|rely|trusts me|does what|good terms|love|company|the first I tell|stays with me"
)
_OWED = re.compile(r"\b(?:my word|counting on|keeps the promise)\b")


def about_somebody(e: Evidence) -> Iterator[Finding]:
    """Several thoughts about one person."""
    thoughts = e.sorted_as("thought")
    for who in e.others:
        held = [n for n in thoughts if who in n.body]
        warm = [n for n in held if _WARM.search(n.body)]
        owed = [n for n in held if _OWED.search(n.body)]
        things = list(dict.fromkeys(thing for n in held for thing in _things(e, n.body) if thing not in who))
        if len(warm) >= 2:
            words = e.pick(
                "s" + who, f"{who} matters to me more than I have said", f"the place would be emptier without {who}"
            )
            yield from finding(2.3, words, warm)
        elif warm and len(held) >= 2 and things:
            words = e.pick(
                "w" + who,
                f"what is close to the heart of {who}, the {things[0]}, has come closer to mine",
                f"I see more in {who} than company, and in the {things[0]} more than talk",
            )
            yield from finding(2.4, words, held)
        elif len(owed) >= 2:
            yield from finding(2.2, f"{who} and I hold each other to our word", owed)
        elif len(things) >= 2 and len(held) >= 2:
            words = e.pick(
                "m" + who,
                f"there is more to {who} than the {things[0]}: there is the {things[1]} as well",
                f"whoever wants to understand {who} has to know about the {things[0]} and the {things[1]}",
            )
            yield from finding(2.4, words, held)


def shared(e: Evidence) -> Iterator[Finding]:
    """Something that thoughts about different people have in common."""
    held: dict[str, list[tuple[Note, str]]] = {}
    for note in e.sorted_as("thought"):
        for thing in _things(e, note.body):
            held.setdefault(thing, []).extend((note, who) for who in e.others if who in note.body)
    for thing, found in held.items():
        people = list(dict.fromkeys(who for _, who in found))
        if len(people) >= 2 and len({note.n for note, _ in found}) >= 2:
            words = e.pick(
                "sh" + thing,
                f"what {listing(people[:3])} and I have in common is the {thing}",
                f"without the {thing} I should have little to do with {listing(people[:3])}",
                f"the {thing} brings me closer to {listing(people[:3])}",
            )
            yield from finding(2.6, words, [note for note, _ in found])


def recurring(e: Evidence) -> Iterator[Finding]:
    """A matter that several thoughts turn on."""
    thoughts = e.sorted_as("thought")
    things = Counter(thing for n in thoughts for thing in _things(e, n.body))
    for thing, times in things.most_common(2):
        held = [n for n in thoughts if thing in n.body]
        if times >= 3 and len({n.body for n in held}) >= 3:
            words = e.pick(
                "o" + thing,
                f"so much of what I think turns on the {thing}",
                f"I could talk of little but the {thing} these days",
                f"there is hardly a thought of mine that does not lead back to the {thing}",
            )
            yield from finding(2.3, words, held)
            return


def _things(e: Evidence, body: str) -> list[str]:
    """The events and other things that a thought speaks of."""
    events = dict.fromkeys(p.event for _, p in e.props if p.event and p.event in body)
    return list(events) or [thing for thing in matters(body) if " " in thing and not thing.endswith("s")]


def character(e: Evidence) -> Iterator[Finding]:
    """What several thoughts about oneself come to."""
    own = [n for n in e.sorted_as("thought") if re.match(r"(?:I|I'm|I've|my)\b", n.body)]
    work = [
        n
        for n in own
        if re.search(r"\b(?:time to|dedicated|days are built|getting on with|happiest|habit|work)\b", n.body)
    ]
    people = [n for n in e.sorted_as("thought") if any(w in n.body for w in e.others)]
    if work and people:
        activity = re.search(
            r"(?:time to|dedicated to|happiest when I(?:'m| am)|getting on with) (.+)", _body(work[-1].body)
        )
        names = list(dict.fromkeys(w for n in people for w in e.others if w in n.body))[:2]
        if activity:
            yield from finding(
                2.8,
                e.pick(
                    "both" + activity[1],
                    f"I need both: {activity[1]}, and people like {listing(names)}",
                    f"{activity[1]} is only half of my life, and {listing(names)} the other",
                    f"{activity[1]} would mean less to me without {listing(names)} to tell of it",
                ),
                [work[-1], *people[-2:]],
            )
    given = [n for n in own if re.search(r"my word|counting on me|let .* down", n.body)]
    if len(given) >= 3:
        yield from finding(2.3, "I would rather be tired than known as somebody who breaks a promise", given)


def borne_out(e: Evidence) -> Iterator[Finding]:
    """An earlier thought that something new bears out."""
    for thought in e.sorted_as("thought"):
        for who in [w for w in e.others if w in thought.body]:
            later = [
                n for n in e.notes if n.at > thought.at and n.who == who and n.sort in ("heard", "other", "promised me")
            ]
            for thing in _things(e, thought.body)[:1]:
                held = [n for n in later if thing in n.body]
                if held and e.days([thought, *held]) >= 2:
                    words = f"a day later it is still as I thought of {who}: it comes back to the {thing}"
                    yield from finding(2.4, words, [thought, *held])


def at_odds(e: Evidence) -> Iterator[Finding]:
    """A thought beside what one then did."""
    for thought in e.sorted_as("thought"):
        if re.search(
            r"\bdeserves more of my time|should make more time|alone.* than is good|pass each other\b", thought.body
        ):
            since = [n for n in e.sorted_as("mine") if n.at > thought.at and " is " in n.text]
            acted = [n for n in since if len(content(n.text) & content(thought.body)) >= 2]
            if since and not acted:
                yield from finding(
                    2.5,
                    f"I keep saying that {_body(thought.body)}, and then I do something else",
                    [thought, *since[-3:]],
                )
            elif acted:
                yield from finding(
                    2.5,
                    f"I meant it when I thought that {_body(thought.body)}, and I have begun to change it",
                    [thought, *acted],
                )


DETECTORS = (about_somebody, shared, recurring, character, borne_out, at_odds)
