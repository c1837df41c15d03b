"""A person in a paragraph (Park et al. 2023, appendix A), and what two people are to each other."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterable, Iterator

from townlet.cognition.wording import name_with_age
from townlet.offline.english import listing, sentence
from townlet.offline.fields import Fields, records, text, texts
from townlet.offline.plan.habits import work_of
from townlet.offline.plan.shifts import tells_hours
from townlet.offline.reader.facts import Fact, sentences, similar
from townlet.offline.reader.people import plain
from townlet.offline.reflect.answers import traces_of
from townlet.offline.reflect.rows import Found, matches, rows, worded
from townlet.offline.reflect.traces import Traces
from townlet.offline.words import WORDS

MOST_WORDS = 115
"""So many words are said before the last sentence, which tells how the person feels."""
ALIKE = 0.6
BONDS = ("married", "kin", "home", "love", "friend", "quarrel", "knows", "like", "dislike", "opinion")
SECTIONS = ("core", "occupation", "feeling")


def summary(fields: Fields, seed: int) -> dict[str, object]:
    """Answers `summary`: age and traits, what lasts, and how it goes at present; no secret, nothing that is over."""
    shown = [each for key in SECTIONS for each in records(fields, key)]
    traces = traces_of({**fields, "memories": [dict(each) for each in shown]}, seed)
    name = traces.talk.me
    said = [opening(name, text(fields, "age"), _traits(fields))]
    for written in _lasting(_facts(traces, shown, text(fields, "before"), name), name, traces.talk.now):
        if sum(len(each.split()) for each in said) + len(written.split()) <= MOST_WORDS:
            said.append(written)
    said.append(sentence(_newest("feeling", traces)))
    return {"text": " ".join(each for each in said if each)}


def _traits(fields: Fields) -> list[str]:
    """The traits, whether printed as a list or as one line."""
    return [trait.strip() for line in texts(fields, "traits") for trait in line.split(",") if trait.strip()]


def opening(name: str, age: str, traits: list[str]) -> str:
    """'Ann Bo (age: 34) is friendly, outgoing and hospitable.'"""
    words = WORDS.tables["summary"]
    aged = name_with_age(name, age) if age else name
    return str(words["opening"]).format(name=aged, traits=listing(traits[:6]) or words["plain"])


def _facts(traces: Traces, shown: list[Fields], before: str, name: str) -> Iterator[tuple[Fact, str]]:
    """What is remembered at first hand with its sentence, the newest first, and what was said of the person before."""
    talk = traces.talk
    over = {trace.number for trace in traces.all if trace.kind in ("need", "wish", "event") and traces.is_over(trace)}
    for fact in reversed(talk.facts):
        if fact.number not in over and not fact.source and 0 <= fact.number < len(shown):
            yield fact, sentence(text(shown[fact.number], "text"))
    first = talk.now.replace(hour=0, minute=0)
    for each in sentences(before)[1:]:
        fact_before = talk.reader.memory(each, first, own=True)
        if fact_before and each.startswith(name):
            yield fact_before, each


def _lasting(facts: Iterable[tuple[Fact, str]], name: str, now: dt.datetime) -> list[str]:
    """Return what to tell, in the order of the kinds: each once, nothing that is secret or over."""
    at_hand = ((fact, said) for fact, said in facts if fact.who == name and not fact.secret)
    known = [(f, said) for f, said in at_hand if (f.end is None or f.end > now) and not _OF_A_DAY.search(said)]
    told: list[tuple[Fact, str]] = []
    for kind, most in WORDS.tables["summary"]["lasting"]:
        count = 0
        for fact, said in known:
            # Whose trade has a name is not told by what they do.
            if kind == "work" and any(other.kind == "trade" for other, _ in told):
                continue
            again = any(similar(fact, other) >= ALIKE and fact.people == other.people for other, _ in told)
            if _kind(fact) == kind and count < most and not again and all(said != other for _, other in told):
                told.append((fact, said))
                count += 1
    return [said for _, said in told]


_OF_A_DAY = re.compile(r"\b(?:yesterday|today|tonight|tomorrow|this (?:morning|afternoon|evening|week))\b", re.I)
"""Words that mean another day on the days after, on which the summary is still read."""


def _kind(fact: Fact) -> str:
    """Return the kind under which a fact is told; what one was once seen at does not last."""
    if fact.kind == "doing":
        return "pursuit" if fact.own else ""
    if fact.kind == "habit" and tells_hours(fact):
        return "hours"
    return "work" if work_of(fact) else fact.kind


def _newest(key: str, traces: Traces, **people: str) -> str:
    """Return what the best row says: those of most weight first, and of one row the newest traces."""
    found: list[Found] = []
    for row in rows("summary", key):
        found += [each for each in matches(row, traces) if people.items() <= each.people.items()][:1]
    ranked = sorted(
        found, key=lambda each: (-each.row.prefer, -max((t.at.timestamp() for t in each.traces), default=0))
    )
    return next((said for each in ranked if (said := worded(each, traces, "", traces.talk.now.date()))), "")


def relationship(fields: Fields, seed: int) -> dict[str, object]:
    """Answers `relationship`: what one is to the other, and what they have had to do with one another of late."""
    traces, shown = traces_of(fields, seed), records(fields, "memories")
    me, other = traces.talk.me, text(fields, "other") or "the other"
    bond = next(
        (
            sentence(text(shown[fact.number], "text"))
            for kind in BONDS
            for fact in traces.talk.facts
            if fact.kind == kind
            and {me, other} <= set(fact.people)
            and not fact.source
            and 0 <= fact.number < len(shown)
        ),
        "",
    )
    lately = sentence(_newest("relationship", traces, A=other))
    if not bond and not lately:
        known = any(other in plain(fact.text) for fact in traces.talk.facts)
        bond = WORDS.tables["summary"]["bysight" if known else "unknown"].format(me=me, other=other)
    return {"text": " ".join(filter(None, (bond, lately)))[:400]}
