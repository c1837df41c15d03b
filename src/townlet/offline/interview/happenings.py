"""Questions about what goes on: events, needs, candidates, reasons, news; and whatever else is asked."""

from __future__ import annotations

import re
from collections.abc import Sequence

from townlet.offline.english import article
from townlet.offline.interview.asked import Asked, Question
from townlet.offline.interview.oneself import planned
from townlet.offline.interview.others import lasts
from townlet.offline.interview.rows import Row, Slots
from townlet.offline.matters.matter import Matter
from townlet.offline.moves import lookup
from townlet.offline.moves.conditions import state
from townlet.offline.reader.facts import Fact, content
from townlet.offline.reader.people import persons
from townlet.offline.states import classify
from townlet.offline.times import say_when
from townlet.offline.words import WORDS


def _events(asked: Asked) -> list[Matter]:
    return [m for m in asked.matters if m.kind == "event" and not m.fact.secret]


def _event(asked: Asked, question: Question) -> Matter | None:
    """The event that a question names; of several the one that is not over."""
    words = question.words
    events = sorted(_events(asked), key=lambda m: state(asked, m) == "over")
    generic = words & frozenset(WORDS.tables["questions"]["events"])
    mine = [m for m in events if m.owner == asked.me and re.search(r"\byour\b", question.raw)]
    found = asked.any_of(events, words)
    if found is None and not generic and asked.before:
        found = asked.any_of(events, content(" ".join(asked.before[-2:])))
    return found or (mine[0] if mine and generic else events[0] if len(events) == 1 and generic else None)


def event(asked: Asked, question: Question, row: Row, found: re.Match[str]) -> Slots | None:
    """When and where an event is, whose it is, who comes, whether one goes, how it was."""
    about = _event(asked, question)
    if about is None:
        return None
    fact, mine, now = about.fact, about.owner == asked.me, state(asked, about)
    coming, saw = _by(asked, about, "accepted"), _seen_there(asked, about)
    kind = row.kinds[0] if row.kinds else ""
    over = now in ("over", "justover")
    source = fact.source if fact.source not in ("", asked.me, about.owner) else ""
    custom = lookup.custom(asked, about)
    return {
        "case": _event_case(asked, about, kind, now, coming, saw),
        "ev": asked.phrase(about.parts["event"]),
        "an": _indefinite(asked.phrase(about.parts["event"])),
        "where": asked.phrase(fact.place),
        "when": say_when(fact.when, asked.now),
        "host": asked.call(about.owner) if about.owner and not mine else "",
        "source": asked.call(source) if source else "",
        "names": asked.names(coming, 5) if not over else "",
        "count": str(len(coming)) if len(coming) > 5 else "",
        "not": asked.names(_by(asked, about, "declined"), 3),
        "custom": asked.phrase(custom.text) if custom else "",
        "saw": asked.names(saw, 3),
        "number": "were" if len(saw) > 1 else "was",
    }


def _by(asked: Asked, about: Matter, does: str) -> list[str]:
    """Who else has done something about a matter."""
    return [
        *dict.fromkeys(deed.by for deed in about.deeds if deed.does == does and deed.by not in (asked.me, asked.you))
    ]


def _seen_there(asked: Asked, about: Matter) -> list[str]:
    """Whom one remembers from an event."""
    start, end = about.start(), about.end()
    talked = asked.talked(start, end) if start and end else []
    return [*dict.fromkeys([*talked, *(f.who for f in lookup.seen_at(asked, about) if f.who not in ("", asked.me))])]


def _event_case(asked: Asked, about: Matter, kind: str, now: str, coming: Sequence[str], saw: Sequence[str]) -> str:
    """The case of an answer about an event: by its time, by whose it is, and by whether one was there or will be."""
    mine, over = about.owner == asked.me, now in ("over", "justover")
    promised = any(f.kind == "attend" and f.who == asked.me and f.words & about.words for f in asked.open)
    there = "mine" if mine else "there" if saw else "missed"
    if kind == "invites":
        return ("over" if saw else "overnone") if over else "" if coming else "none"
    if kind == "goes" and not over:
        return "mine" if mine else "yes" if promised or lookup.goes(asked, about, asked.me) else "no"
    if kind in ("goes", "went"):
        return there if over else "on" if now == "on" else "ahead"
    return "over" if over else "on" if now == "on" else "mine" if mine else ""


