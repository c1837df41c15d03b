"""What follows about what the town tells: who says so, whether it agrees, how it goes round."""

from __future__ import annotations

import re
from collections.abc import Iterator

from townlet.offline.english import listing
from townlet.offline.notes import Note
from townlet.offline.prop import Prop, similar
from townlet.offline.reflect.evidence import Evidence, Finding, finding

_TOLD = ("heard", "overheard")
_COMING = re.compile(r"\b(?:going to|will|is planning|plans to|running for|moving|selling|sold|closing|leaving)\b")


def _groups(e: Evidence) -> list[list[tuple[Note, Prop]]]:
    """What was told, the same tale from several mouths together; each mouth's own doings left out."""
    groups: list[list[tuple[Note, Prop]]] = []
    for note, prop in e.props:
        if note.sort in _TOLD and (prop.event or prop.kind in ("fact", "plan", "done", "state", "event", "promise")):
            same = next((g for g in groups if similar(g[0][1], prop) >= 0.6), None)
            if same is None:
                groups.append([(note, prop)])
            else:
                same.append((note, prop))
    return groups


def talk_of_the_town(e: Evidence) -> Iterator[Finding]:
    """A gathering that several people bring up."""
    for group in _groups(e):
        event = group[0][1].event
        voices = list(dict.fromkeys(n.who for n, _ in group))
        if event and len(voices) >= 2:
            every = "all" if len(voices) > 2 else "both"
            words = e.pick(
                "t" + event,
                f"everyone is talking of the {event}: {listing(voices[:3])} {every} brought it up",
                f"the {event} brings people together before it has begun, {listing(voices[:3])} among them",
                f"word of the {event} travels by itself; I had it from {listing(voices[:3])}",
            )
            yield from finding(2.7 + 0.1 * len(voices), words, [n for n, _ in group])


def confirmed(e: Evidence) -> Iterator[Finding]:
    """The same tale from two mouths is probably true; from one, perhaps."""
    for group in _groups(e):
        note, prop = group[0]
        voices = list(dict.fromkeys(n.who for n, _ in group))
        clause = e.clause(prop)
        if prop.event or (prop.subj in voices and len(voices) == 1) or not 3 <= len(clause.split()) <= 22:
            continue
        if len(voices) >= 2:
            yield from finding(
                2.8,
                f"it is probably true that {_inner(clause)}, because {listing(voices[:3])} say the same",
                [n for n, _ in group],
            )
        elif (
            prop.subj not in (note.who, e.me)
            and note.who not in clause
            and (prop.valence < 0 or _COMING.search(clause))
        ):
            words = e.pick(
                "d" + clause,
                f"I have only {note.who}'s word that {_inner(clause)}",
                f"if {note.who} is right that {_inner(clause)}, it will change things here",
            )
            yield from finding(1.7, words, [note])


def _inner(clause: str) -> str:
    return clause[0].lower() + clause[1:] if re.match(r"(?:The|A|An|There|It|Some)\b", clause) else clause


def disagreement(e: Evidence) -> Iterator[Finding]:
    """People who do not agree on where or when."""
    found: dict[str, list[tuple[Note, Prop]]] = {}
    for note, prop in e.props:
        if prop.event and prop.when.start is not None:
            found.setdefault(prop.event.split()[-1], []).append((note, prop))
    for told in found.values():
        first, last = told[0], told[-1]
        if first[1].when.start != last[1].when.start or (
            first[1].place and last[1].place and first[1].place != last[1].place
        ):
            yield from finding(
                2.9,
                f"people do not agree on when and where the {last[1].event} is, and I had better ask",
                [first[0], last[0]],
            )


def spread(e: Evidence) -> Iterator[Finding]:
    """One's own tale coming back from another mouth."""
    for note in e.sorted_as("heard"):
        told = [n for n in e.sorted_as("said") if n.who != note.who and n.at < note.at]
        mine = {p for _, p in ((n, p) for n in told for p in e.reader.memory(n.text, n.n, n.at))}
        for prop in e.reader.memory(note.text, note.n, note.at):
            same = [p for p in sorted(mine, key=lambda p: p.idx) if similar(p, prop) >= 0.7]
            if same and prop.event:
                source = next(n for n in told if n.n == same[0].idx)
                yield from finding(
                    2.6,
                    f"what I told {source.who} about the {prop.event} has already reached {note.who}",
                    [source, note],
                )
                return


