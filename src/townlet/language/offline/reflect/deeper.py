"""What follows from earlier reflections: thoughts about thoughts."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from townlet.language.offline.english import listing
from townlet.language.offline.prop import content
from townlet.language.offline.reflect.evidence import Evidence, Finding, finding, matters


def _body(text: str) -> str:
    return text.rstrip(".! ")


def about_somebody(e: Evidence) -> Iterator[Finding]:
    """Several thoughts about one person."""
    thoughts = e.sorted_as("thought")
    for who in e.others:
        held = [n for n in thoughts if who in n.body]
        if len(held) >= 2:
            warm = any(
                re.search(r"friend|good to talk|trust|rely|counting|cares|does what|good terms|love", n.body)
                for n in held
            )
            words = (
                e.pick(
                    "s" + who,
                    f"{who} matters to me more than I have said",
                    f"the place would be emptier without {who}",
                )
                if warm
                else e.pick(
                    "s" + who,
                    f"I am still making up my mind about {who}",
                    f"{who} takes up more of my thoughts than I expected",
                )
            )
            yield from finding(2.2 + 0.1 * len(held), words, held)


def recurring(e: Evidence) -> Iterator[Finding]:
    """A matter that several thoughts turn on."""
    thoughts = e.sorted_as("thought")
    things = Counter(thing for n in thoughts for thing in _things(e, n.body))
    for thing, times in things.most_common(2):
        held = [n for n in thoughts if thing in n.body]
        if times >= 2 and len({n.body for n in held}) >= 2:
            words = e.pick(
                "o" + thing,
                f"so much of what I think turns on the {thing}",
                f"the {thing} is at the bottom of more than one thing",
                f"I could talk of little but the {thing} these days",
            )
            yield from finding(2.7, words, held)
            return


def _things(e: Evidence, body: str) -> list[str]:
    """The events and other things that a thought speaks of."""
    events = dict.fromkeys(p.event for _, p in e.props if p.event and p.event in body)
    return list(events) or matters(body)


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
                2.8, f"I need both: {activity[1]}, and people like {listing(names)}", [work[-1], *people[-2:]]
            )
    given = [n for n in own if re.search(r"my word|counting on me|let .* down", n.body)]
    if len(given) >= 2:
        yield from finding(2.7, "I would rather be tired than known as somebody who breaks a promise", given)


def borne_out(e: Evidence) -> Iterator[Finding]:
    """An earlier thought that something new bears out."""
    for thought in e.sorted_as("thought"):
        for who in [w for w in e.others if w in thought.body]:
            later = [
                n for n in e.notes if n.at > thought.at and n.who == who and n.sort in ("heard", "other", "promised me")
            ]
            for thing in _things(e, thought.body)[:1]:
                held = [n for n in later if thing in n.body]
                if held:
                    yield from finding(2.4, f"I was right about {who}: it comes back to the {thing}", [thought, *held])


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


DETECTORS = (about_somebody, recurring, character, borne_out, at_odds)