def guest(asked: Asked, question: Question, row: Row, found: re.Match[str]) -> Slots | None:
    """Whether somebody comes, or came, to the event that is spoken of, or to one's own."""
    own = [m for m in _events(asked) if m.owner == asked.me]
    about = _event(asked, question) or next(iter(own), None)
    if about is None or not question.who:
        return None
    over = state(asked, about) in ("over", "justover")
    if over:
        case = "came" if question.who in _seen_there(asked, about) else "absent"
    else:
        case = "promised" if question.who in _by(asked, about, "accepted") else "unsaid"
    return {"case": case, "name": asked.call(question.who), "him": asked.people.forms(question.who)[1]}


def unheard(asked: Asked, question: Question, row: Row, found: re.Match[str]) -> Slots | None:
    """Nothing but the frames, if one knows nothing of such an event."""
    return {} if _event(asked, question) is None and general(asked, question) is None else None


def _indefinite(event: str) -> str:
    """Return the name of an event as it is first spoken of: 'a picnic'."""
    return article(event.removeprefix("the ")) if event.startswith("the ") else event


def ahead(asked: Asked, question: Question, row: Row, found: re.Match[str]) -> Slots | None:
    """What is to come in the town, or what one looks forward to: the next events one knows of."""
    events = sorted(
        (m for m in _events(asked) if (m.end() or asked.now) > asked.now), key=lambda m: m.start() or asked.now
    )
    said = [
        " ".join(
            filter(None, (asked.phrase(m.parts["event"]), asked.phrase(m.fact.place), say_when(m.fact.when, asked.now)))
        )
        for m in events
    ]
    return _one_and_more(said) if said else {"case": "none"}


def kept(asked: Asked, question: Question, row: Row, found: re.Match[str]) -> Slots | None:
    """Why one was not at an event: what one was at then, by what one remembers or by the plan."""
    declined = [
        f
        for f in asked.open
        if f.who == asked.me and re.search(r" cannot (?:come|be|make)\b", f.text) and f.words & question.words
    ]
    if declined:
        return {"case": "declined", "name": asked.names(n for n in declined[-1].people if n != asked.me)}
    about = _event(asked, question)
    if about is None:
        return {"case": "unknown"}
    start, end = about.start(), about.end()
    if start is None or end is None:
        return {"case": "heard"}
    lived = asked.lived(start - (end - start) / 2, end)
    if lived:
        return {"case": "", "doing": asked.phrase(lived[-1].about)}
    block = planned(asked, start.date(), start.hour * 60 + start.minute) if start.date() == asked.now.date() else None
    if block:
        meant = about.words and about.words <= content(block.doing)
        return {"case": "meant" if meant else "aside", "doing": asked.phrase(block.doing)}
    return {"case": "none"}


def need(asked: Asked, question: Question, row: Row, found: re.Match[str]) -> Slots | None:
    """What one needs or looks for, and how far one is with it."""
    mine = [m for m in asked.matters if m.kind == "need" and m.owner == asked.me]
    mine.sort(key=lambda m: any(deed.does == "met" for deed in m.deeds))
    about = asked.any_of(mine, question.words) or (mine[0] if mine and "open" in row.kinds else None)
    if about is None:
        return {"case": "none"} if "open" in row.kinds else None
    met = [d.by for d in about.deeds if d.does == "met"]
    promised = [d.by for d in about.deeds if d.does == "promised" and d.by != asked.me]
    told = [d.to for d in about.deeds if d.by == asked.me and d.to not in (asked.me, asked.you)]
    thing = asked.phrase(about.parts.get("thing") or about.fact.about)
    now = (
        "met"
        if met
        else "lapsed"
        if state(asked, about) == "lapsed"
        else "promised"
        if promised
        else "asked"
        if told
        else "open"
    )
    helper = lookup.helper(asked, about)
    return {
        "case": now,
        "it": thing,
        "name": asked.names(met or promised or told, 3),
        "helper": asked.call(helper[0]) if helper else "",
    }


def _cause(asked: Asked, question: Question) -> Matter | None:
    causes = [m for m in asked.matters if m.kind == "cause" and m.owner]
    named = [m for m in causes if m.owner in question.people]
    return (
        next(iter(named), None)
        or asked.any_of(causes, question.words | content(asked.before[-1] if asked.before else ""))
        or (causes[0] if len(causes) == 1 else None)
    )