def expectation(e: Evidence) -> Iterator[Finding]:
    """Something that one is going to, or has decided not to."""
    for note in e.sorted_as("promise", "told"):
        props = [p for p in e.reader.memory(note.text, note.n, note.at) if p.event]
        for prop in props[:1]:
            if note.sort == "promise" and not note.body.startswith("help"):
                yield from finding(
                    1.5,
                    e.pick(
                        "x" + prop.event,
                        f"I am looking forward to the {prop.event}",
                        f"the {prop.event} will do me good",
                        f"I said yes to the {prop.event} faster than I usually say yes",
                        f"I should find out who else is going to the {prop.event}",
                        f"it was good of {note.who} to ask me to the {prop.event}",
                    ),
                    [note],
                )
            elif note.sort == "told":
                others = [n for n in e.sorted_as(*_TOLD) if prop.event.split()[-1] in n.body]
                yield from finding(
                    1.9, f"I said no to the {prop.event} and keep wondering what I shall miss", [note, *others[-2:]]
                )


_RUNS = re.compile(r"\b(?:run(?:s|ning)?|stand(?:s|ing)?) (?:for|against|in) [^.,;]+")


def ambition(e: Evidence) -> Iterator[Finding]:
    """Somebody who has set out to do something in public, and what people make of it."""
    for note, prop in e.props:
        clause = e.clause(prop) if prop.subj in e.others and note.sort in (*_TOLD, "other") else ""
        found = _RUNS.search(clause)
        if not found or not re.fullmatch(r"[\w'’ -]{0,40}", clause[len(prop.subj) : found.start()]):
            continue
        if re.search(r"\b(?:who|whether|if|not|never)\b", clause[: found.start()]):
            continue
        others = [n for n in e.notes if n is not note and prop.subj in n.text and n.who not in (prop.subj, e.me)]
        voices = [n for n in others if n.sort in _TOLD and re.search(r"mayor|election|candida|run\b|running", n.text)]
        if voices:
            words = e.pick(
                "am" + prop.subj,
                f"the town will have to make up its mind about {prop.subj}, as {voices[-1].who} already has to",
                f"{prop.subj} cannot take a step now without {voices[-1].who} and the rest talking about it",
            )
        else:
            words = e.pick(
                "ao" + prop.subj,
                f"I wonder whether {prop.subj} knows what it means to {_plainly(found[0])}",
                f"I should ask {prop.subj} what comes after the day one is chosen",
            )
        yield from finding(2.5, words, [note, *voices[-3:]])


def _plainly(words: str) -> str:
    """'running for mayor in the election' as what one does: 'run for mayor'."""
    verb, _, rest = words.partition(" ")
    return f"{'stand' if verb.startswith('stand') else 'run'} {re.split(r' (?:in|this|next|and|because) ', rest)[0]}"


def mishaps(e: Evidence) -> Iterator[Finding]:
    """Things that went wrong."""
    wrong = [
        n
        for n in e.sorted_as("other")
        if re.search(r"\b(?:burning|leaking|flooded|broken|empty|smoking|overflowing|stolen)\b", n.text)
        and n.text.startswith(("The ", "A ", "My "))
    ]
    if len(wrong) >= 2:
        things = [m[1].lower() for n in wrong if (m := re.match(r"((?:The|A|My) [\w' ]+?) (?:is|in|at|of)\b", n.text))]
        yield from finding(
            2.2,
            f"things break here faster than they are mended, {listing(list(dict.fromkeys(things))[:2])} to begin with",
            wrong,
        )
    elif wrong:
        thing = re.match(r"((?:The|A|My) [\w' ]+?) (?:is|in|at|of)\b", wrong[0].text)
        if thing:
            yield from finding(1.6, f"{thing[1].lower()} will bear watching", wrong)


DETECTORS = (talk_of_the_town, confirmed, disagreement, spread, expectation, ambition, mishaps)