def cause(asked: Asked, question: Question, row: Row, found: re.Match[str]) -> Slots | None:
    """Who stands for an office, why, who is for it, and whether one is oneself."""
    about = _cause(asked, question)
    if about is None:
        return None
    me, owner = asked.me, about.owner
    others = {
        m.owner for m in asked.matters if m.kind == "cause" and m.owner not in ("", owner) and m.words & about.words
    }
    backers = [name for name in lookup.backers(asked, about) if name != owner]
    source = about.fact.source
    base = {
        "who": asked.call(owner), "office": asked.phrase(about.parts.get("office", about.fact.about)),
        "source": asked.names([source]) if source not in ("", me, owner) else "",
        "himself": f"{asked.people.forms(owner)[1]}self" if source == owner else "",
        "others": asked.names(others), "he": asked.people.forms(owner)[0], "him": asked.people.forms(owner)[1],
    }  # fmt: skip
    kind = row.kinds[0] if row.kinds else ""
    if kind == "why":
        reasons = _reasons(asked, about)
        return {
            **base,
            "case": "mine" if owner == me else "theirs" if reasons else "unknown",
            "why": reasons[0] if reasons else "",
            "more": reasons[1] if len(reasons) > 1 else "",
        }
    if kind == "vote":
        stance, fact = lookup.stance(asked, about, me)
        given = next((d.does for d in reversed(about.deeds) if d.by == me and d.does in ("backed", "refused")), "")
        case = "self" if owner == me else given or stance
        return {
            **base,
            "case": case,
            "why": asked.phrase(fact.about if fact.kind in ("opinion", "worry") else fact.text) if fact.text else "",
        }
    if kind == "backers":
        told = [d.to for d in about.deeds if d.by == me and d.to != asked.you]
        return {
            **base,
            "case": ("mine" if owner == me else "") if backers else "told" if told else "none",
            "names": asked.names(backers or told),
        }
    if kind == "told":
        told = [d.to for d in about.deeds if d.by == me and d.to != asked.you]
        return {**base, "case": "" if told else "none", "names": asked.names(told, 6)}
    return {**base, "case": "me" if owner == me else ""}


def _reasons(asked: Asked, about: Matter) -> list[str]:
    """Why somebody stands for something: the reason that is told, then wishes and opinions that have to do with it."""
    said = [asked.phrase(about.fact.why)] if about.fact.why else []
    near = about.words | content(about.parts.get("aim", ""))
    for fact in asked.of(about.owner, "wish", "opinion", "worry"):
        tells_it = fact.kind == "wish" and re.match(r"(?:tell|run|stand)\b", fact.about)
        if fact.words & near and not tells_it:
            said.append(asked.clause(fact, (about.owner,) if about.owner != asked.me else ()))
    views = [asked.clause(fact) for fact in asked.of(about.owner, "opinion") if fact.own]
    return [*dict.fromkeys(said)] or views[:1]


def why(asked: Asked, question: Question, row: Row, found: re.Match[str]) -> Slots | None:
    """The reason of whatever is asked about, or of what one has just said."""
    words, who = question.words, question.who or asked.me
    facts = [fact for fact in asked.open if fact.why and (fact.who == who or who in fact.people)]
    if not words and asked.before:
        words, facts = content(asked.before[-1]), [f for f in facts if asked.phrase(f.text) in asked.before[-1]]
    best = max(facts, key=lambda f: len(content(f.text) & words), default=None)
    bonds = [f for f in facts if f.kind in BONDS and question.people and {*question.people} <= {*f.people}]
    best = best if best and content(best.text) & words else next(iter(bonds), None)
    if best is not None and asked.before and asked.phrase(best.why) in asked.before[-1]:
        return None
    if best is None and not question.words:
        return None
    if best is None:
        return {
            "case": "none" if who == asked.me else "theirs",
            "him": asked.people.forms(who)[1] if len(question.people) < 2 else "them",
        }
    source = best.source if best.source not in ("", asked.me) else ""
    reason = asked.phrase(best.why, (best.who,) if best.who != asked.me else ())
    return {"why": reason, "source": asked.call(source) if source else "", "case": "heard" if source else ""}


def news(asked: Asked, question: Question, row: Row, found: re.Match[str]) -> Slots | None:
    """What one has heard of late, with who said so."""
    kinds = ("event", "cause", "plan", "trial", "past", "wish")
    heard = [f for f in reversed(asked.open) if f.source not in ("", asked.me) and f.kind in kinds and lasts(asked, f)]
    heard.sort(key=lambda f: kinds.index(f.kind) > 1)
    told = asked.told(heard)
    return _one_and_more(told) if told else {"case": "none"}


def would(asked: Asked, question: Question, row: Row, found: re.Match[str]) -> Slots | None:
    """What one would do about something that has happened to a thing."""
    happening = re.search(
        r"\b(?:your|the|my|a) ([\w' ]+?) (?:is|are|has|was) ((?:\w+ ?){1,4})[.!,]",
        question.raw.replace("?", ".") + ".",
        re.I,
    )
    if happening is None:
        return None
    sight = classify(f"the {happening[1]} is {happening[2].strip()}")
    if not sight.of.do:
        return None
    does = sight.fill(min(sight.of.do, key=len))
    does = re.sub(rf"\b(put|turn|switch|shut) (out|off|down) the {re.escape(happening[1])}\b", r"\1 it \2", does)
    return {"do": does.replace(f"the {happening[1]}", "it", 1)}


def plain(asked: Asked, question: Question, row: Row, found: re.Match[str]) -> Slots | None:
    """Nothing but what the frames say."""
    return {}


# Whatever else is asked.

BONDS = ("quarrel", "friend", "love", "like", "dislike")
"""The kinds of facts whose reasons tell why somebody feels as they do about another."""
LEAST_WORDS = 2
"""How many words of a question a fact has to hold, if the question has so many."""


def general(asked: Asked, question: Question) -> Slots | None:
    """The one or two facts that share most words with a question; None if none shares enough."""
    words, people = question.words, {*question.people}
    if not words and len(people) < 2:
        return None
    enough = min(LEAST_WORDS, len(words))
    near = [f for f in asked.open if len(f.words & words) >= enough or (len(people) > 1 and people <= {*f.people})]
    fits = [fact for fact in near if _answers(asked, question, fact)]
    worth = {id(fact): len(fact.words & words) + len({*fact.people} & people) for fact in fits}
    most = max(worth.values(), default=0)
    best = [fact for fact in reversed(fits) if worth[id(fact)] >= most - 1]
    best.sort(key=lambda fact: (-worth[id(fact)], bool(fact.source)))
    told = asked.told(best)
    if not told:
        return None
    whether = re.match(r"(?:is|are|was|were|will|has|have|did|do|does|can|could)\b", question.raw, re.I)
    heard = best[0].source not in ("", asked.me)
    sure = whether and whether[0].lower() != "did" and words <= best[0].words
    return {"case": ("heard" if heard else "yes") if sure else "", **_one_and_more(told)}


def _one_and_more(told: Sequence[str]) -> dict[str, str]:
    return {"one": told[0], "more": told[1] if len(told) > 1 else ""}


def asks_of_oneself(question: Question) -> bool:
    """Return whether it is one's own life that is asked about, and not what one knows: others' words are no answer."""
    table = WORDS.tables["questions"]
    own = re.search(table["of_oneself"], question.raw, re.I)
    return bool(own) and not re.search(table["of_knowing"], question.raw, re.I)


def _answers(asked: Asked, question: Question, fact: Fact) -> bool:
    """Whether a fact may be an answer: who asks "who" wants a person, and "when" a time."""
    table = WORDS.tables["questions"]
    if fact.kind in ("talked", "asked", "told") or (
        re.match(r"(?:when|(?:at )?what time)\b", question.raw, re.I) and not fact.when.known()
    ):
        return False
    if asks_of_oneself(question) and fact.source not in ("", asked.me) and asked.me not in fact.people:
        return False
    if re.search(table["asks_who"], question.raw, re.I):
        asks = fact.kind in ("thought", "wonder") or re.search(table["only_asks"], fact.text)
        return bool(persons(fact.text)) and not asks
    return not re.search(table["asks_fate"], question.raw, re.I) or bool(re.search(table["to_come"], fact.text))


def confided(asked: Asked, words: frozenset[str]) -> bool:
    """Whether what is asked about was told in confidence."""
    return any(len(each & words) >= max(1, min(LEAST_WORDS, len(words))) for each in asked.confided)
